package geometry

import (
	"math"
	"strings"
	"testing"
)

// bent is a sheet of n × n squares over the unit square, whose height is given, with normals up.
func bent(n int, height func(x, y float64) float64) (all []Triangle) {
	at := func(i, j int) Vec {
		x, y := float64(i)/float64(n), float64(j)/float64(n)
		return Vec{x, y, height(x, y)}
	}
	for i := range n {
		for j := range n {
			all = append(all, Triangle{at(i, j), at(i+1, j), at(i+1, j+1)},
				Triangle{at(i, j), at(i+1, j+1), at(i, j+1)})
		}
	}
	return all
}

// A sheet becomes a closed solid of its area times the thickness, on the side that is asked for.
func TestThicken(t *testing.T) {
	const thick = 0.1
	flat := func(_, _ float64) float64 { return 0 }
	for _, test := range []struct {
		name      string
		of        []Triangle
		side      Side
		volume    float64
		in, out   Vec
		low, high float64
	}{
		{"flat, behind", bent(3, flat), Behind, 0.1, Vec{0.5, 0.5, -0.05}, Vec{0.5, 0.5, 0.05}, -0.1, 0},
		{"flat, before", bent(3, flat), Before, 0.1, Vec{0.5, 0.5, 0.05}, Vec{0.5, 0.5, -0.05}, 0, 0.1},
		{"flat, both", bent(3, flat), BothSides, 0.1, Vec{0.5, 0.5, 0.04}, Vec{0.5, 0.5, 0.06}, -0.05,
			0.05},
		{"roof", bent(2, func(x, _ float64) float64 { return 0.5 - math.Abs(x-0.5) }), Behind,
			0.1*math.Sqrt2 - 0.01, Vec{0.5, 0.5, 0.4}, Vec{0.5, 0.5, 0.3}, -0.1, 0.5},
		{"arch", bent(40, func(x, _ float64) float64 { return math.Sqrt(1 - (x-0.5)*(x-0.5)) }), Behind,
			0.5 * (1 - 0.81) * math.Pi / 3, Vec{0.5, 0.5, 0.95}, Vec{0.5, 0.5, 0.88}, 0.7, 1},
	} {
		solid, turned, err := Thicken(test.of, thick, test.side)
		if err != nil || turned {
			t.Fatal(test.name, err, turned)
		}
		m, err := NewMesh(solid, 0)
		if err != nil {
			t.Fatal(test.name, err)
		}
		if faults := m.Faults(0); len(faults) > 0 || m.Flipped {
			t.Errorf("%s: %v, inside out: %v", test.name, faults, m.Flipped)
		}
		b := m.Bounds()
		if v := m.Volume(); math.Abs(v/test.volume-1) > 2e-3 || !m.Inside(test.in) ||
			m.Inside(test.out) || math.Abs(b.Max[2]-test.high) > 1e-9 || b.Min[2] < test.low-1e-9 {
			t.Errorf("%s: %g m³, not %g; from %g to %g m", test.name, v, test.volume, b.Min[2], b.Max[2])
		}
	}
}

// Triangles that lie the other way are turned round, and sheets that branch or have one side are
// refused.
func TestSheets(t *testing.T) {
	flat := bent(3, func(_, _ float64) float64 { return 0 })
	flat[5][0], flat[5][1] = flat[5][1], flat[5][0]
	solid, turned, err := Thicken(flat, 0.1, Behind)
	if m, e := NewMesh(solid, 0); err != nil || e != nil || !turned ||
		math.Abs(m.Volume()-0.1) > 1e-9 {
		t.Errorf("%v, %v, turned: %v", err, e, turned)
	}
	if _, _, err := Thicken(append(flat, Triangle{{0, 0, 0}, {1.0 / 3, 0, 0}, {0, 0, 1}},
		Triangle{{0, 0, 0}, {1.0 / 3, 0, 0}, {0, 0, -1}}), 0.1, Behind); err == nil ||
		!strings.Contains(err.Error(), "3 triangles of the sheet meet in one edge") {
		t.Error(err)
	}
	var strip []Triangle
	const n = 30
	at := func(i int, side float64) Vec {
		around, half := 2*math.Pi*float64(i%n)/n, math.Pi*float64(i%n)/n
		if i == n { // it comes back upside down
			side = -side
		}
		r := 1 + 0.2*side*math.Cos(half)
		return Vec{r * math.Cos(around), r * math.Sin(around), 0.2 * side * math.Sin(half)}
	}
	for i := range n {
		strip = append(strip, Triangle{at(i, -1), at(i+1, -1), at(i, 1)},
			Triangle{at(i+1, -1), at(i+1, 1), at(i, 1)})
	}
	if _, _, err := Thicken(strip, 0.1, Behind); err == nil ||
		!strings.Contains(err.Error(), "Möbius") {
		t.Error(err)
	}
}
