package engine

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gpusph/sph"
	"gpusph/sph/exchange"
)

// around is fluid that is periodic along some axes, where it drifts over the ends. Along others it
// lies on a wall. The lattice is disturbed, and no pressure or velocity is the same anywhere.
func around(periodic [3]bool, n int) *sph.Case {
	const dp = 0.04
	random := rand.New(rand.NewPCG(7, 1))
	about := func(size float64) float64 { return size * (2*random.Float64() - 1) }
	c := &sph.Case{Name: "around", Params: sph.Defaults(dp), End: 1}
	p := &c.Params
	p.Periodic = periodic
	p.Mass = p.Rho0 * dp * dp * dp
	p.Gravity = [3]float64{1.5, -2.5, -9.81}
	p.LJForce = 0.5
	var from, to [3]int
	for a := range 3 {
		if periodic[a] {
			from[a], to[a] = 0, n
			p.Min[a], p.Max[a] = 0.37, 0.37+float64(n)*dp
		} else {
			from[a], to[a] = -3, n-3
			p.Min[a], p.Max[a] = -4*dp, float64(n+4)*dp
		}
	}
	for x := from[0]; x < to[0]; x++ {
		for y := from[1]; y < to[1]; y++ {
			for z := from[2]; z < to[2]; z++ {
				at := [3]float64{(float64(x) + .5) * dp, (float64(y) + .5) * dp, (float64(z) + .5) * dp}
				kind := sph.Fluid
				for a, k := range [3]int{x, y, z} {
					if k < 0 {
						kind = sph.Wall
					}
					at[a] += about(0.1 * dp)
					if periodic[a] {
						at[a] += p.Min[a]
					}
				}
				c.Particles.Add(at, kind, 0)
				i := c.Particles.Len() - 1
				if kind == sph.Wall {
					c.Particles.RelDensity[i] = float32(max(0, about(0.01)))
					continue
				}
				c.Particles.RelDensity[i] = float32(0.0075 + about(0.0125))
				for a := range 3 {
					c.Particles.Velocity[i][a] = float32(about(0.5))
					if periodic[a] {
						c.Particles.Velocity[i][a] += 2
					}
				}
			}
		}
	}
	return c
}

// Which axes are periodic.
var periodicAxes = [][3]bool{{true, false, false}, {false, true, false}, {false, false, true}, {true, true, false}, {true, false, true}, {false, true, true}, {true, true, true}}

func namesOf(periodic [3]bool) (s string) {
	for a, is := range periodic {
		if is {
			s += sph.Axis(a).String()
		}
	}
	return s
}

// A step over the ends of the domain is what the equations say, with all that is passed on between
// passes.
func TestPeriodicAgainstOracle(t *testing.T) {
	for _, test := range []struct {
		name     string
		periodic [3]bool
		n        int
		split    sph.Axis
		change   func(p *sph.Params)
	}{
		{"alone in the ring", [3]bool{true, false, false}, 10, 0, func(p *sph.Params) { p.Boundary, p.Nu = sph.Dynamic, 0.02 }},
		{"across the layers", [3]bool{false, true, true}, 8, 0, func(p *sph.Params) {}},
		{"walls of mdbc", [3]bool{true, true, false}, 8, 1, func(p *sph.Params) { p.Boundary, p.Nu = sph.MDBC, 0.02 }},
		{"all axes", [3]bool{true, true, true}, 8, 2, func(p *sph.Params) { p.Diffusion, p.Xi, p.Further.Smagorinsky = sph.Antuono, 0.5, 2 }},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := around(test.periodic, test.n)
			c.Params.SplitAxis = test.split
			test.change(&c.Params)
			stepsAgainstOracle(t, c)
		})
	}
}

// The same bits on any number of devices, whichever axis is split and in whichever way edges are
// exchanged, with slices moving.
func TestPeriodicOnDevices(t *testing.T) {
	hashes := map[string]bool{}
	for k, periodic := range periodicAxes {
		for split := range sph.Axis(3) {
			if split != sph.Axis(k%3) {
				continue
			}
			hash := ""
			for _, test := range []struct {
				devices int
				way     exchange.Mode
			}{{1, exchange.Direct}, {1, exchange.Overlap}, {3, exchange.Overlap}, {5, exchange.Direct}} {
				if k > 2 && test.way == exchange.Overlap && test.devices == 1 {
					continue // it is the same for one axis alone
				}
				c := around(periodic, 8)
				p := &c.Params
				p.SplitAxis = split
				p.Boundary, p.Nu = sph.Boundary(1+k%3), 0.01
				p.Further = sph.ExtraParams{Shifting: 2, XSPH: 0.5, Smagorinsky: 0.12, Scalar: 1e-3}
				longer(c, split)
				o := Options{System: open(t, test.devices), Stripe: 300, Exchange: test.way}
				if test.devices > 1 {
					o.Balance = &shaker{}
				}
				s := start(t, c, o)
				advance(t, s, 31)
				if s.ledger.Left.Total() > 0 {
					t.Errorf("%d particles have left", s.ledger.Left.Total())
				}
				snap, err := s.Snapshot()
				if err != nil {
					t.Fatal(err)
				}
				if hash == "" {
					hash = snap.SHA256
				} else if snap.SHA256 != hash {
					t.Errorf("%s split along %v, %d devices, %v: %.12s, one gives %.12s", namesOf(periodic), split, test.devices, test.way, snap.SHA256, hash)
				}
			}
			hashes[hash] = true
		}
	}
	if len(hashes) < len(periodicAxes) {
		t.Errorf("%d flows give %d results", len(periodicAxes), len(hashes))
	}
}

