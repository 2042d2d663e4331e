package program

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpusph/commands/balance"
)

// Lines that end at once, with one sentence, and leave nothing behind.
func TestSearchLines(t *testing.T) {
	const flow = "--problem DamBreak3D --deltap 0.06 --devices host:3 "
	endAtOnce(t, "balance -q ", []ending{
		{"--help", 0, "--search"},
		{flow + "--steps 10", 2, "--steps goes with --search"},
		{flow + "--from 0.1", 2, "--from goes with --search"},
		{flow + "--search --lb-gains 1", 2, "--lb-gains does not go with --search"},
		{flow + "--search --maxiter 10", 2, "--maxiter does not go with --search"},
		{flow + "--search --steps 0", 2, "--steps is 0, but must be at least 1"},
		{flow + "--search --repeat 0", 2, "--repeat is 0, but must be from 1 to 1000"},
		{flow + "--search --warmup -1", 2, "--warmup is -1, but must be at least 0"},
		{flow + "--search --from NaN", 2, "--from is NaN, but must be at least 0"},
		{flow + "--search --balance paper", 2, "not of balance"},
		{flow + "--search --bounds 6,9", 2, "--bounds is an option of run, check, converge, " +
			"sweep, bench and timeline, not of balance"},
		{"--problem DamBreak3D --search --devices host:1", 2, "one device has nothing to balance"},
		{"--problem DamBreak3D --search --deltap 0.06 --devices host:200", 2, "too few for 200 devices"},
		{flow + "--search --tend 0.001", 1,
			"the flow ends at 0.001 s, before all steps are timed; use a smaller --from"},
		{flow + "--search --warmup 1 --tend 0.06 --steps 10000", 1,
			"before all steps are timed; use a smaller --from"},
	})
}

// Bounds that are given, on command lines that end at once.
func TestBoundsLines(t *testing.T) {
	const flow = "--problem DamBreak3D --deltap 0.06 --devices host:3 "
	endings := []ending{
		{"--bounds 6,9", 2, "--bounds does not go with " +
			"--balance predictive, which moves slices; use --balance off"},
		{"--balance paper --bounds 6,9", 2, "--bounds does not go with --balance paper"},
		{"--balance off --bounds 6", 2, "the bounds 6 are for 2 devices, but there are 3; "},
		{"--balance off --bounds 44,38", 2, "the bounds 44,38 leave device 2 of 3 the slices " +
			"from 44 to before 38"},
		{"--balance off --bounds 44,45", 2, "but each needs 15 at least"},
		{"--balance off --bounds 6,,7", 2, `--bounds is "6,,7", but must be a list of slices; use 50,100,150`},
		{"--balance off --bounds=", 2, `--bounds is ""`},
		{"--balance off --bounds 6,-9", 2, `--bounds is "6,-9"`},
		{"--balance off --bounds 6,99999999999", 2, `--bounds is "6,99999999999"`},
	}
	for _, command := range []string{"run ", "bench ", "timeline "} {
		endAtOnce(t, command+flow, endings)
	}
	endAtOnce(t, "scaling --problem DamBreak3D --gpus 1,2 ", []ending{{"--balance off --bounds 6",
		2, "--bounds is an option of run, check, converge, sweep, bench and timeline, not of scaling"}})
}

// The bounds that are given are those of all steps.
func TestGivenBounds(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := gpusph(t, dir, "--problem DamBreak3D --deltap 0.05 --maxiter 60 --devices host:3 "+
		"--balance off --bounds 45,90 --formats none --dir out")
	if r.code != 0 {
		t.Fatalf("exit code %d: %s", r.code, r.stderr)
	}
	rows := strings.Split(strings.TrimSpace(string(read(t, dir, "out", "throughput.csv"))), "\n")
	names := strings.Split(rows[0], ",")
	for _, row := range rows[1:] {
		values := strings.Split(row, ",")
		for name, want := range map[string]string{"host:0 first slice": "14", "host:1 first slice": "45", "host:2 first slice": "90"} {
			if got := values[slices.Index(names, name)]; got != want {
				t.Fatalf("%s is %s, want %s", name, got, want)
			}
		}
	}
	want := mustRun(t, t.TempDir(), "--problem DamBreak3D --deltap 0.05 --maxiter 60 --devices host:1")
	if got := summary(t, filepath.Join(dir, "out")); got.StateSHA256 != want.StateSHA256 {
		t.Errorf("the last state is %s, of one device %s", got.StateSHA256, want.StateSHA256)
	}
}

