package bodies

import (
	"math"

	"gpusph/sph"
)

// TieRates are how fast bodies move by what ties them: the greatest angular frequency of springs
// and moorings, and the greatest rate of dampers [1/s].
type TieRates struct {
	Stiff, Damping float64
}

// step is the longest Δt that the rates allow [s]; 0 is any. The middle of a step follows from the
// velocity that the step begins with, so a spring is stable while ω Δt is at most 2. A damper is
// while γ Δt is at most 2 with the predictor and corrector, and 1 with Verlet, where the predictor
// has the force of the step before. The step is half of that: ties change their direction, and a
// period has six steps at least.
func (r TieRates) step(scheme sph.Scheme) float64 {
	damping := r.Damping
	if scheme == sph.Verlet {
		damping *= 2
	}
	if rate := r.Stiff + damping; rate > 0 {
		return 1 / rate
	}
	return 0
}

// The quantities of sph.Params.
const (
	tieFrequency = "frequency of ties"
	tieDamping   = "damping by ties"
)

func ratesOf(p *sph.Params) TieRates {
	return TieRates{*p.Number(tieFrequency), *p.Number(tieDamping)}
}

func (r TieRates) setIn(p *sph.Params) {
	*p.Number(tieFrequency), *p.Number(tieDamping) = r.Stiff, r.Damping
}

// longestStep is that of bodies that are tied [s].
func longestStep(p *sph.Params, s sph.Scheme) float64 { return ratesOf(p).step(s) }

// Tie is a spring, a torsion or a mooring of a free body.
type Tie struct {
	Kind  string // as case files name it: spring, torsion, mooring
	Body  int    // index of the body that has it
	Index int    // of its kind, from 0 on

	stiff, damping float64
	rows           []tieRow
	throws         float64 // speed that it would give its ends from what it stores at first [m/s]
}

// tieRow is how a force of 1 N, or a moment of 1 N m, of a tie acts on the bodies at its ends:
// their force and moment, and the acceleration that these give.
type tieRow []struct {
	body   int
	wrench [6]float64
	gives  [6]float64
}

// Ties are the springs, torsions and moorings of all free bodies.
func (c flow) ties() (all []Tie) {
	for _, i := range c.Free() {
		f := Of(&c.Bodies[i])
		for k := range f.Springs {
			s := &f.Springs[k]
			all = append(all, Tie{Kind: "spring", Body: i, Index: k, stiff: s.Stiff, damping: s.Damping,
				rows: c.pullRows(i, s.At, s.Body-1, s.To)})
			last := &all[len(all)-1]
			last.throws = last.thrown(s.At, s.To, s.stores())
		}
		for k := range f.Torsions {
			t := &f.Torsions[k]
			row := c.tieRow(i, [6]float64{3: t.Axis[0], 4: t.Axis[1], 5: t.Axis[2]}, nil)
			all = append(all, Tie{Kind: "torsion", Body: i, Index: k, stiff: t.Stiff,
				damping: t.Damping, rows: []tieRow{row}})
		}
		for k := range f.Moorings {
			m := &f.Moorings[k]
			all = append(all, Tie{Kind: "mooring", Body: i, Index: k, stiff: m.stiffest(),
				damping: m.Damping, rows: c.pullRows(i, m.At, -1, m.Anchor)})
			last := &all[len(all)-1]
			last.throws = last.thrown(m.At, m.Anchor, m.stores())
		}
	}
	return all
}

// stores is the energy of the spring at time 0 [J].
func (s *Spring) stores() float64 {
	by := sph.Norm([3]float64{s.At[0] - s.To[0], s.At[1] - s.To[1], s.At[2] - s.To[2]}) - s.Length
	if s.Slack {
		by = max(by, 0)
	}
	return s.Stiff * by * by / 2
}

// stores bounds the energy of the line at time 0 [J]: that of the part that hangs, and of its
// stretching.
func (m *Mooring) stores() float64 {
	up := m.At[2] - m.Anchor[2]
	pull, down := m.Forces(math.Hypot(m.At[0]-m.Anchor[0], m.At[1]-m.Anchor[1]), up)
	return m.Weight*up*up/2 + (pull*pull+down*down)*m.Length/(2*m.stretchStiffness())
}

// thrown is the speed by which the ends of a tie move apart or together once all of an energy is
// theirs.
func (t *Tie) thrown(at, to [3]float64, energy float64) float64 {
	var d [3]float64
	size := sph.Norm([3]float64{to[0] - at[0], to[1] - at[1], to[2] - at[2]})
	if energy == 0 || size == 0 {
		return 0
	}
	for a := range 3 {
		d[a] = (to[a] - at[a]) / size
	}
	mobility := 0.0
	for a := range 3 {
		for b := range 3 {
			mobility += d[a] * d[b] * t.rows[a].work(t.rows[b])
		}
	}
	return math.Sqrt(2 * energy * mobility)
}

