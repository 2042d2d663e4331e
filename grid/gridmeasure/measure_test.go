package gridmeasure

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpusph/grid"
)

// faces are velocities at the lower faces of cells, those of the upper walls not among them.
type faces [3][]float64

// snapshot has the means of faces, as snapshots of a simulation do, and a temperature.
func snapshot(cells [3]int, spacing [3]float64, periodic [3]bool, u faces,
	temperature func(x [3]float64) float64) *grid.Snapshot {
	n := cells[0] * cells[1] * cells[2]
	s := &grid.Snapshot{Time: 2.5, Step: 10, Cells: cells, Spacing: spacing, Planes: cells[2],
		Periodic: periodic, Staggered: true}
	velocity := grid.Field{Name: Velocity, Components: 3, Unit: "m/s", Values: make([]float64, 3*n)}
	for c := range u {
		stride := [3]int{1, cells[0], cells[0] * cells[1]}[c]
		for i := range n {
			at, above := i/stride%cells[c], 0.0
			switch {
			case at < cells[c]-1:
				above = u[c][i+stride]
			case periodic[c]:
				above = u[c][i-(cells[c]-1)*stride]
			}
			velocity.Values[3*i+c] = (u[c][i] + above) / 2
		}
	}
	s.Fields = []grid.Field{velocity}
	if temperature != nil {
		f := grid.Field{Name: Temperature, Components: 1, Unit: "K"}
		for i := range n {
			f.Values = append(f.Values, temperature(centre(s, i)))
		}
		s.Fields = append(s.Fields, f)
	}
	return s
}

// onFaces are the values of a function on faces; those in walls are 0.
func onFaces(cells [3]int, spacing [3]float64, periodic [3]bool,
	of func(c int, x [3]float64) float64) (u faces) {
	s := &grid.Snapshot{Cells: cells, Spacing: spacing}
	for c := range u {
		stride := [3]int{1, cells[0], cells[0] * cells[1]}[c]
		for i := range cells[0] * cells[1] * cells[2] {
			x := centre(s, i)
			x[c] -= spacing[c] / 2
			v := 0.0
			if i/stride%cells[c] > 0 || periodic[c] {
				v = of(c, x)
			}
			u[c] = append(u[c], v)
		}
	}
	return u
}

