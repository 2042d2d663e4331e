package program

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/output"
)

// A run ends in order when its wall time is over, with a checkpoint, and goes on as if it had not
// ended.
func TestStopAfter(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	dir := t.TempDir()
	const line = "--problem DamBreak3D --deltap 0.05 --tend 0.15 --formats vtk,csv " +
		"--output-interval 0.02 --sample-interval 0.001 "
	done(t, dir, line+"--devices host:1 -q --dir whole")
	r := gpusph(t, dir, line+"--stop-after 1ms --checkpoint-interval 0 --devices host:1 --dir out")
	if r.code != exitDone || !strings.Contains(r.stdout, ": --stop-after 1ms is over\n") ||
		!strings.HasSuffix(r.stderr, "gpusph --resume out goes on with it\n") {
		t.Fatalf("exit code %d: %s%s", r.code, r.stdout, r.stderr)
	}
	out := filepath.Join(dir, "out")
	s := summary(t, out)
	if s.Status != output.Done || s.Stopped == nil || s.Stopped.Option != "stop-after" ||
		s.Stopped.Since != nil || s.Steps == 0 || s.Time > 0.05 {
		t.Errorf("the summary is %+v, %+v", s, s.Stopped)
	}
	checkFiles(t, out, s.Steps)
	if all, err := output.Checkpoints(out); err != nil || len(all) != 1 {
		t.Errorf("there are the checkpoints %q: %v", all, err)
	}
	if log := string(read(t, out, "run.log")); !strings.Contains(log, `msg="stopped: --stop-after 1ms is over" step=`) {
		t.Errorf("run.log has %s", log)
	}
	done(t, dir, "--resume out -q --devices host:2 --stop-after 1ms") // at least a period each
	if next := summary(t, out); next.Steps <= s.Steps {
		t.Errorf("the second run ends at step %d, the first at %d", next.Steps, s.Steps)
	}
	done(t, dir, "--resume out -q --devices host:1") // which has no --stop-after
	sameRun(t, "stopped twice", out, filepath.Join(dir, "whole"))
	if s := summary(t, out); s.Stopped != nil || len(s.Resumed) != 2 {
		t.Errorf("at its end the summary has %+v, and %+v", s.Stopped, s.Resumed)
	}
}

// A run ends where the flow is steady: at the same step on any number of devices, and where it was
// continued. It continues from there, too.
func TestStopSteady(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	dir := t.TempDir()
	const flow = "--problem Couette --deltap 1e-4 --formats csv "
	const line = flow + "--stop-steady 0.01 "
	r := gpusph(t, dir, line+"--devices host:1 --dir out")
	const why = "the flow is steady since 0.4533 s: over 0.1 s its kinetic energy has changed " +
		"by less than 0.01 of the greatest that it has had"
	if r.code != exitDone || !strings.Contains(r.stdout, ": "+why+"\n") || !strings.HasSuffix(r.stderr,
		"stopped: "+why+"\ngpusph --resume out --stop-steady 0 goes on with it\n") {
		t.Fatalf("exit code %d: %s%s", r.code, r.stdout, r.stderr)
	}
	out := filepath.Join(dir, "out")
	s := summary(t, out)
	if s.Stopped == nil || s.Stopped.Option != "stop-steady" || s.Stopped.Why != why || s.Stopped.Since == nil || s.Time >= 1 || s.Options["steady-window"] != "0.1" {
		t.Errorf("the summary has %+v, at %g s, with a window of %s", s.Stopped, s.Time,
			s.Options["steady-window"])
	}
	if log := string(read(t, out, "run.log")); !strings.Contains(log, why) {
		t.Errorf("run.log has %s", log)
	}
	for name, lines := range map[string][]string{
		"three":   {line + "--devices host:3"},
		"resumed": {line + "--maxiter 97 --devices host:2", "--resume resumed --devices host:1"},
		// with the window that it had
		"later": {line + "--maxiter 97 --devices host:1", "--resume later --tend 1.5 --devices host:1"},
	} {
		done(t, dir, lines[0]+" -q --dir "+name)
		for _, line := range lines[1:] {
			done(t, dir, line+" -q")
		}
		sameRun(t, name, filepath.Join(dir, name), out)
	}

	// Where nothing is to be done any more, nothing is.
	before := summary(t, out)
	done(t, dir, "--resume out -q --devices host:1")
	if s := summary(t, out); s.Steps != before.Steps || s.StateSHA256 != before.StateSHA256 || s.Stopped == nil || s.Stopped.Why != why {
		t.Errorf("the run goes on to step %d from %d: %+v", s.Steps, before.Steps, s.Stopped)
	}
	done(t, dir, flow+"-q --devices host:1 --dir whole")
	done(t, dir, "--resume out -q --stop-steady 0 --devices host:1")
	sameRun(t, "beyond", out, filepath.Join(dir, "whole"))
}