// stiffest bounds the change of a mooring's force with the distance of its ends [N/m]: that of the
// taut line, and of the weight that is lifted.
func (m *Mooring) stiffest() float64 { return m.stretchStiffness()/m.Length + m.Weight }

// pullRows are those of a force along each axis between a point of a body and one of another, which
// is fixed or has no freedom where there is none of that index.
func (c flow) pullRows(body int, at [3]float64, other int, to [3]float64) (rows []tieRow) {
	for a := range 3 {
		var d [3]float64
		d[a] = 1
		row := c.tieRow(body, WrenchAt(&c.Bodies[body], at, d), nil)
		if other >= 0 && other < len(c.Bodies) && c.Bodies[other].Free != nil {
			d[a] = -1
			row = c.tieRow(other, WrenchAt(&c.Bodies[other], to, d), row)
		}
		rows = append(rows, row)
	}
	return rows
}

// WrenchAt is a force at a point and its moment about the body's pivot.
func WrenchAt(b *sph.Body, at, force [3]float64) (w [6]float64) {
	pivot := b.Pivot()
	for a := range 3 {
		k, l := (a+1)%3, (a+2)%3
		w[a] = force[a]
		w[3+a] = (at[k]-pivot[k])*force[l] - (at[l]-pivot[l])*force[k]
	}
	return w
}

// tieRow adds a body to a row.
func (c flow) tieRow(body int, wrench [6]float64, row tieRow) tieRow {
	return append(row, struct {
		body          int
		wrench, gives [6]float64
	}{body, wrench, Gives(&c.Bodies[body], wrench)})
}

// Gives is the acceleration of the pivot of a free body at rest by a force and a moment about that
// [m/s²], and the angular one [1/s²].
func Gives(b *sph.Body, wrench [6]float64) (gives [6]float64) {
	f := Of(b)
	for _, d := range f.Directions {
		along := dot3(d, [3]float64(wrench[:3])) / f.Mass
		for a := range 3 {
			gives[a] += along * d[a]
		}
	}
	spin := f.turnedBy(PivotInertia(b), [3]float64(wrench[3:]))
	copy(gives[3:], spin[:])
	return gives
}

// turnedBy is the angular acceleration by a moment of a body at rest [1/s²].
func (f *Body) turnedBy(inertia [3][3]float64, moment [3]float64) (spin [3]float64) {
	// in the space of the axes, filled up with ones
	var of [3][3]float64
	var right [3]float64
	for k := range 3 {
		of[k][k] = 1
	}
	for k, axis := range f.Axes {
		right[k] = dot3(axis, moment)
		for l, other := range f.Axes {
			of[k][l] = 0
			for a := range 3 {
				of[k][l] += axis[a] * dot3(inertia[a], other)
			}
		}
	}
	inverse := Inverse(of)
	for k, axis := range f.Axes {
		rate := dot3(inverse[k], right)
		for a := range 3 {
			spin[a] += rate * axis[a]
		}
	}
	return spin
}

func dot3(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// work is the work of a row's wrench on what another gives.
func (r tieRow) work(other tieRow) (w float64) {
	for _, end := range r {
		for _, o := range other {
			for k := 0; k < 6 && o.body == end.body; k++ {
				w += end.wrench[k] * o.gives[k]
			}
		}
	}
	return w
}

// greatestRate is the greatest eigenvalue of M⁻¹ Σ k J Jᵀ, k being the stiffness or the damping of
// each tie, J its rows and M the masses of bodies. The matrix of √(k l) Jᵀ M⁻¹ J has the same one,
// which its powers give.
func greatestRate(ties []Tie, of func(t *Tie) float64) float64 {
	var rows []tieRow
	var roots []float64
	for k := range ties {
		for _, row := range ties[k].rows {
			if size := of(&ties[k]); size > 0 {
				rows, roots = append(rows, row), append(roots, math.Sqrt(size))
			}
		}
	}
	n := len(rows)
	matrix, v := make([]float64, n*n), make([]float64, n)
	for i := range n {
		v[i] = 1 + 0.3*math.Sin(float64(i+1)) // not at right angles to anything likely
		for j := range n {
			matrix[n*i+j] = roots[i] * roots[j] * rows[i].work(rows[j])
		}
	}
	rate := 0.0
	for range 200 {
		next, size := make([]float64, n), 0.0
		for i := range n {
			for j := range n {
				next[i] += matrix[n*i+j] * v[j]
			}
			size = math.Hypot(size, next[i])
		}
		if rate = size; size == 0 || math.IsInf(size, 0) || math.IsNaN(size) {
			return size
		}
		for i := range n {
			v[i] = next[i] / size
		}
	}
	return rate
}

// tieRates are those of some ties.
func tieRates(ties []Tie) TieRates {
	return TieRates{
		Stiff:   math.Sqrt(greatestRate(ties, func(t *Tie) float64 { return t.stiff })),
		Damping: greatestRate(ties, func(t *Tie) float64 { return t.damping }),
	}
}
