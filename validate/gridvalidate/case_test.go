package gridvalidate

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"gpusph/grid"
	"gpusph/validate"
)

var onHost = validate.Place{Devices: []string{"host"}}

// Every case says what it is, has a name of its own, and can be set up at all of its sizes, which
// become finer. The level gpu has all.
func TestCases(t *testing.T) {
	names := map[string]bool{}
	for _, c := range validate.Cases {
		names[c.Name] = true
	}
	for _, c := range Cases {
		if names[c.Name] || c.What == "" || c.How == "" || c.Source == "" || len(c.Norms) == 0 ||
			len(c.Figures) == 0 || (c.Why == "") != (c.Options == nil) {
			t.Errorf("%s does not say all, or not alone", c.Name)
		}
		names[c.Name] = true
		if Find(strings.ToLower(c.Name)) != c {
			t.Errorf("%s is not found", c.Name)
		}
		if len(c.Levels[validate.GPU].Sizes) == 0 {
			t.Errorf("%s is at no level gpu", c.Name)
		}
		for level, plan := range c.Levels {
			for i, size := range plan.Sizes {
				flow, err := c.Setup(size)
				if err == nil {
					err = flow.Check(grid.Multigrid)
				}
				if err != nil {
					t.Errorf("%s at %s: %v", c.Name, size, err)
				}
				if i > 0 && size.Delta() >= plan.Sizes[i-1].Delta() {
					t.Errorf("%s at level %d has the sizes %v", c.Name, level, plan.Sizes)
				}
			}
		}
		norms := map[string]bool{}
		for _, n := range c.Norms {
			if norms[n.Name] || (n.Of == nil) == (n.Finer == nil) || n.Gate.Falls && !n.Exact {
				t.Errorf("%s has the norm %+v", c.Name, n)
			}
			norms[n.Name] = true
		}
	}
	if Find("GridCavityy") != nil {
		t.Error("a case is found that there is not")
	}
}

// Rows have the order from the next coarser grid, and the difference from the next finer one. A run
// that failed has a row of its own.
func TestRows(t *testing.T) {
	c := &Case{Name: "MadeUp", Norms: []Norm{
		{Name: "error", Unit: "%", Exact: true, Gate: from(64, validate.Gate{Most: 0.001, Falls: true,
			Order: 1.8}), Of: func(r *Run) float64 { return 4 * r.Delta() * r.Delta() }},
		{Name: "finer", Gate: from(64, validate.Gate{Most: 0.01}),
			Finer: func(r, finer *Run) float64 { return r.Delta() - finer.Delta() }},
		{Name: "fine", Cells: 64, Of: func(r *Run) float64 { return math.NaN() }},
	}}
	runs := []*Run{{Size: Size{Cells: 16}, Err: errors.New("blew up")},
		{Size: Size{Cells: 32}, Seconds: 1}, {Size: Size{Cells: 64}, Seconds: 2},
		{Size: Size{64, 0.5}, Seconds: 3}}
	want := `
case  Δp [m]  norm  value  order  gate  verdict  s
MadeUp  16 cells  comes to its end  —  failed  0.0
MadeUp  32 cells  error  0.391 %  (≤ 0.1 %, order > 1.8 at 64 cells)  reported  1.0
MadeUp  64 cells  error  0.0977 %  2.0  ≤ 0.1 %, order > 1.8  holds  2.0
MadeUp  CFL 0.5  error  100 %  2.0  (≤ 0.1 %, order > 1.8 at 64 cells)  reported  3.0
MadeUp  32 cells  finer  0.0156  (≤ 0.01 at 64 cells)  reported  1.0
MadeUp  64 cells  finer  -0.484  ≤ 0.01  missed  2.0
MadeUp  64 cells  fine  —  reported  2.0
MadeUp  CFL 0.5  fine  —  reported  3.0
`
	lines := strings.Split(validate.Table(c.Rows(runs)), "\n")
	for i, line := range strings.Split(strings.TrimSpace(want), "\n") {
		got := strings.Join(strings.Fields(lines[i]), " ")
		if got != strings.Join(strings.Fields(line), " ") {
			t.Errorf("line %d is %q, not %q", i, got, line)
		}
	}
	if len(lines) != 10 {
		t.Errorf("there are %d lines", len(lines))
	}
}

