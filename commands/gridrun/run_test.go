package gridrun

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/commands/cli"
	"gpusph/grid"
	"gpusph/grid/gridfile"
	"gpusph/internal/input"
	"gpusph/output"
)

// command runs the command run with the words of a line, on a fake that change may change.
func command(t *testing.T, ctx context.Context, line string, change func(*fake)) error {
	t.Helper()
	was := open
	defer func() { open = was }()
	open = func(f *grid.Flow, _ grid.Options) (grid.Simulator, error) {
		k := newFake(f)
		if change != nil {
			change(k)
		}
		return k, nil
	}
	words := append(strings.Fields(line), "--quiet", "--devices", "host")
	return Run(ctx, cli.Line{Words: words})
}

// contents are those of a file of a run.
func contents(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := input.Read(filepath.Join(dir, name), input.Most)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// reportOf is the report of a run.
func reportOf(t *testing.T, dir string) *Report {
	t.Helper()
	var r Report
	if err := json.Unmarshal([]byte(contents(t, dir, "report.json")), &r); err != nil {
		t.Fatal(err)
	}
	return &r
}

// heated is a small flow with all columns.
const heated = "GridHeatedCavity --cells 8 --tend 1 --steady 0 --output-interval 0.25"

// TestFiles holds what a run leaves: rows at the times asked for, snapshots with their series, a
// report, a log, and a checkpoint.
func TestFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	line := heated + " --sample-interval 0.1 --dir " + dir
	if err := command(t, t.Context(), line, nil); err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(contents(t, dir, "sums.csv")), "\n")
	const head = "t[s],energy[m²/s²],dissipation[m²/s³],divergence[1/s],temperature[K]," +
		"nusselt x min,nusselt x max"
	if rows[0] != head || len(rows) != 12 {
		t.Errorf("sums.csv has %d lines, the first %s", len(rows), rows[0])
	}
	for n, name := range []string{"00000", "00001", "00002", "00003", "00004"} {
		if !strings.Contains(contents(t, dir, "grid.pvd"), "data/grid_"+name+".vti") {
			t.Errorf("grid.pvd lacks snapshot %d", n)
		}
	}
	r := reportOf(t, dir)
	if r.Status != "done" || r.Numbers[grid.FirstNusselt].Value != 2 ||
		r.Snapshots != 5 || r.Steps < 100 ||
		r.PerSolve != 6 || r.StateSHA256 == "" {
		t.Errorf("the report is %+v", r)
	}
	if log := contents(t, dir, "run.log"); !strings.Contains(log, "Ra = 100000, Pr = 0.71") {
		t.Errorf("run.log is %s", log)
	}
	for name, begin := range map[string]string{"last.png": "\x89PNG", "last_speed.png": "\x89PNG",
		"profile_u.csv": "z[m],u[m/s]\n", "profile_T.csv": "x[m],T[K]\n"} {
		if !strings.HasPrefix(contents(t, dir, name), begin) {
			t.Errorf("%s does not begin with %q", name, begin)
		}
	}
	if all, _ := gridfile.Checkpoints.List(dir); len(all) != 1 {
		t.Errorf("the checkpoints are %v", all)
	}
	if !strings.Contains(contents(t, dir, "report.txt"), "nusselt x max") {
		t.Error("report.txt has no Nusselt number")
	}
	if err := command(t, t.Context(), line, nil); err == nil ||
		!strings.Contains(err.Error(), "is not empty; use --force") {
		t.Errorf("a run in the same directory: %v", err)
	}
	if err := command(t, t.Context(), line+" --force", nil); err != nil {
		t.Error(err)
	}
}

// TestSpectra holds that a run of turbulence has a spectrum for each snapshot, and its scales.
func TestSpectra(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	line := "IsotropicTurbulence --cells 32 --tend 0.2 --output-interval 0.1 --dir " + dir
	if err := command(t, t.Context(), line, nil); err != nil {
		t.Fatal(err)
	}
	if rows := strings.Count(contents(t, dir, "turbulence.csv"), "\n"); rows != 4 {
		t.Errorf("turbulence.csv has %d lines", rows)
	}
	if text := contents(t, dir, "data/spectrum_00002.csv"); !strings.HasPrefix(text, "k[1/m],E[") {
		t.Errorf("spectrum_00002.csv has %q", text)
	}
}

