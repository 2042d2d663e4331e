package engine

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gpusph/features/heat"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// conducting gives a heated case two solids with random temperatures, which conduct differently:
// its first body, and walls at y < 0 that are no heat walls.
func conducting(c *sph.Case) *sph.Case {
	random := rand.New(rand.NewPCG(3, 3))
	of := func(name string, k, volume float64) heat.Wall {
		return heat.Wall{Name: name, Kind: heat.Conducts, Area: 1, Solid: &heat.Solid{Density: 2500,
			Conductivity: k, HeatCapacity: 3, Temperature: 0.5, Volume: volume}}
	}
	heat.Of(c).Walls = append(heat.Of(c).Walls, of("post", 20, 1), of("side", 2, 1.3))
	faces, temperatures := c.Particles.Extra["HeatFace"], c.Particles.Extra["Temperature"]
	for i, x := range c.Particles.Position {
		switch {
		case c.Particles.Type[i] == sph.Fluid:
			continue
		case c.Particles.Body[i] == 1:
			copy(faces[4*i:], []float32{0, 0, 0, 3})
		case x[1] < 0 && faces[4*i+3] == 0:
			copy(faces[4*i:], []float32{0, 0, 0, 4})
		}
		temperatures[i] = random.Float32()
	}
	heat.Of(c).Fill(c)
	return c
}

// solid is that of a wall particle; nil is none.
func (o *heatOracle) solid(j int) *heat.Solid {
	if _, _, wall := o.face(j); wall > 0 {
		return heat.Of(o.c).Walls[wall-1].Solid
	}
	return nil
}

// solidsAfter are the temperatures of solids after a step of dt; others are 0.
func (o *heatOracle) solidsAfter(dt float64) []float64 {
	after, at := make([]float64, len(o.now.x)), o.c.Particles.Extra["Temperature"]
	unit := o.p.Mass / o.p.Rho0
	for i := range after {
		own := o.solid(i)
		if o.fluid[i] || own == nil {
			continue
		}
		k, before := own.Conductivity*o.factor, float64(at[i])
		even, rise, fall := 0.0, 0.0, 0.0
		for j := range o.now.x {
			w, d := o.slope(i, j)
			of, volume := 0.0, 0.0
			normal, depth, wall := o.face(j)
			other := o.solid(j)
			switch z := d.dot(normal) - depth; {
			case w == 0:
			case o.fluid[j]:
				of, volume = o.thermal(j).Conductivity, o.volume(j)*o.p.Rho0/o.now.rho[j]
			case other != nil:
				of, volume = other.Conductivity*o.factor, unit*other.VolumeRatio()
			case wall == 1 && z > 0:
				w *= 2 * k * unit * (1 + depth/max(z, o.p.DeltaP/4))
				rise, fall = rise+w, fall+w
			case wall == 2 && z > 0:
				even += w * 2 * unit * 300 * (z + depth)
			}
			even += w * volume * 4 * k * of / (k + of + 1e-30) * (float64(at[j]) - before)
		}
		per := dt / own.PerVolume()
		after[i] = before + per*(even+rise-fall*before)/(1+per*fall)
	}
	return after
}

// solidCase is the column at rest with solids, walls of a boundary.
func solidCase(boundary sph.Boundary, k ...float64) *sph.Case {
	c := atRest(column(0.05))
	c.Params.Boundary = boundary
	c = conducting(heated(c, k...))
	heat.Of(c).Sources[0].Max[0] = 0.11 // between particles
	return c
}

// Temperatures of solids change as their equation says, and so do those of fluid beside them. An
// oracle with 1 % more conductivity disagrees.
func TestHeatOfSolidsAgainstOracle(t *testing.T) {
	for _, k := range [][]float64{{3, 1, 30}, {3}} {
		for form, system := range forms {
			c := solidCase(sph.Dynamic, k...)
			s := start(t, c, Options{System: system(t, 1)})
			right := &heatOracle{newOracle(t, s), c, 1}
			wrong := &heatOracle{newOracle(t, s), c, 1.01}
			dt := advance(t, s, 1).Dt
			_, got := temperaturesOf(t, s)
			off := func(o *heatOracle) float64 {
				solids, fluid := o.solidsAfter(float64(dt)), []float64(nil)
				fluid, _ = o.after(float64(dt))
				var difference, change float64
				for i, before := range c.Particles.Extra["Temperature"] {
					want := solids[i]
					if o.fluid[i] {
						want = fluid[i]
					}
					if o.fluid[i] || o.solid(i) != nil {
						difference += math.Pow(float64(got[i])-want, 2)
						change += math.Pow(want-float64(before), 2)
					}
				}
				return math.Sqrt(difference / change)
			}
			if is, would := off(right), off(wrong); !(is < 3e-4 && would > 10*is && would > 1e-3) {
				t.Errorf("%s, k %v: off by %.1e, from a wrong oracle by %.1e", form, k, is, would)
			}
		}
	}
}

