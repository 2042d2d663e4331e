package grid

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// oracleSolve finds x of A x = b by conjugate gradients, for a matrix that is symmetric and not
// negative. row is one row of A x.
func oracleSolve(b []float64, row func(x []float64, n int) float64) []float64 {
	x, r := make([]float64, len(b)), append([]float64(nil), b...)
	p, q := append([]float64(nil), b...), make([]float64, len(b))
	dot := func(a, b []float64) (sum float64) {
		for n := range a {
			sum += a[n] * b[n]
		}
		return sum
	}
	first := dot(r, r)
	for round, was := 0, first; was > 1e-30*first; round++ {
		if round > 10*len(b)+100 {
			panic(fmt.Sprintf("the oracle has the residual %g of %g", was, first))
		}
		for n := range q {
			q[n] = row(p, n)
		}
		alpha := was / dot(p, q)
		for n := range x {
			x[n] += alpha * p[n]
			r[n] -= alpha * q[n]
		}
		now := dot(r, r)
		for n := range p {
			p[n] = r[n] + now/was*p[n]
		}
		was = now
	}
	return x
}

// oracleTrapezoidal solves x - k ∇²x = b, where ∇² has the values of walls, too, so it is not
// linear: its value at 0 goes to the right. By a weight of rows the matrix is symmetric.
func oracleTrapezoidal(b []float64, k float64, laplace func(x []float64, n int) float64,
	weight func(n int) float64) []float64 {
	zero := make([]float64, len(b))
	right := make([]float64, len(b))
	for n := range b {
		right[n] = (b[n] + k*laplace(zero, n)) * weight(n)
	}
	return oracleSolve(right, func(x []float64, n int) float64 {
		return (x[n] - k*(laplace(x, n)-laplace(zero, n))) * weight(n)
	})
}

// oracleBox is a flow in a box of cells of unequal sides, with random velocities at the beginning.
func oracleBox(cells [3]int, periodic bool) *incompressibleFlow {
	random := rand.New(rand.NewPCG(3, 5))
	f := flowOf(Flow{Cells: cells, Spacing: [3]float64{0.1, 0.125, 0.08}},
		Incompressible{Viscosity: 0.01,
			Velocity: func(int, [3]float64) float64 { return random.Float64() - 0.5 }})
	for a := range cells {
		f.Periodic[a] = periodic
		f.Walls[a] = [2]Wall{Insulated, Insulated}
	}
	return f
}

// oracleWithSolid has a block in the middle.
func oracleWithSolid(f *incompressibleFlow) *incompressibleFlow {
	f.Solids = append(f.Solids, Box{Min: [3]int{2, 1, 2}, Max: [3]int{4, 3, 5}})
	return f
}

// oracleWithLid has an upper wall that moves along x and y.
func oracleWithLid(f *incompressibleFlow) *incompressibleFlow {
	f.Walls[2][1].Velocity = [3]float64{1, -0.5, 0}
	return f
}

// oracleWithHeat has a lower wall that is hot, and a random temperature.
func oracleWithHeat(f *incompressibleFlow) *incompressibleFlow {
	random := rand.New(rand.NewPCG(7, 1))
	f.Walls[2][0].Temperature, f.Walls[2][1].Temperature = 1, 0
	f.Heat = &Heat{Diffusivity: 0.02, Expansion: 0.5, Gravity: [3]float64{0, 0, -9.81}, Source: 0.1,
		Temperature: func([3]float64) float64 { return random.Float64() }}
	return f
}

var oracleFlows = map[string]func() *incompressibleFlow{
	"periodic": func() *incompressibleFlow { return oracleBox([3]int{6, 5, 7}, true) },
	"walls": func() *incompressibleFlow {
		return oracleWithLid(oracleBox([3]int{6, 5, 7}, false))
	},
	"solid": func() *incompressibleFlow { return oracleWithSolid(oracleBox([3]int{6, 5, 7}, true)) },
	"lid": func() *incompressibleFlow {
		return oracleWithLid(oracleWithSolid(oracleBox([3]int{6, 5, 7}, false)))
	},
	"plane": func() *incompressibleFlow { return oracleWithLid(oracleBox([3]int{8, 1, 7}, false)) },
	"stretched": func() *incompressibleFlow {
		return stretch(oracleBox([3]int{6, 5, 7}, true))
	},
	"stretched solid": func() *incompressibleFlow {
		return stretch(oracleWithSolid(oracleBox([3]int{6, 5, 7}, true)))
	},
	"stretched walls": func() *incompressibleFlow {
		return stretch(oracleWithHeat(oracleWithLid(oracleBox([3]int{6, 5, 7}, false))))
	},
	"heat": func() *incompressibleFlow {
		return oracleWithHeat(oracleWithLid(oracleWithSolid(oracleBox([3]int{6, 5, 7}, false))))
	},
}

