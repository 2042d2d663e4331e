package gridmeasure

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpusph/grid"
)

// air is a flow in a plane between walls above and below, whose origin is not 0 and whose
// velocities are in the centres of cells, with what a function says of each place: u, w and a
// temperature.
func air(cells [3]int, of func(x, z float64) [3]float64) *grid.Snapshot {
	s := &grid.Snapshot{Time: 900, Step: 7, Cells: cells, Planes: cells[2],
		Spacing: [3]float64{50, 1, 100}, Origin: [3]float64{-26500, 0, 200},
		Periodic: [3]bool{true, true, false}, Shown: "PotentialTemperature"}
	u := grid.Field{Name: Velocity, Components: 3, Unit: "m/s"}
	heat := grid.Field{Name: "PotentialTemperature", Components: 1, Unit: "K"}
	for n := range cells[0] * cells[1] * cells[2] {
		x := centre(s, n)
		v := of(x[0], x[2])
		u.Values = append(u.Values, v[0], 0, v[1])
		heat.Values = append(heat.Values, v[2])
	}
	s.Fields = []grid.Field{u, heat}
	return s
}

// Values, extremes and points are those of places in a domain that begins elsewhere than at 0, and
// velocities that are in the centres of cells stay there, with a jump that faces would carry on.
func TestOrigin(t *testing.T) {
	s := air([3]int{20, 1, 6}, func(x, z float64) [3]float64 {
		w := 3.0
		if x > -26000 {
			w = 7
		}
		return [3]float64{z / 100, w, (x + 26500) / 50}
	})
	m := sampler(t, s)
	for _, e := range []struct{ x, want [3]float64 }{
		{[3]float64{-26400, 0.5, 450}, [3]float64{4.5, 3, 2}},
		{[3]float64{-25700, 0.5, 200}, [3]float64{2, 7, 16}},
		{[3]float64{-26000, 0.5, 750}, [3]float64{7.5, 5, 10}},
	} {
		got := m.Values(e.x)
		for i, k := range []int{0, 2, 3} {
			if math.Abs(got[k]-e.want[i]) > 1e-12 {
				t.Errorf("at %v column %d is %g, not %g", e.x, k, got[k], e.want[i])
			}
		}
	}
	if want := []string{"vx[m/s]", "vy[m/s]", "vz[m/s]",
		"potential-temperature[K]"}; !slices.Equal(m.Columns(), want) {
		t.Errorf("the columns are %q", m.Columns())
	}
	least, most := Extremes(s, s.Field("PotentialTemperature"), 0)
	if least.At != [3]float64{-26475, 0.5, 250} || most.At != [3]float64{-25525, 0.5, 250} {
		t.Errorf("the extremes are at %v and %v", least.At, most.At)
	}
	for x, want := range map[[3]float64]string{{0, 0, 300}: "from -26500 to -25500 m along x",
		{-26000, 0, 100}: "from 200 to 800 m along z", {-26000, 0, 801}: "from 200 to 800 m along z"} {
		if err := m.Check(x); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: the error is %v", x, err)
		}
	}
	if err := m.Check([3]float64{-26500, 1, 800}); err != nil {
		t.Error(err)
	}
}

// A level is crossed on a line where the interpolation has it: along an axis exactly, however the
// line begins between cells, and where a value only touches it, not at all.
func TestCrossings(t *testing.T) {
	s := air([3]int{40, 1, 6}, func(x, z float64) [3]float64 {
		front := -25200.0
		return [3]float64{0, 0, max(x-front, -2000) / 100 * (1 + (z-200)/1000)}
	})
	m := sampler(t, s)
	of := func(name string, level, from, to, z float64) []float64 {
		t.Helper()
		all, err := m.Crossings(name, level, [3]float64{from, 0, z}, [3]float64{to, 0, z})
		if err != nil {
			t.Fatal(err)
		}
		for i := range all {
			all[i] += from
		}
		return all
	}
	// on the ground θ' is extrapolated: (x + 25200 m)/100 m; it jumps at the periodic ends
	for _, from := range []float64{-26311, -26475, -26300} {
		if got := of("potential-temperature", -1, from, -24526, 200); len(got) != 1 ||
			math.Abs(got[0]+25300) > 1e-9 {
			t.Errorf("from %g on θ' is -1 K at %v, not at -25300", from, got)
		}
	}
	if got := of("potential-temperature", 6, -26500, -24500, 200); len(got) != 2 ||
		math.Abs(got[0]+24600) > 1e-9 || got[1] < -24525 {
		t.Errorf("θ' is 6 K at %v, not at -24600 and beyond the last centre", got)
	}
	if got := of("vx", 0, -26500, -24500, 300); got != nil {
		t.Errorf("0 is crossed at %v where it is everywhere", got)
	}
	x := [3]float64{-25000, 0, 250}
	if _, err := m.Crossings("salt", 0, x, x); err == nil ||
		!strings.Contains(err.Error(), "no salt; use vx, vy, vz or potential-temperature") {
		t.Errorf("the error is %v", err)
	}
	p := Profile{At: []float64{1, 2, 3, 4, 5}, Values: []float64{0, 1, 0.5, math.NaN(), 0}}
	if got := p.Crossings(0.75); !slices.Equal(got, []float64{1.75, 2.5}) {
		t.Errorf("a profile crosses 0.75 at %v", got)
	}
}

