package picture

import (
	"math"
	"slices"

	"gpusph/internal/parallel"
	"gpusph/sph"
)

// radius of the spheres, in particle spacings. In two dimensions there is nothing behind gaps, so
// there are none.
const radius, flatRadius = 0.62, 0.75

// box is what the picture shows [m]: the domain without the walls that line it.
func (t *tank) box(s *sph.Snapshot, spacing float64) (low, high vec) {
	low, high = s.Case.Params.Min, s.Case.Params.Max
	for a := range 3 {
		if !(high[a] > low[a]) {
			low[a], high[a] = 0, 1 // of a case without a domain
		}
	}
	const lining = 8 // particle spacings
	if len(t.surface) > 0 {
		for a := range 3 {
			if t.low[a]-low[a] < lining*spacing {
				low[a] = t.low[a]
			}
			if high[a]-t.high[a] < lining*spacing {
				high[a] = t.high[a]
			}
		}
	}
	return low, high
}

// lookForWalls finds the tank of a snapshot, unless its walls are where those of the last one were.
func (p *Painter) lookForWalls(s *sph.Snapshot) {
	if walls := liningOf(s); p.walls == nil || !slices.Equal(walls, p.walls) {
		p.walls, p.tank = walls, findTank(walls, p.spacing)
	}
}

// spacingOf is that of the particles [m].
func spacingOf(s *sph.Snapshot) float64 {
	p := &s.Case.Params
	if p.DeltaP > 0 {
		return p.DeltaP
	}
	return max(vec(p.Max).minus(p.Min).length(), 1) / 100
}

// Flat reports whether all particles have the same y, as in two dimensions.
func Flat(s *sph.Snapshot) bool {
	for _, x := range s.Position {
		if x[1] != s.Position[0][1] {
			return false
		}
	}
	return s.Len() > 0
}

// The palette has shades of the scale, then the colours of devices or materials, that of bodies,
// and shades of the scale of solids.
const (
	shades      = 256
	bodyShade   = shades + deviceCount
	solidShades = bodyShade + 1
	paletteLen  = solidShades + shades
)

// palette is the colours of a picture of a field, with those of materials that have their own.
func palette(f Field, materials []sph.Properties) []rgb {
	all := make([]rgb, paletteLen)
	for i := range shades {
		all[i] = scaleColour(float64(i) / (shades - 1))
		all[solidShades+i] = solidColour(float64(i) / (shades - 1))
		if f == None {
			all[i] = waterColour
		}
	}
	for d := range deviceCount {
		all[shades+d] = deviceColour(d)
		if f == Material && d < len(materials) {
			all[shades+d] = materialColour(d, &materials[d])
		}
	}
	all[bodyShade] = bodyColour
	return all
}

// spheres are the particles of the fluid, or of bodies and of walls that stand in the
// tank, or both, in the order of the snapshot.
func (p *Painter) spheres(s *sph.Snapshot, fluid, walls bool) []splat {
	axis, way := p.from.towards()
	most := way * p.low[axis]
	if way > 0 {
		most = way * p.high[axis]
	}
	most -= p.options.Cut * (p.high[axis] - p.low[axis])
	value, solid := p.options.Field.OfFluid().Of(s), func(int) float64 { return 0 }
	if p.options.Field.Solids() {
		solid = p.options.Field.Of(s)
	}
	const part = 1 << 15
	parts := make([][]splat, (s.Len()+part-1)/part)
	parallel.Do(len(parts), func(k int) {
		from, until := k*part, min((k+1)*part, s.Len())
		all := make([]splat, 0, until-from)
		for i := from; i < until; i++ {
			wall, x := s.Type[i] == sph.Wall, point(s.Position[i])
			if !wall && !fluid || wall && !walls || wall && s.Body[i] == 0 && !p.tank.within(x) ||
				p.options.Cut > 0 && way*x[axis] > most || !p.shown(x) {
				continue
			}
			at, ok := p.splat(x, p.radius)
			if !ok {
				continue
			}
			switch {
			case wall && solid(i) > 0: // what does not bend has 0, or no number
				at.colour = solidShades + uint16((shades-1)*p.solids.part(solid(i)))
			case wall:
				at.colour = bodyShade
			case p.options.Field == Material:
				at.colour = shades + uint16(max(0, value(i)-1))%deviceCount
			case p.options.Field == Device:
				at.colour = shades + uint16(s.Device[i])%deviceCount
			default:
				at.colour = uint16((shades - 1) * p.scale.part(value(i)))
			}
			all = append(all, at)
		}
		parts[k] = all
	})
	n := 0
	for _, all := range parts {
		n += len(all)
	}
	all := make([]splat, 0, n)
	for _, some := range parts {
		all = append(all, some...)
	}
	return all
}

// wallRadius is that of the discs that walls are made of, in particle spacings.
const wallRadius = 0.72

// discs are the walls whose front is seen.
func (p *Painter) discs() []disc {
	var all []disc
	near := 1.1 * wallRadius * p.spacing
	for _, q := range p.tank.surface {
		view := q.position.minus(p.cam.eye)
		if !p.shown(q.position) {
			continue
		}
		at, ok := p.splat(q.position, wallRadius)
		if away := q.normal.dot(view) / view.length(); away > -0.05 || !ok {
			continue
		}
		perPixel := 1 / (p.cam.scale * q.normal.dot(view))
		d := disc{at, [2]float32{
			float32(q.normal.dot(p.cam.right) * perPixel), float32(-q.normal.dot(p.cam.up) * perPixel),
		}, float32(0.9 + 0.1*max(0, q.normal.dot(vec{0.2, -0.5, 0.8}))), false}
		for a := range 3 {
			if q.normal[a] == 0 && (q.position[a] < p.low[a]+near || q.position[a] > p.high[a]-near) {
				d.cut = true
			}
		}
		all = append(all, d)
	}
	return all
}

// within reports whether what is seen at a sample at some depth is in the box of the picture.
func (p *Painter) within(x, y, z float32) bool {
	at := p.cam.point(float64(x), float64(y), float64(z))
	for a := range 3 {
		if slack := 0.02 * p.spacing; at[a] < p.low[a]-slack || at[a] > p.high[a]+slack {
			return false
		}
	}
	return true
}

// splat is a particle at x with a radius given in particle spacings, unless it is
// nowhere near the picture.
func (p *Painter) splat(x vec, radius float64) (splat, bool) {
	u, v, depth := p.cam.project(x)
	s := splat{x: float32(u), y: float32(v), z: float32(depth),
		r: float32(max(radius*p.spacing*p.cam.scale/depth, 1.1))}
	return s, depth > 0 && math.Abs(u) < 1e6 && math.Abs(v) < 1e6
}
