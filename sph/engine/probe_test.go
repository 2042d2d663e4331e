package engine

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gpusph/sph"
)

// TestPatch holds that a square tells the mean of the points in it, each with its own height, and
// that half a sensor in the air feels half.
func TestPatch(t *testing.T) {
	const dp, n = 0.02, 24
	for _, dim := range []int{3, 2} {
		c := &sph.Case{Name: "block", Params: sph.Defaults(dp), End: 1}
		p := &c.Params
		p.Mass = p.Rho0 * dp * dp * dp
		p.Min, p.Max = [3]float64{-dp, -dp, -dp}, [3]float64{(n + 1) * dp, (n + 1) * dp, (n + 12) * dp}
		for i := range n * n * n {
			x := [3]float64{(float64(i/n/n) + 0.5) * dp, (float64(i/n%n) + 0.5) * dp, (float64(i%n) + 0.5) * dp}
			c.Particles.Add(x, sph.Fluid, 0)
			c.Particles.RelDensity[i] = float32(p.RelativeDensity(p.Rho0 * 9.81 * (n*dp - x[2])))
		}
		y := n / 2 * dp
		middle := [3]float64{n / 2 * dp, y, n / 2 * dp}
		normal := [3]float64{3, 0, 0}
		c.Probes = []sph.Probe{
			{Name: "first", Position: middle},
			{Name: "point", Position: middle},
			{Name: "patch", Position: middle, Size: 4 * dp, Normal: normal},
			{Name: "above", Position: [3]float64{middle[0], y, n*dp + 5*dp}, Size: 4 * dp, Normal: [3]float64{0, 0, 1}},
			{Name: "half", Position: [3]float64{middle[0], y, (n - 0.3) * dp}, Size: 12 * dp, Normal: normal},
		}
		for z := range sph.PatchPoints { // those of the last
			c.Probes = append(c.Probes, sph.Probe{Name: "part", Position: [3]float64{middle[0], y, (n - 0.3 + 12*((float64(z)+0.5)/sph.PatchPoints-0.5)) * dp}})
		}
		c.Gauges = []sph.Gauge{{Name: "G", X: middle[0], Y: y}}
		if dim == 2 {
			inPlane(c, y)
		}
		m, err := start(t, c, Options{System: open(t, 2)}).Sample()
		if err != nil {
			t.Fatal(err)
		}
		q, want := m.Pressure, p.Rho0*9.81*(n/2*dp)
		if math.Abs(q[1]/want-1) > 0.01 || math.Abs(q[2]/want-1) > 0.01 {
			t.Errorf("%d dimensions: a point has %g Pa, a patch around it %g Pa, not %g Pa", dim, q[1], q[2], want)
		}
		if q[3] != 0 {
			t.Errorf("%d dimensions: a patch in the air has %g Pa", dim, q[3])
		}
		var mean float64
		for _, part := range q[5:] {
			mean += part / sph.PatchPoints
		}
		if math.Abs(q[4]/mean-1) > 1e-3 || mean == 0 {
			t.Errorf("%d dimensions: a patch half in the air has %g Pa, but its points %g Pa", dim, q[4], mean)
		}
		if math.Abs(m.Height[0]-n*dp) > 0.1*dp {
			t.Errorf("%d dimensions: behind patches the gauge has %g m, not %g m", dim, m.Height[0], n*dp)
		}
	}
}

// parted is water at rest on both sides of a wall that is thinner than the support of W: 24
// spacings deep before it, 12 behind.
func parted(dp float64) *sph.Case {
	c := &sph.Case{Name: "parted", Params: sph.Defaults(dp), End: 1}
	p := &c.Params
	p.Mass = p.Rho0 * dp * dp * dp
	p.Min, p.Max = [3]float64{-10 * dp, -dp, -4 * dp}, [3]float64{11 * dp, 13 * dp, 30 * dp}
	for x := -10; x < 11; x++ {
		for y := range 12 {
			for z := -3; z < 24; z++ {
				at := [3]float64{(float64(x) + 0.5) * dp, (float64(y) + 0.5) * dp, (float64(z) + 0.5) * dp}
				depth := 24*dp - at[2]
				if x < -1 {
					depth = 12*dp - at[2]
				}
				switch wall := x == -1 || z < 0; {
				case wall:
					c.Particles.Add(at, sph.Wall, 0)
				case depth > 0:
					c.Particles.Add(at, sph.Fluid, 0)
					c.Particles.RelDensity[c.Particles.Len()-1] = float32(p.RelativeDensity(p.Rho0 * 9.81 * depth))
				}
			}
		}
	}
	return c
}

