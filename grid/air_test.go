package grid

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"gpusph/cuda"
	"gpusph/grid/atmosphere"
	"gpusph/grid/atmosphere/airtest"
)

// airFlows are small ones whose rows and planes make no whole vectors, tiles or chunks.
func airFlows() map[string]*atmosphere.Flow {
	windy := atmosphere.RisingThermal(74, atmosphere.Cosine)
	windy.Periodic = true
	half := atmosphere.DensityCurrent(400, 75).Half()
	return map[string]*atmosphere.Flow{
		"thermal":  atmosphere.RisingThermal(38, atmosphere.Linear),
		"periodic": windy,
		"current":  half,
	}
}

// airStart is an oracle of a flow that has wind and waves of all variables.
func airStart(f *atmosphere.Flow) *airtest.Oracle {
	o := airtest.New(f)
	for n := range o.Q[0] {
		x := 2 * math.Pi * (float64(n%f.Cells[0]) + 0.5) / float64(f.Cells[0])
		z := math.Pi * (float64(n/f.Cells[0]) + 0.5) / float64(f.Cells[1])
		o.Q[1][n] += 4*math.Sin(x)*math.Cos(z) + 2*math.Sin(3*x)
		o.Q[2][n] += 3 * math.Cos(x) * math.Sin(2*z)
		o.Q[3][n] += 0.5 * math.Cos(2*x) * math.Cos(z)
	}
	return o
}

// Kernels have the bits of the oracle, with all vectors, slabs and chunks.
func TestAirKernels(t *testing.T) {
	for name, flow := range airFlows() {
		want := airStart(flow)
		for range 6 {
			want.Step()
		}
		for _, c := range []struct {
			vectors, depth int
			bounds         []int
		}{
			{16, 4, nil}, {32, 7, nil}, {64, 16, nil}, {64, 3, []int{3, 8, 13}}, {32, 1, []int{7}},
		} {
			t.Run(fmt.Sprint(name, c), func(t *testing.T) {
				k := &airKernels{t: t, vectors: c.vectors, depth: c.depth}
				k.open(airStart(flow), c.bounds...)
				for range 6 {
					k.step()
				}
				if now := k.now(); now.Time != want.Time || now.Steps != 6 || now.Done != cuda.AirGoesOn {
					t.Errorf("the clock is %+v, not %v s", now, want.Time)
				}
				for v := range want.Q {
					for n, q := range k.field(v) {
						if q != want.Q[v][n] {
							t.Fatalf("field %d of cell %d, %d is %v, not %v", v, n%flow.Cells[0],
								n/flow.Cells[0], q, want.Q[v][n])
						}
					}
				}
			})
		}
	}
}

// In single precision the differences from the oracle after a few steps are those of rounding.
func TestAirSingle(t *testing.T) {
	for name, flow := range airFlows() {
		want := airStart(flow)
		for range 6 {
			want.Step()
		}
		k := &airKernels{t: t, vectors: 64, depth: 5, edge: 1, single: true}
		k.open(airStart(flow), 9)
		for range 6 {
			k.step()
		}
		for v, of := range want.Q {
			size, worst := 0.0, 0.0
			for n, q := range k.field(v) {
				size, worst = max(size, math.Abs(of[n])), max(worst, math.Abs(q-of[n]))
			}
			if !(worst < 4e-6*size) {
				t.Errorf("%s: field %d differs by %g where it is %g at most", name, v, worst, size)
			}
		}
	}
}

// Mirrored flows have mirrored bits, in both precisions.
func TestAirSymmetry(t *testing.T) {
	for _, single := range []bool{false, true} {
		flow := atmosphere.RisingThermal(40, atmosphere.Linear) // cells are symmetric to the bit
		flow.K = 20
		k := &airKernels{t: t, vectors: 64, depth: 4, edge: 3, single: single}
		k.open(airtest.New(flow))
		for range 40 {
			k.step()
		}
		nx := flow.Cells[0]
		for v, sign := range []float64{1, -1, 1, 1} {
			all := k.field(v)
			for n, q := range all {
				if m := all[n/nx*nx+nx-1-n%nx]; q != sign*m {
					t.Fatalf("single %v: field %d in %d, %d is %v, its mirror image %v", single, v, n%nx,
						n/nx, q, m)
				}
			}
		}
		if w := k.field(2); w[nx*6+nx/2] < 0.1 {
			t.Errorf("single %v: the thermal rises with %g kg/(m² s)", single, w[nx*6+nx/2])
		}
	}
}

