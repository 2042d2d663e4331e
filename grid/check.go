package grid

import (
	"errors"
	"fmt"
	"math"
)

// mostCells is how many a flow may have: kernels count cells of a device in 31 bits.
const mostCells = 1 << 33

// Check refuses what cannot be computed.
func (f *Flow) Check(solver Solver) error {
	for d, n := range f.Cells {
		if n < 2 && !(d == 1 && n == 1) || n > 1<<20 {
			return fmt.Errorf("%s: %d cells along %c; from 2 to %d are possible, and one along y", f.Name,
				n, "xyz"[d], 1<<20)
		}
		if !(f.Spacing[d] > 0) {
			return fmt.Errorf("%s: cells are %g m long along %c; use more than 0", f.Name, f.Spacing[d],
				"xyz"[d])
		}
		if err := f.checkFaces(d); err != nil {
			return err
		}
	}
	if f.count() > mostCells {
		return fmt.Errorf("%s has %d cells; %d are the most", f.Name, f.count(), mostCells)
	}
	return f.Equations.check(f, solver)
}

// checkFaces refuses faces of an axis that do not fit its cells.
func (f *Flow) checkFaces(d int) error {
	faces := f.Faces[d]
	if faces == nil {
		return nil
	}
	length := float64(f.Cells[d]) * f.Spacing[d]
	err := CheckFaces(faces)
	switch _, flows := f.Equations.(*Incompressible); {
	case err != nil:
	case !flows:
		err = errors.New("only incompressible flows take stretched axes; leave them out")
	case len(faces) != f.Cells[d]+1:
		err = fmt.Errorf("%d cells have %d faces, not %d", f.Cells[d], f.Cells[d]+1, len(faces))
	case math.Abs(faces[len(faces)-1]-length) > 1e-9*length:
		err = fmt.Errorf("the last face is at %g m of %g m", faces[len(faces)-1], length)
	}
	if err != nil {
		return fmt.Errorf("%s: along %c %w", f.Name, "xyz"[d], err)
	}
	return nil
}

// count is how many cells there are.
func (f *Flow) count() int { return f.Cells[0] * f.Cells[1] * f.Cells[2] }

// SlicePlanes is how many planes along z a slice has, which belongs to one device.
func (f *Flow) SlicePlanes(solver Solver, devices int) int {
	return f.Equations.slicePlanes(f, solver, devices)
}

// Cost is what a cell takes.
func (f *Flow) Cost(solver Solver) Cost { return f.Equations.Cost(f, solver) }

// Quantities are what Sums has.
func (f *Flow) Quantities() []Quantity { return f.Equations.Quantities(f) }

// length is the longest side [m].
func (f *Flow) length() (most float64) {
	for d := range 3 {
		most = max(most, float64(f.Cells[d])*f.Spacing[d])
	}
	return most
}
