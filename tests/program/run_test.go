package program

import (
	"bufio"
	"bytes"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"gpusph/output"
)

func TestRunDirectory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := gpusph(t, dir,
		"run -problem=dambreak3d -deltap 0.05 -devices host:2 -maxiter 37 -formats vtk,msgpack,csv -output_interval 0.01 -log-level debug -dir out")
	if r.code != 0 {
		t.Fatalf("exit code %d: %s", r.code, r.stderr)
	}
	out := filepath.Join(dir, "out")
	checkFiles(t, out, 37)
	for _, want := range []string{"Iterations      37\n", "Time per phase", "BuildNeibs", "kips", "Before balancing", "host:1"} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("no %q in the report:\n%s", want, r.stdout)
		}
	}
	if !strings.Contains(r.stderr, "DamBreak3D: ") || !strings.Contains(r.stderr, "on 2 devices") {
		t.Errorf("stderr has %s", r.stderr)
	}
	s := summary(t, out)
	if s.Problem != "DamBreak3D" || s.Program != "gpusph" || !strings.HasPrefix(s.Version,
		"0.1.0") || len(s.Devices) != 2 ||
		s.Devices[1].Model == "" || s.Particles.Fluid == 0 || s.Mips == 0 || s.Elapsed <= s.Runtime || !slices.Contains(s.CommandLine, "37") {
		t.Errorf("the summary is %+v", s)
	}
	checkOptions(t, out)
	parts, _ := filepath.Glob(filepath.Join(out, "data", "*.msgpack"))
	if len(parts) < 3 {
		t.Fatalf("%d snapshots, at 0, 0.01 s, ... and the end", len(parts))
	}
	for i, step := range map[int]int{0: 0, len(parts) - 1: 37} {
		snapshot, err := output.ReadSnapshot(parts[i])
		if err != nil || snapshot.Step != step || step > 0 && snapshot.SHA256 != s.StateSHA256 {
			t.Errorf("snapshot %d: %v, or not of step %d", i, err, step)
		}
	}
	if log := string(read(t, out, "run.log")); !strings.Contains(log, "level=DEBUG") || !strings.Contains(log, "the predictive balancer, for gains of 2 %, memory of 20 steps") {
		t.Errorf("run.log has %s", log)
	}
	nothingIsLeft(t, out)
}

// The devices, how slices move between them and what is written change nothing.
func TestSameBits(t *testing.T) {
	t.Parallel()
	const flow = "--problem DamBreak3D --deltap 0.05 --maxiter 60 "
	want := mustRun(t, t.TempDir(), flow+"--devices host:1")
	for _, line := range []string{
		"--devices host:2 --balance on --lb-gain 0",
		"--device host,host:2 -balance paper -lb-threshold 0.01 -lb-steps 1 -stripe 100",
		"--devices host:3 --balance off --sample-interval 0.001 --formats none",
	} {
		got := mustRun(t, t.TempDir(), flow+line)
		if got.StateSHA256 != want.StateSHA256 || got.Time != want.Time || got.Steps != 60 {
			t.Errorf("%s: %s after %d steps, one device gives %s", line, got.StateSHA256,
				got.Steps, want.StateSHA256)
		}
		// Whether the balancer finds something to move depends on the time of day.
		if strings.Contains(line, "off") && got.Moved > 0 {
			t.Errorf("%s: %d slices moved", line, got.Moved)
		}
	}
	if got := mustRun(t, t.TempDir(), flow+"--devices host:1 --alpha 0.2"); got.StateSHA256 == want.StateSHA256 {
		t.Error("an option of the problem changes nothing")
	}
}

func TestDirectoryIsKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mustRun(t, dir, small+"--maxiter 12")
	mine := filepath.Join(dir, "out", "notes.txt")
	if err := os.WriteFile(mine, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	before := read(t, dir, "out", "summary.json")
	r := gpusph(t, dir, small+"--maxiter 3 --dir out")
	if r.code != exitUsage || !strings.Contains(r.stderr, "--force") || !bytes.Equal(before, read(t, dir, "out", "summary.json")) {
		t.Errorf("exit code %d, or the directory has changed: %s", r.code, r.stderr)
	}
	mustRun(t, dir, small+"--maxiter 3 --force --nosave")
	checkFiles(t, filepath.Join(dir, "out"), 3)
	if parts, _ := filepath.Glob(filepath.Join(dir, "out", "data", "*")); len(parts) != 1 {
		t.Errorf("--nosave has left %d snapshots, not the last one", len(parts))
	}
	for _, test := range []struct {
		formats string
		want    int
	}{{"csv", 2}, {"none", 1}} { // at the beginning and the end
		mustRun(t, dir, small+"--maxiter 3 --force --log-level debug --formats "+test.formats)
		if made := bytes.Count(read(t, dir, "out", "run.log"), []byte("msg=snapshot ")); made != test.want {
			t.Errorf("--formats %s: %d snapshots are made, want %d", test.formats, made, test.want)
		}
	}
	if string(read(t, mine)) != "mine" {
		t.Error("--force has taken what no run has written")
	}
}

