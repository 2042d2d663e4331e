package engine

import (
	"math"
	"strings"
	"testing"

	"gpusph/sph"
)

// spoilt is a column with one particle of fluid, amid others, that is changed.
func spoilt(change func(c *sph.Case, i int)) (c *sph.Case, i int) {
	c = column(0.05)
	for c.Particles.Type[i] != sph.Fluid || sph.Norm([3]float64{c.Particles.Position[i][0] - 0.2, c.Particles.Position[i][1] - 0.2, c.Particles.Position[i][2] - 0.2}) > 0.05 {
		i++
	}
	change(c, i)
	return c, i
}

// The particle that is spoilt is the first suspect, also after the flow has blown up, on one device
// and on three.
func TestSuspects(t *testing.T) {
	nan := float32(math.NaN())
	for _, test := range []struct {
		why    string
		change func(c *sph.Case, i int)
		steps  bool // until it blows up
	}{
		{sph.NotANumber, func(c *sph.Case, i int) { c.Particles.Velocity[i][1] = nan }, true},
		{sph.NotANumber, func(c *sph.Case, i int) { c.Particles.Velocity[i][2] = float32(math.Inf(1)) }, true},
		{sph.NotANumber, func(c *sph.Case, i int) { c.Particles.RelDensity[i] = nan }, true},
		// what is around is not a number then
		{sph.OfDensity, func(c *sph.Case, i int) { c.Particles.RelDensity[i] = 1e9 }, true},
		{sph.OfDensity, func(c *sph.Case, i int) { c.Particles.RelDensity[i] = -0.3 }, false},
		{sph.OfSpeed, func(c *sph.Case, i int) {
			c.Particles.Velocity[i] = [3]float32{0, 0, 30}
			c.Particles.RelDensity[i+1] = 0.25
		}, false},
	} {
		for _, devices := range []int{1, 3} {
			c, spoilt := spoilt(test.change)
			s := start(t, c, Options{System: open(t, devices), Stripe: 100})
			for k := 0; test.steps && k < 5; k++ {
				if _, err := s.Advance(10); err != nil {
					break
				}
			}
			snap, err := s.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			all, doubts := snap.Suspects()
			if len(all) == 0 || snap.ID[all[0].Index] != uint32(spoilt) || all[0].Why[0] != test.why {
				t.Errorf("%s: on %d devices particle %d is spoilt, but %d are suspects, the first for %q, of %+v", test.why, devices, spoilt, len(all), all[0].Why, doubts)
			}
		}
	}
}

// Neighbours are all particles within the support, the nearest first, along periodic axes across
// the edge too.
func TestSuspectsNeighbours(t *testing.T) {
	for _, periodic := range []bool{false, true} {
		c := &sph.Case{Params: sph.Defaults(0.1)}
		p := &c.Params
		p.Max, p.Periodic[0] = [3]float64{1, 1, 1}, periodic
		s := &sph.Snapshot{Case: c, Type: []sph.Type{sph.Fluid, sph.Fluid, sph.Wall, sph.Fluid, sph.Fluid}, Position: [][3]float32{{0.02, 0.5, 0.5}, {0.2, 0.67, 0.5}, {0.1, 0.5, 0.5}, {0.2, 0.5, 0.7}, {0.97, 0.5, 0.5}}}
		for i := range s.Type {
			s.ID = append(s.ID, uint32(10*i))
			s.Velocity, s.Density = append(s.Velocity, [3]float32{}), append(s.Density, 1000)
		}
		s.Density[0] = 1400
		all, doubts := s.Suspects()
		want := []int{2, 1}
		if periodic {
			want = []int{4, 2, 1}
		}
		if len(all) != 1 || len(all[0].Around) != len(want) || doubts != (sph.Doubts{Stray: 1}) || all[0].Walls != 1 || all[0].Fluid != len(want)-1 {
			t.Fatalf("periodic %v: %+v, %+v", periodic, all, doubts)
		}
		for k, near := range all[0].Around {
			if near.Index != want[k] {
				t.Errorf("periodic %v: neighbour %d is %+v, want %d", periodic, k, near, want[k])
			}
		}
	}
}

// What the place tells is among the causes; unusual options are before what is only possible.
func TestCauses(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(c *sph.Case, i int)
		want   []string // in this order
	}{
		{"nothing unusual", func(c *sph.Case, i int) { c.Particles.RelDensity[i] = 0.3 }, []string{sph.DefaultRemedy}},
		{"overlap", func(c *sph.Case, i int) {
			c.Particles.RelDensity[i], c.Params.Alpha = 0.3, 0
			c.Particles.Position[i][0] = c.Particles.Position[i+1][0] + 0.01
			copy(c.Particles.Position[i][1:], c.Particles.Position[i+1][1:])
		}, []string{"began only 0.2 spacings from particle", "alpha 0 (", sph.DefaultRemedy}},
		{"beside a wall", func(c *sph.Case, i int) {
			c.Particles.RelDensity[i], c.Params.Diffusion = 0.3, sph.NoDiffusion
			c.Particles.Position[i] = [3]float64{0.47, 0.2, 0.2}
		}, []string{"diffusion none", "is beside a wall", sph.DefaultRemedy}},
		{"spray", func(c *sph.Case, i int) {
			c.Particles.RelDensity[i] = -0.3
			c.Particles.Position[i] = [3]float64{0.3, 0.2, 0.55}
			c.Params.Max[2] = 1
		}, []string{"is in spray", sph.DefaultRemedy}},
		{"edge", func(c *sph.Case, i int) {
			c.Particles.RelDensity[i] = -0.3
			c.Particles.Position[i] = [3]float64{0.3, 0.2, 0.58}
		}, []string{"at the edge of the domain along z", sph.DefaultRemedy}},
		{"slow sound", func(c *sph.Case, i int) { c.Params.C0 = 4 }, []string{"c0 is too small", sph.DefaultRemedy}},
	} {
		c, _ := spoilt(test.change)
		s := start(t, c, Options{System: open(t, 1)})
		snap, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		suspects, doubts := snap.Suspects()
		all := strings.Join(snap.Causes(suspects, doubts, 0), "\n")
		at := -1
		for _, want := range test.want {
			next := strings.Index(all, want)
			if next <= at {
				t.Errorf("%s: %q is not in its place in\n%s", test.name, want, all)
			}
			at = next
		}
		if strings.Contains(all, "overlap") != (test.name == "overlap") {
			t.Errorf("%s: what is said of overlaps is wrong in\n%s", test.name, all)
		}
	}
}
