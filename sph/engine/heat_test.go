package engine

import (
	"math"
	"math/rand/v2"
	"testing"

	"gpusph/features/heat"
	"gpusph/sph"
	"gpusph/sph/exchange"
	"gpusph/sph/timeseries"
)

// heated gives the fluid of a case random temperatures, in some materials that conduct differently.
// Walls at x < 0 have a temperature that rises, those at z < 0 a heat flux, others are insulated. A
// source heats a part.
func heated(c *sph.Case, conductivities ...float64) *sph.Case {
	random := rand.New(rand.NewPCG(7, 7))
	massive(c, 1, 0.87, 1.2)
	var fluids []heat.Thermal
	for k := range c.Materials {
		fluids = append(fluids, heat.Thermal{HeatCapacity: 2 + float64(k), T0: 0.5,
			Conductivity: conductivities[k%len(conductivities)], Expansion: 1e-3})
	}
	q := &c.Particles
	temperatures, faces := make([]float32, q.Len()), make([]float32, 4*q.Len())
	for i, x := range q.Position {
		switch {
		case q.Type[i] == sph.Fluid:
			temperatures[i] = random.Float32()
		case x[0] < 0:
			faces[4*i], faces[4*i+3] = float32(-x[0]), 1
		case x[2] < 0:
			faces[4*i+2], faces[4*i+3] = float32(-x[2]), 2
		}
	}
	c.Particles.Extra = map[string][]float32{"Temperature": temperatures, "HeatFace": faces}
	(&heat.Given{
		Fluids: fluids,
		Walls: []heat.Wall{
			{Name: "warm", Kind: heat.WithTemperature, Area: 1,
				Value: &timeseries.Series{Times: []float64{0, 1}, Values: []float64{1, 5}}},
			{Name: "floor", Kind: heat.WithFlux, Value: timeseries.Constant(300), Area: 1},
		},
		Sources: []heat.Source{{Name: "box", Min: [3]float64{-1, -1, -1},
			Max: [3]float64{0.1, 1, 1}, Power: timeseries.Constant(2000)}},
	}).Fill(c)
	return c
}

// atRest lets particles stay where they are in the first half of a step, with their densities.
func atRest(c *sph.Case) *sph.Case {
	for i := range c.Particles.Velocity {
		c.Particles.Velocity[i] = [3]float32{}
	}
	c.Params.Diffusion = sph.NoDiffusion
	return c
}

// temperaturesOf are those of a snapshot.
func temperaturesOf(t *testing.T, s *Simulation) (*sph.Snapshot, []float32) {
	t.Helper()
	snap, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range snap.Extra {
		if v.Name == "Temperature" {
			return snap, v.Of
		}
	}
	t.Fatal("the snapshot has no temperatures")
	return nil, nil
}

// heatOracle is the heat of a step in float64, over all pairs.
type heatOracle struct {
	*oracle
	c      *sph.Case
	factor float64 // of conductivities
}

func (o *heatOracle) thermal(i int) heat.Thermal {
	t := heat.Of(o.c).Fluids[o.c.Particles.MaterialOf(i)]
	t.Conductivity *= o.factor
	return t
}

func (o *heatOracle) volume(i int) float64 { return o.c.MassOf(i) / o.p.Rho0 }

// slope is -r⁻¹ dW/dr between two particles, such that a lattice conducts exactly, and the way from
// j to i.
func (o *heatOracle) slope(i, j int) (float64, vector) {
	d := o.now.x[i].plus(o.now.x[j], -1)
	r := math.Sqrt(d.dot(d))
	if i == j || r >= o.p.Support() {
		return 0, d
	}
	return -o.dw(r) / r / o.p.ViscosityOfLattice(), d
}

// face is the normal of wall j, how deep it is behind its face, and its heat wall.
func (o *heatOracle) face(j int) (normal vector, depth float64, wall int) {
	f := o.c.Particles.Extra["HeatFace"][4*j:]
	for a := range 3 {
		normal[a] = float64(f[a])
	}
	if depth = math.Sqrt(normal.dot(normal)); depth > 0 {
		normal = vector{}.plus(normal, 1/depth)
	}
	return normal, depth, int(f[3])
}

// mirrored is what wall j without a temperature has of the fluid.
func (o *heatOracle) mirrored(j int, flux float64) float64 {
	sum, all := 0.0, 0.0
	normal, depth, _ := o.face(j)
	for i := range o.now.x {
		w, d := o.slope(i, j)
		if !o.fluid[i] || w == 0 {
			continue
		}
		k := o.thermal(i).Conductivity
		w *= k * o.volume(i) * o.p.Rho0 / o.now.rho[i]
		t := float64(o.c.Particles.Extra["Temperature"][i])
		sum, all = sum+w*(t+flux/k*(d.dot(normal)-depth)), all+w
	}
	return sum / all
}

