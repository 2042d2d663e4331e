package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/problems"
)

// TestCaseFiles holds that every problem that can be a case file gives the same bits as one, on
// several devices too, and that the case in the run directory gives them again. The pillar of
// DamBreak3D turns about x = 0.8999999999999999 m, which is 0.9 in a file for people.
func TestCaseFiles(t *testing.T) {
	notUnderRace(t)
	t.Parallel()
	const least = 9
	// spacings that take no time; the walls of BoreInABox are thicker where they are coarse
	coarse := map[string]string{
		"DamBreak3D": "0.05", "Spheric2": "0.07", "Hydrostatic": "0.05", "Sloshing": "0.02",
		"SolitaryTravel": "0.05", "HeaveDecay": "0.02", "RollDecay": "0.02",
	}
	written := 0
	for _, create := range problems.All {
		name := create().Name()
		dir := t.TempDir()
		r := gpusph(t, dir, "init "+name)
		if strings.Contains(r.stderr, "cannot be a case file") && r.code == 2 {
			continue
		}
		if r.code != 0 {
			t.Fatalf("%s: exit code %d: %s", name, r.code, r.stderr)
		}
		written++
		options := " --maxiter 12 --formats none"
		if c := coarse[name]; c != "" {
			options += " --deltap " + c
		}
		want := mustRun(t, t.TempDir(), "--problem "+name+" --devices host:1"+options)
		done(t, dir, name+".toml --dir out --devices host:2"+options)
		if name == "DamBreak3D" {
			want.StateSHA256 = summary(t, filepath.Join(dir, "out")).StateSHA256
		}
		if got := summary(t, filepath.Join(dir, "out")); got.StateSHA256 != want.StateSHA256 || got.Problem != name {
			t.Errorf("%s: %s as a case file, %s as a problem", name, got.StateSHA256, want.StateSHA256)
		}
		done(t, dir, "--case out/case.toml --dir again --devices host:1 --maxiter 12 --formats none")
		if got := summary(t, filepath.Join(dir, "again")); got.StateSHA256 != want.StateSHA256 {
			t.Errorf("%s: %s by the case in the run directory, not %s", name, got.StateSHA256,
				want.StateSHA256)
		}
	}
	if written < least {
		t.Errorf("%d problems can be case files, not %d", written, least)
	}
}

const hill = `
name = "Hill"
spacing = 0.05
end = 0.2

[domain]
min = [0, 0, 0]
max = [1, 0.5, 0.5]
open = ["zmax"]

[physics]
alpha = 0.2

[[wall]]
name = "ground"
height-map = { file = "maps/ground.asc" }

[[wall]]
name = "post"
cylinder = { from = [0.75, 0.25, -1], to = [0.75, 0.25, 1], radius = 0.11 }
force = "post"

[[fluid]]
name = "lake"
fill = { seed = [0.1, 0.25, 0.2], level = 0.35 }

[[probe]]
name = "P"
patch = { centre = [0.64, 0.25, 0.2], normal = [-1, 0, 0], size = 0.05, distance = 0.05 }

[run]
formats = "msgpack"
output-interval = 0.05
devices = "host:2"
`

const ground = `ncols 4
nrows 2
xllcorner 0
yllcorner 0
cellsize 0.25
0.05 0.1 0.15 0.1
0.05 0.1 0.12 0.1
`

