package engine

import (
	"math"
	"testing"

	"gpusph/features/openings"
	"gpusph/sph"
	"gpusph/sph/timeseries"
)

// oil is lighter than water, and slower.
var oil = sph.Properties{Kind: "oil", Rho0: 700, C0: 50, Gamma: 3}

// filled gives the fluid of a flow properties, those of water in one without materials if they have
// no kind, and the pressure at each height.
func filled(c *sph.Case, of sph.Properties, surface float64) (at func(z float64) float64,
	rho float64) {
	c.Params.C0 = 60
	e := c.Params.EquationOf(&of)
	if of.Kind != "" {
		c.Mix([]sph.Material{
			{Name: "water", Mass: c.Params.Mass, Properties: sph.Properties{Kind: "water"}},
			{Name: of.Kind, Mass: of.Rho0 / c.Params.Rho0 * c.Params.Mass, Properties: of}})
		c.Particles.Material = make([]uint8, c.Particles.Len())
	}
	at = func(z float64) float64 { return e.Rho0 * 9.81 * (surface - z) }
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] == sph.Fluid {
			c.Particles.RelDensity[i] = float32(e.RelativeDensity(at(x[2])))
			if of.Kind != "" {
				c.Particles.Material[i] = 1
			}
		}
	}
	return at, e.Rho0
}

// bufferOff is how many particles of a flow with one opening are in its buffer, and by how much
// their pressures are off those at their heights, as a mean [Pa].
func bufferOff(t *testing.T, s *Simulation, at func(z float64) float64) (n int, off float64) {
	t.Helper()
	snap, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	layouts := openings.Layouts(s.Case)
	for i, x := range snap.Position {
		y := [3]float64{float64(x[0]), float64(x[1]), float64(x[2])}
		if snap.Type[i] == sph.Fluid && openings.At(s.Case, layouts, y) > 0 {
			n, off = n+1, off+math.Abs(float64(snap.Pressure[i])-at(y[2]))
		}
	}
	return n, off / float64(n)
}

// The buffer of an opening in a floor, a wall or a ceiling through which nothing may flow has the
// pressure that the weight of fluid at rest makes from where the fluid is looked at, h before the
// plane, to each of its particles. Off by h it would be 1.3 of the weight of a spacing.
func TestBuffersContinueTheFluid(t *testing.T) {
	const side, above = 0.24, 0.3
	for _, dim := range []int{2, 3} {
		for where, normal := range map[string][3]float64{"floor": {0, 0, 1}, "ceiling": {0, 0, -1},
			"wall": {1, 0, 0}, "other wall": {-1, 0, 0}} {
			for _, of := range []sph.Properties{{}, oil} {
				c := basin(dim, normal, 0, dim == 3)
				openings.Of(c)[0].Velocity = timeseries.Constant(0)
				at, rho := filled(c, of, side+above)
				s := start(t, c, Options{System: open(t, 1)})
				for _, steps := range []int{2, 38} {
					advance(t, s, steps)
					n, off := bufferOff(t, s, at)
					if off /= rho * 9.81 * c.Params.DeltaP; n < 12 || !(off < 0.18) {
						t.Errorf("%s, %d dimensions, %q: after %d more steps the pressures of %d particles in the "+
							"buffer are off by %.2f of the weight of a spacing", where, dim, of.Kind, steps, n, off)
					}
				}
			}
		}
	}
}

// The buffer of a non-reflecting opening continues a density that is linear along its normal, with
// a slope of the fluid's own.
func TestNonReflectingBuffersAreLinear(t *testing.T) {
	const slope = 0.05 // of the relative density, into the buffer [1/m]
	for _, dim := range []int{2, 3} {
		for _, normal := range [][3]float64{{0, 0, 1}, {0, 0, -1}, {1, 0, 0}, {-1, 0, 0}} {
			c := basin(dim, normal, 0, dim == 3)
			o, p := &openings.Of(c)[0], &c.Params
			o.NonReflecting, o.Pressure, p.Gravity = true, timeseries.Constant(0), [3]float64{}
			rel := func(x [3]float64) float64 {
				return 0.01 - slope*vector(x).plus(o.Centre, -1).dot(normal)
			}
			for i, x := range c.Particles.Position {
				if c.Particles.Type[i] == sph.Fluid {
					c.Particles.RelDensity[i] = float32(rel(x))
				}
			}
			s := start(t, c, Options{System: open(t, 1)})
			advance(t, s, 3)
			layouts, n, off := openings.Layouts(c), 0, 0.0
			for i, q := range held(t, s) {
				x := s.grid.Position(q.Pos)
				if openings.At(c, layouts, x) > 0 && c.Particles.Type[i] == sph.Fluid {
					n++
					off = max(off, math.Abs(float64(q.Rel)-rel(x)))
				}
			}
			if off /= slope * p.DeltaP; n < 12 || !(off < 0.1) {
				t.Errorf("%v, %d dimensions: the densities of %d particles in the buffer are off by %.2f of "+
					"what a spacing makes", normal, dim, n, off)
			}
		}
	}
}

