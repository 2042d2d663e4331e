package problems

import (
	"fmt"
	"math"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
	"gpusph/internal/text"
	"gpusph/problems/scene"
)

// waveTheory is a wave of permanent form over a level bed, at the moment when its crest is at the
// place 0. Places are along the direction in which it runs.
type waveTheory interface {
	surface(along float64) float64            // above still water [m]
	velocity(along, z float64) (u, w float64) // along and upwards at the height z over the bed [m/s]
	speed() float64                           // of the wave [m/s]
	curvature() float64                       // of the surface, about the greatest [1/m]
	// beyond this distance from the crest the surface is level [m]
	reaches() float64
	check() error // why the theory has no such wave
	note() string
}

// wave is one in a scene.
type wave struct {
	waveTheory
	depth, gravity float64    // [m], [m/s²]
	bed            float64    // z of the bed [m]
	crest, way     [2]float64 // a point below the crest [m], and the direction, of length 1
}

// before is how far a place is before the crest [m].
func (w *wave) before(x, y float64) float64 {
	return (x-w.crest[0])*w.way[0] + (y-w.crest[1])*w.way[1]
}

// at is the velocity at a place [m/s].
func (w *wave) at(x [3]float64) (v [3]float64) {
	u, up := w.velocity(w.before(x[0], x[1]), max(0, x[2]-w.bed))
	return [3]float64{u * w.way[0], u * w.way[1], up}
}

// head is the pressure over ρ0 g at a place [m]. In the frame that moves with the wave, at its
// speed c, the flow is steady and Bernoulli's equation has
//
//	p/ρ + g z + ((u - c)² + w²)/2 = const,
//
// so with the surface above the place, where p is 0, at z = s,
//
//	p/ρ = g (s - z) + c (u - u_s) - (u² + w² - u_s² - w_s²)/2.
func (w *wave) head(x [3]float64) float64 {
	before, z := w.before(x[0], x[1]), max(0, x[2]-w.bed)
	s := w.depth + w.surface(before)
	u, up := w.velocity(before, z)
	us, ups := w.velocity(before, s)
	return s - z + (w.speed()*(u-us)-(u*u+up*up-us*us-ups*ups)/2)/w.gravity
}

// below is what is below the wave's surface within some bounds: a prism across the wave's
// direction.
func (w *wave) below(bounds geometry.Box) (geometry.Shape, error) {
	// Along and across the direction, from the crest.
	from, to, low, high := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for corner := range 4 {
		x := [2]float64{bounds.Min[0], bounds.Min[1]}
		for a := range x {
			if corner>>a&1 == 1 {
				x[a] = bounds.Max[a]
			}
		}
		along := w.before(x[0], x[1])
		across := (x[1]-w.crest[1])*w.way[0] - (x[0]-w.crest[0])*w.way[1]
		from, to, low, high = min(from, along), max(to, along), min(low, across), max(high, across)
	}
	more := (to - from + high - low) / 100 // no face of the shape's is one of the prism's
	from, to, low, high = from-more, to+more, low-more, high+more
	outline := append(w.outline(from, to), [2]float64{from, w.floor(bounds, more)},
		[2]float64{to, w.floor(bounds, more)})
	prism, err := geometry.NewPrism(outline, 1, -high, -low) // y of the prism is against "across"
	if err != nil {
		return nil, err
	}
	turned, err := geometry.Rotate(prism, [3]float64{2: 1}, math.Atan2(w.way[1], w.way[0]),
		[3]float64{})
	if err != nil {
		return nil, err
	}
	return geometry.Translate(turned, [3]float64{w.crest[0], w.crest[1], 0})
}

func (w *wave) floor(bounds geometry.Box, more float64) float64 {
	return min(bounds.Min[2], w.bed) - more
}

// outline is the surface between two distances before the crest, beginning with the last. Its
// points are so close that chords are off by less than a thousandth of a twentieth of the crest,
// but no more than 2,000. They do not depend on the spacing: --deltap and a file with that spacing
// make the same particles.
func (w *wave) outline(from, to float64) (points [][2]float64) {
	level, reach := w.bed+w.depth, w.reaches()
	a, b := max(from, -reach), min(to, reach)
	chord := math.Sqrt(8e-3 * w.surface(0) / 20 / w.curvature())
	steps := int(min(2000, max(200, (b-a)/chord)))
	add := func(before float64) {
		points = append(points, [2]float64{before, level + w.surface(before)})
	}
	add(to)
	for k := steps - 1; k > 0; k-- {
		if before := a + (b-a)*float64(k)/float64(steps); before > from && before < to {
			add(before)
		}
	}
	add(from)
	return points
}

