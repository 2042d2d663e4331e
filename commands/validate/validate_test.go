package validate

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gpusph/commands/cli"
	"gpusph/gpu"
	"gpusph/grid"
	"gpusph/output/outputtest"
	"gpusph/sph"
	"gpusph/sph/engine"
	"gpusph/validate"
	"gpusph/validate/gridvalidate"
)

// The keys of files change with their versions only.
func TestKeys(t *testing.T) {
	outputtest.Keys(t, FileHead.Name(), File{})
}

// madeUp is a small case. Its look may do something else, too.
func madeUp(name string, look func()) *validate.Case {
	height := func(r *validate.Run) validate.Curve {
		return r.Of(func(s *sph.Sample) float64 { return s.Height[0] })
	}
	return &validate.Case{
		Name: name, What: "made up <of> water", How: "By eye.", Source: "None.", Problem: "Hydrostatic",
		Filter:  "none",
		Options: []string{"--depth=0.2", "--length=0.2", "--width=0.2"}, Why: "It is small.",
		Levels: [...]validate.Plan{validate.Short: {End: 0.05, Spacings: []float64{0.05, 0.04}},
			validate.Nightly: {}, validate.GPU: {}},
		Samples: 0.01,
		Look:    func(*sph.Snapshot) []float64 { look(); return nil },
		Norms: []validate.Norm{
			{Name: "height", Unit: "m", Of: func(r *validate.Run) float64 { return height(r).At(0.02) },
				Gate: validate.Gate{Most: 0.5}},
			{Name: "less height", Unit: "m", Of: func(r *validate.Run) float64 { return height(r).At(0.02) },
				Gate: validate.Gate{Most: 0.05, DeltaP: 0.04}},
			{Name: "unknown", Of: func(r *validate.Run) float64 { return height(r).At(1) }},
		},
		Figures: []validate.Figure{{
			Name: "height", What: "the height", X: "t [s]", Y: "z [m]", Of: height, Is: "wrong",
			Band: "band",
			Reference: func() validate.Curve {
				return validate.Curve{X: []float64{0, 0.05}, Y: []float64{0.1, 0.1}, Least: []float64{0, 0},
					Most: []float64{0.2, 0.2}}
			},
		}},
	}
}

// compare runs cases into a directory of its own.
func compare(t *testing.T, ctx context.Context, cases ...*validate.Case) (dir string, err error) {
	t.Helper()
	dir = t.TempDir()
	return dir, newComparison(cases...).run(ctx, dir)
}

