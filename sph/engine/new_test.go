package engine

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"gpusph/gpu"
	"gpusph/sph"
)

// A Lennard-Jones force that reaches further than the support is refused: what is further
// away is in the lists or not, as it happens.
func TestLennardJonesRadius(t *testing.T) {
	for kernel, radius := range map[sph.Kernel]float64{sph.Wendland: 2, sph.Quintic: 3} {
		c := column(0.05)
		p := &c.Params
		p.Kernel, p.Boundary, p.LJForce = kernel, sph.LennardJones, 20
		p.LJRadius = (radius + 0.2) * p.H
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%gh = %.3g m", radius, radius*p.H)) {
			t.Errorf("a Lennard-Jones radius of %g m where the support is %gh: %v", p.LJRadius, radius, err)
		}
		p.LJRadius = (radius - 0.1) * p.H
		if err := c.Check(); err != nil {
			t.Error(err)
		}
	}
}

// New refuses what cannot be simulated, with a sentence that names the remedy.
func TestNewRefuses(t *testing.T) {
	tests := []struct {
		name    string
		devices int
		change  func(*sph.Case)
		want    []string
	}{
		{"devices", 40, func(c *sph.Case) {}, []string{"too few for 40 devices", "along x", "fewer devices"}},
		{"devices along z", 9, func(c *sph.Case) { c.Params.SplitAxis = 2 }, []string{"too few for 9 devices", "along z"}},
		{"domain", 1, func(c *sph.Case) { c.Params.Max[1] = 1e6 }, []string{"cells of", "along y", "larger deltap"}},
		{"infinite domain", 1, func(c *sph.Case) { c.Params.Max[2] = math.Inf(1) }, []string{"cells of", "along z"}},
		{"cells", 1, func(c *sph.Case) { c.Params.Max = [3]float64{1000, 1000, 1000} }, []string{"more than 2^30"}},
		{"particle outside", 1, func(c *sph.Case) { c.Particles.Position[3][2] = -1 }, []string{"particle 3", "outside the domain"}},
		{"particle nowhere", 1, func(c *sph.Case) { c.Particles.Position[3][2] = math.NaN() }, []string{"particle 3", "outside the domain"}},
		{"no particles", 1, func(c *sph.Case) { c.Particles = sph.Particles{} }, []string{"no particles"}},
		{"no fluid", 1, func(c *sph.Case) {
			for i := range c.Particles.Type {
				c.Particles.Type[i] = sph.Wall
			}
		}, []string{"no fluid"}},
		{"arrays", 1, func(c *sph.Case) { c.Particles.RelDensity = c.Particles.RelDensity[1:] }, []string{"densities"}},
		{"body", 1, func(c *sph.Case) { c.Particles.Body[0] = 2 }, []string{"belongs to body 2"}},
		{"dimensions", 1, func(c *sph.Case) { c.Params.Dim = 1 }, []string{"1 dimensions", "2 and 3"}},
		{"skin", 1, func(c *sph.Case) { c.Params.Skin = 0 }, []string{"skin is 0"}},
		{"long skin", 1, func(c *sph.Case) { c.Params.Kernel, c.Params.Skin = sph.Quintic, 3.1*c.Params.H }, []string{"more than 3h = 0.195 m"}},
		{"neighbours", 1, func(c *sph.Case) { c.Params.Kernel, c.Params.H = sph.Quintic, 3.4*c.Params.DeltaP }, []string{"quintic kernel", "4445 neighbours", "4095 at most", "an h-factor below 3.31"}},
		{"c0", 1, func(c *sph.Case) { c.Params.C0 = math.NaN() }, []string{"c0 is NaN"}},
		{"rebuild-every", 1, func(c *sph.Case) { c.Params.RebuildEvery = 0 }, []string{"rebuild-every is 0"}},
		{"lennard-jones", 1, func(c *sph.Case) { c.Params.Boundary = sph.LennardJones }, []string{"positive radius and force"}},
		{"surfaces", 1, func(c *sph.Case) { c.Params.Boundary, c.Params.Nu = sph.MDBC, 1e-3 }, []string{"have no surfaces", "use boundary dummy"}},
		{"dt, by sound", 1, func(c *sph.Case) { c.Params.Dt = 0.0033 }, []string{"dt is 0.0033 s, but sound passes h in 0.00325 s", "use 0.000975 s"}},
		{"dt, by alpha", 1, func(c *sph.Case) { c.Params.Dt, c.Params.Alpha = 0.0005, 10 }, []string{"more than twice the 0.000244 s that alpha = 10 allows", "use 0.000244 s"}},
		{"dt, by nu", 1, func(c *sph.Case) { c.Params.Dt, c.Params.Nu, c.Params.Alpha = 0.0011, 1, 0 }, []string{"0.000528 s that nu = 1 allows"}},
		{"dt, by xi", 1, func(c *sph.Case) { c.Params.Dt, c.Params.Xi = 0.0009, 1 }, []string{"0.000406 s that xi = 1 allows"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := column(0.05)
			test.change(c)
			s, err := New(c, Options{System: open(t, test.devices)})
			if err == nil {
				s.Close()
				t.Fatal("New takes it")
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("New says %q, without %q", err, want)
				}
			}
		})
	}
}