// eachOracle runs a test for each flow, with its state at the beginning made free of divergence.
func eachOracle(t *testing.T,
	test func(t *testing.T, f *incompressibleFlow, o *oracle, s *oracleState)) {
	for name, flow := range oracleFlows {
		t.Run(name, func(t *testing.T) {
			f := flow()
			o, s := newOracle(f), oracleStart(f)
			o.project(&s.U, 1)
			test(t, f, o, s)
		})
	}
}

// Convection neither gives kinetic energy nor takes it: Σ u N(u) is 0 to round-off where the
// divergence is. It does not change momentum where there are no walls.
func TestOracleConvection(t *testing.T) {
	eachOracle(t, func(t *testing.T, f *incompressibleFlow, o *oracle, s *oracleState) {
		f.Heat = nil
		var power, size float64
		for c, rates := range o.rates(s, false) {
			sum, all := 0.0, 0.0
			for n, rate := range rates {
				if rate *= o.weight(n, c); c < 3 {
					power += s.U[c][n] * rate
					size += math.Abs(s.U[c][n] * rate)
				}
				sum, all = sum+rate, all+math.Abs(rate)
			}
			if f.Periodic[0] && f.Solids == nil && math.Abs(sum) > 1e-13*all {
				t.Errorf("momentum %d grows by %g of %g", c, sum, all)
			}
		}
		if size == 0 || math.Abs(power) > 1e-13*size {
			t.Errorf("kinetic energy grows by %g of %g", power, size)
		}
	})
}

// After a step no cell has a divergence, fixed faces are at rest, and all is finite and not still.
func TestOracleDivergence(t *testing.T) {
	for scheme := range Schemes {
		eachOracle(t, func(t *testing.T, f *incompressibleFlow, o *oracle, s *oracleState) {
			f.Scheme = Scheme(scheme)
			for range 3 {
				oracleStep(f, s, 0.02)
			}
			for n := range o.solid {
				if d := o.divergence(&s.U, n); !(math.Abs(d) < 1e-12) {
					t.Fatalf("%v: cell %d has the divergence %g", f.Scheme, n, d)
				}
				for c := range s.U {
					if (s.U[c][n] == 0) != o.fixed(c, n) {
						t.Fatalf("%v: component %d of cell %d is %g", f.Scheme, c, n, s.U[c][n])
					}
				}
			}
		})
	}
}

// The Taylor-Green vortex in a plane is an eigenfunction of the discrete Laplacian, and its
// discrete convection is a gradient, so it decays by a number that is known to the last bits:
// trapezoidal stages by (1 - α q) / (1 + α q), q = ν Δt λ/2, and Adams-Bashforth by its recurrence.
func TestOracleTaylorGreen(t *testing.T) {
	const n, nu, dt = 12, 0.05, 0.07
	h := 2 * math.Pi / n
	f := flowOf(Flow{Cells: [3]int{n, 1, n}, Spacing: [3]float64{h, h, h},
		Periodic: [3]bool{true, true, true}}, Incompressible{Viscosity: nu,
		Velocity: func(c int, x [3]float64) float64 {
			return [3]float64{math.Sin(x[0]) * math.Cos(x[2]), 0, -math.Cos(x[0]) * math.Sin(x[2])}[c]
		}})
	lambda := 2 * (2 - 2*math.Cos(h)) / (h * h)
	q := nu * dt * lambda / 2
	stages := 1.0
	for _, alpha := range []float64{8.0 / 15, 2.0 / 15, 1.0 / 3} {
		stages *= (1 - alpha*q) / (1 + alpha*q)
	}
	first := 1 - 2*q
	second := first - 2*q*(1.5*first-0.5)
	third := second - 2*q*(1.5*second-0.5*first)
	for scheme, want := range []float64{third, stages * stages * stages} {
		f.Scheme = Scheme(scheme)
		s := oracleStart(f)
		for range 3 {
			oracleStep(f, s, dt)
		}
		start := oracleStart(f)
		for c := range s.U {
			for i, u := range s.U[c] {
				if math.Abs(u-want*start.U[c][i]) > 1e-14 {
					t.Fatalf("%v: u is %.17g, not %.17g", f.Scheme, u, want*start.U[c][i])
				}
			}
		}
	}
}

// Shear between a standing wall, or a solid's surface, and a lid is linear, and stays so. So is the
// temperature between two walls. The flow is in the direction x and in y.
func TestOracleLinear(t *testing.T) {
	for scheme := range Schemes {
		for _, solid := range []int{0, 2} {
			f := oracleBox([3]int{3, 4, 8}, true)
			f.Scheme, f.Periodic[2] = Scheme(scheme), false
			oracleWithLid(f)
			f.Walls[2] = [2]Wall{{Temperature: 3}, {f.Walls[2][1].Velocity, 5}}
			from, end := float64(solid)*f.Spacing[2], 8*f.Spacing[2]
			part := func(x [3]float64) float64 { return (x[2] - from) / (end - from) }
			f.Velocity = func(c int, x [3]float64) float64 { return part(x) * f.Walls[2][1].Velocity[c] }
			if solid > 0 {
				f.Solids = []Box{{Max: [3]int{3, 4, solid}}}
			} else {
				f.Heat = &Heat{Diffusivity: 0.1,
					Temperature: func(x [3]float64) float64 { return 3 + 2*part(x) }}
			}
			s := oracleStart(f)
			oracleStep(f, s, 0.01)
			oracleStep(f, s, 0.02)
			start := oracleStart(f)
			for c, values := range [][]float64{s.U[0], s.U[1], s.U[2], s.T} {
				was := [][]float64{start.U[0], start.U[1], start.U[2], start.T}[c]
				for n := range values {
					if math.Abs(values[n]-was[n]) > 1e-13 {
						t.Fatalf("%v, solid to %d: %d is %g, not %g", f.Scheme, solid, c, values[n],
							was[n])
					}
				}
			}
		}
	}
}

