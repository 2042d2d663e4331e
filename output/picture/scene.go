package picture

import (
	"math"

	"gpusph/sph"
)

// radius of the spheres, in particle spacings. In two dimensions there is nothing behind gaps, so there are none.
const radius, flatRadius = 0.62, 0.75

// box is what the picture shows, the domain without the walls that line it, and
// these walls.
func (p *painter) box() (t tank, low, high vec) {
	s := p.snapshot
	low, high = s.Case.Params.Min, s.Case.Params.Max
	for a := range 3 {
		if !(high[a] > low[a]) {
			low[a], high[a] = 0, 1 // of a case without a domain
		}
	}
	p.spacing = s.Case.Params.DeltaP
	if p.spacing <= 0 {
		p.spacing = high.minus(low).length() / 100
	}
	const lining = 8 // particle spacings
	t = findTank(s, p.spacing)
	if len(t.surface) > 0 {
		for a := range 3 {
			if t.low[a]-low[a] < lining*p.spacing {
				low[a] = t.low[a]
			}
			if high[a]-t.high[a] < lining*p.spacing {
				high[a] = t.high[a]
			}
		}
	}
	return t, low, high
}

// flat says whether all particles have the same y, as in two dimensions.
func (p *painter) flat() bool {
	for _, x := range p.snapshot.Position {
		if x[1] != p.snapshot.Position[0][1] {
			return false
		}
	}
	return p.snapshot.Len() > 0
}

// spheres are the particles of the fluid, of bodies and of walls that stand in the
// tank.
func (p *painter) spheres(cam *camera, t tank, low, high vec) []splat {
	s := p.snapshot
	axis, way := p.options.View.towards()
	most := way * low[axis]
	if way > 0 {
		most = high[axis]
	}
	most -= p.options.Cut * (high[axis] - low[axis])
	var palette [256]rgb
	for i := range palette {
		palette[i] = scaleColour(float64(i) / 255)
	}
	all := make([]splat, 0, s.Len())
	for i, x := range s.Position {
		wall := s.Type[i] == sph.Wall
		if wall && s.Body[i] == 0 && !t.within(point(x)) {
			continue
		}
		if p.options.Cut > 0 && way*float64(x[axis]) > most {
			continue
		}
		at, ok := p.splat(cam, point(x), p.radius)
		if !ok {
			continue
		}
		switch {
		case wall:
			at.colour = bodyColour
		case p.options.Field == Device:
			at.colour = deviceColour(int(s.Device[i]))
		default:
			at.colour = palette[int(255*p.scale.part(p.options.Field.value(s, i)))]
		}
		all = append(all, at)
	}
	return all
}

// discs are the walls whose front is seen.
func (p *painter) discs(cam *camera, walls []surfel) []disc {
	var all []disc
	for _, q := range walls {
		view := q.position.minus(cam.eye)
		at, ok := p.splat(cam, q.position, 0.72)
		if away := q.normal.dot(view) / view.length(); away > -0.05 || !ok {
			continue
		}
		perPixel := 1 / (cam.scale * q.normal.dot(view))
		brightness := 0.9 + 0.1*max(0, q.normal.dot(vec{0.2, -0.5, 0.8}))
		at.colour = wallColour.times(float32(brightness))
		all = append(all, disc{at, [2]float32{
			float32(q.normal.dot(cam.right) * perPixel), float32(-q.normal.dot(cam.up) * perPixel),
		}})
	}
	return all
}

// splat is a particle at x with a radius given in particle spacings, unless it is
// nowhere near the picture.
func (p *painter) splat(cam *camera, x vec, radius float64) (splat, bool) {
	u, v, depth := cam.project(x)
	s := splat{x: float32(u), y: float32(v), z: float32(depth), r: float32(max(radius*p.spacing*cam.scale/depth, 1.1))}
	return s, depth > 0 && math.Abs(u) < 1e6 && math.Abs(v) < 1e6
}
