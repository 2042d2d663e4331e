package grid

import (
	"encoding/binary"
	"math"
)

// Snapshot copies the flow to the host, in the centres of cells.
func (s *Simulation) Snapshot() (*Snapshot, error) {
	flow, c := s.flow, &s.parts[0].clock
	first := s.parts[0].first
	planes := 0
	for _, p := range s.parts {
		planes += p.planes
	}
	snap := &Snapshot{Time: c.Time, Step: c.Step, Cells: flow.Cells, Spacing: flow.Spacing,
		First: first, Planes: planes, Periodic: flow.Periodic, Precision: flow.Precision}
	of := func(p *part) []*field {
		all := []*field{p.u[0], p.u[1], p.u[2], p.pressure}
		if flow.Heat != nil {
			all = append(all, p.warm[c.Warm])
		}
		return all
	}
	data := make([][]byte, len(of(s.parts[0])))
	if err := s.download(of, data); err != nil {
		return nil, err
	}
	above, err := s.planeAbove()
	if err != nil {
		return nil, err
	}
	values := make([][]float64, len(data))
	for i := range data {
		values[i] = s.numbers(data[i])
	}
	snap.Fields = append(snap.Fields, Field{"Velocity", 3, "m/s", s.centres(values, above, planes)},
		Field{"Pressure", 1, "m2/s2", values[3]})
	if flow.Heat != nil {
		snap.Fields = append(snap.Fields, Field{"Temperature", 1, "K", values[4]})
	}
	if len(flow.Solids) > 0 {
		solid := make([]float64, len(values[3]))
		for k := range solid {
			if flow.solid(s.cellOf(first, k)) {
				solid[k] = 1
			}
		}
		snap.Fields = append(snap.Fields, Field{"Solid", 1, "", solid})
	}
	return snap, nil
}

// planeAbove is the third component on the faces above the last plane of this process.
func (s *Simulation) planeAbove() ([]float64, error) {
	flow, last := s.flow, s.parts[len(s.parts)-1]
	w := last.u[2]
	data := make([]byte, w.plane)
	switch at := last.first + last.planes; {
	case at < flow.Cells[2]:
		last.main.Download(data, w.halo(false))
	case flow.Periodic[2] && last.alone():
		last.main.Download(data, w.at)
	case flow.Periodic[2]:
		last.main.Download(data, w.halo(false))
	}
	err := last.main.Sync()
	return s.numbers(data), err
}

// cellOf is the place of the k-th cell of planes that begin with a given one.
func (s *Simulation) cellOf(first, k int) [3]int {
	n := s.flow.Cells
	return [3]int{k % n[0], k / n[0] % n[1], first + k/n[0]/n[1]}
}

// centres are velocities in the centres of cells: means of those on both faces.
func (s *Simulation) centres(u [][]float64, above []float64, planes int) []float64 {
	n := s.flow.Cells
	plane := n[0] * n[1]
	all := make([]float64, 3*plane*planes)
	upper := func(axis, k int, x [3]int) float64 {
		stride := []int{1, n[0], plane}[axis]
		switch {
		case axis == 2 && x[2] == planes-1:
			return above[k%plane]
		case x[axis] < n[axis]-1:
			return u[axis][k+stride]
		case s.flow.Periodic[axis] || n[axis] == 1:
			return u[axis][k-(n[axis]-1)*stride]
		}
		return 0
	}
	for k := range plane * planes {
		x := s.cellOf(0, k)
		for d := range 3 {
			all[3*k+d] = 0.5 * (u[d][k] + upper(d, k, x))
		}
	}
	return all
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