// No heat passes insulated walls and solids: its sum changes by the source alone. A temperature
// that is the same everywhere stays so, and holds the fluid at rest.
func TestOracleHeat(t *testing.T) {
	for scheme := range Schemes {
		f := oracleWithHeat(oracleWithSolid(oracleBox([3]int{6, 5, 7}, false)))
		f.Scheme = Scheme(scheme)
		for a := range f.Walls {
			f.Walls[a] = [2]Wall{Insulated, Insulated}
		}
		o, s := newOracle(f), oracleStart(f)
		o.project(&s.U, 1)
		sum := func() (all, fluid float64) {
			for n := range s.T {
				all += s.T[n]
				if !o.solid[n] {
					fluid++
				}
			}
			return all, fluid
		}
		before, cells := sum()
		oracleStep(f, s, 0.02)
		oracleStep(f, s, 0.01)
		if after, _ := sum(); math.Abs(after-before-0.03*0.1*cells) > 1e-12 {
			t.Errorf("%v: heat grows by %g, not %g", f.Scheme, after-before, 0.03*0.1*cells)
		}

		f.Velocity, f.Heat.Temperature = nil, func([3]float64) float64 { return 2 }
		f.Heat.Source = 0
		s = oracleStart(f)
		for n := range s.P { // hydrostatic, for the scheme that goes by increments
			s.P[n] = f.Heat.Expansion * 2 * 9.81 * f.Spacing[2] * float64(o.place(n)[2])
		}
		oracleStep(f, s, 0.02)
		oracleStep(f, s, 0.02)
		for n := range s.T {
			speed := math.Abs(s.U[0][n]) + math.Abs(s.U[1][n]) + math.Abs(s.U[2][n])
			if math.Abs(s.T[n]-2) > 1e-13 || speed > 1e-13 {
				t.Fatalf("%v: the temperature of cell %d is %g, and it moves by %g", f.Scheme, n, s.T[n],
					speed)
			}
		}
	}
}

// A hot cell rises.
func TestOracleBuoyancy(t *testing.T) {
	f := oracleWithHeat(oracleBox([3]int{5, 5, 5}, false))
	f.Velocity = nil
	f.Heat.Temperature = func(x [3]float64) float64 {
		return max(0, 1-100*(math.Pow(x[0]-0.25, 2)+math.Pow(x[1]-0.3125, 2)+math.Pow(x[2]-0.2, 2)))
	}
	s := oracleStart(f)
	oracleStep(f, s, 0.01)
	if w := s.U[2][newOracle(f).cell([3]int{2, 2, 2})]; !(w > 0) {
		t.Errorf("it moves up by %g", w)
	}
}

// Adams-Bashforth is of second order in time. Runge-Kutta is so with viscosity, and of third order
// without, also where Δt changes.
func TestOracleOrder(t *testing.T) {
	velocities := func(scheme Scheme, viscosity float64, steps int) (all []float64) {
		f := oracleWithLid(oracleBox([3]int{6, 1, 6}, viscosity == 0))
		f.Scheme, f.Viscosity = scheme, viscosity
		s := oracleStart(f)
		newOracle(f).project(&s.U, 1)
		for i := range steps {
			dt := 0.2 / float64(steps)
			oracleStep(f, s, dt*[...]float64{0.8, 1.2}[i%2])
		}
		return append(append(all, s.U[0]...), s.U[2]...)
	}
	apart := func(a, b []float64) (sum float64) {
		for n := range a {
			sum += (a[n] - b[n]) * (a[n] - b[n])
		}
		return math.Sqrt(sum)
	}
	for _, e := range []struct {
		scheme           Scheme
		viscosity, order float64
	}{{AdamsBashforth, 0.01, 2}, {RungeKutta, 0.01, 2}, {RungeKutta, 0, 3}} {
		coarse := velocities(e.scheme, e.viscosity, 16)
		middle, fine := velocities(e.scheme, e.viscosity, 32), velocities(e.scheme, e.viscosity, 64)
		order := math.Log2(apart(coarse, middle) / apart(middle, fine))
		if math.Abs(order-e.order) > 0.25 {
			t.Errorf("%v with ν = %g has the order %.2f, not %g", e.scheme, e.viscosity, order, e.order)
		}
	}
}