const searchLine = "balance --search -problem DamBreak3D -deltap 0.06 -devices host:3 " +
	"-warmup 40 -dir out "

// A search on host devices, from the command line to the files.
func TestSearch(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := gpusph(t, dir, searchLine+"-steps 10 -repeat 2")
	if r.code != 0 {
		t.Fatalf("exit code %d: %s", r.code, r.stderr)
	}
	out := filepath.Join(dir, "out")
	var f balance.StaticBounds
	if err := json.Unmarshal(read(t, out, "search.json"), &f); err != nil {
		t.Fatal(err)
	}
	if f.Head != balance.SearchHead || f.First <= 40 || f.Steps < 10 || !(f.Time > 0) || f.Particles == 0 || len(f.Devices) != 3 || len(f.Remarks) != 1 {
		t.Errorf("the search is %+v", f)
	}
	for _, c := range f.Contenders() {
		if len(c.Seconds) != 2 || len(c.Moved) != 2 || len(c.Bounds) != 4 || !(c.Mips > 0) {
			t.Errorf("%+v", c)
		}
	}
	bounds := func(b []int) string { return fmt.Sprint(b) }
	tried := map[string]bool{}
	for _, trial := range f.Tried {
		if tried[bounds(trial.Bounds)] || len(trial.Seconds) != 2 || !(trial.Time() > 0) {
			t.Errorf("tried twice, or not measured: %+v", trial)
		}
		tried[bounds(trial.Bounds)] = true
	}
	// Beyond where it starts it tries at least to move a slice from one device to each
	// of the others; how many more depends on times.
	starts := map[string]bool{bounds(f.Off.Bounds): true, bounds(f.Paper.Bounds): true,
		bounds(f.Predictive.Bounds): true}
	if len(tried) < len(starts)+2 {
		t.Errorf("%d bounds are tried, of which the search starts with %d", len(tried), len(starts))
	}
	for _, b := range [][]int{f.Off.Bounds, f.Paper.Bounds, f.Predictive.Bounds, f.Best.Bounds} {
		if !tried[bounds(b)] {
			t.Errorf("the bounds %v are not tried", b)
		}
	}
	if f.Off.Policy != "" || f.Off.Moved[0]+f.Best.Moved[0] != 0 || f.Paper.Policy == "" || f.Predictive.Policy == "" {
		t.Errorf("off %+v, paper %+v, predictive %+v", f.Off, f.Paper, f.Predictive)
	}
	text := string(read(t, out, "report.txt"))
	for _, want := range []string{
		"best that stay", "predictive", "paper", "off, equal work at the start",
		"slower than the best", "3 subdomains on 1 host device: ",
		"--balance off --bounds " + balance.Inner(f.Best.Bounds) + " sets the best",
		fmt.Sprintf("measured %d candidates", len(tried)),
	} {
		if !strings.Contains(text, want) || !strings.Contains(r.stdout, want) {
			t.Errorf("no %q in the report:\n%s", want, text)
		}
	}
	if got := strings.Count(string(read(t, out, "search.csv")), "\n") - 1; got != len(tried) {
		t.Errorf("search.csv has %d rows, not %d", got, len(tried))
	}
	nothingIsLeft(t, out)
}

// Ctrl-C ends the search; the best bounds so far are written.
func TestSearchIsInterrupted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := program(dir, searchLine+"-steps 100 -repeat 5")
	stderr, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	said, signalled := "", false // once: the second ends the program
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		if said += lines.Text() + "\n"; !signalled && strings.Contains(lines.Text(), "bounds measured") {
			c.Process.Signal(os.Interrupt)
			signalled = true
		}
	}
	c.Wait()
	if code := c.ProcessState.ExitCode(); code != exitInterrupted || !strings.HasSuffix(said, "gpusph: interrupted; everything is written\n") {
		t.Errorf("exit code %d: %s", code, said)
	}
	var f balance.StaticBounds
	if err := json.Unmarshal(read(t, dir, "out", "search.json"), &f); err != nil {
		t.Fatal(err)
	}
	if len(f.Best.Seconds) != 5 || !strings.Contains(string(read(t, dir, "out", "report.txt")), "Remark: interrupted: better bounds") {
		t.Errorf("after Ctrl-C, there is %+v", f)
	}
}