// newComparison is one on the processor.
func newComparison(cases ...*validate.Case) *comparison {
	v := &comparison{Config: &cli.Config{Quiet: true}, cases: cases,
		screen: cli.NewScreen(os.Stderr, true)}
	v.place = v.places([]string{"host"})
	v.place.Options = func(system *gpu.System, end float64) engine.Options {
		return engine.Options{System: system, End: end}
	}
	return v
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestCaseFileIsLeft holds that the case file of a flow that has one is left beside the table, as
// it was run, and that the page names it.
func TestCaseFileIsLeft(t *testing.T) {
	c := madeUp("Pond", func() {})
	c.Problem, c.Options, c.Why = "", nil, ""
	c.Text = `name = "Pond"
spacing = 0.05
end = 1
[domain]
min = [0, 0, 0]
max = [0.2, 0.2, 0.5]
[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [0.2, 0.2, 0.2] }
[[gauge]]
name = "H"
at = [0.1, 0.1]
`
	dir, err := compare(t, t.Context(), c)
	if !errors.Is(err, cli.ErrMissed) {
		t.Errorf("it ends with %v", err)
	}
	if got := read(t, dir, "validate_Pond.toml"); got != c.Text {
		t.Errorf("the case file that is left is %q", got)
	}
	if page := read(t, dir, "validate.html"); !strings.Contains(page, "Case file validate_Pond.toml with the defaults.") {
		t.Error("the page does not name the case file")
	}
	var f File
	if err := json.Unmarshal([]byte(read(t, dir, "validate.json")), &f); err != nil || f.Cases[0].Problem != "Pond" {
		t.Errorf("validate.json has %+v: %v", f.Cases, err)
	}
}

// A gate that is missed ends the command with an error, and all files are there.
func TestMissed(t *testing.T) {
	dir, err := compare(t, t.Context(), madeUp("First", func() {}))
	if !errors.Is(err, cli.ErrMissed) || !strings.Contains(err.Error(), "1 of 3;") {
		t.Errorf("it ends with %v", err)
	}
	var f File
	if err := json.Unmarshal([]byte(read(t, dir, "validate.json")), &f); err != nil {
		t.Fatal(err)
	}
	c := f.Cases[0]
	if f.Head != FileHead || f.Level != "short" || len(c.Runs) != 2 || c.Runs[1].Steps == 0 ||
		c.Runs[1].Fluid != 125 || len(c.Rows) != 6 {
		t.Errorf("validate.json has %+v", f)
	}
	var verdicts []string
	for _, r := range c.Rows {
		verdicts = append(verdicts, r.Verdict)
	}
	if got := strings.Join(verdicts, " "); got != "holds holds reported missed reported reported" {
		t.Errorf("the verdicts are %s", got)
	}
	if c.Rows[4].Value != nil || c.Rows[3].Value == nil || c.Rows[3].Gate.Most != 0.05 {
		t.Errorf("the rows are %+v", c.Rows)
	}
	if table := read(t, dir, "validate.txt"); !strings.Contains(table, "First  0.04    less height") {
		t.Errorf("validate.txt has\n%s", table)
	}
	for name, head := range map[string]string{"dp0.05": "t[s],z[m]", "dp0.04": "t[s],z[m]",
		"wrong": "t[s],z[m],least,most"} {
		if lines := strings.Split(read(t, dir, "validate_First_height_"+name+".csv"), "\n"); lines[0] != head || len(lines) < 4 {
			t.Errorf("the curve %s has %q", name, lines)
		}
	}
	for _, name := range []string{"validate_First_height.png", "validate_First_height.svg"} {
		read(t, dir, name)
	}
	checkPage(t, read(t, dir, pageName))
}

// checkPage holds that the page is one well-formed file that needs no other.
func checkPage(t *testing.T, page string) {
	t.Helper()
	for _, want := range []string{"made up &lt;of&gt; water", "less height", `class="missed"`, "<svg",
		"It is small."} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in the page", want)
		}
	}
	d := xml.NewDecoder(bytes.NewReader([]byte(page)))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	for {
		token, err := d.Token()
		if err == io.EOF {
			return
		} else if err != nil {
			t.Fatal(err)
		}
		if start, ok := token.(xml.StartElement); ok {
			for _, a := range start.Attr {
				if a.Name.Local == "src" || a.Name.Local == "href" {
					t.Errorf("the page needs %s", a.Value)
				}
			}
		}
	}
}

// Ctrl-C in the second case leaves what the first has said. In the first it leaves nothing.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	dir, err := compare(t, ctx, madeUp("First", func() {}), madeUp("Second", cancel))
	if !errors.Is(err, cli.ErrInterrupted) ||
		!strings.Contains(read(t, dir, "validate.txt"), "First") ||
		strings.Contains(read(t, dir, pageName), "Second") {
		t.Errorf("it ends with %v", err)
	}
	dir, err = compare(t, ctx, madeUp("First", func() {}))
	if left, _ := os.ReadDir(dir); !errors.Is(err, cli.ErrNothing) || len(left) > 0 {
		t.Errorf("it ends with %v and leaves %v", err, left)
	}
}

// onGrid is a small case on a grid.
func onGrid() *gridvalidate.Case {
	energy := func(r *gridvalidate.Run) validate.Curve {
		return r.Of(func(s *grid.Sums) float64 { return s.Of[grid.Energy] })
	}
	return &gridvalidate.Case{
		Name: "Squares", What: "made up", How: "By eye.", Source: "None.", Problem: "GridTaylorGreen",
		Levels: map[validate.Level]gridvalidate.Plan{validate.Short: {End: 0.2,
			Sizes: []gridvalidate.Size{{Cells: 8}, {Cells: 16}, {Cells: 1}}}},
		Every: 1,
		Norms: []gridvalidate.Norm{{Name: "energy", Of: func(r *gridvalidate.Run) float64 {
			return energy(r).At(0.1)
		}}},
		Figures: []gridvalidate.Figure{{Name: "energy", What: "energy", X: "t [s]", Y: "E [J]",
			Of: energy}},
	}
}

