package airtest

import (
	"math"

	"gpusph/grid/atmosphere"
)

// Oracle is a flow as plain arrays, one line of cells at a time. It uses the operations of a cell
// and an interface of package atmosphere, which have tests of their own; what it adds is the order
// of sweeps, the walls, the weight and the length of a step.
type Oracle struct {
	*atmosphere.Flow
	Q     [4][]float64     // ρ', ρu, ρw, (ρθ)', x fastest
	rows  []atmosphere.Row // with the halo below the ground and above the top
	Time  float64
	Dt    float64 // of the pair of steps
	Steps int
}

// New returns the oracle of a flow at its beginning.
func New(f *atmosphere.Flow) *Oracle {
	o := &Oracle{Flow: f, rows: f.Rows(-atmosphere.Halo, f.Cells[1]+atmosphere.Halo)}
	for v := range o.Q {
		o.Q[v] = make([]float64, f.Cells[0]*f.Cells[1])
	}
	for n := range o.Q[0] {
		if f.Theta != nil {
			o.Q[0][n] = f.RhoAtStart(n%f.Cells[0], n/f.Cells[0])
		}
	}
	return o
}

// Row returns the base of a row.
func (o *Oracle) Row(k int) *atmosphere.Row { return &o.rows[k+atmosphere.Halo] }

// line is the cells along an axis with the halo at both ends, in the order of variables of a
// sweep.
type line struct {
	q    [][4]float64
	base []atmosphere.Base
	face []atmosphere.Face // below each cell
	at   []int             // cells of the grid, without the halo
}

// order is which variable of the grid is which of a sweep.
var order = [2][4]int{{0, 1, 2, 3}, {0, 2, 1, 3}}

// take returns the line of an axis with a number, its walls being mirrors.
func (o *Oracle) take(axis, number int) line {
	n := o.Cells[axis]
	all := n + 2*atmosphere.Halo
	l := line{make([][4]float64, all), make([]atmosphere.Base, all),
		make([]atmosphere.Face, all), make([]int, n)}
	for j := range l.q {
		i := j - atmosphere.Halo
		mirrored := false
		switch {
		case axis == 0 && o.Periodic:
			i = (i + n) % n
		case i < 0:
			i, mirrored = -1-i, true
		case i >= n:
			i, mirrored = 2*n-1-i, true
		}
		cell := number*o.Cells[0] + i
		if axis == 1 {
			cell = i*o.Cells[0] + number
			l.base[j], l.face[j] = o.rows[j].Base, o.rows[j].Lower
		} else {
			l.base[j], l.face[j] = o.Row(number).Level, o.Row(number).Level.Face()
		}
		for v, of := range order[axis] {
			l.q[j][v] = o.Q[of][cell]
		}
		if mirrored {
			l.q[j][atmosphere.Across] = -l.q[j][atmosphere.Across]
		}
		if 0 <= j-atmosphere.Halo && j-atmosphere.Halo < n {
			l.at[j-atmosphere.Halo] = cell
		}
	}
	return l
}

// sides reconstructs the cells of a line of which there are two neighbours on both sides.
func (l *line) sides() []atmosphere.Side {
	s := make([]atmosphere.Side, len(l.q))
	for j := 2; j < len(s)-2; j++ {
		s[j].Mean, s[j].Base = l.q[j], l.base[j]
		for v := range s[j].Mean {
			s[j].Polynomial[v] = atmosphere.Reconstruct(&[5]float64{l.q[j-2][v], l.q[j-1][v], l.q[j][v],
				l.q[j+1][v], l.q[j+2][v]})
		}
	}
	return s
}

// Sweep advances the lines along an axis by the step's length.
func (o *Oracle) Sweep(axis int) {
	if axis == 1 {
		o.weigh()
	}
	ratio := o.Dt / o.Cell
	for number := range o.Cells[1-axis] {
		l := o.take(axis, number)
		sides := l.sides()
		flux := make([][4]float64, len(l.at)+1) // lower face of each cell, and the last upper one
		for j := range flux {
			low, high := &sides[j+atmosphere.Halo-1], &sides[j+atmosphere.Halo]
			flux[j] = atmosphere.Flux(low, high, &l.face[j+atmosphere.Halo], ratio)
			if o.K > 0 {
				for v, d := range atmosphere.DiffusiveFlux(low, high, o.K/o.Cell) {
					flux[j][v] += d
				}
			}
		}
		for j, cell := range l.at {
			for v, of := range order[axis] {
				o.Q[of][cell] -= ratio * (flux[j+1][v] - flux[j][v])
			}
		}
	}
	if axis == 1 {
		o.weigh()
	}
}

// weigh adds the weight of half a step to ρw.
func (o *Oracle) weigh() {
	for n, rho := range o.Q[0] {
		o.Q[2][n] += atmosphere.Weight(rho, o.Dt/2)
	}
}

// Step advances by Δt: x z in even steps and z x in odd ones. A pair has one Δt and ends at End.
func (o *Oracle) Step() {
	if o.Steps%2 == 0 {
		o.Dt = min(o.CFL*o.Cell/o.fastest(), (o.End-o.Time)/2)
		o.Sweep(0)
		o.Sweep(1)
	} else {
		o.Sweep(1)
		o.Sweep(0)
	}
	o.Time += o.Dt
	o.Steps++
}

// fastest is max(|u|, |w|) + c over the cells, rounded to single precision as kernels tally it.
func (o *Oracle) fastest() (most float64) {
	for n := range o.Q[0] {
		q := [4]float64{o.Q[0][n], o.Q[1][n], o.Q[2][n], o.Q[3][n]}
		most = max(most, atmosphere.Speed(&q, o.Row(n/o.Cells[0])))
	}
	return float64(float32(most))
}

// Run advances to the end.
func (o *Oracle) Run() {
	for o.Time < o.End*(1-1e-12) {
		o.Step()
	}
}

// Theta is θ' of a cell.
func (o *Oracle) Theta(i, k int) float64 {
	n := k*o.Cells[0] + i
	return atmosphere.ThetaExcess(&[4]float64{o.Q[0][n], o.Q[1][n], o.Q[2][n], o.Q[3][n]},
		o.Row(k).MeanDensity)
}

// Extremes are those of θ' and of the velocities.
func (o *Oracle) Extremes() (theta, u, w [2]float64) {
	widen := func(r *[2]float64, v float64) { r[0], r[1] = min(r[0], v), max(r[1], v) }
	for n, rho := range o.Q[0] {
		i, k := n%o.Cells[0], n/o.Cells[0]
		density := o.Row(k).MeanDensity + rho
		widen(&theta, o.Theta(i, k))
		widen(&u, o.Q[1][n]/density)
		widen(&w, o.Q[2][n]/density)
	}
	return theta, u, w
}

// Front is the greatest x with θ' = -1 K in the lowest row, linearly between centres.
func (o *Oracle) Front() float64 {
	for i := o.Cells[0] - 2; i >= 0; i-- {
		a, b := o.Theta(i, 0), o.Theta(i+1, 0)
		if a <= -1 && b > -1 {
			return o.Left + o.Cell*(float64(i)+0.5+(-1-a)/(b-a))
		}
	}
	return math.NaN()
}
