package lattice

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Base is a fluid in layers between walls, whose waves grow or decay: its temperature T(z) at
// points between the walls. It is in hydrostatic balance, d(ln p)/dz = -g/T.
//
// Its temperature diffuses. At constant pressure, with χ = ε T and ε = τ - 1/2, the fluid expands
// or shrinks with the velocity w₀ = ε dT/dz, and
//
//	∂T/∂t = ε (T ∂²T/∂z² - (∂T/∂z)²).
//
// Derivation: ρ c_p (∂T/∂t + w₀ ∂T/∂z) = κ ∂²T/∂z² with κ = ρ c_p χ, and ∂w₀/∂z = D(ln T)/Dt. The
// hydrostatic change of pressure adds -ε g ∂T/∂z, which moves the interface by ε g t, some 1e-2
// cells, and is left out.
type Base struct {
	*nodes
	gravity, excess float64 // g, and ε
	temperature     []float64
}

// basePoints are points of a base. With half as many again, rates differ by less than 1e-6.
const basePoints = 80

// Base is the flow's at the beginning, without waves, between the rows of the walls.
func (r *RayleighTaylor) Base() *Base { return r.base(basePoints) }

func (r *RayleighTaylor) base(points int) *Base {
	half := r.height(r.Cells[1] - Reach)
	b := &Base{gravity: r.Gravity(), excess: r.Tau() - 0.5,
		nodes: newNodes(points, half, r.Interface*float64(r.Cells[0])/6)}
	for _, z := range b.z {
		b.temperature = append(b.temperature, r.temperature(z))
	}
	return b
}

// Temperature is that at a height over the interface's at the beginning [cells].
func (b *Base) Temperature(z float64) float64 { return b.at(z, b.temperature) }

// Diffuse is the base after a time [steps], by the Runge-Kutta scheme of fourth order. Walls keep
// their temperatures.
func (b *Base) Diffuse(time float64) *Base {
	later := *b
	later.temperature = append([]float64(nil), b.temperature...)
	size, hottest := 0.0, 0.0 // ∥d²/dz²∥, by rows
	for i, row := range b.second {
		sum := 0.0
		for _, f := range row {
			sum += math.Abs(f)
		}
		size, hottest = max(size, sum), max(hottest, b.temperature[i])
	}
	steps := int(math.Ceil(time * b.excess * hottest * size / 2.5))
	h := time / float64(max(steps, 1))
	for range steps {
		t := later.temperature
		k1 := later.heating(t)
		k2 := later.heating(plus(t, h/2, k1))
		k3 := later.heating(plus(t, h/2, k2))
		k4 := later.heating(plus(t, h, k3))
		for i := range t {
			t[i] += h / 6 * (k1[i] + 2*k2[i] + 2*k3[i] + k4[i])
		}
	}
	return &later
}

// heating is ∂T/∂t.
func (b *Base) heating(t []float64) []float64 {
	slope, bend := times(b.first, t), times(b.second, t)
	for i := range t {
		bend[i] = b.excess * (t[i]*bend[i] - slope[i]*slope[i])
	}
	bend[0], bend[len(t)-1] = 0, 0
	return bend
}

// plus is a + f b.
func plus(a []float64, f float64, b []float64) []float64 {
	sum := make([]float64, len(a))
	for i := range sum {
		sum[i] = a[i] + f*b[i]
	}
	return sum
}

// Mode is a wave of a base that grows: density ρ₀ (1 + r), velocities u and w and temperature
// T₀ (1 + θ), with
//
//	r = r(z) cos(k x),  w = w(z) cos(k x),  θ = θ(z) cos(k x),  u = u(z) sin(k x),
//
// all times exp(Rate t). The greatest w is 1.
type Mode struct {
	Rate         float64 // [1/step]
	base         *Base
	r, u, w, hot []float64
}

// At are the values of a mode at a height over the interface.
func (m *Mode) At(z float64) (r, u, w, theta float64) {
	b := m.base
	return b.at(z, m.r), b.at(z, m.u), b.at(z, m.w), b.at(z, m.hot)
}

