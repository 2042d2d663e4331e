package atmosphere

import "math"

// oracle is a flow as plain arrays, one line of cells at a time. It uses the operations of a cell
// and an interface of this package, which have tests of their own; what it adds is the order of
// sweeps, the walls, the weight and the length of a step.
type oracle struct {
	*Flow
	q     [4][]float64 // ρ', ρu, ρw, (ρθ)', x fastest
	bases []Base
	time  float64
	dt    float64 // of the pair of steps
	steps int
}

func newOracle(f *Flow) *oracle {
	o := &oracle{Flow: f, bases: f.Bases()}
	for v := range o.q {
		o.q[v] = make([]float64, f.Cells[0]*f.Cells[1])
	}
	for n := range o.q[0] {
		if f.Theta != nil {
			o.q[0][n] = f.RhoAtStart(n%f.Cells[0], n/f.Cells[0])
		}
	}
	return o
}

// halo is how many cells beyond a line a sweep reads.
const halo = 3

// line is the cells along an axis with the halo at both ends, in the order of variables of a
// sweep.
type line struct {
	q    [][4]float64
	base []Base
	at   []int // cells of the grid, without the halo
}

// order is which variable of the grid is which of a sweep.
var order = [2][4]int{{0, 1, 2, 3}, {0, 2, 1, 3}}

// take returns the line of an axis with a number, its walls being mirrors.
func (o *oracle) take(axis, number int) line {
	n := o.Cells[axis]
	l := line{make([][4]float64, n+2*halo), make([]Base, n+2*halo), make([]int, n)}
	for j := range l.q {
		i := j - halo
		mirrored := false
		switch {
		case axis == 0 && o.Periodic:
			i = (i + n) % n
		case i < 0:
			i, mirrored = -1-i, true
		case i >= n:
			i, mirrored = 2*n-1-i, true
		}
		cell, base := number*o.Cells[0]+i, o.bases[number%o.Cells[1]].Level()
		if axis == 1 {
			cell, base = i*o.Cells[0]+number, o.bases[i]
		}
		for v, of := range order[axis] {
			l.q[j][v] = o.q[of][cell]
		}
		if mirrored {
			l.q[j][Across] = -l.q[j][Across]
			base = base.Mirror()
		}
		l.base[j] = base
		if 0 <= j-halo && j-halo < n {
			l.at[j-halo] = cell
		}
	}
	return l
}

// sides reconstructs the cells of a line of which there are two neighbours on both sides.
func (l *line) sides() []Side {
	s := make([]Side, len(l.q))
	for j := 2; j < len(s)-2; j++ {
		s[j].Mean, s[j].Base = l.q[j], l.base[j]
		for v := range s[j].Mean {
			s[j].Polynomial[v] = Reconstruct(&[5]float64{l.q[j-2][v], l.q[j-1][v], l.q[j][v],
				l.q[j+1][v], l.q[j+2][v]})
		}
	}
	return s
}

// sweep advances the lines along an axis by the step's length.
func (o *oracle) sweep(axis int) {
	if axis == 1 {
		o.weigh()
	}
	ratio := o.dt / o.Cell
	for number := range o.Cells[1-axis] {
		l := o.take(axis, number)
		sides := l.sides()
		flux := make([][4]float64, len(l.at)+1) // lower face of each cell, and the last upper one
		for j := range flux {
			low, high := &sides[j+halo-1], &sides[j+halo]
			flux[j] = Flux(low, high, ratio)
			if o.K > 0 {
				for v, d := range DiffusiveFlux(low, high, o.K/o.Cell) {
					flux[j][v] += d
				}
			}
		}
		for j, cell := range l.at {
			for v, of := range order[axis] {
				o.q[of][cell] -= ratio * (flux[j+1][v] - flux[j][v])
			}
		}
	}
	if axis == 1 {
		o.weigh()
	}
}

// weigh adds the weight of half a step to ρw.
func (o *oracle) weigh() {
	for n, rho := range o.q[0] {
		o.q[2][n] += Weight(rho, o.dt/2)
	}
}

// step advances by Δt: x z in even steps and z x in odd ones. A pair has one Δt and ends at End.
func (o *oracle) step() {
	if o.steps%2 == 0 {
		o.dt = min(o.CFL*o.Cell/o.fastest(), (o.End-o.time)/2)
		o.sweep(0)
		o.sweep(1)
	} else {
		o.sweep(1)
		o.sweep(0)
	}
	o.time += o.dt
	o.steps++
}

// fastest is max(|u|, |w|) + c over the cells.
func (o *oracle) fastest() (most float64) {
	for n, rho := range o.q[0] {
		b := o.bases[n/o.Cells[0]].Level()
		density := b.MeanDensity + rho
		p := b.Pressure[0] + PressureExcess(b.MeanDensity, b.Pressure[0], o.q[3][n])
		speed := max(math.Abs(o.q[1][n]), math.Abs(o.q[2][n])) / density
		most = max(most, speed+SoundSpeed(p, density))
	}
	return most
}

func (o *oracle) run() {
	for o.time < o.End*(1-1e-12) {
		o.step()
	}
}

// theta is θ' of a cell.
func (o *oracle) theta(i, k int) float64 {
	n := k*o.Cells[0] + i
	return ThetaExcess(&[4]float64{o.q[0][n], o.q[1][n], o.q[2][n], o.q[3][n]},
		o.bases[k].MeanDensity)
}

// extremes are those of θ' and of the velocities.
func (o *oracle) extremes() (theta, u, w [2]float64) {
	widen := func(r *[2]float64, v float64) { r[0], r[1] = min(r[0], v), max(r[1], v) }
	for n, rho := range o.q[0] {
		i, k := n%o.Cells[0], n/o.Cells[0]
		density := o.bases[k].MeanDensity + rho
		widen(&theta, o.theta(i, k))
		widen(&u, o.q[1][n]/density)
		widen(&w, o.q[2][n]/density)
	}
	return theta, u, w
}

// front is the greatest x with θ' = -1 K in the lowest row, linearly between centres.
func (o *oracle) front() float64 {
	for i := o.Cells[0] - 2; i >= 0; i-- {
		a, b := o.theta(i, 0), o.theta(i+1, 0)
		if a <= -1 && b > -1 {
			return o.Left + o.Cell*(float64(i)+0.5+(-1-a)/(b-a))
		}
	}
	return math.NaN()
}