// As many devices as the slices suffice for is the most, and does.
func TestMostDevices(t *testing.T) {
	hash := func(devices int) (string, int) {
		s := start(t, column(0.05), Options{System: open(t, devices), Stripe: 100})
		advance(t, s, 20)
		snap, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		from, to := s.grid.Inner()
		return snap.SHA256, (to - from) / s.MinSlices()
	}
	one, most := hash(1)
	if got, _ := hash(most); got != one {
		t.Errorf("%d devices come to other bits than one", most)
	}
	if s, err := New(column(0.05), Options{System: open(t, most+1)}); err == nil {
		s.Close()
		t.Errorf("New takes %d devices", most+1)
	}
}

// A Simulation and a System that are closed leave nothing running.
func TestClose(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 5 {
		system, err := gpu.Open([]string{"host", "host"}, gpu.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(blob(4), Options{System: system})
		if err != nil {
			t.Fatal(err)
		}
		advance(t, s, 1)
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if err := system.Close(); err != nil {
			t.Error(err)
		}
	}
	for range 100 { // what was told to end may take a moment
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines were running, after 5 simulations were closed %d are", before, runtime.NumGoroutine())
}

// Every side of every domain has its stream when New returns: the goroutines that
// make them begin when the domains are joined.
func TestSidesHaveStreams(t *testing.T) {
	system := open(t, 3)
	c := blob(8)
	c.Particles = sph.Particles{}
	c.Particles.Add([3]float64{}, sph.Fluid, 0)
	missing := 0
	for range 200 {
		s, err := New(c, Options{System: system})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range s.domains {
			for _, side := range d.sides {
				if side.Stream == nil {
					missing++
				}
			}
		}
		s.Close()
	}
	if missing > 0 {
		t.Errorf("%d of %d sides have no stream", missing, 200*4)
	}
}

// Several devices have room for half as many particles more while memory is left, and
// for an eighth else.
func TestSpare(t *testing.T) {
	s := start(t, column(0.05), Options{System: open(t, 2)})
	for particles, want := range map[int]int{80: 40, 1 << 40: 1 << 37} {
		if got := s.domains[0].spare(particles); got != want {
			t.Errorf("beside %d particles there is room for %d, not %d", particles, got, want)
		}
	}
	for _, d := range s.domains {
		if d.room < d.count*3/2 {
			t.Errorf("%s has room for %d particles beside %d", d.device.Name(), d.room-d.count, d.count)
		}
	}
	if got := start(t, column(0.05), Options{System: open(t, 1)}).domains[0].spare(80); got != 0 {
		t.Errorf("one device has room for %d more", got)
	}
}