// after are the temperatures after a step of dt, and what walls and sources give [J].
func (o *heatOracle) after(dt float64) (temperatures []float64, given [3]float64) {
	temperatures = make([]float64, len(o.now.x))
	walls := map[int]float64{}
	for i := range o.now.x {
		if !o.fluid[i] {
			continue
		}
		own, x := o.thermal(i), o.now.rho[i]/o.p.Rho0
		before := float64(o.c.Particles.Extra["Temperature"][i])
		even, rise, fall := 0.0, 0.0, 0.0
		fluxes := 0.0
		if o.now.x[i][0] <= heat.Of(o.c).Sources[0].Max[0] {
			even += 2000
		}
		source := even
		for j := range o.now.x {
			w, d := o.slope(i, j)
			if w == 0 {
				continue
			}
			if o.fluid[j] {
				k := o.thermal(j).Conductivity
				w *= o.volume(j) * o.p.Rho0 / o.now.rho[j]
				t := float64(o.c.Particles.Extra["Temperature"][j])
				even += w * 4 * own.Conductivity * k / (own.Conductivity + k) * (t - before)
				continue
			}
			if s := o.solid(j); s != nil {
				k := s.Conductivity * o.factor
				w *= o.volume(j) * s.VolumeRatio() * 4 * own.Conductivity * k / (own.Conductivity + k)
				even += w * (float64(o.c.Particles.Extra["Temperature"][j]) - before)
				continue
			}
			w *= 2 * own.Conductivity * o.volume(j)
			normal, depth, wall := o.face(j)
			z := d.dot(normal) - depth
			if wall == 1 {
				w *= 1 + depth/max(z, o.p.DeltaP/4)
				rise, fall = rise+w*1, fall+w
				continue
			}
			flux := 0.0
			if wall == 2 {
				flux = 300
			}
			fluxes += w * flux / own.Conductivity * (z + depth)
			if !o.p.Boundary.TakesPart() {
				even += w * flux / own.Conductivity * (z + depth)
				continue
			}
			if _, known := walls[j]; !known {
				walls[j] = o.mirrored(j, flux)
			}
			even += w * (walls[j] + flux/own.Conductivity*depth - before)
		}
		per := dt / (x * o.p.Rho0 * own.HeatCapacity)
		temperatures[i] = before + per*(even+rise-fall*before)/(1+per*fall)
		heat := o.volume(i) / x * dt
		given[0] += heat * (rise - fall*temperatures[i])
		given[1] += heat * fluxes
		given[2] += heat * source
	}
	return temperatures, given
}

// Temperatures change as their equation says, beside walls with a temperature, with a flux and
// insulated ones, with lists of walls and without. An oracle with 1 % more conductivity disagrees.
func TestHeatAgainstOracle(t *testing.T) {
	for _, test := range []struct {
		kernel   sph.Kernel
		boundary sph.Boundary
		k        []float64
	}{
		{sph.Wendland, sph.MDBC, []float64{3, 1, 30}}, {sph.Wendland, sph.Dummy, []float64{3, 1, 30}},
		{sph.CubicSpline, sph.Dynamic, []float64{3, 1, 30}}, {sph.Wendland, sph.Dynamic, []float64{3}},
	} {
		for form, system := range forms {
			c := atRest(corner(1))
			c.Params.Kernel, c.Params.Boundary = test.kernel, test.boundary
			s := start(t, heated(c, test.k...), Options{System: system(t, 1)})
			right := &heatOracle{newOracle(t, s), s.Case, 1}
			wrong := &heatOracle{newOracle(t, s), s.Case, 1.01}
			dt := advance(t, s, 1).Dt
			_, got := temperaturesOf(t, s)
			off := func(o *heatOracle) float64 {
				want, _ := o.after(float64(dt))
				var difference, change float64
				for i := range want {
					if o.fluid[i] {
						difference += math.Pow(float64(got[i])-want[i], 2)
						change += math.Pow(want[i]-float64(s.Case.Particles.Extra["Temperature"][i]), 2)
					}
				}
				return math.Sqrt(difference / change)
			}
			if is, would := off(right), off(wrong); !(is < 3e-4 && would > 10*is && would > 1e-3) {
				t.Errorf("%v, %v, %s, k %v: off by %.1e, from a wrong oracle by %.1e", test.kernel,
					test.boundary, form, test.k, is, would)
			}
		}
	}
}