// Cases on grids are rows, figures and parts of the page as those of particles are, with cells in
// place of a spacing. A case of particles has the solution on a grid beside its reference.
func TestGrids(t *testing.T) {
	c := madeUp("Pond", func() {})
	c.Grid = &validate.Grid{Problem: "GridHeatedCavity",
		Options: []string{"--ra=1e3", "--steady=1e-3"}}
	c.Grid.Cells[validate.Short] = 8
	nusselt := func(s *validate.Solution) float64 { return s.Nusselt }
	c.Norms = append(c.Norms, validate.Norm{Name: "off", Of: func(r *validate.Run) float64 {
		return nusselt(r.Grid) - 1
	}})
	c.Figures[0].Grid = func(s *validate.Solution) validate.Curve {
		return validate.Curve{X: []float64{0, 0.05}, Y: []float64{s.Nusselt, s.Nusselt}}
	}
	dir := t.TempDir()
	v := newComparison(c)
	v.grids = []*gridvalidate.Case{onGrid()}
	if err := v.run(t.Context(), dir); !errors.Is(err, cli.ErrMissed) {
		t.Errorf("it ends with %v", err)
	}
	var f File
	err := json.Unmarshal([]byte(read(t, dir, "validate.json")), &f)
	if err != nil || len(f.Cases) != 2 {
		t.Fatalf("%v: %+v", err, f)
	}
	if last := f.Cases[0].Rows[len(f.Cases[0].Rows)-1]; last.Value == nil || !(*last.Value > 0.05) {
		t.Errorf("the solution on a grid is off by %+v", last)
	}
	k := f.Cases[1]
	if len(k.Runs) != 3 || k.Runs[1].Cells != 256 || k.Runs[1].Size != "16 cells" ||
		k.Runs[1].Steps == 0 || k.Runs[2].Error == "" || len(k.Rows) != 3 ||
		k.Rows[0].Verdict != "failed" || k.Rows[2].Size != "16 cells" || *k.Rows[2].Value < 0.2 {
		t.Errorf("the case on a grid is %+v", k)
	}
	for _, name := range []string{"validate_Squares_energy.png", "validate_Squares_energy_cells16.csv",
		"validate_Pond_height_on_a_grid__8_cells.csv"} {
		read(t, dir, name)
	}
	page := read(t, dir, pageName)
	for _, want := range []string{"16 cells: 256 in all", "1 cells along x",
		"<td class=\"n\">8 cells</td>"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in the page", want)
		}
	}
}

// Interrupted within a case on a grid, what was computed before is there.
func TestGridsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := onGrid()
	c.Change = func(_ *grid.Flow, size gridvalidate.Size) {
		if size.Cells == 16 {
			cancel()
		}
	}
	v := newComparison()
	v.grids = []*gridvalidate.Case{c}
	dir := t.TempDir()
	if err := v.run(ctx, dir); !errors.Is(err, cli.ErrInterrupted) ||
		!strings.Contains(read(t, dir, "validate.txt"), "8 cells") {
		t.Errorf("it ends with %v", err)
	}
}

// Several runs at a time give the same files as one after the other, also where one fails, but for
// seconds.
func TestJobs(t *testing.T) {
	bad := madeUp("Bad", func() {})
	bad.Options = []string{"--depth=9"}
	solved := madeUp("Solved", func() {})
	solved.Grid = &validate.Grid{Problem: "GridTaylorGreen", Options: []string{"--re=10"}}
	solved.Grid.Cells[validate.Short] = 8
	solved.Norms = append(solved.Norms, validate.Norm{Name: "of the grid",
		Of: func(r *validate.Run) float64 { return r.Grid.U.At(0.5) }})
	seconds := regexp.MustCompile(`"seconds": [^\n]*`)
	var want map[string]string
	for _, n := range []int{1, 4} {
		v := newComparison(madeUp("First", func() {}), bad, solved)
		v.grids, v.jobs = []*gridvalidate.Case{onGrid()}, n
		dir := t.TempDir()
		if err := v.run(t.Context(), dir); !errors.Is(err, cli.ErrMissed) {
			t.Errorf("%d jobs end with %v", n, err)
		}
		files := map[string]string{}
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			if strings.HasSuffix(e.Name(), ".csv") || strings.HasSuffix(e.Name(), ".json") {
				files[e.Name()] = seconds.ReplaceAllString(read(t, dir, e.Name()), "")
			}
		}
		if want == nil {
			want = files
		}
		if len(files) < 9 || !maps.Equal(files, want) {
			t.Errorf("%d jobs leave %v, one leaves %v", n, files, want)
		}
	}
}

