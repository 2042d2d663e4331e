package sph

import (
	"fmt"
	"testing"

	"gpusph/gpu"
)

func column(dp float64) *Case {
	c := &Case{Name: "column", Params: Defaults(dp), End: 1}
	p := &c.Params
	p.Min, p.Max = [3]float64{-3 * dp, -3 * dp, -3 * dp}, [3]float64{0.8 + 3*dp, 0.4 + 3*dp, 0.6}
	nx, ny, nz := int(0.8/dp+.5), int(0.4/dp+.5), int(0.4/dp+.5)
	for x := -3; x < nx+3; x++ {
		for y := -3; y < ny+3; y++ {
			for z := -3; z < nz; z++ {
				pos := [3]float64{(float64(x) + .5) * dp, (float64(y) + .5) * dp, (float64(z) + .5) * dp}
				if x < 0 || x >= nx || y < 0 || y >= ny || z < 0 {
					c.Particles.Add(pos, Wall, 0)
				} else if x < nx/2 {
					c.Particles.Add(pos, Fluid, 0)
				}
			}
		}
	}
	p.Mass = p.Rho0 * dp * dp * dp
	return c
}

func TestRuns(t *testing.T) {
	for _, n := range []int{1, 2, 3} {
		names := []string{}
		for range n {
			names = append(names, "host")
		}
		sys, err := gpu.Open(names, gpu.Options{})
		if err != nil {
			t.Fatal(err)
		}
		c := column(0.02)
		s, err := New(c, Options{System: sys})
		if err != nil {
			t.Fatal(err)
		}
		for range 30 {
			p, err := s.Advance(10)
			if err != nil {
				t.Fatal(err)
			}
			if p.Step%1 == 0 {
				fmt.Printf("%d %g %g lost %d wall %.3f %+v\n", p.Step, p.Time, p.Dt, p.Lost, p.Wall, p.Devices)
			}
		}
	}
}