// What the fluid stores changes by what walls and sources give it, and these give what the equation
// says.
func TestHeatBalance(t *testing.T) {
	c := heated(atRest(corner(1)), 3, 1, 30)
	c.Params.Boundary = sph.Dynamic
	s := start(t, c, Options{System: open(t, 1)})
	o := &heatOracle{newOracle(t, s), c, 1}
	sample := func() *sph.Sample {
		m, err := s.Sample()
		if err != nil {
			t.Fatal(err)
		}
		return &m
	}
	stored := func(m *sph.Sample) float64 { return m.Energy[len(m.Energy)-1] }
	first := sample()
	_, want := o.after(float64(advance(t, s, 1).Dt))
	for k, got := range sample().Sums {
		if math.Abs(got/want[k]-1) > 1e-4 {
			t.Errorf("%d has given %g J, not %g", k, got, want[k])
		}
	}
	advance(t, s, 40)
	last, given := sample(), 0.0
	for _, by := range last.Sums {
		given += by
	}
	change := stored(last) - stored(first)
	if math.Abs(change-given) > 1e-4*math.Abs(given) || given == 0 {
		t.Errorf("the fluid stores %g J more, but %g J were given", change, given)
	}
}

// The same bits on any number of devices, with slices moving at every list, and buoyancy; and from
// a checkpoint on.
func TestHeatOnDevices(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dynamic, sph.Dummy} {
		var hash string
		var given []float64
		for _, test := range []struct {
			devices int
			way     exchange.Mode
		}{{1, exchange.Fastest}, {3, exchange.Overlap}, {6, exchange.Direct}} {
			c := heated(column(0.05), 3, 1, 30)
			c.Params.Boundary = boundary
			o := Options{System: open(t, test.devices), Stripe: 500, Exchange: test.way}
			if test.devices > 1 {
				o.Balance = &shaker{}
			}
			s := start(t, c, o)
			advance(t, s, 20)
			middle, err := s.Checkpoint()
			if err != nil {
				t.Fatal(err)
			}
			advance(t, s, 21)
			resumed := start(t, c, Options{System: open(t, 7-test.devices)})
			if err := resumed.Resume(middle, nil, nil); err != nil {
				t.Fatal(err)
			}
			advance(t, resumed, 21)
			m, err := s.Sample()
			if err != nil {
				t.Fatal(err)
			}
			snap, _ := temperaturesOf(t, s)
			if again, _ := temperaturesOf(t, resumed); again.SHA256 != snap.SHA256 {
				t.Errorf("%v, from a checkpoint of %d devices: %s, want %s", boundary, test.devices,
					again.SHA256, snap.SHA256)
			}
			if hash == "" {
				hash, given = snap.SHA256, m.Sums
			}
			for k := range given {
				if m.Sums[k] != given[k] || given[k] == 0 {
					t.Errorf("%v, %d devices: %d has given %g J, on one %g", boundary, test.devices, k,
						m.Sums[k], given[k])
				}
			}
			if snap.SHA256 != hash {
				t.Errorf("%v, %d devices, %v: %s, one gives %s", boundary, test.devices, test.way,
					snap.SHA256, hash)
			}
		}
	}
}

// Buoyancy is -β (T - T0) g: warm fluid at rest falls less.
func TestBuoyancy(t *testing.T) {
	fall := func(expansion float64) float64 {
		c := drifting([3]float32{})
		c.Params.Gravity, c.End = [3]float64{0, 0, -1}, 0.1
		temperatures := make([]float32, c.Particles.Len())
		for i := range temperatures {
			temperatures[i] = 25
		}
		c.Particles.Extra = map[string][]float32{"Temperature": temperatures,
			"HeatFace": make([]float32, 4*c.Particles.Len())}
		c.Materials = []sph.Material{{Mass: c.Params.Mass}}
		(&heat.Given{Fluids: []heat.Thermal{{Conductivity: 1, HeatCapacity: 1, T0: 20,
			Expansion: expansion}}}).Fill(c)
		s := start(t, c, Options{System: open(t, 1)})
		advance(t, s, 100)
		snap, _ := temperaturesOf(t, s)
		return float64(snap.Velocity[0][2])
	}
	if got := fall(0.02) / fall(0); math.Abs(got-0.9) > 1e-4 {
		t.Errorf("it falls %g times as fast, not 0.9 times", got)
	}
}
