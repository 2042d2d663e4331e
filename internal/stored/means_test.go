package stored

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gpusph/internal/statistics"
	"gpusph/output"
)

// forceRun has a force on a pier that is steady from 2 s to its end at 10 s: (6, 8, 0) N and
// 3 cos(20t) N more along (0.6, 0.8, 0), which is its direction. An opening and a gauge are steady,
// too.
func forceRun(t *testing.T) *Run {
	t.Helper()
	var forces, openings, gauges strings.Builder
	forces.WriteString("t[s],step,pier Fx[N],pier Fy[N],pier Fz[N],pier Mx[N m],pier My[N m]," +
		"pier Mz[N m]\n")
	openings.WriteString("t[s],step,river_discharge[m³/s],river_volume[m³],river_level[m]\n")
	gauges.WriteString("t[s],step,G1[m]\n")
	for k := range 1001 {
		at := 0.01 * float64(k)
		more := 3*math.Cos(20*at) + 100*max(0, 2-at)
		if k == 0 {
			more = -5000 // of the pressure at the start
		}
		fmt.Fprintf(&forces, "%g,%d,%g,%g,0,0,0,%g\n", at, k, 6+0.6*more, 8+0.8*more, at)
		fmt.Fprintf(&openings, "%g,%d,0.5,%g,0.25\n", at, k, at/2)
		fmt.Fprintf(&gauges, "%g,%d,%g\n", at, k, 1200+0.1*at)
	}
	r, err := Read(write(t, map[string]string{"summary.json": floods["summary.json"],
		"forces.csv": forces.String(), "boundaries.csv": openings.String(),
		"gauges.csv": gauges.String()}))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The mean of a force is a vector over the steady window, and its deviation that along its
// direction.
func TestMeanOfForce(t *testing.T) {
	r := forceRun(t)
	f := r.Flow().Forces[0]
	near := func(what string, got, want, within float64) {
		t.Helper()
		if !(math.Abs(got-want) <= within) {
			t.Errorf("%s is %g, not %g", what, got, want)
		}
	}
	near("the mean", f.Mean.Value, 10, 0.05)
	near("its deviation", f.Mean.Deviation, 3/math.Sqrt2, 0.05)
	near("the deviation along y", f.Mean.Deviations[1], 0.8*3/math.Sqrt2, 0.05)
	near("the part along x", f.Mean.Components[0], 6, 0.05)
	near("the beginning of the window", f.Mean.From, 2, 0.15)
	near("its end", f.Mean.Until, 10, 0)
	if f.Mean.Window != output.SteadyWindow {
		t.Errorf("the window is %s", f.Mean.Window)
	}
	row := strings.Join(r.Flow().Rows()[0], " | ")
	if !strings.HasPrefix(row, "Mean force on pier | 10") ||
		!strings.Contains(row, "to 10 s, steady") || !strings.Contains(row, "; greatest 4990 at 0 s") {
		t.Errorf("the row is %s", row)
	}
	d := r.Flow().Discharges[0]
	if d.Name != "river" || d.Mean.Value != 0.5 || d.Mean.Deviation != 0 {
		t.Errorf("the discharge is %+v, %+v", d, d.Mean)
	}
	if g := r.Flow().Levels[0]; g.Mean.Window != output.WholeWindow || g.Mean.From != 0.01 {
		t.Errorf("a level that rises is %s from %g s on", g.Mean.Window, g.Mean.From)
	}
}

// The user's window goes before the one that is found, and a force that is not steady has its peak
// first.
func TestWindowOfMeans(t *testing.T) {
	r := forceRun(t)
	r.Window = &statistics.Window{From: 0.5, Until: 1.5}
	f := r.Flow()
	if m := f.Forces[0].Mean; m.From != 0.5 || m.Until != 1.5 || m.Window != output.GivenWindow ||
		math.Abs(m.Value-110) > 0.5 {
		t.Errorf("the mean is %+v", m)
	}
	if row := f.Rows()[0]; row[0] != "Mean force on pier" || row[3] != "0.5 to 1.5 s, as asked" {
		t.Errorf("the row is %q", row)
	}
	r.Window = nil
	for _, c := range r.Forces.Columns[2:5] { // a decay
		for i := range c.Of {
			c.Of[i] = math.Exp(-float64(i) / 1000)
		}
	}
	if row := r.Flow().Rows()[0]; row[0] != "Greatest force on pier" ||
		!strings.Contains(row[4], "; mean 1.09 ± 0.31, 0.01 to 10 s, not steady") {
		t.Errorf("the row is %q", row)
	}
}

// Columns of a vector have one window, and times, steps and volumes no mean.
func TestMeansOfTable(t *testing.T) {
	r := forceRun(t)
	means := r.Means(r.Forces)
	if len(means) != 8 || means[0] != nil || means[1] != nil || means[2].From != means[3].From ||
		means[4].Value != 0 || means[7].Window != output.WholeWindow ||
		math.Abs(means[7].Value-5.005) > 1e-6 {
		t.Errorf("%+v", means)
	}
	means = r.Means(r.Boundaries)
	if len(means) != 5 || means[2] == nil || means[3] != nil || means[4].Value != 0.25 {
		t.Errorf("%+v", means)
	}
}
