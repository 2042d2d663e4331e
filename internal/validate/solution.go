package validate

import "math"

// Solution is the steady flow that a grid gives, which runs are shown and compared with besides the
// literature's.
type Solution struct {
	Name    string  // of it in figures
	U, W    Curve   // velocities on the lines through the centre, along z and along x [m/s]
	Nusselt float64 // mean of both walls; NaN without heat
}

// Grid is the flow of which a case wants the solution.
type Grid struct {
	Problem string
	Options []string    // of it
	Cells   [levels]int // along each axis
}

// offGrid is by how much a value is off that of the grid, as a part of it; NaN without one.
func offGrid(r *Run, value float64, of func(*Solution) float64) float64 {
	if r.Grid == nil {
		return math.NaN()
	}
	return value/of(r.Grid) - 1
}