func TestQuietInDirectoryOfItsOwn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := gpusph(t, dir, small+"--maxiter 3 --formats none -q")
	if r.code != 0 || r.stdout+r.stderr != "" {
		t.Errorf("exit code %d: %s%s", r.code, r.stdout, r.stderr)
	}
	made, _ := filepath.Glob(filepath.Join(dir, "runs", "DamBreak3D_*", "*"))
	if len(made) < 8 {
		t.Errorf("it made %s", made)
	}
	if data, _ := filepath.Glob(filepath.Join(dir, "runs", "*", "data", "*")); len(data) > 0 {
		t.Errorf("--formats none has left %s", data)
	}
}

// What was written before an error stays valid, and the last state is written.
func TestRunThatFails(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := gpusph(t, dir, small+"--dt 0.0032 --divergence-damping 0 --dir out")
	if r.code != exitFailed || !strings.Contains(r.stderr, "\ngpusph: ") || !strings.Contains(r.stderr, "dt 0.0032 s (a Courant number of 0.3 allows 0.00113 s)") {
		t.Errorf("exit code %d: %s", r.code, r.stderr)
	}
	if long := regexp.MustCompile(`\d*\.\d{7,}`).FindString(r.stderr + r.stdout); long != "" {
		t.Errorf("%s is not a number for people", long)
	}
	out := filepath.Join(dir, "out")
	s := summary(t, out)
	if len(s.StateSHA256) != 64 {
		t.Errorf("the summary has state_sha256 %q", s.StateSHA256)
	}
	if s.Status != output.Failed || !strings.HasSuffix(r.stderr, "\ngpusph: "+s.Error+"\n") {
		t.Errorf("the summary says %q, %q, not %s", s.Status, s.Error, r.stderr)
	}
	if report := strings.Split(string(read(t, out, "report.txt")), "\n"); !strings.HasPrefix(report[1], "Failed at ") || !strings.HasSuffix(report[1], s.Error) {
		t.Errorf("the report begins with %q", report[:2])
	}
	read(t, out, "last.png")
	if log := string(read(t, out, "run.log")); !strings.Contains(log, "level=ERROR") {
		t.Errorf("run.log has %s", log)
	}
}

// A file that cannot be written at the end fails the run, and the summary tells so.
func TestLastFilesFail(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"last.png", "report.txt"} {
		dir := t.TempDir()
		out := filepath.Join(dir, "out")
		if err := os.MkdirAll(filepath.Join(out, name), 0o777); err != nil {
			t.Fatal(err)
		}
		r := gpusph(t, dir, small+"--maxiter 3 --formats none --dir out --force -q")
		s := summary(t, out)
		if r.code != exitFailed || s.Status != output.Failed || !strings.HasPrefix(s.Error, "out/"+name+" cannot be written: ") || r.stderr != "gpusph: "+s.Error+"\n" {
			t.Errorf("exit code %d, %s: %s", r.code, s.Status, r.stderr)
		}
	}
}

func TestInterrupt(t *testing.T) {
	t.Parallel()
	for _, signals := range [][]os.Signal{
		{os.Interrupt}, {syscall.SIGTERM},
		// a terminal that goes away may send several
		{syscall.SIGHUP, syscall.SIGHUP, syscall.SIGHUP, syscall.SIGHUP},
	} {
		if signals[0] == syscall.SIGHUP && signal.Ignored(syscall.SIGHUP) {
			continue // as under nohup
		}
		dir := t.TempDir()
		c, stderr := started(t, dir, endless)
		for _, s := range signals {
			if err := c.Process.Signal(s); err != nil {
				t.Fatal(err)
			}
			time.Sleep(5 * time.Millisecond)
		}
		c.Wait()
		if code := c.ProcessState.ExitCode(); code != exitInterrupted || !strings.HasSuffix(stderr.String(), "gpusph: interrupted; everything is written\n") {
			t.Errorf("%v: exit code %d: %s", signals, code, stderr)
		}
		out := filepath.Join(dir, "out")
		s := summary(t, out)
		checkFiles(t, out, s.Steps)
		if report := string(read(t, out, "report.txt")); s.Status != output.Interrupted || s.Error != "" || !strings.Contains(report, "\nInterrupted at ") {
			t.Errorf("%v: the summary says %q, %q, the report\n%s", signals, s.Status, s.Error, report)
		}
	}
}

// A second Ctrl-C does not wait for anything: what the first one would have written
// is not there.
func TestInterruptTwice(t *testing.T) {
	t.Parallel()
	c := program(t.TempDir(), small+"--deltap 0.02 --tend 1000 --dir out")
	stderr, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for range 600 { // until it listens
		time.Sleep(50 * time.Millisecond)
		if rows, _ := os.ReadFile(filepath.Join(c.Dir, "out", "throughput.csv")); bytes.Count(rows, []byte("\n")) > 1 {
			break
		}
	}
	c.Process.Signal(os.Interrupt)
	said := ""
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		said += lines.Text() + "\n"
		if strings.Contains(lines.Text(), "Ctrl-C again ends at once") {
			c.Process.Signal(os.Interrupt) // while the last state is being drawn
		}
	}
	c.Wait()
	if code := c.ProcessState.ExitCode(); code != exitInterrupted || !strings.Contains(said, "Ctrl-C again") || strings.Contains(said, "everything is written") {
		t.Errorf("exit code %d: %s", code, said)
	}
	if _, err := os.Stat(filepath.Join(c.Dir, "out", "summary.json")); err == nil {
		t.Error("it has waited until the summary was written")
	}
}