// Snapshots have the fields and the region that are asked for, also in a run that goes on, and the
// last state and the hash are those of all.
func TestFieldsAndRegion(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	dir := t.TempDir()
	const line = "--problem DamBreak3D --deltap 0.05 --maxiter 60 --output-interval 0.01 " +
		"--formats vtk,msgpack,csv --devices host:1 -q "
	done(t, dir, line+"--dir whole")
	const some = "--fields=Pressure,velocity,id --region=,0.5,,,,0.3;1.2,,,,, "
	done(t, dir, line+some+"--dir some")
	done(t, dir, line+some+"--maxiter 30 --dir on")
	done(t, dir, "--resume on -q --maxiter 60")
	for _, name := range []string{"last.csv", "last.msgpack", "last.vtp", "walls.vtp",
		"particles.csv", "data/part_00001.csv", "data/part_00002.vtp"} {
		if string(read(t, dir, "some", name)) != string(read(t, dir, "on", name)) {
			t.Errorf("%s of a run that has gone on is another", name)
		}
	}
	names, err := filepath.Glob(filepath.Join(dir, "whole", "data", "*.csv"))
	if err != nil || len(names) < 4 {
		t.Fatal(names, err)
	}
	last := filepath.Base(names[len(names)-1])
	for _, suffix := range []string{".csv", ".msgpack"} {
		if string(read(t, dir, "some", "last"+suffix)) != string(read(t, dir, "whole", "data", strings.TrimSuffix(last, ".csv")+suffix)) {
			t.Errorf("last%s does not have the whole last state", suffix)
		}
	}
	if got, want := summary(t, filepath.Join(dir, "some")).StateSHA256, summary(t, filepath.Join(dir, "whole")).StateSHA256; got != want {
		t.Errorf("the hash is %s, not %s", got, want)
	}
	for _, name := range names {
		table := strings.Split(strings.TrimSpace(string(read(t, dir, "some", "data",
			filepath.Base(name)))), "\n")
		rows := map[string]bool{}
		for _, row := range strings.Split(strings.TrimSpace(string(read(t, name))), "\n") {
			cells := strings.Split(row, ",") // id,x,y,z,vx,vy,vz,rho,p,...
			rows[strings.Join(append(cells[:7:7], cells[8]), ",")] = true
		}
		if len(table) < 1000 || len(table) >= len(rows) {
			t.Errorf("%s has %d rows of %d", name, len(table), len(rows))
		}
		for _, row := range table {
			if !rows[row] {
				t.Fatalf("%s has the row %s, which a whole one has not", name, row)
			}
		}
	}
	if r := gpusph(t, dir, "picture some"); r.code != exitDone {
		t.Errorf("a picture of velocities: %s", r.stderr)
	}
	if r := gpusph(t, dir, "picture some --field device"); r.code != exitUsage || !strings.HasSuffix(r.stderr, "it has no Device; a run whose --fields has device keeps it\n") {
		t.Errorf("a picture of devices: exit code %d: %s", r.code, r.stderr)
	}
	if r := gpusph(t, dir, "--resume on -q --maxiter 80 --fields all --region="); r.code != exitDone {
		t.Error(r)
	}
	if _, err := os.Stat(filepath.Join(dir, "on", "last.csv")); err == nil {
		t.Error("there still is a last state beside snapshots that are whole")
	}
	nothingIsLeft(t, filepath.Join(dir, "some"))
}