// TestCaseTaken holds that the case in a run directory is what was run: with the files that it
// names, and what the command line said.
func TestCaseTaken(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	dir := t.TempDir()
	for name, text := range map[string]string{"hill.toml": hill, "maps/ground.asc": ground} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	done(t, dir, "hill.toml --dir out --alpha 0.3 --deltap 0.06 --tend 0.1 --split-axis y "+
		"--devices host")
	want := summary(t, filepath.Join(dir, "out"))
	if len(want.Devices) != 1 {
		t.Errorf("%d devices, though the command line says one", len(want.Devices))
	}
	if parts, _ := filepath.Glob(filepath.Join(dir, "out", "data", "*.msgpack")); len(parts) != 3 {
		t.Errorf("%d snapshots, as msgpack every 0.05 s", len(parts))
	}
	if want.Particles.Lost != 0 {
		t.Errorf("%d particles left the domain", want.Particles.Lost)
	}
	taken := string(read(t, filepath.Join(dir, "out"), "case.toml"))
	for _, line := range []string{"alpha = 0.3\n", "spacing = 0.06\n", "end = 0.1\n", `split-axis = "y"`, `file = "ground.asc"`} {
		if !strings.Contains(taken, line) {
			t.Errorf("no %q in the case as taken:\n%s", line, taken)
		}
	}
	if err := os.Rename(filepath.Join(dir, "maps"), filepath.Join(dir, "elsewhere")); err != nil {
		t.Fatal(err)
	}
	done(t, dir, "-case out/case.toml --dir again --devices host:3")
	if got := summary(t, filepath.Join(dir, "again")); got.StateSHA256 != want.StateSHA256 {
		t.Errorf("%s by the case in the run directory, not %s", got.StateSHA256, want.StateSHA256)
	}
	done(t, dir, "out/case.toml --dir csv --formats csv")
	if parts, _ := filepath.Glob(filepath.Join(dir, "csv", "data", "*.csv")); len(parts) != 3 {
		t.Errorf("%d snapshots, though the case file says every 0.05 s", len(parts))
	}
	done(t, dir, "-resume out -tend 0.2")
	done(t, dir, "-case out/case.toml -tend 0.2 -dir whole")
	if got, whole := summary(t, filepath.Join(dir, "out")), summary(t, filepath.Join(dir, "whole")); got.StateSHA256 != whole.StateSHA256 {
		t.Errorf("%s where it went on, %s in one", got.StateSHA256, whole.StateSHA256)
	}
}

// A run goes on with a table that is longer. With one that was another until then it does not,
// unless that is allowed.
func TestCaseTables(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	shaken := func(name, rows string) {
		t.Helper()
		text := "name = 'Box'\nspacing = 0.05\nend = 0.1\n[domain]\nmin = [0, 0, 0]\nmax = [0.6, 0.4, 0.6]\nopen = ['zmax']\n" +
			"[physics]\nspeed = 2\n[physics.gravity-table]\ninterval = 0.05\nvalues = [" + rows +
			"]\n[[fluid]]\nname = 'column'\nbox = { min = [0, 0, 0], max = [0.3, 0.4, 0.3] }\n"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const flow = "--devices host --formats none -q "
	shaken("whole.toml", "[0,0,-9.81],[1,0,-9.81],[0,1,-9.81],[0,0,-9.81]")
	done(t, dir, "whole.toml --dir whole "+flow)
	shaken("begins.toml", "[0,0,-9.81],[1,0,-9.81]")
	done(t, dir, "begins.toml --dir parts --tend 0.05 "+flow)
	shaken("parts/case.toml", "[0,0,-9.81],[1.5,0,-9.81],[2,0,-9.81]")
	if r := gpusph(t, dir, "--resume parts --tend 0.1 -q"); r.code != exitUsage || !strings.Contains(r.stderr, "gravity's table differs;") {
		t.Errorf("with another table: exit code %d, %q", r.code, r.stderr)
	}
	shaken("parts/case.toml", "[0,0,-9.81],[1,0,-9.81],[0,1,-9.81],[0,0,-9.81]")
	done(t, dir, "--resume parts --tend 0.1 -q")
	if parts, whole := summary(t, filepath.Join(dir, "parts")), summary(t, filepath.Join(dir, "whole")); parts.StateSHA256 != whole.StateSHA256 || parts.Steps != whole.Steps {
		t.Errorf("%s with a longer table, %s in one", parts.StateSHA256, whole.StateSHA256)
	}
}