// What fluid and solids store together changes by what walls with a temperature or a flux and
// sources give, while fluid moves and slices change owners.
func TestHeatBalanceOfSolids(t *testing.T) {
	c := column(0.05)
	c.Params.Boundary = sph.MDBC
	conducting(heated(c, 3, 1, 30))
	s := start(t, c, Options{System: open(t, 3), Stripe: 500, Balance: &shaker{},
		SampleInterval: 1e-4})
	first, err := s.Sample()
	if err != nil {
		t.Fatal(err)
	}
	var all []sph.Sample
	for range 60 {
		advance(t, s, 1)
		all = append(all, s.Samples()...)
	}
	last, err := s.Sample()
	if err != nil {
		t.Fatal(err)
	}
	if all = append(all, last); len(all) < 20 {
		t.Fatalf("there are %d samples", len(all))
	}
	for k := range all {
		b := heat.BalanceOf(c, &first, &all[k])
		solids := math.Abs(heat.StoredInSolids(c, &all[k]) - heat.StoredInSolids(c, &first))
		most := 1e-6*math.Abs(b.Walls+b.Sources) + 1e-9*b.Before
		if off := math.Abs(b.Off()); off > most || off > 1e-5*solids+1e-9*b.Before {
			t.Fatalf("at %g s off by %g J: %+v, solids %g J", all[k].Time, b.Off(), b, solids)
		}
	}
	if side := last.Sums[3]; side == 0 {
		t.Error("the side has given the fluid no heat")
	}
}

// The same bits on any number of devices, with slices moving at every list, and from a checkpoint
// on.
func TestHeatOfSolidsOnDevices(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dynamic, sph.MDBC} {
		var hash string
		var given []float64
		for _, test := range []struct {
			devices int
			way     exchange.Mode
		}{{1, exchange.Fastest}, {3, exchange.Overlap}, {6, exchange.Direct}} {
			c := column(0.05)
			c.Params.Boundary = boundary
			conducting(heated(c, 3, 1, 30))
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
				hash, given = snap.SHA256, append(slices.Clone(m.Sums), heat.StoredInSolids(c, &m))
			}
			if got := append(slices.Clone(m.Sums), heat.StoredInSolids(c, &m)); !slices.Equal(got, given) {
				t.Errorf("%v, %d devices: heat %g, on one %g", boundary, test.devices, got, given)
			}
			if snap.SHA256 != hash {
				t.Errorf("%v, %d devices, %v: %s, one gives %s", boundary, test.devices, test.way,
					snap.SHA256, hash)
			}
		}
	}
}

// Free surfaces give the air what their area does: that of the top and of the side of a block of
// water, whose temperature is 3, by convection, and by radiation at 300. The block is ten spacings
// wide, and walls that go on beyond its side take 8 % of the area.
func TestHeatToTheAir(t *testing.T) {
	const area = 2 * 0.4 * 0.4
	for _, test := range []struct {
		surface heat.Surface
		at      float64
		want    float64 // [W/m²]
	}{
		{heat.Surface{Convection: 7, Air: 1}, 3, 14},
		{heat.Surface{Emissivity: 0.5, Air: 200}, 300, 0.5 * heat.StefanBoltzmann * 6.5e9},
	} {
		c := atRest(column(0.05))
		c.Params.Boundary = sph.Dynamic
		massive(c, 1)
		temperatures := make([]float32, c.Particles.Len())
		for i := range temperatures {
			temperatures[i] = float32(test.at)
		}
		c.Particles.Extra = map[string][]float32{"Temperature": temperatures,
			"HeatFace": make([]float32, 4*len(temperatures))}
		(&heat.Given{Surface: &test.surface,
			Fluids: []heat.Thermal{{Conductivity: 1e3, HeatCapacity: 1e3}}}).Fill(c)
		s := start(t, c, Options{System: open(t, 1)})
		dt := float64(advance(t, s, 1).Dt)
		m, err := s.Sample()
		if err != nil {
			t.Fatal(err)
		}
		if got := -m.Sums[1] / dt / test.want; math.Abs(got/area-1) > 0.1 || m.Sums[0] != 0 {
			t.Errorf("%+v: the surface is as %g m², not %g; sources gave %g J", test.surface, got, area,
				m.Sums[0])
		}
	}
}