// addWave lets a fluid begin with a wave, within its shape.
func (f *caseProblem) addWave(i int, to *scene.ShapedFluid) error {
	fluid := &f.file.Fluids[i]
	key := "solitary-wave"
	if fluid.Train != nil {
		key = "wave"
	}
	path := fmt.Sprintf("fluid.%d.%s", i, key)
	for _, other := range []struct {
		name string
		is   bool
	}{{"fill", fluid.Fill != nil}, {"cover", fluid.Cover != nil},
		{"velocity", fluid.Velocity != nil}, {"surface", fluid.Surface != nil},
		{"solitary-wave", fluid.Train != nil && fluid.Wave != nil}} {
		if other.is {
			return f.file.Errorf(path, "the fluid %q has both %s and %s, which do not go together; "+
				"a shape from the bed to above the crest is what the wave needs", fluid.Name, key,
				other.name)
		}
	}
	shape, bounds := to.Shape, to.Shape.Bounds()
	if math.IsInf(bounds.Min[0]+bounds.Min[1]+bounds.Min[2], 0) ||
		math.IsInf(bounds.Max[0]+bounds.Max[1]+bounds.Max[2], 0) {
		return f.file.Errorf(path, "the fluid %q has no end, but a wave needs a shape with ends, "+
			"as a box", fluid.Name)
	}
	g, err := f.waveGravity(path)
	if err != nil {
		return err
	}
	w := f.waveOf(fluid, g, bounds.Min[2])
	if err := w.check(); err != nil {
		return f.file.Errorf(path+".height", "the wave of the fluid %q: %v", fluid.Name, err)
	}
	if top := w.bed + w.depth + w.surface(0); bounds.Max[2] < top-scene.Tolerance {
		return f.file.Errorf(path, "the wave of the fluid %q is %s m high at its crest, "+
			"but the fluid's shape ends at %s m; a shape up to the crest lets it have one",
			fluid.Name, f.scene.Origin.Number(2, top), f.scene.Origin.Number(2, bounds.Max[2]))
	}
	below, err := w.below(bounds)
	if err != nil {
		return f.file.Errorf(path, "the wave of the fluid %q: %v", fluid.Name, err)
	}
	f.from.notes = append(f.from.notes, fmt.Sprintf("the fluid %q begins with %s", fluid.Name,
		w.note()))
	to.Shape, to.Level = geometry.Intersection(shape, below), math.NaN()
	to.Flow, to.Head = w.at, w.head
	return nil
}

// waveOf is the wave of a fluid whose shape has its lowest point at the height low.
func (f *caseProblem) waveOf(fluid *casefile.Fluid, g, low float64) *wave {
	w := &wave{gravity: g, bed: low}
	var bed *float64
	var way *[2]float64
	if t := fluid.Train; t != nil {
		w.depth, w.crest, bed, way = t.Depth, t.Crest, t.Bed, t.Direction
		w.waveTheory = newPeriodicWave(t, g)
	} else {
		t := fluid.Wave
		w.depth, w.crest, bed, way = t.Depth, t.Crest, t.Bed, t.Direction
		w.waveTheory = &solitaryWave{t.Height, t.Depth, g}
	}
	w.way = [2]float64{1, 0}
	if way != nil {
		size := math.Hypot(way[0], way[1])
		w.way = [2]float64{way[0] / size, way[1] / size}
	}
	if bed != nil {
		w.bed = *bed
	}
	if f.file.Dimension == 2 {
		w.crest[1] = 0
	}
	return w
}

// waveGravity is how strong gravity is, which must point downwards.
func (f *caseProblem) waveGravity(path string) (float64, error) {
	g := [3]float64{0, 0, -gravity}
	if p := f.file.Physics; p != nil {
		if p.Gravity != nil {
			g = *p.Gravity
		}
		if p.GravityTable != nil {
			return 0, f.file.Errorf(path,
				"a wave needs gravity that stays the same; without physics.gravity-table it has that")
		}
	}
	if g[0] != 0 || g[1] != 0 || !(g[2] < 0) {
		return 0, f.file.Errorf(path, "a wave needs gravity downwards, "+
			"but physics.gravity is [%s, %s, %s]; [0, 0, -9.81] is downwards",
			text.Exact(g[0]), text.Exact(g[1]), text.Exact(g[2]))
	}
	return -g[2], nil
}
