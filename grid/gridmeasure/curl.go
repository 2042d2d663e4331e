package gridmeasure

import "gpusph/grid"

// Vorticity returns the component of ∇ × u along an axis, by the number of a cell [1/s]: along y it
// is ∂u/∂z - ∂w/∂x. Differences are central, and at walls one-sided, both of second order in the
// spacing. Solids count as fluid at rest. s has all planes.
func Vorticity(s *grid.Snapshot, axis int) func(n int) float64 {
	u := s.Field(Velocity)
	a, b := (axis+1)%3, (axis+2)%3
	return func(n int) float64 {
		return difference(s, u, b, a, n) - difference(s, u, a, b, n)
	}
}

// slope is the derivative of values in a cell of a stretched axis, that of a parabola through three
// cells.
func slope(s *grid.Snapshot, axis, i int, at func(k int) float64) float64 {
	n := s.Cells[axis]
	if n == 2 {
		return (at(1) - at(0)) / (s.Centre(axis, 1) - s.Centre(axis, 0))
	}
	first := i - 1
	if !s.Periodic[axis] {
		first = min(max(first, 0), n-3)
	}
	var x, y [3]float64
	for k := range x {
		c := (first + k + n) % n
		x[k], y[k] = s.Centre(axis, c), at(c)
		length := s.Face(axis, n) - s.Face(axis, 0)
		x[k] += length * float64((first+k-c)/n)
	}
	own := x[i-first]
	low, high := (y[1]-y[0])/(x[1]-x[0]), (y[2]-y[1])/(x[2]-x[1])
	return low + (high-low)/(x[2]-x[0])*(2*own-x[0]-x[1])
}

// difference is the derivative of a component along an axis, in a cell.
func difference(s *grid.Snapshot, f *grid.Field, component, axis, n int) float64 {
	stride := [3]int{1, s.Cells[0], s.Cells[0] * s.Cells[1]}[axis]
	cells, h := s.Cells[axis], s.Spacing[axis]
	i := n / stride % cells
	at := func(k int) float64 { return f.Values[(n+(k-i)*stride)*f.Components+component] }
	switch {
	case cells == 1:
		return 0
	case s.Faces[axis] != nil:
		return slope(s, axis, i, at)
	case s.Periodic[axis]:
		return (at((i+1)%cells) - at((i+cells-1)%cells)) / (2 * h)
	case cells == 2:
		return (at(1) - at(0)) / h
	case i == 0:
		return (-3*at(0) + 4*at(1) - at(2)) / (2 * h)
	case i == cells-1:
		return (3*at(i) - 4*at(i-1) + at(i-2)) / (2 * h)
	}
	return (at(i+1) - at(i-1)) / (2 * h)
}
