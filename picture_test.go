package main

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPictureOfRun draws snapshots of a run, of both formats that it takes.
func TestPictureOfRun(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"vtk", "msgpack"} {
		dir := t.TempDir()
		mustRun(t, dir, "--problem DamBreak3D --deltap 0.05 --devices host:2 --maxiter 20 --output-interval 0.005 --formats "+format)
		for _, name := range []string{"last.png", "last_devices.png"} {
			size(t, filepath.Join(dir, "out", name))
		}
		if format == "msgpack" {
			// These are what the command draws of the last snapshot.
			for field, name := range map[string]string{"speed": "last.png", "device": "last_devices.png"} {
				gpusph(t, dir, "picture out -to "+field+".png -field "+field)
				if !bytes.Equal(read(t, dir, field+".png"), read(t, dir, "out", name)) {
					t.Errorf("%s is not by %s", name, field)
				}
			}
		}
		for _, test := range []struct {
			line string
			code int
			want string // on stdout or stderr, and if code is 0 the file
			file string
		}{
			{"", 0, "DamBreak3D, at 0.0", "out/picture_speed_oblique_0.*s.png"},
			{"-field pressure -view top -time 0", 0, "at 0 s", "out/picture_pressure_top_0s.png"},
			{"-field device --time 0.006 -to my.png", 0, "at 0.00", "my.png"},
			{"-field device -to my.png", 2, "my.png is there already; --force", ""},
			{"-field device -to my.png -force", 0, "my.png", "my.png"},
			{"-field vorticity", 2, "vz, device", ""},
			{"-field scalar", 2, "no scalar; --field speed would do", ""},
			{"-view below", 2, "oblique, front, side or top", ""},
			{"-to my.jpg", 2, "my.jpg", ""},
			{"-range 2,1", 2, "--range is", ""},
			{"-elevation 91", 2, "--elevation is 91", ""},
			{"-time -1", 2, "--time is -1", ""},
			{"else", 2, "there are 2", ""},
			{"-fild x", 2, "did you mean --field", ""},
		} {
			if format == "msgpack" && test.line != "" {
				continue
			}
			r := gpusph(t, dir, "picture out "+test.line)
			if r.code != test.code || !strings.Contains(r.stdout+r.stderr, test.want) {
				t.Errorf("%s: exit code %d: %s%s", test.line, r.code, r.stdout, r.stderr)
			}
			if test.file != "" {
				size(t, filepath.Join(dir, test.file))
			}
		}
	}
	if r := gpusph(t, t.TempDir(), "picture ."); r.code != 2 || !strings.Contains(r.stderr, "no snapshots") {
		t.Errorf("of an empty directory: exit code %d: %s", r.code, r.stderr)
	}
	if r := gpusph(t, t.TempDir(), "picture -help"); r.code != 0 || !strings.Contains(r.stdout, "gpusph picture DIR") {
		t.Errorf("help: exit code %d: %s", r.code, r.stdout)
	}
}

// TestForceTakesPictures holds that a run with --force leaves none of an earlier run's
// pictures and snapshots.
func TestForceTakesPictures(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mustRun(t, dir, "--problem DamBreak3D --deltap 0.05 --devices host:2 --maxiter 3 --formats vtk,vtk-walls,msgpack,csv")
	gpusph(t, dir, "picture out")
	many, _ := filepath.Glob(filepath.Join(dir, "out", "*"))
	mustRun(t, dir, "--problem DamBreak3D --deltap 0.05 --devices host:1 --maxiter 3 --formats none --force")
	var left []string
	found, _ := filepath.Glob(filepath.Join(dir, "out", "*"))
	for _, name := range found {
		left = append(left, filepath.Base(name))
	}
	const want = "checkpoint_000000000.msgpack energies.csv forces.csv gauges.csv last.png report.txt run.log sensors.csv summary.json summary.msgpack throughput.csv throughput.msgpack"
	if data, _ := filepath.Glob(filepath.Join(dir, "out", "data", "*")); strings.Join(left, " ") != want || len(data) > 0 || len(many) != len(found)+7 {
		t.Errorf("of %d files there are left %s %s", len(many), left, data)
	}
}

// size holds that there is one picture of a pattern, of the usual size.
func size(t *testing.T, pattern string) {
	t.Helper()
	found, _ := filepath.Glob(pattern)
	if len(found) != 1 {
		t.Fatalf("%s are %s", pattern, found)
	}
	f, err := os.Open(found[0])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if c, err := png.DecodeConfig(f); err != nil || c.Width != 1280 || c.Height != 720 {
		t.Errorf("%s is %d x %d: %v", found[0], c.Width, c.Height, err)
	}
}