// A wave of a pressure p' leaves a fluid with p'/(ρ c) of its own density and speed of sound, and
// one of a level η over the given one, d, with η √(g/d). The pressure of what is given is that of
// the fluid's weight.
func TestVelocityOfLeavingWavesInFluids(t *testing.T) {
	const side, rise, beyond = 0.24, 0.02, 1000
	for _, of := range []sph.Properties{oil, {Kind: "tar", Rho0: 1300, C0: 20, Gamma: 7}} {
		for _, given := range []string{"pressure", "level"} {
			c := basin(2, [3]float64{1, 0, 0}, 0, false)
			want := -beyond / (of.Rho0 * of.C0)
			if given == "level" {
				c = river(2, 0.03, 0.9, side, 0, sph.Dummy, 1)
				want = -rise * math.Sqrt(9.81/(side-rise))
			}
			at, _ := filled(c, of, side)
			o := &openings.Of(c)[0]
			o.Velocity, o.NonReflecting = nil, true
			if given == "level" {
				o.Level = timeseries.Constant(side - rise)
			} else {
				o.Pressure = timeseries.Constant(at(o.Centre[2]) - beyond)
			}
			s := start(t, c, Options{System: open(t, 1)})
			advance(t, s, 3)
			sites, _ := openingStates(t, s)
			wet, speed := wetSites(c, sites, len(openings.LayoutOf(&c.Params, o).Sites))
			if is := speed / float64(max(wet, 1)); math.Abs(is/want-1) > 0.15 {
				t.Errorf("%s given: %s leaves with %g m/s, want %g", given, of.Kind, -is, -want)
			}
		}
	}
}

// pressuresOf are the pressures of a buffer of oil by id, whose particles are moved at first.
func pressuresOf(t *testing.T, given string, gravity, moved [3]float64) map[uint32]float64 {
	t.Helper()
	c := basin(3, [3]float64{1, 0, 0}, 0, false)
	c.Params.Gravity = gravity
	at, _ := filled(c, oil, 0.54)
	if o := &openings.Of(c)[0]; given == "pressure" {
		o.Pressure = timeseries.Constant(at(o.Centre[2]))
	} else {
		o.Velocity = timeseries.Constant(0)
	}
	layouts, buffer := openings.Layouts(c), map[uint32]float64{}
	for i := range c.Particles.Position {
		x := &c.Particles.Position[i]
		if c.Particles.Type[i] == sph.Fluid && openings.At(c, layouts, *x) > 0 {
			buffer[uint32(i)] = 0
			for a := range 3 {
				x[a] += moved[a]
			}
		}
	}
	s := start(t, c, Options{System: open(t, 1)})
	advance(t, s, 2)
	snap, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	for i, id := range snap.ID {
		if _, ok := buffer[id]; ok {
			buffer[id] = float64(snap.Pressure[i])
		}
	}
	return buffer
}

// Particles of a buffer that are beside the sites have the pressure at their own places: ρ g·x more
// for a way x across the normal, with the density of their material.
func TestOilHangsBetweenSites(t *testing.T) {
	const dp = 0.03
	gravity := [3]float64{0, 4, -9.81}
	for _, given := range []string{"pressure", "velocity"} {
		rest := pressuresOf(t, given, gravity, [3]float64{})
		for _, moved := range [][3]float64{{0, 0, 0.3 * dp}, {0, 0, -0.3 * dp}, {0, 0.3 * dp, 0},
			{0, -0.2 * dp, -0.2 * dp}} {
			want := oil.Rho0 * (gravity[1]*moved[1] + gravity[2]*moved[2])
			now, sum := pressuresOf(t, given, gravity, moved), 0.0
			for id, pressure := range now {
				sum += pressure - rest[id]
			}
			if got := sum / float64(len(now)); !(math.Abs(got-want) < 0.05*math.Abs(want)) {
				t.Errorf("given a %s, moved by %v m: the pressure rises by %g Pa, not %g", given, moved,
					got, want)
			}
		}
	}
}
