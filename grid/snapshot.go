package grid

import (
	"encoding/binary"
	"math"
	"sort"
)

// Snapshot copies the flow to the host, in the centres of cells.
func (s *Simulation) Snapshot() (*Snapshot, error) {
	flow, c := s.flow, &s.parts[0].clock
	snap := &Snapshot{Time: c.Time, Step: c.Step, Cells: flow.Cells, Spacing: flow.Spacing,
		Faces: flow.Faces, Origin: flow.Origin, First: s.parts[0].first, Periodic: flow.Periodic,
		Precision: flow.Precision}
	snap.Shown, snap.Staggered = flow.Equations.shows()
	all := make([][]Field, len(s.parts))
	err := s.each(func(p *part) (err error) {
		all[p.member.Index-s.group.First], err = p.scheme.shown()
		return err
	})
	if err != nil {
		return nil, err
	}
	for i, p := range s.parts {
		snap.Planes += p.planes
		if i == 0 {
			snap.Fields = all[0]
			continue
		}
		for k := range snap.Fields {
			snap.Fields[k].Values = append(snap.Fields[k].Values, all[i][k].Values...)
		}
	}
	return snap, nil
}

// Centre is that of a cell along an axis [m].
func (s *Snapshot) Centre(axis, i int) float64 {
	return s.Origin[axis] + centre(s.Faces[axis], s.Spacing[axis], i)
}

// Face is the lower face of a cell along an axis, or the upper end of the domain [m].
func (s *Snapshot) Face(axis, i int) float64 {
	if faces := s.Faces[axis]; faces != nil {
		return s.Origin[axis] + faces[i]
	}
	return s.Origin[axis] + float64(i)*s.Spacing[axis]
}

// Width is that of a cell along an axis [m].
func (s *Snapshot) Width(axis, i int) float64 {
	if faces := s.Faces[axis]; faces != nil {
		return faces[i+1] - faces[i]
	}
	return s.Spacing[axis]
}

// CellAt is the cell that has a place along an axis, or the nearest one.
func (s *Snapshot) CellAt(axis int, x float64) int {
	i := int((x - s.Origin[axis]) / s.Spacing[axis])
	if faces := s.Faces[axis]; faces != nil {
		i = sort.SearchFloat64s(faces, x-s.Origin[axis]) - 1
	}
	return min(max(i, 0), s.Cells[axis]-1)
}

// readFields copies fields to the host: the numbers of the own planes.
func (p *part) readFields(fields ...*field) (all [][]float64, err error) {
	for _, f := range fields {
		data := make([]byte, f.plane*f.planes)
		p.main.Download(data, f.at)
		if err := p.main.Sync(); err != nil {
			return nil, err
		}
		all = append(all, p.sim.numbers(data))
	}
	return all, nil
}

// numbers are those that bytes of a field have.
func (s *Simulation) numbers(data []byte) []float64 {
	size := s.flow.Precision.Bytes()
	all := make([]float64, len(data)/size)
	for i := range all {
		if size == 8 {
			all[i] = math.Float64frombits(binary.NativeEndian.Uint64(data[8*i:]))
		} else {
			all[i] = float64(math.Float32frombits(binary.NativeEndian.Uint32(data[4*i:])))
		}
	}
	return all
}

// encode is numbers as a field of a precision has them.
func (p Precision) encode(values []float64) []byte {
	b := make([]byte, 0, len(values)*p.Bytes())
	for _, v := range values {
		if p == Single {
			b = binary.NativeEndian.AppendUint32(b, math.Float32bits(float32(v)))
		} else {
			b = binary.NativeEndian.AppendUint64(b, math.Float64bits(v))
		}
	}
	return b
}

// shown implements scheme.
func (p *incompressible) shown() ([]Field, error) {
	flow := p.flow
	fields := []*field{p.u[0], p.u[1], p.u[2], p.pressure}
	if flow.Heat != nil {
		fields = append(fields, p.warm[p.clock.Turn])
	}
	values, err := p.readFields(fields...)
	if err != nil {
		return nil, err
	}
	above, err := p.planeAbove()
	if err != nil {
		return nil, err
	}
	moving, warm := flow.ends()
	all := []Field{{"Velocity", 3, "m/s", p.centres(values, above), moving},
		{"Pressure", 1, "m2/s2", values[3], nil}}
	if flow.Heat != nil {
		all = append(all, Field{"Temperature", 1, "K", values[4], warm})
	}
	if len(flow.Solids) > 0 {
		solid := make([]float64, len(values[3]))
		for k := range solid {
			if !p.vanished() && flow.solid(flow.cellOf(p.first, k)) {
				solid[k] = 1
			}
		}
		all = append(all, Field{"Solid", 1, "", solid, nil})
	}
	return all, nil
}

// ends are the velocity and the temperature at the walls: fluid sticks to them, and those that are
// not insulated give it their temperature.
func (f *incompressibleFlow) ends() (moving, warm []End) {
	for axis, walls := range f.Walls {
		for end, wall := range walls {
			if f.Periodic[axis] {
				continue
			}
			for c, v := range wall.Velocity {
				moving = append(moving, End{c, axis, end == 1, v})
			}
			if !math.IsNaN(wall.Temperature) {
				warm = append(warm, End{0, axis, end == 1, wall.Temperature})
			}
		}
	}
	return moving, warm
}

// planeAbove is the third component on the faces above the last plane of the slab.
func (p *incompressible) planeAbove() ([]float64, error) {
	w := p.u[2]
	data := make([]byte, w.plane)
	switch {
	case p.flow.Periodic[2] && p.alone():
		p.main.Download(data, w.at)
	case p.flow.Periodic[2] || p.first+p.planes < p.flow.Cells[2]:
		p.main.Download(data, w.halo(false))
	}
	err := p.main.Sync()
	return p.sim.numbers(data), err
}

// cellOf is the place of the k-th cell of planes that begin with a given one.
func (f *Flow) cellOf(first, k int) [3]int {
	n := f.Cells
	return [3]int{k % n[0], k / n[0] % n[1], first + k/n[0]/n[1]}
}

// centres are velocities in the centres of cells: means of those on both faces.
func (p *incompressible) centres(u [][]float64, above []float64) []float64 {
	n := p.flow.Cells
	plane := n[0] * n[1]
	all := make([]float64, 3*plane*p.planes)
	upper := func(axis, k int, x [3]int) float64 {
		stride := []int{1, n[0], plane}[axis]
		switch {
		case axis == 2 && x[2] == p.planes-1:
			return above[k%plane]
		case x[axis] < n[axis]-1:
			return u[axis][k+stride]
		case p.flow.Periodic[axis] || n[axis] == 1:
			return u[axis][k-(n[axis]-1)*stride]
		}
		return 0
	}
	for k := range plane * p.planes {
		x := p.flow.cellOf(0, k)
		for d := range 3 {
			all[3*k+d] = 0.5 * (u[d][k] + upper(d, k, x))
		}
	}
	return all
}
