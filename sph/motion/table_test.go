package motion

import (
	"math"
	"strings"
	"testing"
)

// Displacements alone give velocities that are continuous, no place beyond those of the table, rest where it rests, and a smooth motion
// that is off by little.
func TestTableBetweenItsTimes(t *testing.T) {
	table := Table{Times: []float64{0, 0.1, 0.3, 0.35, 0.6, 1}, Displacements: [][3]float64{{}, {}, {0.2}, {0.5}, {0.4}, {0.4}}}
	if err := table.Check(); err != nil {
		t.Fatal(err)
	}
	m := table.Rigid()
	if err := m.Check(2); err != nil {
		t.Fatal(err)
	}
	speed, accel := m.Greatest(2, make([]float64, len(m.Links)))
	_, before, _ := m.At(0)
	for k := 1; k <= 4000; k++ {
		time := float64(k) / 2000
		x, v, _ := m.At(time)
		if math.Abs(v[0]-before[0]) > accel/2000+1e-9 {
			t.Fatalf("at %g s the velocity jumps from %g to %g m/s", time, before[0], v[0])
		}
		if x[0] < 0 || x[0] > 0.5 || (time < 0.1 || time > 0.6) && v[0] != 0 {
			t.Fatalf("at %g s it is at %g m with %g m/s", time, x[0], v[0])
		}
		before = v
	}
	if low, high := m.Extent(2); low[0] != 0 || high[0] != 0.5 || !(speed > 6 && speed < 30) || !(accel > speed/0.2) || m.Last() != 1 {
		t.Errorf("it is between %g and %g m, at %g m/s and %g m/s² at most, until %g s", low[0], high[0], speed, accel, m.Last())
	}
	swing := Table{}
	for k := range 101 {
		swing.Times = append(swing.Times, 0.02*float64(k))
		swing.Displacements = append(swing.Displacements, [3]float64{0, 0, 1 - math.Cos(math.Pi*swing.Times[k])})
	}
	m = swing.Rigid()
	for k := range 1000 {
		time := 0.002 * float64(k)
		x, v, _ := m.At(time)
		if dx, dv := x[2]-1+math.Cos(math.Pi*time), v[2]-math.Pi*math.Sin(math.Pi*time); math.Abs(dx) > 2e-4 || math.Abs(dv) > 0.06 {
			t.Fatalf("at %g s it is off by %g m and %g m/s", time, dx, dv)
		}
	}
}

// A motion that repeats is the same in each period, with velocities that are continuous, for ever; one that does not end where it
// begins cannot.
func TestTableRepeats(t *testing.T) {
	table := Table{Times: []float64{0, 0.25, 0.5, 1}, Displacements: [][3]float64{{}, {0.1, 0, 0.2}, {0.3, -0.1, 0.1}, {}}, Repeat: true}
	if err := table.Check(); err != nil {
		t.Fatal(err)
	}
	m := table.Rigid()
	if err := m.Check(50); err != nil || !math.IsInf(m.Last(), 1) {
		t.Fatalf("it ends at %g s: %v", m.Last(), err)
	}
	// The rows, as often as it takes.
	long := table
	long.Repeat = false
	for round := 1; round < 6; round++ {
		for k := 1; k < 4; k++ {
			long.Times = append(long.Times, table.Times[k]+float64(round))
			long.Displacements = append(long.Displacements, table.Displacements[k])
		}
	}
	written := long.Rigid()
	for k := range 500 {
		time := 0.01 * float64(k)
		x, v, _ := m.At(time)
		y, w, _ := written.At(time)
		if !(far(x, y) < 1e-12 && far(v, w) < 1e-11) {
			t.Fatalf("at %g s: %v and %v, or %v and %v", time, x, v, y, w)
		}
		if z, u, _ := m.At(time + 40); time > 1 && !(far(x, z) < 1e-11 && far(v, u) < 1e-10) {
			t.Fatalf("at %g s it is %v m and %v m/s, 40 periods later %v m and %v m/s", time, x, v, z, u)
		}
	}
	if x, v, _ := m.At(5.4); norm(x) == 0 || norm(v) == 0 {
		t.Errorf("at 5.4 s it rests at %v", x)
	}
	table.Displacements[3][0] = 0.1
	if err := table.Check(); err == nil || !strings.Contains(err.Error(), "does not end where it begins") {
		t.Error(err)
	}
}

func far(x, y [3]float64) float64 { return norm(add(x, scaled(-1, y))) }
