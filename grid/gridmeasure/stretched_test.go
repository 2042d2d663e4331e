package gridmeasure

import (
	"math"
	"testing"

	"gpusph/grid"
)

// stretched is a snapshot of a linear flow and temperature in stretched cells between walls, or
// periodic, and what these are.
func stretched(t *testing.T, periodic bool) (s *grid.Snapshot, u func(c int, x [3]float64) float64,
	warm func(x [3]float64) float64) {
	t.Helper()
	n := [3]int{12, 1, 9}
	s = &grid.Snapshot{Cells: n, Spacing: [3]float64{0.25, 1, 1. / 3}, Origin: [3]float64{-1, 0, 2},
		Planes: n[2], Periodic: [3]bool{periodic, true, periodic}, Staggered: true}
	for d := 0; d < 3; d += 2 {
		var err error
		s.Faces[d], err = grid.Stretching{Ratio: 3, Towards: grid.Towards(d / 2)}.Faces(n[d], 3)
		if err != nil {
			t.Fatal(err)
		}
	}
	u = func(c int, x [3]float64) float64 {
		return [3]float64{(x[0] + 1) * (1 + x[2]), 0, -(x[2]-2)*(x[2]-2)/2 - 3*(x[2]-2)}[c]
	}
	warm = func(x [3]float64) float64 { return 3 + x[0] - 2*x[2] }
	velocity := grid.Field{Name: Velocity, Components: 3}
	temperature := grid.Field{Name: Temperature, Components: 1}
	for k := range n[2] {
		for i := range n[0] {
			x := [3]float64{s.Centre(0, i), 0.5, s.Centre(2, k)}
			for c := range 3 { // the mean of both faces
				low, high := x, x
				if c != 1 {
					place := map[int]int{0: i, 2: k}[c]
					low[c], high[c] = s.Face(c, place), s.Face(c, place+1)
				}
				velocity.Values = append(velocity.Values, (u(c, low)+u(c, high))/2)
			}
			temperature.Values = append(temperature.Values, warm(x))
		}
	}
	s.Fields = []grid.Field{velocity, temperature}
	return s, u, warm
}

// Linear values between the places of a stretched grid are exact, as are those at walls, means,
// profiles, vorticity and places of cells.
func TestStretched(t *testing.T) {
	s, u, warm := stretched(t, false)
	m := sampler(t, s)
	for _, x := range [][3]float64{{-1, 0.5, 2}, {2, 0.5, 5}, {-0.93, 0.5, 2.01}, {0.3, 0.5, 3.7},
		{1.99, 0.5, 4.4}, {s.Centre(0, 3), 0.5, s.Centre(2, 4)}} {
		if got := m.Scalar(Temperature, x); math.Abs(got-warm(x)) > 1e-12 {
			t.Errorf("T at %v is %g, not %g", x, got, warm(x))
		}
		if got := m.Velocity(0, x); math.Abs(got-u(0, x)) > 1e-12 && x[0] < 1.9 {
			t.Errorf("u at %v is %g, not %g", x, got, u(0, x))
		}
	}
	for i := range s.Cells[0] {
		if got := s.CellAt(0, s.Centre(0, i)); got != i {
			t.Errorf("the centre of cell %d is in cell %d", i, got)
		}
	}
	p, err := m.Average("temperature")
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range p.Values {
		if want := warm([3]float64{0.5, 0, s.Centre(2, k)}); math.Abs(v-want) > 1e-12 {
			t.Errorf("the mean of plane %d is %g, not %g", k, v, want)
		}
	}
	places, err := m.Crossings("temperature", -3, [3]float64{0.5, 0.5, 2}, [3]float64{0.5, 0.5, 5})
	if err != nil || len(places) != 1 || math.Abs(places[0]-1.25) > 1e-12 {
		t.Errorf("T is -3 at %v (%v)", places, err)
	}
	vorticity := Vorticity(s, 1)
	for k := range s.Cells[2] {
		for i := range s.Cells[0] {
			want := s.Centre(0, i) + 1 // ∂u/∂z; the means of u have that of faces
			if got := vorticity(k*s.Cells[0] + i); math.Abs(got-want) > 1e-9 {
				t.Errorf("the vorticity of cell %d, %d is %g, not %g", i, k, got, want)
			}
		}
	}
	for _, e := range m.Profiles() {
		if e.Name == "T" && math.Abs(e.At[1]-s.Centre(0, 0)) > 1e-15 {
			t.Errorf("the profile's first cell is at %g", e.At[1])
		}
	}
}