// With walls once the flow, what commands make of it, and a run that goes on are as ever.
func TestWallsOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const line = "--problem DamBreak3D --deltap 0.06 --maxiter 40 --output-interval 0.02 " +
		"--sample-interval 0.004 --formats msgpack,csv --devices host:1 -q "
	done(t, dir, line+"--dir each")
	done(t, dir, line+"--walls-once --maxiter 20 --dir once")
	done(t, dir, "--resume once -q --maxiter 40")
	if r := gpusph(t, dir, "compare each once"); r.code != exitDone || !strings.Contains(r.stdout, "only the fluid is compared") {
		t.Errorf("compared with walls in each snapshot: exit code %d: %s%s", r.code, r.stdout, r.stderr)
	}
	for _, run := range []string{"each", "once"} {
		done(t, dir, "picture "+run+" --to "+run+".png")
		done(t, dir, "measure "+run+" --points 0.2,0.3,0.1 --flux x=0.3")
	}
	for _, name := range []string{".png", "/measure_points.csv", "/measure_flux.csv"} {
		if !bytes.Equal(read(t, dir, "each"+name), read(t, dir, "once"+name)) {
			t.Errorf("%s is another with walls once", name)
		}
	}
	if a, b := len(read(t, dir, "each", "data", "part_00001.msgpack")), len(read(t, dir, "once", "data", "part_00001.msgpack")); 2*b > a {
		t.Errorf("a snapshot without walls has %d bytes of %d", b, a)
	}
	if r := gpusph(t, dir, "--resume once --maxiter 60 --walls-once=false"); r.code == exitDone || !strings.Contains(r.stderr, "use --walls-once=true") {
		t.Errorf("a run that goes on with its walls in another way: exit code %d: %s", r.code, r.stderr)
	}
}

// Options of snapshots and of the end that ask for what cannot be are refused in a sentence.
func TestSelectionsAndStopsAreRefused(t *testing.T) {
	t.Parallel()
	endAtOnce(t, "--problem DamBreak3D --deltap 0.05 ", []ending{
		{"--fields presure", 2, `--fields has "presure", but the fields are position, velocity, density, pressure, type, body, id, device, scalar, particlemass, material, surface, temperature, heatface, porosity and bending, or all; did you mean pressure?`},
		{"--fields=", 2, `--fields has "", but`},
		{"--fields all,id", 2, "--fields has all together with others; use one or the other"},
		{"--fields scalar", 2, "--fields has scalar, but only flows with --scalar have it; use that, or leave it out"},
		{"--fields id --nosave", 2, "--fields has no effect: --nosave writes the last state only"},
		{"--region 0,1,,,, --formats none", 2, "--region has no effect: " +
			"--formats none writes no snapshots"},
		{"--region 0,1", 2, `--region has "0,1", but must be x0,x1,y0,y1,z0,z1 in metres`},
		{"--region 0,1,,,,;", 2, `--region has "", but must be x0,x1,y0,y1,z0,z1 in metres`},
		{"--region 0,one,,,,", 2, `--region has "one", but a bound is a number of metres, or nothing`},
		{"--region 0,inf,,,,", 2, `--region has "inf", but a bound is a number of metres, or nothing`},
		{"--region ,,0.5,0.25,,", 2, "--region is from 0.5 to 0.25 m along y, but must go from " +
			"the lower to the higher; use 0.25,0.5"},
		{"--region 500,,,,,", 2, "--region has no part of the domain, which is from -0."},
		{"--walls-once", 2, "--walls-once has no effect: of vtk the walls are once anyway"},
		{"--pieces --formats vtk,csv", 2, "--pieces has no effect: only the format vtk can be in pieces"},
		{"--walls-once --formats csv --nosave", 2, "--walls-once has no effect: " +
			"--nosave writes the last state only"},
		{"--stop-after 10", 2, `--stop-after is "10", but must be a time, as 90s, 10m or 2h`},
		{"--stop-steady 0.6", 2, "--stop-steady is 0.6, but must be from 1e-9 to 0.5; 0.01 is usual"},
		{"--steady-window 0.5", 2,
			"--steady-window has no effect: nothing asks whether the flow is steady; use " +
				"--stop-steady 0.01"},
		{"--stop-steady 0.01 --steady-window 1.5", 2,
			"--steady-window is 1.5 s, but the run ends at 1.5 s and would never be steady for so long; use 0.15 or a later --tend"},
		{"--stop-steady 0.01 --sample-interval 0.02", 2,
			"--steady-window is 0.15 s, but samples are 0.02 s apart, and fewer than 10 of these intervals tell little; use --sample-interval 0.015 or --steady-window 0.2"},
	})
}