// Ctrl-C ends all runs that are on their way, and what is over is kept.
func TestJobsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	looks, second := 0, make(chan struct{})
	one := madeUp("One", func() {
		if looks++; looks == 3 { // its finer run is over
			close(second)
		}
	})
	two := madeUp("Two", func() { <-second; cancel() })
	v := newComparison(one, two)
	v.jobs = 2
	dir := t.TempDir()
	err := v.run(ctx, dir)
	table := read(t, dir, "validate.txt")
	if !errors.Is(err, cli.ErrInterrupted) || !strings.Contains(table, "One") ||
		strings.Contains(table, "Two") || len(v.board.running) > 0 {
		t.Errorf("it ends with %v, %d runs on their way, and\n%s", err, len(v.board.running), table)
	}
}

// Names are of both kinds. Options of particles are for these alone.
func TestFind(t *testing.T) {
	all := len(validate.Cases) - 1 // without that whose file the working directory does not have
	for _, test := range []struct {
		names, with      string
		particles, grids int
		wrong            string
	}{
		{"", "", all, len(gridvalidate.Cases), ""},
		{"gridcavity Couette", "", 1, 1, ""},
		{"GridCavity", "", 0, 1, ""},
		{"Hydrostatic", "--alpha=0.02", 1, 0, ""},
		{"", "--alpha=0.02", all, 0, ""},
		{"GridCavity", "--alpha=0.02", 0, 0, "GridCavity is computed on a grid"},
		{"GridCavitt", "", 0, 0, "did you mean GridCavity?"},
		{"MonaiValley", "", 0, 0, "needs the file MonaiValley_Bathymetry.txt"},
	} {
		v := &comparison{options: options{with: test.with}}
		err := v.find(strings.Fields(test.names))
		switch {
		case test.wrong != "":
			if err == nil || !strings.Contains(err.Error(), test.wrong) {
				t.Errorf("%+v: %v", test, err)
			}
		case err != nil || len(v.cases) != test.particles || len(v.grids) != test.grids:
			t.Errorf("%+v finds %d and %d: %v", test, len(v.cases), len(v.grids), err)
		}
	}
}

// --spacings leaves out finer ones, of this comparison alone.
func TestCoarsest(t *testing.T) {
	v := &comparison{options: options{level: validate.Nightly, spacings: 1}}
	if err := v.find([]string{"Couette", "GridCavity"}); err != nil {
		t.Fatal(err)
	}
	one := len(v.cases[0].Levels[v.level].Spacings) == 1 &&
		len(v.grids[0].Levels[v.level].Sizes) == 1
	all := &comparison{options: options{level: validate.Nightly}}
	if err := all.find([]string{"Couette", "GridCavity"}); err != nil {
		t.Fatal(err)
	}
	several := len(all.cases[0].Levels[v.level].Spacings) > 1 &&
		len(all.grids[0].Levels[v.level].Sizes) > 1
	if !one || !several {
		t.Errorf("one spacing is left: %v; several without the option: %v", one, several)
	}
}

// A flow that fails is a row, and the others go on.
func TestFailed(t *testing.T) {
	bad := madeUp("Bad", func() {})
	bad.Options = []string{"--depth=9"}
	dir, err := compare(t, t.Context(), bad, madeUp("Good", func() {}))
	if !errors.Is(err, cli.ErrMissed) || !strings.Contains(err.Error(), "3 of 5;") {
		t.Errorf("it ends with %v", err)
	}
	if page := read(t, dir, pageName); !strings.Contains(page, "--depth is 9") ||
		!strings.Contains(page, "Good") {
		t.Error("the page does not say why")
	}
}

// A directory with files of validate alone is taken again. One with anything else is not.
func TestTakeOver(t *testing.T) {
	dir := t.TempDir()
	touch := func(name string) {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	taken := func() bool {
		c := &cli.Config{}
		c.Dir = dir
		return c.TakeOver("validate", isOurs) == nil && c.CheckDir() == nil
	}
	touch("validate.json")
	touch("validate_Old_figure.svg")
	touch("files.txt")
	touch("run.lock")
	if !taken() {
		t.Error("an earlier validate is not taken over")
	}
	touch("summary.json")
	if taken() {
		t.Error("the directory of a run is taken over")
	}
}