// Between the last and the first place of a period values are linear, too.
func TestStretchedPeriod(t *testing.T) {
	s, _, _ := stretched(t, true)
	m := sampler(t, s)
	last, first := s.Centre(0, 11), s.Centre(0, 0)+3
	at := func(x float64) float64 { return m.Scalar(Temperature, [3]float64{x, 0.5, 3}) }
	for _, x := range []float64{1.9, 2, -1, -0.9999} {
		way := x
		if x < 0 {
			way += 3
		}
		part := (way - last) / (first - last)
		if part < 0 || part > 1 {
			continue
		}
		want := at(last)*(1-part) + at(s.Centre(0, 0))*part
		if got := at(x); math.Abs(got-want) > 1e-12 {
			t.Errorf("T at %g is %g, not %g", x, got, want)
		}
	}
}

// The stream function of a flow without divergence does not depend on the way.
func TestStretchedStream(t *testing.T) {
	s, _, _ := stretched(t, false)
	psi := func(x, z float64) float64 {
		return math.Pow(math.Sin(math.Pi*(x+1)/3)*math.Sin(math.Pi*(z-2)/3), 2)
	}
	u := &s.Fields[0]
	for k := range s.Cells[2] {
		for i := range s.Cells[0] {
			x, z := [2]float64{s.Face(0, i), s.Face(0, i+1)}, [2]float64{s.Face(2, k), s.Face(2, k+1)}
			across := func(i int) float64 { return (psi(x[i], z[1]) - psi(x[i], z[0])) / (z[1] - z[0]) }
			up := func(k int) float64 { return -(psi(x[1], z[k]) - psi(x[0], z[k])) / (x[1] - x[0]) }
			n := k*s.Cells[0] + i
			u.Values[3*n], u.Values[3*n+2] = (across(0)+across(1))/2, (up(0)+up(1))/2
		}
	}
	p, err := sampler(t, s).Stream()
	if err != nil {
		t.Fatal(err)
	}
	if p.Off > 1e-12 {
		t.Errorf("the stream function depends on the way by %g", p.Off)
	}
	_, most := p.Vortices()
	if math.Abs(most.Value-1) > 0.02 || math.Abs(most.X-0.5) > 0.1 || math.Abs(most.Z-3.5) > 0.1 {
		t.Errorf("the vortex is %+v", most)
	}
}

// Heat through a cavity at Ra 10⁵ is nearer to the converged 4.5217 with 16² stretched cells than
// with 24² equal ones, by far.
func TestSimulatedStretched(t *testing.T) {
	of := func(n int, ratio float64) float64 {
		h, ra, pr := 1/float64(n), 1e5, 0.71
		e := &grid.Incompressible{Viscosity: math.Sqrt(pr / ra), Heat: &grid.Heat{
			Diffusivity: 1 / math.Sqrt(ra*pr), Expansion: 1, Reference: 0.5,
			Gravity:     [3]float64{0, 0, -1},
			Temperature: func(x [3]float64) float64 { return 1 - x[0] }}}
		for a := range e.Walls {
			e.Walls[a] = [2]grid.Wall{grid.Insulated, grid.Insulated}
		}
		e.Walls[0][0].Temperature, e.Walls[0][1].Temperature = 1, 0
		f := &grid.Flow{Cells: [3]int{n, 1, n}, Spacing: [3]float64{h, h, h},
			Periodic: [3]bool{false, true, false}, CFL: 0.5, End: 40, Equations: e}
		for d := 0; d < 3; d += 2 {
			var err error
			if f.Faces[d], err = (grid.Stretching{Ratio: ratio}).Faces(n, 1); err != nil {
				t.Fatal(err)
			}
		}
		_, sums := simulatedOn(t, f, grid.Options{Tolerance: 1e-6}, "host")
		return math.Abs(e.Nusselt(f, &sums, 0, 0)/4.5217 - 1)
	}
	equal, stretched := of(24, 1), of(16, 4)
	if stretched > 0.02 || stretched > 0.4*equal {
		t.Errorf("16² stretched cells are %.3f off, 24² equal ones %.3f", stretched, equal)
	}
}