func sampler(t *testing.T, s *grid.Snapshot) *Sampler {
	t.Helper()
	m, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The velocities on faces are found again from their means: between walls, and along periodic axes
// of an odd number of cells, exactly; of an even number without the wave of two cells.
func TestFaces(t *testing.T) {
	cells, spacing := [3]int{6, 5, 8}, [3]float64{0.1, 0.2, 0.3}
	for _, periodic := range [][3]bool{{}, {true, true, true}, {false, true, false}} {
		random := rand.New(rand.NewPCG(1, 2))
		u := onFaces(cells, spacing, periodic, func(int, [3]float64) float64 { return random.Float64() })
		for c := range u {
			if periodic[c] && cells[c]%2 == 0 {
				takeAlternating(u[c], cells, c)
			}
		}
		m := sampler(t, snapshot(cells, spacing, periodic, u, nil))
		for c := range u {
			for i, want := range u[c] {
				x := centre(m.Snapshot, i)
				x[c] -= spacing[c] / 2
				if got := m.Velocity(c, x); math.Abs(got-want) > 1e-13 {
					t.Fatalf("periodic %v: component %d at %v is %g, not %g", periodic, c, x, got, want)
				}
			}
		}
	}
}

// takeAlternating takes the wave of two cells along an axis off.
func takeAlternating(u []float64, cells [3]int, c int) {
	stride, n := [3]int{1, cells[0], cells[0] * cells[1]}[c], cells[c]
	for first := range u {
		if first/stride%n > 0 {
			continue
		}
		sum := 0.0
		for i := range n {
			sum += u[first+i*stride] * float64(1-2*(i%2)) / float64(n)
		}
		for i := range n {
			u[first+i*stride] -= sum * float64(1-2*(i%2))
		}
	}
}

// Interpolation is exact for what is linear, up to the walls, and of second order for what is not.
func TestInterpolation(t *testing.T) {
	worst := func(n int, of func(x [3]float64) float64) (most float64) {
		cells := [3]int{n, n / 2, n}
		h := [3]float64{1 / float64(n), 2 / float64(n), 1 / float64(n)}
		u := onFaces(cells, h, [3]bool{}, func(c int, x [3]float64) float64 {
			return x[c] * (1 - x[c]) * of(x)
		})
		m := sampler(t, snapshot(cells, h, [3]bool{}, u, of))
		random := rand.New(rand.NewPCG(4, 4))
		for i := range 3000 {
			x := [3]float64{random.Float64(), random.Float64(), random.Float64()}
			if i%3 == 0 {
				x[i/3%3] = float64(i % 2) // on a wall
			}
			most = max(most, math.Abs(m.Scalar(Temperature, x)-of(x)))
			if of([3]float64{}) != 1 { // of the linear function only the temperature is
				for c := range x {
					most = max(most, math.Abs(m.Velocity(c, x)-x[c]*(1-x[c])*of(x)))
				}
			}
		}
		return most
	}
	if off := worst(8, func(x [3]float64) float64 { return 1 + x[0] - 2*x[1] + 3*x[2] }); off > 1e-13 {
		t.Errorf("a linear function is %g off", off)
	}
	smooth := func(x [3]float64) float64 {
		return math.Sin(2*x[0]+0.5) * math.Cos(x[1]) * math.Exp(x[2])
	}
	coarse, fine := worst(16, smooth), worst(32, smooth)
	if order := math.Log2(coarse / fine); order < 1.7 {
		t.Errorf("the error falls from %g to %g, by the order %.2f", coarse, fine, order)
	}
}

// The stream function of a flow is that which its velocities come from, and its least value and
// place, that of the vortex, are found between the corners.
func TestStream(t *testing.T) {
	const n = 40
	cells, h := [3]int{n, 1, n}, [3]float64{1.0 / n, 1, 1.0 / n}
	psi := func(x, z float64) float64 {
		return -math.Pow(math.Sin(math.Pi*math.Pow(x, 1.2))*math.Sin(math.Pi*z), 2) / 10
	}
	u := onFaces(cells, h, [3]bool{false, true, false}, func(c int, x [3]float64) float64 {
		switch c {
		case 0:
			return (psi(x[0], x[2]+h[2]/2) - psi(x[0], x[2]-h[2]/2)) / h[2]
		case 2:
			return -(psi(x[0]+h[0]/2, x[2]) - psi(x[0]-h[0]/2, x[2])) / h[0]
		}
		return 0
	})
	m := sampler(t, snapshot(cells, h, [3]bool{false, true, false}, u, nil))
	p, err := m.Stream()
	if err != nil {
		t.Fatal(err)
	}
	for i, got := range p.Psi {
		want := psi(float64(i%(n+1))/n, float64(i/(n+1))/n)
		if math.Abs(got-want) > 1e-14 {
			t.Fatalf("ψ in the corner %d is %g, not %g", i, got, want)
		}
	}
	vortex, _ := p.Vortices()
	middle := math.Pow(0.5, 1/1.2)
	if math.Abs(vortex.Value+0.1) > 1e-5 || math.Abs(vortex.X-middle) > 5e-4 ||
		math.Abs(vortex.Z-0.5) > 1e-9 {
		t.Errorf("the vortex is %+v, not -0.1 at %g, 0.5", vortex, middle)
	}
	if _, err := sampler(t, snapshot([3]int{2, 2, 2}, h, [3]bool{}, faces{make([]float64, 8),
		make([]float64, 8), make([]float64, 8)}, nil)).Stream(); err == nil {
		t.Error("a flow in space has a stream function")
	}
}

// Profiles go through the middle from end to end, and a table has them. The peak of a parabola is
// found between centres.
func TestProfiles(t *testing.T) {
	cells, h := [3]int{7, 1, 6}, [3]float64{1.0 / 7, 1, 1.0 / 6}
	u := onFaces(cells, h, [3]bool{false, true, false}, func(c int, x [3]float64) float64 {
		return [3]float64{x[2] * (0.8 - x[2]), 0, 3 * x[0]}[c]
	})
	m := sampler(t, snapshot(cells, h, [3]bool{false, true, false}, u,
		func(x [3]float64) float64 { return 5 - x[0] }))
	all := m.Profiles()
	if len(all) != 3 || all[0].Axis != "z" || len(all[0].At) != 8 || all[1].Axis != "x" ||
		all[1].At[8] != 1 || all[2].Name != "T" {
		t.Fatalf("the profiles are %+v", all)
	}
	if _, most := all[0].Peaks(); math.Abs(most.At-0.4) > 1e-13 || math.Abs(most.Value-0.16) > 1e-13 {
		t.Errorf("the peak of u is %+v, not 0.16 at 0.4", most)
	}
	least, most := all[2].Peaks()
	if math.Abs(least.Value-4)+math.Abs(most.Value-5)+math.Abs(least.At-1) > 1e-13 || most.At != 0 {
		t.Errorf("the temperature has peaks %+v, %+v", least, most)
	}
	for i, x := range all[1].At {
		if math.Abs(all[1].Values[i]-3*x) > 1e-13 {
			t.Errorf("w at %g is %g", x, all[1].Values[i])
		}
	}
	dir := t.TempDir()
	if err := WriteProfiles(dir, m.Snapshot); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "profile_T.csv"))
	if err != nil || !strings.HasPrefix(string(text), "x[m],T[K]\n0,5\n") {
		t.Errorf("profile_T.csv begins %.30q: %v", text, err)
	}
}

