package engine

import (
	"fmt"
	"math"
	"testing"
	"unsafe"

	"gpusph/cuda"
	"gpusph/features/openings"
	"gpusph/sph"
	"gpusph/sph/timeseries"
)

// openingStates are those of all sites and of all openings, as they are.
func openingStates(t *testing.T, s *Simulation) ([]cuda.SiteState, []cuda.OpeningState) {
	t.Helper()
	k, err := s.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	all, _, err := s.birthStates[0].in(k)
	if err != nil {
		t.Fatal(err)
	}
	sites := make([]cuda.SiteState, s.birthStates[0].births.Places)
	of := make([]cuda.OpeningState, len(openings.Of(s.Case)))
	copy(sph.BytesOf(sites), all)
	copy(sph.BytesOf(of), all[len(sites)*int(unsafe.Sizeof(sites[0])):])
	return sites, of
}

// wetSites counts those of the first opening, and sums their velocities into the flow at the end of
// the step.
func wetSites(c *sph.Case, sites []cuda.SiteState, n int) (wet int, speed float64) {
	for _, s := range sites[:n] {
		if s.Is&cuda.SiteWet == 0 {
			continue
		}
		wet++
		for a, e := range s.End {
			speed += float64(e) * openings.Of(c)[0].Normal[a]
		}
	}
	return wet, speed
}

// What has come in is the integral of the discharge that is given, or of a velocity times the wet
// area, whatever the profile.
func TestVolumeOfInflow(t *testing.T) {
	const depth, wide = 0.24, 4
	swing := []float64{0, 0.05, 0.1, 0.2}
	for _, dim := range []int{2, 3} {
		width := 1.0
		if dim == 3 {
			width = wide * 0.03
		}
		for name, give := range map[string]func(o *openings.Opening) *timeseries.Series{
			"velocity": func(o *openings.Opening) *timeseries.Series {
				o.Level = timeseries.Constant(depth) // the wet sites are those below it
				o.Velocity = &timeseries.Series{Times: swing, Values: []float64{0.5, 0.5, 0.2, 0.3}}
				return o.Velocity
			},
			"discharge": func(o *openings.Opening) *timeseries.Series {
				o.Velocity = nil
				speed := &timeseries.Series{Times: swing, Values: []float64{0.5, 0.5, 0.2, 0.3}}
				o.Discharge = &timeseries.Series{Times: swing}
				for _, v := range speed.Values {
					o.Discharge.Values = append(o.Discharge.Values, v*width*depth)
				}
				return speed
			},
		} {
			c := river(dim, 0.03, 0.6, depth, 0.5, sph.Dummy, wide)
			o := &openings.Of(c)[0]
			speed := give(o)
			l := openings.LayoutOf(&c.Params, o)
			o.Profile = make([]float64, len(l.Sites)) // faster above, with the mean 1 of those that are wet
			for i, x := range l.Sites {
				o.Profile[i] = 0.5 + x[2]/depth
			}
			s := start(t, c, Options{System: open(t, 1), End: 0.15})
			last := toEnd(t, s)
			at := last[len(last)-1].Time
			sites, of := openingStates(t, s)
			want := speed.Integral(at) * depth * width
			if got := of[0].Volume; math.Abs(got-want) > 0.003*want {
				t.Errorf("%s, %d dimensions: %g has come in after %g s, want %g", name, dim, got, at, want)
			}
			want = speed.At(at) * depth * width
			if got := of[0].Discharge; math.Abs(got-want) > 0.02*want {
				t.Errorf("%s, %d dimensions: the discharge is %g, want %g", name, dim, got, want)
			}
			low, high := sites[0].End[0], sites[7*len(l.Sites)/16].End[0]
			if is := float64(high / low); math.Abs(is/(o.Profile[7*len(l.Sites)/16]/o.Profile[0])-1) > 1e-4 {
				t.Errorf("%s, %d dimensions: the highest site is %g times as fast as the lowest", name, dim, is)
			}
		}
	}
}

// drained is a flow without the fluid before a place along x.
func drained(c *sph.Case, x float64) *sph.Case {
	all := c.Particles
	c.Particles = sph.Particles{}
	for i, at := range all.Position {
		if all.Type[i] == sph.Fluid && at[0] < x {
			continue
		}
		c.Particles.Add(at, all.Type[i], all.Body[i])
		last := c.Particles.Len() - 1
		c.Particles.RelDensity[last], c.Particles.Velocity[last] = all.RelDensity[i], all.Velocity[i]
	}
	return c
}

