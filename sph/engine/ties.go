package engine

import (
	"gpusph/cuda"
	"gpusph/sph"
)

// tieRows are what pulls free bodies besides the fluid, as kernels read it.
type tieRows struct {
	ties  []cuda.Tie
	lines []float64 // forces of moorings
}

// addTies adds those of a body, and the other ends of springs of bodies that are tied to it.
func (s *config) addTies(r *tieRows, body int, pivots [][3]float64) {
	f := s.Case.Bodies[body].Free
	for k := range f.Springs {
		s.addSpring(r, &f.Springs[k], body, pivots, false)
	}
	for _, i := range s.carried {
		for k := range s.Case.Bodies[i].Free.Springs {
			if spring := &s.Case.Bodies[i].Free.Springs[k]; spring.Body == body+1 {
				s.addSpring(r, spring, i, pivots, true)
			}
		}
	}
	for _, t := range f.Torsions {
		r.ties = append(r.ties, cuda.Tie{Kind: cuda.TorsionTie, At: t.Axis, Stiff: t.Stiff,
			Damping: t.Damping})
	}
	for k := range f.Moorings {
		m := &f.Moorings[k]
		table := m.Table()
		row := cuda.Tie{
			Kind: cuda.MooringTie, Across: table.Across, Up: table.Up, Table: int32(len(r.lines) / 2),
			Columns: int32(table.Columns), Rows: int32(table.Rows), Damping: m.Damping,
		}
		for a := range 3 {
			row.At[a], row.To[a] = m.At[a]-pivots[body][a], m.Anchor[a]-pivots[body][a]
		}
		r.lines = append(r.lines, table.Forces...)
		r.ties = append(r.ties, row)
	}
}

// addSpring adds a spring of a body, as what it does to that or, mirrored, to the body at its other
// end.
func (s *config) addSpring(r *tieRows, spring *sph.Spring, body int, pivots [][3]float64,
	mirrored bool) {
	row := cuda.Tie{Kind: cuda.SpringTie, Length: spring.Length, Stiff: spring.Stiff,
		Damping: spring.Damping}
	if spring.Slack {
		row.Kind = cuda.RopeTie
	}
	own, other := body, spring.Body-1
	at, to := spring.At, spring.To
	if mirrored {
		own, other, at, to = other, own, to, at
	}
	for a := range 3 {
		row.At[a], row.To[a] = at[a]-pivots[own][a], to[a]-pivots[own][a]
	}
	if other >= 0 {
		for k, i := range s.carried {
			if i == other {
				row.Other = int32(k + 1)
			}
		}
		for a := range 3 {
			row.To[a], row.Between[a] = to[a]-pivots[other][a], pivots[other][a]-pivots[own][a]
		}
	}
	r.ties = append(r.ties, row)
}
