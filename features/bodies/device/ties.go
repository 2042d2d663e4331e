package device

import (
	"gpusph/cuda"
	"gpusph/features/bodies"
)

// addTies adds those of a body, and the other ends of springs of bodies that are tied to it.
func (f *Flow) addTies(body int) {
	free := bodies.Of(&f.Bodies[body])
	for k := range free.Springs {
		f.addSpring(&free.Springs[k], body, false)
	}
	for _, i := range f.free {
		for k := range bodies.Of(&f.Bodies[i]).Springs {
			if spring := &bodies.Of(&f.Bodies[i]).Springs[k]; spring.Body == body+1 {
				f.addSpring(spring, i, true)
			}
		}
	}
	for _, t := range free.Torsions {
		f.ties = append(f.ties, cuda.Tie{Kind: cuda.TorsionTie, At: t.Axis, Stiff: t.Stiff,
			Damping: t.Damping})
	}
	for k := range free.Moorings {
		m := &free.Moorings[k]
		table := m.Table()
		row := cuda.Tie{
			Kind: cuda.MooringTie, Across: table.Across, Up: table.Up, Table: int32(len(f.lines) / 2),
			Columns: int32(table.Columns), Rows: int32(table.Rows), Damping: m.Damping,
		}
		for a := range 3 {
			row.At[a], row.To[a] = m.At[a]-f.pivots[body][a], m.Anchor[a]-f.pivots[body][a]
		}
		f.lines = append(f.lines, table.Forces...)
		f.ties = append(f.ties, row)
	}
}

// addSpring adds a spring of a body, as what it does to that or, mirrored, to the body at its other
// end.
func (f *Flow) addSpring(spring *bodies.Spring, body int, mirrored bool) {
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
		row.At[a], row.To[a] = at[a]-f.pivots[own][a], to[a]-f.pivots[own][a]
	}
	if other >= 0 {
		row.Other = f.index[other] + 1
		for a := range 3 {
			row.To[a], row.Between[a] = to[a]-f.pivots[other][a], f.pivots[other][a]-f.pivots[own][a]
		}
	}
	f.ties = append(f.ties, row)
}