// An atmosphere at rest stays at rest, and with round-off of ρ c in its momenta it does not make
// more of it.
func TestAirRest(t *testing.T) {
	for _, single := range []bool{false, true} {
		roundOff := 400 * 1e-13
		if single {
			roundOff = 400 * 1e-7
		}
		for _, noise := range []float64{0, roundOff} {
			o := airtest.New(&atmosphere.Flow{Cells: [2]int{9, 20}, Cell: 500, CFL: 0.8, End: 1e6})
			for n := range o.Q[1] {
				o.Q[1][n] = noise * math.Sin(float64(7*n*n))
				o.Q[2][n] = noise * math.Cos(float64(5*n*n))
			}
			k := &airKernels{t: t, vectors: 32, depth: 16, single: single}
			k.open(o)
			for range 200 {
				k.step()
			}
			for v := range o.Q {
				for n, q := range k.field(v) {
					if !(math.Abs(q) <= 10*noise) {
						t.Fatalf("single %v: field %d of cell %d is %g after 200 steps from %g ρ c", single, v,
							n, q, noise)
					}
				}
			}
		}
	}
}

// A pair of steps ends at the end, and kernels after it change nothing. A flow that blows up ends,
// too.
func TestAirEnd(t *testing.T) {
	flow := atmosphere.RisingThermal(38, atmosphere.Linear)
	flow.End = 5
	k := &airKernels{t: t, vectors: 64, depth: 4}
	k.open(airStart(flow))
	var before []float64
	for k.now().Done == cuda.AirGoesOn && k.steps < 100 {
		before = k.field(2)
		k.step()
	}
	end := k.now()
	if end.Done != cuda.AirFinished || math.Abs(end.Time-5) > 1e-12 || k.steps%2 != 0 {
		t.Errorf("%d steps: %+v", k.steps, end)
	}
	after := k.field(2)
	if fmt.Sprint(after) == fmt.Sprint(before) {
		t.Error("the last step has changed nothing")
	}
	k.step()
	k.step()
	if now := k.now(); now != end || fmt.Sprint(k.field(2)) != fmt.Sprint(after) {
		t.Errorf("a step after the end: %+v, was %+v", now, end)
	}

	o := airStart(atmosphere.RisingThermal(38, atmosphere.Linear))
	o.Q[1][100] = math.NaN()
	k = &airKernels{t: t, vectors: 64, depth: 4}
	k.open(o)
	if now := k.now(); now.Done != cuda.AirBlewUp {
		t.Errorf("a momentum that is no number: %+v", now)
	}
}

// Sums and maxima over cells are those of sums in higher precision, and fields those of the oracle.
func TestAirSums(t *testing.T) {
	o := airStart(atmosphere.DensityCurrent(400, 75).Half())
	k := &airKernels{t: t, vectors: 64, depth: 4}
	k.open(o, 5, 9)
	var want [4]big.Float
	var size [4]float64
	add := func(n int, x float64) {
		want[n].Add(&want[n], big.NewFloat(x))
		size[n] += math.Abs(x)
	}
	for n := range o.Q[0] {
		row := o.Row(n / o.Cells[0])
		density := row.MeanDensity + o.Q[0][n]
		kinetic := (o.Q[1][n]*o.Q[1][n] + o.Q[2][n]*o.Q[2][n]) / density / 2
		height := (float64(n/o.Cells[0]) + 0.5) * o.Cell
		p := atmosphere.SurfacePressure * (math.Pow(atmosphere.GasConstant*
			(atmosphere.BaseTheta*row.MeanDensity+o.Q[3][n])/atmosphere.SurfacePressure,
			atmosphere.Gamma) - math.Pow(atmosphere.GasConstant*atmosphere.BaseTheta*
			row.MeanDensity/atmosphere.SurfacePressure, atmosphere.Gamma))
		add(0, o.Q[0][n])
		add(1, o.Q[3][n])
		add(2, kinetic)
		add(3, kinetic+9.81*height*o.Q[0][n]+p/(atmosphere.Gamma-1))
	}
	theta, u, w := o.Extremes()
	for energies := range 2 {
		unit := [2]float64{1 << 40, 1 << 40}
		if energies == 1 {
			unit = [2]float64{1 << 30, 1 << 24}
		}
		sums, most := k.sums(energies, unit)
		for n, sum := range sums {
			of, _ := want[2*energies+n].Float64()
			got := float64(sum) / unit[n]
			if math.Abs(got-of) > 1e-10*size[2*energies+n] {
				t.Errorf("sum %d of energies %d is %.12g, not %.12g", n, energies, got, of)
			}
		}
		speed := max(u[1], -u[0], w[1], -w[0])
		for n, of := range []float64{k.now().Fastest, speed, theta[1], -theta[0]} {
			if math.Abs(most[n]-of) > 1e-7*of {
				t.Errorf("maximum %d is %g, not %g", n, most[n], of)
			}
		}
	}
	for v, of := range k.fields() {
		for n, got := range of {
			q := [4]float64{o.Q[0][n], o.Q[1][n], o.Q[2][n], o.Q[3][n]}
			row := o.Row(n / o.Cells[0])
			per := 1 / (row.MeanDensity + q[0])
			want := [4]float64{atmosphere.ThetaExcess(&q, row.MeanDensity), q[1] * per, q[2] * per,
				atmosphere.PressureExcess(row.Level.Stiffness[0], row.Level.PerRhoTheta[0], q[3])}
			if got != want[v] {
				t.Fatalf("field %d of cell %d is %v, not %v", v, n, got, want[v])
			}
		}
	}
}