// A run computes the flow to its end, with sums from the beginning, and keeps it. The vortices
// decay as they should, nearly. Interrupted, it returns an error; a flow that cannot be computed
// says why.
func TestRun(t *testing.T) {
	told := 0.0
	r, err := taylorGreen.Run(t.Context(), Size{Cells: 16}, 0.5, onHost, func(p float64) { told = p })
	if err != nil || r.Err != nil {
		t.Fatal(err, r.Err)
	}
	first, last := ends(r)
	if first.Time != 0 || last.Time < 0.5 || last.Time != r.Time || told != 1 ||
		len(r.Sums) != r.Steps+1 || math.Abs(first.Of[grid.Energy]-0.25) > 1e-9 {
		t.Errorf("sums are from %+v to %+v of %d steps, %g told", first, last, r.Steps, told)
	}
	if off := decayOff(r); math.Abs(off) > 0.02 || off == 0 {
		t.Errorf("the decay is %g off", off)
	}
	if off := vorticesOff(r); !(off > 0 && off < 0.02) {
		t.Errorf("the velocities are %g off", off)
	}
	if !(r.Divergence > 0 && r.Divergence < 2e-10) {
		t.Errorf("the divergence is %g", r.Divergence)
	}
	r.Last.Time += 0.1
	if off, want := vorticesOff(r), math.Exp(0.1*vorticesRate)-1; math.Abs(off-want) > 0.02 {
		t.Errorf("0.1 later the velocities are %g off, not %g", off, want)
	}
	d := taylorGreen.Figures[0].Drawing(taylorGreen, []*Run{r, {Err: errors.New("no")}})
	if len(d.Runs) != 1 || d.Runs[0].Name != "16 cells" || len(d.References) != 1 ||
		math.Abs(d.References[0].At(0.5)-d.Runs[0].At(0.5)) > 0.002 {
		t.Errorf("the drawing is %+v", d)
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	nothing := func(float64) {}
	_, err = taylorGreen.Run(ctx, Size{Cells: 16}, 0.5, onHost, nothing)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	r, err = taylorGreen.Run(t.Context(), Size{Cells: 1}, 0.5, onHost, nothing)
	if err != nil || r.Err == nil || !strings.Contains(r.Err.Error(), "1 cells") {
		t.Errorf("with 1 cell it is %v, %v", err, r.Err)
	}
}

// Without viscosity energy is lost by the error in time alone, which is of third order.
func TestEnergy(t *testing.T) {
	var runs []*Run
	for _, size := range courants(16, 1, 0.5) {
		r, err := taylorGreenEnergy.Run(t.Context(), size, 0.5, onHost, func(float64) {})
		if err != nil || r.Err != nil {
			t.Fatal(err, r.Err)
		}
		runs = append(runs, r)
	}
	if order := validate.Order(lostIn(runs[0]), lostIn(runs[1]), 2, 1); order < 2.5 || order > 3.5 {
		t.Errorf("%g and %g are lost: order %g", lostIn(runs[0]), lostIn(runs[1]), order)
	}
}

// The balance of energy is the difference over two steps, whatever their length.
func TestBudget(t *testing.T) {
	r := &Run{}
	for _, time := range []float64{0, 0.001, 0.0021, 0.003} {
		r.Sums = append(r.Sums, grid.Sums{Time: time,
			Of: []float64{math.Exp(-time), 1.1 * math.Exp(-time)}})
	}
	if off := budgetOff(r); math.Abs(off-(1-1/1.1)) > 1e-4 {
		t.Errorf("a dissipation of 1.1 is off by %g", off)
	}
}

// The solution for particles has both lines and the Nusselt number, that of conduction at least.
func TestSolve(t *testing.T) {
	of := &validate.Grid{Problem: "GridHeatedCavity", Options: []string{"--ra=1e3", "--steady=1e-4"}}
	of.Cells[validate.Short] = 16
	s, err := Solve(t.Context(), of, validate.Short, onHost, func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(s.Nusselt-1.118) > 0.05 || s.Name != "on a grid, 16 cells" || len(s.U.X) != 18 ||
		math.Abs(s.U.At(0.813)*math.Sqrt(710)-3.649) > 0.2 || s.W.At(0.18) < 0.1 {
		t.Errorf("the solution is %+v", s)
	}
	of.Options = []string{"--ra=-1"}
	if _, err := Solve(t.Context(), of, validate.Short, onHost, func(float64) {}); err == nil {
		t.Error("a negative Rayleigh number has a solution")
	}
}

// References are found by Rayleigh and Prandtl number.
func TestHeatedReference(t *testing.T) {
	for _, test := range []struct {
		file, value  string
		ra, pr, want float64
	}{
		{convergedCavities, "nu_mean", 1e3, 0.71, 1.1178},
		{convergedCavities, "nu_mean", 1e5, 7, 4.7219},
		{daviesCavities, "nu_mean", 1e6, 0.71, 8.8},
		{daviesCavities, "nu_mean", 1e5, 7, math.NaN()},
		{convergedCavities, "nu_mean", 2e5, 7, math.NaN()},
	} {
		got := heatedReference(test.file, test.value, test.ra, test.pr)
		if got != test.want && !(math.IsNaN(got) && math.IsNaN(test.want)) {
			t.Errorf("%+v is %g", test, got)
		}
	}
	if at, most := greatest(vortexDissipation()); at != 8.97 || math.Abs(most-0.012858) > 1e-6 {
		t.Errorf("the dissipation is greatest at %g: %g", at, most)
	}
}
