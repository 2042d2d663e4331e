package lattice_test

import (
	"math"
	"testing"

	"gpusph/grid/lattice"
	"gpusph/grid/lattice/latticetest"
)

// oracleOf is a lattice with a state of the flow.
func oracleOf(r *lattice.RayleighTaylor,
	state func(x, row int) (rho, ux, uy, t float64)) *latticetest.Oracle {
	hot, cold := r.Layers()
	return latticetest.New(r.Cells[0], r.Cells[1], r.Tau(), [2]float64{0, -r.Gravity()}, state).
		WithWalls(hot, cold)
}

// verticals are the velocities along z of all sites.
func verticals(o *latticetest.Oracle) (all []float64) {
	for n := range o.Nx * o.Ny {
		_, _, uy, _ := o.At(n%o.Nx, n/o.Nx)
		all = append(all, uy)
	}
	return all
}

// TestGrowth: a wave on the lattice grows as the linear equations have it. Errors fall with the
// square of the spacing. The rate is compared with that of the eigenvalue problem and with Duff's.
func TestGrowth(t *testing.T) {
	for _, c := range []struct {
		cells int
		bound float64
	}{{32, 0.015}, {48, 0.007}, {64, 0.004}} {
		r := lattice.NewRayleighTaylor(c.cells)
		r.Reynolds, r.Interface = 500, 0.1
		state, err := r.Growing(1, 1e-4)
		if err != nil {
			t.Fatal(err)
		}
		o := oracleOf(r, state)
		first, last := math.Round(0.3*r.Unit()), math.Round(0.9*r.Unit())
		o.Run(int(first))
		early := r.Wave(1, verticals(o))
		o.Run(int(last - first))
		is := math.Log(r.Wave(1, verticals(o)) / early)
		logs, err := r.Growth(1, []float64{first, last})
		if err != nil {
			t.Fatal(err)
		}
		should := logs[1] - logs[0]
		middle := r.Base().Diffuse((first + last) / 2)
		eigenvalue, duff := lattice.RateOf(t, r, middle, 1)
		rate := is / (last - first)
		t.Logf("%d cells: rate %.5g, off linear %+.3f %%, eigenvalue %+.3f %%, Duff %+.2f %%", c.cells,
			rate*r.Unit(), 100*(is/should-1), 100*(rate/eigenvalue-1), 100*(rate/duff-1))
		if math.Abs(is/should-1) > c.bound {
			t.Errorf("%d cells: growth %g, not %g", c.cells, is, should)
		}
		if math.Abs(rate/eigenvalue-1) > 0.05 || math.Abs(rate/duff-1) > 0.1 {
			t.Errorf("%d cells: rate %g, but the eigenvalue is %g, and Duff's rate %g", c.cells, rate,
				eigenvalue, duff)
		}
	}
}

// TestRayleighTaylorRest: without waves the fluid moves up and down only as far as its expansion by
// diffusion has it move, and its temperature is that of Base.Diffuse.
func TestRayleighTaylorRest(t *testing.T) {
	r := lattice.NewRayleighTaylor(64) // one column of it
	r.Reynolds, r.Interface, r.Amplitude = 500, 0.1, 0
	hot, cold := r.Layers()
	o := latticetest.New(1, r.Cells[1], r.Tau(), [2]float64{0, -r.Gravity()}, r.State()).
		WithWalls(hot, cold)
	time := 0
	for range 4 {
		o.Run(200)
		time += 200
		base := r.Base().Diffuse(float64(time))
		drifts := base.Drift()
		drift, off, speed, warm := 0.0, 0.0, 0.0, 0.0
		for row := lattice.Reach - 1; row <= r.Cells[1]-lattice.Reach; row++ {
			z := r.Height(row)
			should := drifts(z)
			_, _, is, temperature := o.At(0, row)
			drift, speed = max(drift, math.Abs(should)), max(speed, math.Abs(is))
			off = max(off, math.Abs(is-should))
			warm = max(warm, math.Abs(temperature-base.Temperature(z)))
		}
		t.Logf("%d steps: drift %.3g, speed %.3g, off %.2g, temperature off %.2g of T", time, drift,
			speed, off, warm/r.Mean())
		if off > 0.35*drift || warm > 0.0015*r.Mean() {
			t.Errorf("%d steps: velocity is off by %g of %g, temperature by %g", time, off, drift, warm)
		}
	}
}
