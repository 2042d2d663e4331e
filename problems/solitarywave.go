package problems

import (
	"fmt"
	"math"

	"gpusph/internal/geometry"
	"gpusph/internal/text"
	"gpusph/problems/scene"
)

// solitaryWave is the solitary wave of third order over a level bed (R. Grimshaw, The solitary
// wave in water of variable depth. Part 2, Journal of Fluid Mechanics 46, 1971). With ε =
// height/depth, lengths in depths and velocities in √(g depth):
//
//	a = √(3ε/4) (1 - 5/8 ε + 71/128 ε²),  s = sech(a X),  t = tanh(a X),
//	η = ε s² - 3/4 ε² s² t² + ε³ (5/8 s² t² - 101/80 s⁴ t²),
//	c² = 1 + ε - 1/20 ε² - 3/70 ε³,
//
// where X is the distance before the crest. The velocities are in at.
type solitaryWave struct {
	height, depth, gravity float64    // [m], [m], [m/s²]
	bed                    float64    // z of the bed [m]
	crest, way             [2]float64 // a point below the crest [m], and the direction, of length 1
}

// scales are ε, and how the wave falls off with the distance from its crest [1/m].
func (w *solitaryWave) scales() (e, a float64) {
	e = w.height / w.depth
	return e, math.Sqrt(3*e/4) * (1 - 5./8*e + 71./128*e*e) / w.depth
}

// speed is that of the wave [m/s].
func (w *solitaryWave) speed() float64 {
	e, _ := w.scales()
	return math.Sqrt(w.gravity * w.depth * (1 + e - e*e/20 - 3./70*e*e*e))
}

// before is how far a place is before the crest [m].
func (w *solitaryWave) before(x, y float64) float64 {
	return (x-w.crest[0])*w.way[0] + (y-w.crest[1])*w.way[1]
}

// surface is how high it is above still water, before the crest [m].
func (w *solitaryWave) surface(before float64) float64 {
	e, a := w.scales()
	s, t := 1/math.Cosh(a*before), math.Tanh(a*before)
	s2, t2 := s*s, t*t
	return w.depth * (e*s2 - 3./4*e*e*s2*t2 + e*e*e*(5./8*s2*t2-101./80*s2*s2*t2))
}

// at is the velocity at a place [m/s].
func (w *solitaryWave) at(x [3]float64) (v [3]float64) {
	e, a := w.scales()
	before, z := w.before(x[0], x[1]), max(0, (x[2]-w.bed)/w.depth)
	s, t := 1/math.Cosh(a*before), math.Tanh(a*before)
	s2, z2 := s*s, z*z
	s4, s6, z4 := s2*s2, s2*s2*s2, z2*z2
	along := e*s2 -
		e*e*(-s2/4+s4+z2*(3./2*s2-9./4*s4)) -
		e*e*e*(19./40*s2+s4/5-6./5*s6+z2*(-3./2*s2-15./4*s4+15./2*s6)+z4*(-3./8*s2+45./16*s4-45./16*s6))
	up := math.Sqrt(3*e) * z * t * (e*s2 -
		e*e*(3./8*s2+2*s4+z2*(s2/2-3./2*s4)) -
		e*e*e*(49./640*s2-17./20*s4-18./5*s6+
			z2*(-13./16*s2-25./16*s4+15./2*s6)+z4*(-3./40*s2+9./8*s4-27./16*s6)))
	unit := math.Sqrt(w.gravity * w.depth)
	return [3]float64{unit * along * w.way[0], unit * along * w.way[1], unit * up}
}

// extent is how far from the crest the surface is more than a thousandth of the height above
// still water [m].
func (w *solitaryWave) extent() float64 {
	_, a := w.scales()
	return math.Acosh(math.Sqrt(1000)) / a
}

