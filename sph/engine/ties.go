package engine

import (
	"gpusph/cuda"
	"gpusph/gpu"
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

// contactTables are what free bodies may touch, as kernels read it: see cuda/contact.h.
type contactTables struct {
	obstacles []cuda.Obstacle
	distances []float32
	points    [][4]float32
}

// contactTables makes those of the case.
func (s *config) contactTables() (t contactTables) {
	pivots, _ := s.Case.Pivots()
	for k, shape := range s.Case.Touching() {
		o := cuda.Obstacle{
			Body: int32(shape.Body), Step: shape.Grid.Step, Radius: -1,
			First: int32(len(t.distances)), FirstPoint: int32(len(t.points) / 2),
		}
		pivot := s.grid.Origin
		if shape.Body > 0 {
			pivot = pivots[shape.Body-1]
			o.Radius = 0
		}
		if k < len(s.carried) {
			free := s.Case.Bodies[s.carried[k]].Free
			o.Free, o.Friction, o.Damping = int32(k+1), free.Friction, free.ContactDamping()
		}
		for a := range 3 {
			o.Pivot[a], o.Low[a] = pivot[a]-s.grid.Origin[a], shape.Grid.Low[a]-pivot[a]
			o.Nodes[a] = int32(shape.Grid.Nodes[a])
		}
		t.distances = append(t.distances, shape.Grid.Of...)
		if shape.Body > 0 {
			for k, point := range shape.Points {
				x := point.At
				r := [3]float64{x[0] - pivot[0], x[1] - pivot[1], x[2] - pivot[2]}
				o.Radius = max(o.Radius, sph.Norm(r)+s.Case.Params.DeltaP)
				t.points = append(t.points, float4(r, shape.Parts[k]), float4(point.Normal, 0))
			}
		}
		o.EndPoint = int32(len(t.points) / 2)
		t.obstacles = append(t.obstacles, o)
	}
	return t
}

func float4(v [3]float64, w float64) [4]float32 {
	return [4]float32{float32(v[0]), float32(v[1]), float32(v[2]), float32(w)}
}

// chunks is how many parts of points the body with most has.
func (t *contactTables) chunks() (n int32) {
	for k := range t.obstacles {
		points := t.obstacles[k].EndPoint - t.obstacles[k].FirstPoint
		n = max(n, (points+cuda.ContactChunk-1)/cuda.ContactChunk)
	}
	return n
}

// contactBodies lets the control stream sum the forces of contacts in half a step.
func (d *domain) contactBodies(h stepStage) {
	args := d.bodies.contacts
	args.Motions, args.Half, args.Step = d.motionsOf(d.step), int32(h), int32(d.step)
	pairs := int(args.Free * args.Count)
	gpu.Launch(d.control, cuda.Overlap, args, 0, 32*pairs*int(args.Chunks))
	gpu.Launch(d.control, cuda.Contact, args, 0, pairs)
}