// Mode is the wave of wave number k [1/cell] that grows the fastest without moving along x: the
// greatest real eigenvalue of the linear equations of the base (see linear). An error says that
// there is none that the points resolve.
func (b *Base) Mode(k float64) (*Mode, error) {
	full := b.linear(k)
	n := len(b.z)
	var free []int // those of u, w and θ at walls are 0
	for i := range 4 * n {
		if i < n || i%n > 0 && i%n < n-1 {
			free = append(free, i)
		}
	}
	m := mat.NewDense(len(free), len(free), nil)
	for a, i := range free {
		for c, j := range free {
			m.Set(a, c, full[i][j])
		}
	}
	var e mat.Eigen
	if !e.Factorize(m, mat.EigenRight) {
		return nil, errors.New("the eigenvalues of the base do not converge")
	}
	var vectors mat.CDense
	e.VectorsTo(&vectors)
	var best *Mode
	for c, value := range e.Values(nil) {
		if imag(value) != 0 || real(value) <= 0 || best != nil && real(value) <= best.Rate {
			continue
		}
		all := make([]float64, 4*n)
		for a, i := range free {
			all[i] = real(vectors.At(a, c))
		}
		if mode := b.mode(real(value), all); mode != nil {
			best = mode
		}
	}
	if best == nil {
		return nil, errors.New("no wave of the base grows, or the points do not resolve it")
	}
	return best, nil
}

// mode is that of a vector, unless w changes its sign from point to point, as spurious vectors do.
func (b *Base) mode(rate float64, all []float64) *Mode {
	n := len(b.z)
	w := all[2*n : 3*n]
	top, changes := 0.0, 0
	for i := range w {
		if math.Abs(w[i]) > math.Abs(top) {
			top = w[i]
		}
		if i > 0 && w[i]*w[i-1] < 0 {
			changes++
		}
	}
	if top == 0 || changes > n/8 {
		return nil
	}
	for i := range all {
		all[i] /= top
	}
	return &Mode{Rate: rate, base: b, r: all[:n], u: all[n : 2*n], w: w, hot: all[3*n:]}
}

// linear is the matrix of σ (r, u, w, θ): the compressible Navier-Stokes equations with p = ρ T, γ
// = 2, ν = χ = ε T and no bulk viscosity, linear about a base. With an index z for d/dz, D = k u +
// w_z, π = r + θ and w₀ = ε T_z
//
//	σ r = -w₀ r_z - w (ln ρ₀)_z - D
//	σ u = -w₀ u_z + k T π + ε (T u_zz - k² T u - g u_z + g k w)
//	σ w = -w₀ w_z - w w₀_z - T π_z + g θ + ε (T w_zz - k² T w - g w_z + g k u)
//	σ θ = -w₀ θ_z - w (ln T)_z - D + 2 ε ((T θ)_zz - k² T θ - (g/T) (T θ)_z + T_z π_z)
//
// and u is real: the velocity along x is -i u e^(i k x). Viscosity is ε p₀ (Laplacian), and the
// terms with ε g are those of its gradient, dp₀/dz = -g ρ₀. The conductivity is 2 ε p, so that of a
// wave is 2 ε p₀ π. The base is taken as steady within a growth time.
func (b *Base) linear(k float64) [][]float64 {
	n, g, eps := len(b.z), b.gravity, b.excess
	slope, bend := times(b.first, b.temperature), times(b.second, b.temperature)
	full := make([][]float64, 4*n)
	for i := range full {
		full[i] = make([]float64, 4*n)
	}
	for i, t := range b.temperature {
		drift, spread := eps*slope[i], eps*bend[i] // w₀ and w₀'
		r, u, w, theta := full[i], full[n+i], full[2*n+i], full[3*n+i]
		for j, d := range b.first[i] {
			dd, warm := b.second[i][j], b.temperature[j]
			r[j] -= drift * d
			r[2*n+j] -= d
			u[n+j] += eps*(t*dd-g*d) - drift*d
			w[j] -= t * d
			w[2*n+j] += eps*(t*dd-g*d) - drift*d
			w[3*n+j] -= t * d
			theta[j] += 2 * eps * slope[i] * d
			theta[2*n+j] -= d
			theta[3*n+j] += 2*eps*(dd*warm-g/t*d*warm+slope[i]*d) - drift*d
		}
		r[n+i] -= k
		r[2*n+i] += (g + slope[i]) / t
		u[i] += k * t
		u[n+i] -= eps * k * k * t
		u[2*n+i] += eps * g * k
		u[3*n+i] += k * t
		w[n+i] += eps * g * k
		w[2*n+i] -= eps*k*k*t + spread
		w[3*n+i] += g
		theta[n+i] -= k
		theta[2*n+i] -= slope[i] / t
		theta[3*n+i] -= 2 * eps * k * k * t
	}
	return full
}