// below is what is below the wave's surface within some bounds: a prism across the wave's
// direction.
func (w *solitaryWave) below(bounds geometry.Box, deltaP float64) (geometry.Shape, error) {
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
	level, floor := w.bed+w.depth, min(bounds.Min[2], w.bed)-more
	outline := [][2]float64{{from, floor}, {to, floor}}
	// Points are so close that chords are off by less than a thousandth of a spacing, but no
	// more than 2,000.
	_, a := w.scales()
	steps := min(2000, max(200, int(2*w.extent()*a*math.Sqrt(w.height/(4e-3*deltaP)))))
	add := func(before float64) {
		outline = append(outline, [2]float64{before,
			level + w.surface(before)})
	}
	add(to)
	for k := steps; k >= 0; k-- {
		if before := w.extent() * 1.5 * (2*float64(k)/float64(steps) - 1); before > from &&
			before < to {
			add(before)
		}
	}
	add(from)
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

// mostWave is the greatest height over the depth: beyond, the third order is off by more than
// some percent. The highest solitary wave has 0.83.
const mostWave = 0.6

// addWave lets a fluid begin with a wave, within its shape.
func (f *filed) addWave(i int, to *scene.ShapedFluid) error {
	fluid, path := &f.file.Fluids[i], fmt.Sprintf("fluid.%d.solitary-wave", i)
	for _, key := range []struct {
		name string
		is   bool
	}{{"fill", fluid.Fill != nil}, {"cover", fluid.Cover != nil}, {"velocity",
		fluid.Velocity != nil}, {"surface", fluid.Surface != nil}} {
		if key.is {
			return f.file.Errorf(path, "the fluid %q has both solitary-wave and %s, which do not go "+
				"together; "+
				"a shape from the bed to above the crest is what the wave needs", fluid.Name,
				key.name)
		}
	}
	given, shape, bounds := fluid.Wave, to.Shape, to.Shape.Bounds()
	w := &solitaryWave{height: given.Height, depth: given.Depth, crest: given.Crest,
		way: [2]float64{1, 0}, bed: bounds.Min[2]}
	if given.Bed != nil {
		w.bed = *given.Bed
	}
	if math.IsInf(bounds.Min[0]+bounds.Min[1]+bounds.Min[2], 0) ||
		math.IsInf(bounds.Max[0]+bounds.Max[1]+bounds.Max[2], 0) {
		return f.file.Errorf(path, "the fluid %q has no end, but a solitary wave needs a shape "+
			"with ends, as a box", fluid.Name)
	}
	if given.Direction != nil {
		w.way = *given.Direction
	}
	size := math.Hypot(w.way[0], w.way[1])
	w.way[0], w.way[1] = w.way[0]/size, w.way[1]/size
	if err := w.check(); err != nil {
		return f.file.Errorf(path+".height", "the solitary wave of the fluid %q: %v", fluid.Name,
			err)
	}
	var err error
	if w.gravity, err = f.waveGravity(path); err != nil {
		return err
	}
	if f.file.Dimension == 2 {
		w.crest[1] = 0
	}
	if top := w.bed + w.depth + w.height; bounds.Max[2] < top-scene.Tolerance {
		return f.file.Errorf(path, "the solitary wave of the fluid %q is %s m high at its crest, "+
			"but the fluid's shape ends at %s m; "+
			"a shape up to the crest lets it have one", fluid.Name, f.scene.Origin.Number(2, top),
			f.scene.Origin.Number(2, bounds.Max[2]))
	}
	below, err := w.below(bounds, f.file.Spacing)
	if err != nil {
		return f.file.Errorf(path, "the solitary wave of the fluid %q: %v", fluid.Name, err)
	}
	f.from.notes = append(f.from.notes, w.note(fluid.Name))
	to.Shape, to.Level, to.Flow = geometry.Intersection(shape, below), math.NaN(), w.at
	return nil
}

// waveGravity is how strong gravity is, which must point downwards.
func (f *filed) waveGravity(path string) (float64, error) {
	g := [3]float64{0, 0, -gravity}
	if p := f.file.Physics; p != nil {
		if p.Gravity != nil {
			g = *p.Gravity
		}
		if p.GravityTable != nil {
			return 0, f.file.Errorf(path,
				"a solitary wave needs gravity that stays the same; "+
					"without physics.gravity-table it has that")
		}
	}
	if g[0] != 0 || g[1] != 0 || !(g[2] < 0) {
		return 0, f.file.Errorf(path, "a solitary wave needs gravity downwards, "+
			"but physics.gravity is [%s, %s, %s]; [0, 0, -9.81] is downwards",
			text.Exact(g[0]), text.Exact(g[1]), text.Exact(g[2]))
	}
	return -g[2], nil
}

// note tells of the wave what the file does not say.
func (w *solitaryWave) note(name string) string {
	top := w.at([3]float64{w.crest[0], w.crest[1], w.bed + w.depth + w.height})
	return fmt.Sprintf("the fluid %q begins with a solitary wave of third order "+
		"(Grimshaw 1971): %s m high over %s m, speed %s m/s, "+
		"%s m/s at most in the water, within 5 %% of its height %s m from its crest",
		name, text.Number(w.height), text.Number(w.depth), text.Number(w.speed()),
		text.Number(math.Hypot(top[0], top[1])),
		text.Number(w.reach(0.05)))
}

// reach is how far from the crest the surface has come down to a part of the height, to first
// order [m].
func (w *solitaryWave) reach(part float64) float64 {
	_, a := w.scales()
	return math.Acosh(1/math.Sqrt(part)) / a
}

// check refuses what no solitary wave is.
func (w *solitaryWave) check() error {
	if e := w.height / w.depth; e > mostWave {
		return fmt.Errorf("it is %s times as high as the water is deep, "+
			"but no more than %s times can be computed; a smaller height avoids that",
			text.Number(e), text.Number(mostWave))
	}
	return nil
}