// TestResume holds that a run that was stopped, and one that failed after a checkpoint, continue to
// the same tables, snapshots and state as one without an end.
func TestResume(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "whole")
	if err := command(t, t.Context(), heated+" --dir "+whole, nil); err != nil {
		t.Fatal(err)
	}
	for name, end := range map[string]func(dir string) error{
		"maxiter": func(dir string) error {
			return command(t, t.Context(), heated+" --maxiter 47 --dir "+dir, nil)
		},
		"stop-after": func(dir string) error {
			return command(t, t.Context(), heated+" --stop-after 1ns --dir "+dir, nil)
		},
		"failure": func(dir string) error {
			err := command(t, t.Context(), heated+" --checkpoint-every 0.3 --dir "+dir,
				func(k *fake) { k.fails = 80 })
			if err == nil || !strings.Contains(err.Error(), "the device is lost") {
				t.Errorf("the error is %v", err)
			}
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "run")
			if err := end(dir); err != nil {
				t.Fatal(err)
			}
			if err := command(t, t.Context(), "--stop-after 0 --resume "+dir, nil); err != nil {
				t.Fatal(err)
			}
			for _, file := range []string{"sums.csv", "grid.pvd", "data/grid_00004.vti"} {
				if contents(t, dir, file) != contents(t, whole, file) {
					t.Errorf("%s is not that of a run without an end", file)
				}
			}
			got, want := reportOf(t, dir), reportOf(t, whole)
			if got.StateSHA256 != want.StateSHA256 || got.Steps != want.Steps ||
				got.Iterations != want.Iterations || len(got.Resumed) != 1 {
				t.Errorf("the report is %+v", got)
			}
		})
	}
}

// TestResumeRefused holds what a run that continues may not change, and what it may.
func TestResumeRefused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	if err := command(t, t.Context(), heated+" --maxiter 20 --dir "+dir, nil); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"--ra 1e4":              "--resume cannot change the physics: --ra is 10000, but was 100000",
		"--solver ppcg":         "--solver is ppcg, but was multigrid",
		"--precision single":    "--precision is single, but was double",
		"GridCavity":            "--resume continues GridHeatedCavity, not GridCavity",
		"--tend 0.1":            "use a later --tend to continue it",
		"--deltap 0.1":          "--deltap is an option of particles",
		"--dir elsewhere":       "--resume and --dir do not go together",
		"--steady 1e-3 --dt -1": "--dt is -1",
	} {
		err := command(t, t.Context(), line+" --resume "+dir, nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", line, err)
		}
	}
	if err := command(t, t.Context(), "--steady 0.1 --resume "+dir, nil); err != nil {
		t.Error(err)
	}
	if r := reportOf(t, dir); !r.Steady || r.Work.Time > 0.75 {
		t.Errorf("it is not steady at %g", r.Work.Time)
	}
}

// TestDamaged holds that a damaged checkpoint is refused, that the one before is taken then, and
// that no piece of one is taken for a whole.
func TestDamaged(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	line := heated + " --maxiter 60 --checkpoint-every 0.2 --dir " + dir
	if err := command(t, t.Context(), line, nil); err != nil {
		t.Fatal(err)
	}
	all, _ := gridfile.Checkpoints.List(dir)
	if len(all) != 2 {
		t.Fatalf("the checkpoints are %v", all)
	}
	last := all[len(all)-1]
	data := []byte(contents(t, dir, filepath.Base(last)))
	for at := 0; at < len(data); at += 1 + len(data)/97 {
		bad := append([]byte(nil), data...)
		bad[at] ^= 0x10
		if err := os.WriteFile(last, bad, 0o666); err != nil {
			t.Fatal(err)
		}
		if c, err := readCheckpoint(last); err == nil {
			t.Errorf("byte %d is changed, and the checkpoint of step %d is read", at, c.State.Step)
		}
		if err := os.WriteFile(last, data[:at], 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := readCheckpoint(last); err == nil {
			t.Errorf("%d bytes of %d are read", at, len(data))
		}
	}
	c, remarks, err := output.LastOf(gridfile.Checkpoints, dir, readCheckpoint)
	if step, _ := gridfile.Checkpoints.Step(last); err != nil || c.State.Step >= step ||
		len(remarks) != 1 {
		t.Errorf("the checkpoint is %+v, %v", c, err)
	}
}

// TestInterrupted holds that a run that is interrupted writes all its files and can go on, and that
// one that becomes unstable says so.
func TestInterrupted(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	ctx, cancel := context.WithCancel(t.Context())
	err := command(t, ctx, heated+" --dir "+dir, func(k *fake) { k.after = func() { cancel() } })
	if err != cli.ErrInterrupted {
		t.Errorf("the error is %v", err)
	}
	if r := reportOf(t, dir); r.Status != "interrupted" {
		t.Errorf("the status is %s", r.Status)
	}
	if all, _ := gridfile.Checkpoints.List(dir); len(all) != 1 {
		t.Error("there is no checkpoint")
	}
	other := filepath.Join(t.TempDir(), "run")
	err = command(t, t.Context(), heated+" --dir "+other, func(k *fake) { k.blows = 10 })
	if err == nil || !strings.Contains(err.Error(), "has become unstable") {
		t.Errorf("the error is %v", err)
	}
	if r := reportOf(t, other); r.Status != "failed" || !strings.Contains(r.Error, "unstable") {
		t.Errorf("the report is %+v", r)
	}
}