// A dry inlet fills to the critical depth of what comes in: (q²/g)^(1/3) of a discharge q per
// width, u²/g of a velocity u. Every other site is dry.
func TestDryInletAtCriticalDepth(t *testing.T) {
	const dp, critical = 0.03, 4.2 * 0.03
	for _, dim := range []int{2, 3} {
		width := 1.0
		if dim == 3 {
			width = 6 * dp
		}
		for _, given := range []string{"velocity", "discharge"} {
			c := drained(river(dim, dp, 0.9, 0.24, 0, sph.Dummy, 6), 0.6)
			o := &openings.Of(c)[0]
			o.Velocity = timeseries.Constant(math.Sqrt(9.81 * critical))
			if given == "discharge" {
				o.Velocity = nil
				o.Discharge = timeseries.Constant(width * math.Sqrt(9.81*critical*critical*critical))
			}
			s := start(t, c, Options{System: open(t, 1)})
			advance(t, s, 3)
			sites, _ := openingStates(t, s)
			n := len(openings.LayoutOf(&c.Params, o).Sites)
			want := 4 * n / 16
			wet, speed := wetSites(c, sites, n)
			if wet != want {
				t.Errorf("%s, %d dimensions: %d sites are wet, want %d", given, dim, wet, want)
			}
			mean := math.Sqrt(9.81 * critical)
			if given == "discharge" {
				mean *= critical / (4 * dp)
			}
			if is := speed / float64(max(wet, 1)); math.Abs(is/mean-1) > 0.01 {
				t.Errorf("%s, %d dimensions: it comes in with %g m/s, want %g", given, dim, is, mean)
			}
		}
	}
}

// The level is interpolated between sites: where the surface is a part of a spacing higher, so is
// what is measured. Fluid that is dry begins at the lower edge.
func TestLevelBetweenSites(t *testing.T) {
	const dp, depth = 0.03, 0.24
	level := func(raised float64) float64 {
		c := river(2, dp, 0.6, depth, 0, sph.Dummy, 1)
		openings.Of(c)[0].Velocity, openings.Of(c)[1].Level = nil, nil
		for i := range c.Particles.Position {
			if c.Particles.Type[i] == sph.Fluid {
				c.Particles.Position[i][2] += raised
			}
		}
		s := start(t, c, Options{System: open(t, 1)})
		advance(t, s, 2)
		_, of := openingStates(t, s)
		return of[0].Level
	}
	first := level(0)
	if math.Abs(first-depth) > 0.3*dp {
		t.Errorf("a level of %g m is measured as %g m", depth, first)
	}
	for _, raised := range []float64{0.25, 0.5} {
		if got := (level(raised*dp) - first) / dp; math.Abs(got-raised) > 0.12 {
			t.Errorf("a surface that is %g spacings higher is measured %g higher", raised, got)
		}
	}
	c := drained(river(2, dp, 0.9, depth, 0, sph.Dummy, 1), 0.6)
	openings.Of(c)[0].Velocity = nil
	openings.Of(c)[0].Centre[2] = 0.24
	s := start(t, c, Options{System: open(t, 1)})
	advance(t, s, 2)
	if _, of := openingStates(t, s); math.Abs(of[0].Level) > 1e-9 {
		t.Errorf("the level before a dry opening is %g m, want its lower edge, 0", of[0].Level)
	}
}

// basin is water at rest in a closed box of 8 spacings whose lid is at the height of its surface,
// with an opening of 4 spacings in the middle of a side. The pressure at the lid is given [Pa].
func basin(dim int, normal [3]float64, above float64, disc bool) *sph.Case {
	const dp, n, half = 0.03, 8, 2 * 0.03
	const side = n * dp
	c := &sph.Case{Name: "basin", Params: sph.Defaults(dp), End: 100, Drains: true}
	p := &c.Params
	p.Dim, p.C0, p.Alpha, p.Boundary = dim, 20, 0.1, sph.Dummy
	for a := range 3 {
		p.Min[a], p.Max[a] = -5*dp, side+5*dp
	}
	if dim == 2 {
		p.Min[1], p.Max[1] = -p.H/2, p.H/2
	}
	p.Mass, p.Skin = p.Rho0*p.Volume(dp), 0.4*p.H
	o := openings.Opening{Name: "hole", Normal: normal, Half: [2]float64{half, half}, Disc: disc}
	for a := range 3 { // the middle of a side
		o.Centre[a] = side/2 - normal[a]*side/2
	}
	if dim == 2 {
		o.Centre[1] = 0
	}
	switch {
	case normal[2] == 0:
		o.Across = [2][3]float64{{0, 1, 0}, {0, 0, 1}}
	case dim == 2:
		o.Across = [2][3]float64{{0, 1, 0}, {1, 0, 0}}
	default:
		o.Across = [2][3]float64{{1, 0, 0}, {0, 1, 0}}
	}
	openings.Open(c, []openings.Opening{o})
	l := openings.LayoutOf(p, &o)
	inside := func(k int) bool { return k >= 0 && k < n }
	for i := -4; i < n+4; i++ {
		for j := -4; j < n+4; j++ {
			for k := -4; k < n+4; k++ {
				x := [3]float64{(float64(i) + 0.5) * dp, (float64(j) + 0.5) * dp, (float64(k) + 0.5) * dp}
				if dim == 2 {
					x[1] = 0
				}
				switch flat := dim == 2; {
				case flat && j != 0:
				case inside(i) && (flat || inside(j)) && inside(k) || o.Holds(l, x, 0):
					c.Particles.Add(x, sph.Fluid, 0)
					pressure := above + p.Rho0*9.81*(side-x[2])
					c.Particles.RelDensity[c.Particles.Len()-1] = float32(p.RelativeDensity(pressure))
				default:
					c.Particles.Add(x, sph.Wall, 0)
				}
			}
		}
	}
	return c
}