// longer makes the case twice as long along an axis, for five devices.
func longer(c *sph.Case, axis sph.Axis) {
	p, n := &c.Params, c.Particles.Len()
	length := 8 * p.DeltaP
	p.Max[axis] += length
	for i := range n {
		x := c.Particles.Position[i]
		if !p.Periodic[axis] && c.Particles.Type[i] == sph.Wall && x[axis] < 0 {
			continue
		}
		x[axis] += length
		if !p.Periodic[axis] {
			x[axis] -= 3 * p.DeltaP
		}
		c.Particles.Add(x, c.Particles.Type[i], 0)
		last := c.Particles.Len() - 1
		c.Particles.Velocity[last], c.Particles.RelDensity[last] = c.Particles.Velocity[i], c.Particles.RelDensity[i]
	}
}

// A flow that continues from a checkpoint is the one that was not interrupted.
func TestPeriodicResume(t *testing.T) {
	s := start(t, around([3]bool{true, true, false}, 8), Options{System: open(t, 1)})
	advance(t, s, 23)
	k, err := s.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	advance(t, s, 40)
	want, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Resume(k, k.Bounds, nil); err != nil {
		t.Fatal(err)
	}
	advance(t, s, 40)
	if again, err := s.Snapshot(); err != nil || again.SHA256 != want.SHA256 {
		t.Errorf("%v: after a checkpoint %.12s, without %.12s", err, again.SHA256, want.SHA256)
	}
}

// What drifts over the ends stays in the domain, and nothing of its momentum is lost there.
func TestPeriodicStaysInside(t *testing.T) {
	onOneDevice(t)
	c := around([3]bool{true, true, true}, 8)
	c.Params.Gravity = [3]float64{}
	s := start(t, c, Options{System: open(t, 1)})
	var began, ends [3]float64
	sum := func(to *[3]float64) {
		snap, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range snap.Velocity {
			for a := range 3 {
				to[a] += float64(v[a])
				if x := float64(snap.Position[i][a]); x < c.Params.Min[a]-1e-6 || x > c.Params.Max[a]+1e-6 {
					t.Fatalf("particle %d is at %v", i, snap.Position[i])
				}
			}
		}
	}
	sum(&began)
	p := advance(t, s, 400)
	sum(&ends)
	if p.Time < 0.16 { // 2 m/s over 0.32 m
		t.Errorf("%g s are too short to come around", p.Time)
	}
	if p.Particles != c.Particles.Len() || p.Lost > 0 {
		t.Errorf("of %d particles there are %d", c.Particles.Len(), p.Particles)
	}
	for a := range 3 {
		if math.Abs(ends[a]-began[a]) > 1e-4*math.Abs(began[a]) {
			t.Errorf("momentum along %v goes from %g to %g", sph.Axis(a), began[a], ends[a])
		}
	}
}

// No pair is missed over the ends, in flows that use up the skins.
func TestNoPairIsMissedOverEnds(t *testing.T) {
	onOneDevice(t)
	withOracle(t)
	for _, periodic := range [][3]bool{{true, true, true}, {false, true, true}} {
		c := around(periodic, 8)
		c.Params.Skin = 0.15 * c.Params.H
		if used := pairsMissed(t, c, 60); used < 0.5 {
			t.Errorf("no more than %.0f %% of the skin was used: the test shows nothing", 100*used)
		}
	}
}

// What cannot be is refused in a sentence.
func TestPeriodicRefuses(t *testing.T) {
	for want, c := range map[string]*sph.Case{
		"must be 0.312 m long at least": around([3]bool{true, true, false}, 7),
		"across its plane":              inPlane(around([3]bool{true, true, false}, 8), 0.4),
	} {
		if _, err := New(c, Options{System: open(t, 1)}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