// Means over x and y are those of the fluid, and a table has them.
func TestAverages(t *testing.T) {
	s := air([3]int{3, 2, 4}, func(x, z float64) [3]float64 {
		return [3]float64{z, x, (x + 26500) * z}
	})
	solid := grid.Field{Name: Solid, Components: 1, Values: make([]float64, 24)}
	for n := range 6 {
		solid.Values[n] = 1 // the lowest plane, and half of the next
		if n%3 > 0 {
			solid.Values[6+n] = 1
		}
	}
	s.Fields = append(s.Fields, solid)
	s.Fields[0].Ends = append(s.Fields[0].Ends, grid.End{Component: 2, Axis: 2, Upper: true, Value: 2})
	dir := t.TempDir()
	if err := WriteProfiles(dir, s); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "profile_u.csv")); err == nil {
		t.Error("a flow that is periodic along x has a middle")
	}
	f, err := os.Open(filepath.Join(dir, "profile_mean.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"z[m] vx[m/s] vy[m/s] vz[m/s] potential-temperature[K]",
		"200 NaN NaN NaN NaN", "250 NaN NaN NaN NaN", "350 350 0 -26475 8750", "450 450 0 -26425 33750",
		"550 550 0 -26425 41250", "600 600 0 2 45000"} {
		if got := strings.Join(rows[i], " "); got != want {
			t.Errorf("row %d is %s, not %s", i, got, want)
		}
	}
	s.Periodic[2] = true
	dir = t.TempDir()
	if err := WriteProfiles(dir, s); err != nil {
		t.Fatal(err)
	}
	if all, _ := os.ReadDir(dir); len(all) > 0 {
		t.Errorf("a periodic flow has %v", all)
	}
}

// The vorticity is exact for quadratic velocities, at walls too, and of second order along a
// periodic axis.
func TestVorticity(t *testing.T) {
	worst := func(n int) (most float64) {
		s := &grid.Snapshot{Cells: [3]int{n, 1, 5}, Planes: 5, Origin: [3]float64{-3, 0, 1},
			Spacing: [3]float64{2 * math.Pi / float64(n), 1, 0.25}, Periodic: [3]bool{true, true, false}}
		u := grid.Field{Name: Velocity, Components: 3}
		for i := range 5 * n {
			x := centre(s, i)
			u.Values = append(u.Values, 3*x[2]*x[2]-x[2], 0, math.Sin(x[0]))
		}
		s.Fields = []grid.Field{u}
		of := Vorticity(s, 1)
		for i := range 5 * n {
			x := centre(s, i)
			most = max(most, math.Abs(of(i)-(6*x[2]-1-math.Cos(x[0]))))
		}
		return most
	}
	coarse, fine := worst(16), worst(32)
	if order := math.Log2(coarse / fine); math.Abs(order-2) > 0.02 {
		t.Errorf("the error falls from %g to %g, by the order %.2f", coarse, fine, order)
	}
	// of a rotation about any axis it is twice the angular velocity
	s := &grid.Snapshot{Cells: [3]int{4, 2, 3}, Planes: 3, Spacing: [3]float64{0.5, 0.1, 2}}
	u := grid.Field{Name: Velocity, Components: 3}
	spin := [3]float64{1, -2, 3}
	for i := range 24 {
		x := centre(s, i)
		u.Values = append(u.Values, spin[1]*x[2]-spin[2]*x[1], spin[2]*x[0]-spin[0]*x[2],
			spin[0]*x[1]-spin[1]*x[0])
	}
	s.Fields = []grid.Field{u}
	for a, want := range spin {
		for i := range 24 {
			if got := Vorticity(s, a)(i); math.Abs(got-2*want) > 1e-12 {
				t.Fatalf("along %c the vorticity in cell %d is %g, not %g", 'x'+a, i, got, 2*want)
			}
		}
	}
}

// A flow with a divergence has no stream function, and says by how much.
func TestStreamOff(t *testing.T) {
	n := [3]int{30, 1, 30}
	for divergence, between := range map[float64][2]float64{0: {0, 0.015}, 0.1: {0.02, 0.2}} {
		s := air(n, func(x, z float64) [3]float64 {
			x, z = 2*math.Pi*(x+26500)/1500, math.Pi*(z-200)/3000
			// ψ = -sin x cos z along x and z of different lengths
			return [3]float64{math.Sin(x) * math.Sin(z), 4 * math.Cos(x) * math.Cos(z) *
				(1 + divergence*math.Sin(z)), 0}
		})
		p, err := sampler(t, s).Stream()
		if err != nil {
			t.Fatal(err)
		}
		if p.Off < between[0] || p.Off > between[1] {
			t.Errorf("with a divergence of %g the ways differ by %g", divergence, p.Off)
		}
		if p.Origin != [2]float64{-26500, 200} {
			t.Errorf("its origin is %v", p.Origin)
		}
	}
}