// The buffer of an opening in a floor, a wall or a ceiling, in the plane and in space, goes on with
// the weight of the fluid: along its normal and across, whatever is given. Where its pressure is
// known its particles have another density at first, which the first steps replace.
func TestBuffersAreHydrostatic(t *testing.T) {
	const side, above = 0.24, 3000.0
	for _, dim := range []int{2, 3} {
		for where, normal := range map[string][3]float64{"floor": {0, 0, 1}, "ceiling": {0, 0, -1},
			"wall": {1, 0, 0}, "other wall": {-1, 0, 0}} {
			for _, given := range []string{"pressure", "level", "nothing"} {
				if given == "level" && normal[2] != 0 || given == "nothing" && dim == 3 && normal[2] > 0 {
					continue
				}
				c := basin(dim, normal, above, dim == 3 && given == "pressure")
				o, p := &openings.Of(c)[0], &c.Params
				at := func(z float64) float64 { return above + p.Rho0*9.81*(side-z) }
				switch given {
				case "pressure":
					o.Pressure = timeseries.Constant(at(o.Centre[2]))
				case "level":
					o.Level = timeseries.Constant(side + above/(p.Rho0*9.81))
				}
				layouts := openings.Layouts(c)
				for i, x := range c.Particles.Position {
					if openings.At(c, layouts, x) > 0 && given != "nothing" {
						c.Particles.RelDensity[i] *= 0.9
					}
				}
				name := fmt.Sprintf("%s, %s given, %d dimensions", where, given, dim)
				s := start(t, c, Options{System: open(t, 1)})
				advance(t, s, 12)
				checkBuffer(t, name, s, at, given != "nothing")
			}
		}
	}
}

// checkBuffer compares the pressures in the buffers of a flow with what they should be at a height,
// by the weight of a spacing. Where they are not known, the differences along a column are.
func checkBuffer(t *testing.T, name string, s *Simulation, at func(z float64) float64, known bool) {
	t.Helper()
	snap, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	layouts, n, off, columns := openings.Layouts(s.Case), 0, 0.0, map[int]float64{}
	for i, x := range snap.Position {
		y := [3]float64{float64(x[0]), float64(x[1]), float64(x[2])}
		if snap.Type[i] != sph.Fluid || openings.At(s.Case, layouts, y) == 0 {
			continue
		}
		n++
		difference := float64(snap.Pressure[i]) - at(y[2])
		if site := openings.Of(s.Case)[0].NearestSite(layouts[0], y); !known {
			if _, ok := columns[site]; !ok {
				columns[site] = difference // of its first particle
			}
			difference -= columns[site]
		}
		off = max(off, math.Abs(difference))
	}
	weight := s.Case.Params.Rho0 * 9.81 * s.Case.Params.DeltaP
	if n < 12 || !(off < 0.5*weight) {
		t.Errorf("%s: of %d particles in the buffer the pressure is off by up to %.2f of the weight "+
			"of a spacing", name, n, off/weight)
	}
}

// A wave that leaves through a non-reflecting opening makes the velocity of linear theory there:
// p'/(ρ c) of a pressure beyond what is given, and η √(g/d) of a level η over the given one, d.
func TestVelocityOfLeavingWaves(t *testing.T) {
	const side, above = 0.24, 0.0
	rise := 0.02
	for _, given := range []string{"pressure", "level"} {
		c := basin(2, [3]float64{1, 0, 0}, above, false)
		o, p := &openings.Of(c)[0], &c.Params
		o.NonReflecting = true
		at := func(z float64) float64 { return above + p.Rho0*9.81*(side-z) }
		want := -1000 / (p.Rho0 * p.C0)
		if given == "pressure" {
			o.Pressure = timeseries.Constant(at(o.Centre[2]) - 1000)
		} else {
			c = river(2, 0.03, 0.9, side, 0, sph.Dummy, 1)
			o, p = &openings.Of(c)[0], &c.Params
			o.Velocity, o.NonReflecting, o.Level = nil, true, timeseries.Constant(side-rise)
			want = -rise * math.Sqrt(9.81/(side-rise))
		}
		s := start(t, c, Options{System: open(t, 1)})
		advance(t, s, 3)
		sites, _ := openingStates(t, s)
		wet, speed := wetSites(c, sites, len(openings.LayoutOf(&c.Params, o).Sites))
		if is := speed / float64(max(wet, 1)); math.Abs(is/want-1) > 0.15 {
			t.Errorf("%s given: the fluid leaves with %g m/s, want %g", given, -is, -want)
		}
	}
}

