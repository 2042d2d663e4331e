package references

import (
	"math"
	"testing"
)

func read(t *testing.T, name string) Table {
	t.Helper()
	table, err := Read(Files, name)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// between is a column of a table at a place, from the four rows around.
func between(rows [][]float64, column int, x float64) (sum float64) {
	first := 0
	for first+4 < len(rows) && rows[first+2][0] <= x {
		first++
	}
	for _, row := range rows[first : first+4] {
		term := row[column]
		for _, other := range rows[first : first+4] {
			if other[0] != row[0] {
				term *= (x - other[0]) / (row[0] - other[0])
			}
		}
		sum += term
	}
	return sum
}

// The project's own profiles of the lid-driven cavity agree with Botella and Peyret's everywhere,
// so that neither has a wrong digit that matters, and the tables with their extremes.
func TestLidDrivenCavity(t *testing.T) {
	own := read(t, "lid_cavity_profile.csv").Rows
	for name, column := range map[string]int{"lid_cavity_botella_u.csv": 3,
		"lid_cavity_botella_w.csv": 4} {
		for _, row := range read(t, name).Rows {
			if off := between(own, column, row[0]) - row[1]; math.Abs(off) > 0.0016 {
				t.Errorf("%s: at %g it has %g, and the project's own solution %g more", name, row[0],
					row[1], off)
			}
		}
	}
	e := read(t, "lid_cavity_botella_extremes.csv").Rows[0]
	for i, column := range []int{3, 4, 4} {
		if off := between(own, column, e[2*i+1]) - e[2*i]; math.Abs(off) > 0.0016 {
			t.Errorf("at %g there is %g, and the project's own solution has %g more", e[2*i+1], e[2*i],
				off)
		}
	}
}

// The energy of the Taylor-Green vortex falls by the sum of its dissipation.
func TestTaylorGreen(t *testing.T) {
	rows := read(t, "taylor_green_re1600.csv").Rows
	peak := rows[0]
	for i := 1; i < len(rows); i++ {
		a, b := rows[i-1], rows[i]
		lost := (b[0] - a[0]) * (a[2] + b[2]) / 2
		if off := (a[1]-b[1])/lost - 1; math.Abs(off) > 0.02 {
			t.Errorf("from %g to %g the energy falls by %g, %.1f %% more than is dissipated", a[0], b[0],
				a[1]-b[1], 100*off)
		}
		if b[2] > peak[2] {
			peak = b
		}
	}
	if peak[0] != 8.97 {
		t.Errorf("the dissipation is greatest at %g", peak[0])
	}
}

// The cavities that are heated are the same in both tables, within de Vahl Davis' error.
func TestHeatedCavity(t *testing.T) {
	own := read(t, "heated_cavity_converged.csv").Rows
	for i, row := range read(t, "heated_cavity_devahldavis.csv").Rows {
		for k, limit := range []float64{0.004, 0.004, 0.004, 0.001, 0.01, 0.001} {
			a, b := row[1+k], own[i][2+k]
			off := a/b - 1
			if k == 3 || k == 5 { // places
				off = a - b
			}
			if math.Abs(off) > limit {
				t.Errorf("Ra %g: column %d has %g and %g", row[0], k, a, b)
			}
		}
	}
}