// A probe on a face reads what is before it, at its distance, and nothing of the water behind a
// thin wall; without a normal it does. A patch is at the distance as a whole. Bits are the same on
// 1, 2 and 3 devices.
func TestProbeBeforeFace(t *testing.T) {
	const dp = 0.02
	for _, dim := range []int{3, 2} {
		c := parted(dp)
		p := &c.Params
		at := func(x, z float64) [3]float64 { return [3]float64{x * dp, 6 * dp, z * dp} }
		right, left, up := [3]float64{3, 0, 0}, [3]float64{-1, 0, 0}, [3]float64{0, 0, 2}
		pressure := func(depth float64) float64 { return p.Rho0 * 9.81 * depth * dp }
		wants := []struct {
			probe sph.Probe
			want  float64
		}{
			{sph.Probe{Name: "before", Position: at(0, 6), Normal: right}, pressure(18)},
			{sph.Probe{Name: "half a spacing before", Position: at(0, 6), Normal: right, Distance: dp / 2}, pressure(18)},
			{sph.Probe{Name: "behind", Position: at(-1, 6), Normal: left, Distance: dp / 2}, pressure(6)},
			{sph.Probe{Name: "patch before", Position: at(0, 6), Normal: right, Distance: dp / 2, Size: 4 * dp}, pressure(18)},
			{sph.Probe{Name: "patch behind", Position: at(-1, 6), Normal: left, Distance: dp / 2, Size: 4 * dp}, pressure(6)},
			{sph.Probe{Name: "3 over the floor", Position: at(5, 0), Normal: up, Distance: 3 * dp}, pressure(21)},
			{sph.Probe{Name: "8 over the floor", Position: at(5, 0), Normal: up, Distance: 8 * dp}, pressure(16)},
			{sph.Probe{Name: "patch 8 over the floor", Position: at(5, 0), Normal: up, Distance: 8 * dp, Size: 3 * dp}, pressure(16)},
			{sph.Probe{Name: "free, 8 over the floor", Position: at(5, 8)}, pressure(16)},
		}
		for _, w := range wants {
			c.Probes = append(c.Probes, w.probe)
		}
		c.Probes = append(c.Probes, sph.Probe{Name: "on the wall without a side", Position: at(0, 6)})
		y := 6.5 * dp
		for i := range c.Probes {
			c.Probes[i].Position[1] = y
		}
		if dim == 2 {
			inPlane(c, y)
		}
		var bits string
		for _, devices := range []int{1, 2, 3} {
			m, err := start(t, c, Options{System: open(t, devices)}).Sample()
			if err != nil {
				t.Fatal(err)
			}
			for i, w := range wants {
				if got := m.Pressure[i]; math.Abs(got/w.want-1) > 0.01 {
					t.Errorf("%d dimensions, %s: %g Pa, not %g", dim, w.probe.Name, got, w.want)
				}
			}
			n := len(wants)
			if m.Pressure[6] != m.Pressure[n-1] {
				t.Errorf("%d dimensions: at 8 spacings from the floor a probe on it reads %g Pa, a free one %g Pa", dim, m.Pressure[6], m.Pressure[n-1])
			}
			if got := m.Pressure[n]; got > 0.95*pressure(18) {
				t.Errorf("%d dimensions: without a normal a probe does not see behind the wall, %g Pa", dim, got)
			}
			switch is := fmt.Sprint(m.Pressure); {
			case bits == "":
				bits = is
			case is != bits:
				t.Errorf("%d dimensions, %d devices: pressures are %s, not %s", dim, devices, is, bits)
			}
		}
	}
}

// A probe that would measure nothing, or elsewhere than it says, is refused, with the remedy.
func TestWrongProbes(t *testing.T) {
	for want, p := range map[string]sph.Probe{
		"use a distance of 0 or more":              {Normal: [3]float64{1}, Distance: -0.1},
		"use the normal of its face":               {Distance: 0.1},
		"is a square, but has no normal":           {Size: 0.1},
		"is -0.1 m wide":                           {Normal: [3]float64{1}, Size: -0.1},
		"has a number that is not finite":          {Position: [3]float64{math.NaN()}},
		"a normal out of the plane; use 0 along y": {Normal: [3]float64{1, 1}},
	} {
		c := column(0.1)
		if p.Normal[1] != 0 {
			inPlane(c, 0.2)
			p.Position[1] = c.Particles.Position[0][1]
		}
		p.Name = "P"
		c.Probes = []sph.Probe{p}
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", p, err, want)
		}
	}
}