// Where fluid may go one way only, it stops where it would go the other way.
func TestOneWay(t *testing.T) {
	for _, test := range []struct {
		inlet  bool
		speed  float64
		oneWay bool
		want   float64
	}{{true, -0.3, true, 0}, {true, 0.3, true, 0.3}, {true, -0.3, false, -0.3},
		{false, 0.3, true, 0}, {false, -0.3, true, -0.3}} {
		c := river(2, 0.03, 0.6, 0.24, 0, sph.Dummy, 1)
		o := &openings.Of(c)[0]
		o.Inlet, o.OneWay, o.Velocity = test.inlet, test.oneWay, timeseries.Constant(test.speed)
		s := start(t, c, Options{System: open(t, 1)})
		advance(t, s, 2)
		sites, _ := openingStates(t, s)
		wet, speed := wetSites(c, sites, len(openings.LayoutOf(&c.Params, o).Sites))
		if is := speed / float64(max(wet, 1)); wet == 0 || math.Abs(is-test.want) > 1e-6 {
			t.Errorf("%+v: %d columns move with %g m/s", test, wet, is)
		}
	}
}

// All that crosses a free outfall is removed and counted, and is nowhere else.
func TestFreeOutfall(t *testing.T) {
	c := river(2, 0.03, 0.6, 0.24, 0.8, sph.Dummy, 1)
	out := &openings.Of(c)[1]
	out.Level, out.Free = nil, true
	all := c.Particles.Count(sph.Fluid)
	s := start(t, c, Options{System: open(t, 2), End: 0.15})
	periods := toEnd(t, s)
	last := periods[len(periods)-1]
	snap, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	behind := 0
	for i, x := range snap.Position {
		if snap.Type[i] == sph.Fluid && float64(x[0]) > out.Centre[0]+c.Params.DeltaP {
			behind++
		}
	}
	o, there := last.Crossings[1], last.Particles-c.Particles.Count(sph.Wall)
	born := last.Crossings[0].Born
	if o.Out < 20 || o.Removed != o.Out || o.In != 0 || behind > 0 ||
		there != all+born-last.Lost || last.Lost != o.Removed {
		t.Errorf("%+v of the outfall; %d particles of %d and %d are there, %d behind it, %d lost", o,
			there, all, born, behind, last.Lost)
	}
}

// Where a level is given, the pressure is trimmed by how far the measured one is off, and the mean
// velocity follows what flows: both by the part of the mean time that has passed. What is not
// prescribed has the fluid's velocity along the plane, too.
func TestMeansFollow(t *testing.T) {
	const depth, off, speed, rises = 0.24, 0.02, 0.4, 0.1
	c := river(2, 0.03, 0.6, depth, 0, sph.Dummy, 1)
	openings.Of(c)[0].Velocity = nil
	openings.Of(c)[1].Level = timeseries.Constant(depth - off)
	layouts := openings.Layouts(c)
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] == sph.Fluid && openings.At(c, layouts, x) == 0 {
			c.Particles.Velocity[i] = [3]float32{speed, 0, rises}
		}
	}
	s := start(t, c, Options{System: open(t, 1)})
	at := advance(t, s, 4).Time
	sites, of := openingStates(t, s)
	part := at / (30 * math.Sqrt((depth-off)/9.81))
	if want := -off * part; math.Abs(of[1].Trim/want-1) > 0.5 {
		t.Errorf("after %g s the trim is %g m, want %g", at, of[1].Trim, want)
	}
	if want := -speed * part; math.Abs(of[1].Mean/want-1) > 0.5 {
		t.Errorf("after %g s the mean velocity is %g m/s, want %g", at, of[1].Mean, want)
	}
	low := sites[2].End // below the surface, above the bed
	if math.Abs(float64(low[0])-speed) > 0.2*speed || math.Abs(float64(low[2])-rises) > 0.5*rises {
		t.Errorf("a column has the velocity %v, want %g along x and %g along z", low, speed, rises)
	}
}
