package gridrun

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/commands/cli"
	"gpusph/commands/compare"
	"gpusph/commands/kinds"
	reports "gpusph/commands/report"
	"gpusph/gpu"
	"gpusph/grid"
)

func init() { kinds.Register(nil, &Kind, &kinds.Kind{}) }

// printed is what a command prints on a fake, and its error.
func printed(t *testing.T, run func() error) (said string, err error) {
	t.Helper()
	was := open
	defer func() { open = was }()
	open = func(f *grid.Flow, _ grid.Options) (grid.Simulator, error) { return newFake(f), nil }
	var b strings.Builder
	defer cli.Stdout.Redirect(&b)()
	err = run()
	return b.String(), err
}

// words are a command line.
func words(line string) cli.Line { return cli.Line{Words: strings.Fields(line)} }

// compared runs the command compare.
func compared(t *testing.T, one, other string) error {
	return compare.Run(t.Context(), words(one+" "+other))
}

// TestCommands holds what check, bench and scaling print.
func TestCommands(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "series")
	for _, c := range []struct {
		name string
		run  func(context.Context, cli.Line) error
		line string
		want []string
	}{
		{"check", Check, "GridCavity --cells 16 --devices host",
			[]string{"256: 16 x 1 x 16", "6.0 iterations a solve", "diffusion allows", "31 snapshots",
				"No problems found."}},
		{"bench", Bench, "GridCavity --cells 16 --devices host --steps 5 --repeat 2 --warmup 1",
			[]string{"million cells times steps a second", "of copies at"}},
		{"strong", Scaling,
			"IsotropicTurbulence --cells 32 --devices host:2 --steps 2 --exchanges --dir " +
				dir,
			[]string{"Strong scaling", "same bits", "16 GPUs are 45 times", "Exchange on 2 devices",
				"overlap"}},
		{"weak", Scaling, "GridTaylorGreen --cells 8 --devices host:2 --weak --gpus 2 --steps 2",
			[]string{"Weak scaling", "8 x 1 x 16", "94 % at 4 GPUs"}},
	} {
		said, err := printed(t, func() error { return c.run(t.Context(), words(c.line)) })
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		for _, want := range c.want {
			if !strings.Contains(strings.Join(strings.Fields(said), " "), want) {
				t.Errorf("%s does not say %q:\n%s", c.name, want, said)
			}
		}
	}
	if rows := strings.Count(contents(t, dir, "scaling.csv"), "\n"); rows != 3 {
		t.Errorf("scaling.csv has %d lines", rows)
	}
	for line, want := range map[string]string{
		"GridCavity --gpus 1,x":     `--gpus is "1,x", but must be a list`,
		"GridCavity --tend 3":       "--tend is an option of run, not of scaling",
		"GridCavity --resume there": "--resume is an option of run",
	} {
		if err := Scaling(t.Context(), words(line)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("scaling %s: %v", line, err)
		}
	}
}

// TestReportAndCompare holds what is told of runs that are there.
func TestReportAndCompare(t *testing.T) {
	at := t.TempDir()
	one, two, other := filepath.Join(at, "one"), filepath.Join(at, "two"), filepath.Join(at, "other")
	for dir, options := range map[string]string{one: "", two: "", other: " --cells 10"} {
		if err := command(t, t.Context(), heated+options+" --dir "+dir, nil); err != nil {
			t.Fatal(err)
		}
	}
	html := filepath.Join(at, "page.html")
	said, err := printed(t, func() error {
		return reports.Run(t.Context(), words(one+" "+other+" --html "+html))
	})
	if err != nil || strings.Count(said, "nusselt x m") != 4 {
		t.Errorf("%v:\n%s", err, said)
	}
	page := contents(t, at, "page.html")
	if strings.Count(page, "<svg") != 12 ||
		strings.Count(page, `<img src="data:image/png;base64,iVB`) != 4 ||
		!strings.Contains(page, "<figcaption>Temperature</figcaption>") ||
		!strings.Contains(page, "GridHeatedCavity, 10 x 1 x 10") {
		t.Errorf("the page has %d figures", strings.Count(page, "<svg"))
	}
	if said, err = printed(t, func() error { return compared(t, one, two) }); err != nil ||
		!strings.Contains(said, "the same, number for number") {
		t.Errorf("%v:\n%s", err, said)
	}
	_, err = printed(t, func() error { return compared(t, one, other) })
	if !errors.Is(err, cli.ErrDiffer) {
		t.Errorf("the error is %v", err)
	}
	if err := compared(t, one, at); err == nil ||
		!strings.Contains(err.Error(), "is no run of a flow on") {
		t.Errorf("the error is %v", err)
	}
	if err := os.Remove(filepath.Join(two, "report.json")); err != nil {
		t.Fatal(err)
	}
	if err := compared(t, one, two); err == nil || !strings.Contains(err.Error(), "--resume "+two) {
		t.Errorf("the error is %v", err)
	}
}

// TestMemory holds that a flow without room is refused, before any of it is made, with a number of
// cells that has.
func TestMemory(t *testing.T) {
	f := &grid.Flow{Cells: [3]int{256, 256, 256},
		Equations: &grid.Incompressible{Scheme: grid.RungeKutta}}
	refused := func(cells int, free int64, names ...string) error {
		f.Cells = [3]int{cells, cells, cells}
		return checkMemory(f, grid.PPCG, names, len(names), gpu.HostMemory{Free: 100 << 30},
			[]gpu.Info{{Name: "cuda:0", Free: free}})
	}
	if err := refused(256, 2<<30, "cuda:0"); err == nil ||
		!strings.Contains(err.Error(), "use --cells 232 or less") {
		t.Errorf("the error is %v", err)
	}
	if err := refused(232, 2<<30, "cuda:0"); err != nil {
		t.Error(err)
	}
	if err := refused(1024, 0, "host", "host"); err == nil ||
		!strings.Contains(err.Error(), "of the memory of the host") {
		t.Errorf("the error is %v", err)
	}
}