// Growing is the state of the fluid at a site where the fastest of n waves across the width grows,
// whose greatest velocity across the interface is w [cells/step], small beside Speed. After a time
// t its amplitude is that at the beginning times exp of the integral of the rate (Growth).
func (r *RayleighTaylor) Growing(n int, w float64) (func(x, row int) (rho, ux, uy, t float64),
	error) {
	mode, err := r.Base().Mode(r.Number(n))
	if err != nil {
		return nil, err
	}
	rows := make([][6]float64, r.Cells[1])
	for row := range rows {
		z := r.height(row)
		a, u, v, theta := mode.At(z)
		t := r.temperature(z)
		rows[row] = [6]float64{r.pressure(z) / t, t, w * a, w * u, w * v, w * theta}
	}
	l := r.Cells[0]
	return func(x, row int) (rho, ux, uy, t float64) {
		sin, cos := math.Sincos(2 * math.Pi * float64(n*x%l) / float64(l))
		v := &rows[row]
		return v[0] * (1 + v[2]*cos), v[3] * sin, v[4] * cos, v[1] * (1 + v[5]*cos)
	}, nil
}

// growthSteps are steps of Growth in the unit of time. Twice the number changes it by less than
// 1e-4.
const growthSteps = 40

// Growth is the logarithm by which Wave has grown since the beginning, at times [steps] in rising
// order, of a state that Growing makes. The base diffuses meanwhile, and the wave changes its
// shape, so this is more than the integral of the rates of modes, by 1 to 2 %. It is the solution
// of the linear equations about the base of each time, by the implicit midpoint rule.
func (r *RayleighTaylor) Growth(n int, times []float64) ([]float64, error) {
	base, k := r.Base(), r.Number(n)
	mode, err := base.Mode(k)
	if err != nil {
		return nil, err
	}
	q := slices.Concat(mode.r, mode.u, mode.w, mode.hot)
	size := func() float64 {
		sum := 0.0
		for row := range r.Cells[1] {
			w := base.at(r.height(row), q[2*len(base.z):3*len(base.z)])
			sum += w * w
		}
		return math.Log(sum) / 2
	}
	first, at := size(), 0.0
	var logs []float64
	for _, time := range times {
		steps := int(math.Ceil((time - at) / r.Unit() * growthSteps))
		h := (time - at) / float64(max(steps, 1))
		for range steps {
			middle := base.Diffuse(h / 2)
			if q, err = middle.advance(k, h, q); err != nil {
				return nil, err
			}
			base = middle.Diffuse(h / 2)
		}
		at = time
		logs = append(logs, size()-first)
	}
	return logs, nil
}

// advance solves (1 - h/2 M) q = (1 + h/2 M) q of before, M being linear. At walls u, w and θ stay.
func (b *Base) advance(k, h float64, before []float64) ([]float64, error) {
	full, n := b.linear(k), len(b.z)
	left, right := mat.NewDense(4*n, 4*n, nil), make([]float64, 4*n)
	for i, row := range full {
		right[i] = before[i]
		left.Set(i, i, 1)
		if i >= n && (i%n == 0 || i%n == n-1) {
			continue
		}
		for j, f := range row {
			right[i] += h / 2 * f * before[j]
			left.Set(i, j, left.At(i, j)-h/2*f)
		}
	}
	var q mat.VecDense
	if err := q.SolveVec(left, mat.NewVecDense(4*n, right)); err != nil {
		return nil, fmt.Errorf("a step of the linear equations: %w", err)
	}
	return q.RawVector().Data, nil
}

// Wave is the size of n waves in the velocities uy of all sites, along x first: the RMS over
// rows of the amplitude of the wave in each. Its logarithm rises by Growth.
func (r *RayleighTaylor) Wave(n int, uy []float64) float64 {
	l := r.Cells[0]
	total := 0.0
	for row := range r.Cells[1] {
		even, odd := 0.0, 0.0
		for x, v := range uy[row*l : (row+1)*l] {
			sin, cos := math.Sincos(2 * math.Pi * float64(n*x%l) / float64(l))
			even, odd = even+v*cos, odd+v*sin
		}
		total += even*even + odd*odd
	}
	return 2 / float64(l) * math.Sqrt(total/float64(r.Cells[1]))
}