// A line has both its ends, and a point all values of the flow. Points outside are refused.
func TestValues(t *testing.T) {
	cells, h := [3]int{4, 4, 4}, [3]float64{0.25, 0.25, 0.25}
	u := onFaces(cells, h, [3]bool{}, func(c int, x [3]float64) float64 { return float64(c) })
	s := snapshot(cells, h, [3]bool{}, u, func(x [3]float64) float64 { return x[0] })
	s.Fields = append(s.Fields, grid.Field{Name: Pressure, Components: 1, Unit: "m2/s2",
		Values: make([]float64, 64)}, grid.Field{Name: Solid, Components: 1, Values: make([]float64, 64)})
	m := sampler(t, s)
	line := Line([3]float64{0.5, 0.5, 0}, [3]float64{0.5, 0.5, 1}, 0.3)
	if len(line) != 5 || line[0] != [3]float64{0.5, 0.5, 0} || line[4] != [3]float64{0.5, 0.5, 1} {
		t.Errorf("the line has the points %v", line)
	}
	columns, values := m.Columns(), m.Values([3]float64{0.375, 0.5, 0.5})
	if want := []string{"vx[m/s]", "vy[m/s]", "vz[m/s]", "temperature[K]", "p[m2/s2]"}; !slices.Equal(
		columns, want) || !slices.Equal(values, []float64{0, 1, 2, 0.375, 0}) {
		t.Errorf("at a point there are %q, %v", columns, values)
	}
	if err := m.Check([3]float64{0.5, 1.5, 0}); err == nil ||
		!strings.Contains(err.Error(), "from 0 to 1 m along y") {
		t.Errorf("the error of a point outside is %v", err)
	}
}

// Extremes have their places, and the cells of solids do not count.
func TestExtremes(t *testing.T) {
	s := snapshot([3]int{3, 1, 2}, [3]float64{1, 1, 1}, [3]bool{}, faces{make([]float64, 6),
		make([]float64, 6), make([]float64, 6)}, func(x [3]float64) float64 { return x[0] - 10*x[2] })
	s.Fields = append(s.Fields, grid.Field{Name: Solid, Components: 1,
		Values: []float64{0, 0, 1, 0, 0, 0}})
	least, most := Extremes(s, s.Field(Temperature), 0)
	if least != (Extreme{-14.5, [3]float64{0.5, 0.5, 1.5}}) ||
		most != (Extreme{-3.5, [3]float64{1.5, 0.5, 0.5}}) {
		t.Errorf("the extremes are %+v and %+v", least, most)
	}
	s.Fields[0].Values[3], s.Fields[0].Values[5] = 3, 4 // vx and vz of the second cell
	ranges := Ranges(s)
	if len(ranges) != 5 || ranges[0].Name != "speed" || ranges[0].Unit != "m/s" ||
		ranges[0].Most != (Extreme{5, [3]float64{1.5, 0.5, 0.5}}) || ranges[4].Least != least {
		t.Errorf("the ranges are %+v", ranges)
	}
}

// Snapshots that lack something are refused.
func TestWrongSnapshots(t *testing.T) {
	whole := snapshot([3]int{3, 1, 2}, [3]float64{1, 1, 1}, [3]bool{}, faces{make([]float64, 6),
		make([]float64, 6), make([]float64, 6)}, nil)
	piece, still := *whole, *whole
	piece.Planes, still.Fields = 1, nil
	for want, s := range map[string]*grid.Snapshot{"all pieces": &piece, "velocity": &still} {
		if _, err := New(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v; it does not have %q", err, want)
		}
	}
	if _, err := NewSpectrum(whole, 1); err == nil || !strings.Contains(err.Error(), "periodic") {
		t.Errorf("a flow between walls has a spectrum: %v", err)
	}
}
