package program

import (
	"bytes"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestPictureOfRun draws snapshots of a run, of both formats that it takes.
func TestPictureOfRun(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	for _, format := range []string{"vtk", "msgpack"} {
		dir := t.TempDir()
		draws(t, dir, "--problem DamBreak3D --deltap 0.05 --devices host:2 --maxiter 20 "+
			"--output-interval 0.005 --dir out --formats "+format)
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
			{"-field device -to my.png", 0, "my.png", "my.png"},
			{"-field device -to my.png -force", 0, "my.png", "my.png"},
			{"-field vorticity", 2, "vz, device", ""},
			{"-field scalar", 2, "no scalar; use --field speed", ""},
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

// TestRender makes frames and movies of a run on two devices, and its surfaces.
func TestRender(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	draws(t, dir, "--dir out --problem DamBreak3D --deltap 0.05 --devices host:2 --tend 0.02 "+
		"--output-interval 0.005")
	gpusph(t, dir, "picture out -field device -size 640x360 -to one.png -time 0.01")
	for _, test := range []struct {
		line string
		code int
		want string
		n    int // frames
	}{
		{"render out -field device -size 640x360 -to my.gif", 0, "5 frames from 0 to 0.02", 5},
		{"render out -to my.gif", 2,
			"my.gif is there, and is not a movie of gpusph that files.txt lists; use --force", 5},
		{"render out -to none -size 320x180", 0, "5 frames", 5},
		{"render out -field pressure -range 0,4000 -surface -size 320x180 -from 0.006 -every 2 " +
			"-to my.gif -force", 0, "2 frames", 2},
		{"render out -to none -frames none", 2, "nothing to be written", 2},
		{"render out -to none -size 320x180 -from 0.006 -force", 0, "3 frames from 0.0099", 3},
		{"render out -to none -size 320x180 -from 0.006 -every 2 -force", 0, "2 frames", 2},
		{"render out -from 3", 2, "no snapshot in this time", 2},
		{"render out -to my.avi", 2, ".gif", 2},
		{"render out -fps 0", 2, "--fps is 0", 2},
		{"render", 2, "there are 0", 2},
		{"surface out -open", 0, "5 surfaces from 0 to 0.02", 2},
		{"surface out", 0, "5 surfaces from 0 to 0.02", 2},
		{"surface out -format stl", 2, "vtp, ply or obj", 2},
		{"surface out -format ply -time 0.01 -dir plys", 0, "plys/surface_*.ply", 2},
		{"surface out -spacing 0.1", 2, "--spacing is 0.1", 2},
		{"surface plys", 2, "summary.json", 2},
	} {
		r := gpusph(t, dir, test.line)
		if r.code != test.code || !strings.Contains(r.stdout+r.stderr, test.want) {
			t.Errorf("%s: exit code %d: %s%s", test.line, r.code, r.stdout, r.stderr)
		}
		frames, _ := filepath.Glob(filepath.Join(dir, "out", "data", "frame_*.png"))
		if len(frames) != test.n {
			t.Errorf("%s leaves %d frames", test.line, len(frames))
		}
		if strings.HasPrefix(test.line, "render out -field device") && len(frames) == 5 && !bytes.Equal(read(t, frames[2]), read(t, dir, "one.png")) {
			t.Error("a frame is not the picture of its snapshot")
		}
	}
	film, err := gif.DecodeAll(bytes.NewReader(read(t, dir, "my.gif")))
	if err != nil || len(film.Image) != 2 || film.Config.Width != 320 {
		t.Errorf("the movie is not what was drawn last: %v", err)
	}
	if list := string(read(t, dir, "out", "surface.pvd")); strings.Count(list, "file=\"data/surface_0000") != 5 {
		t.Errorf("surface.pvd is %s", list)
	}
	told := regexp.MustCompile(`Name="(H|Mass|Rho0|C0|DomainMax) .*>.*<`)
	of, want := told.FindAllString(string(read(t, dir, "out", "data", "surface_00001.vtp")), -1),
		told.FindAllString(string(read(t, dir, "out", "data", "part_00001.vtp")), -1)
	if len(want) != 5 || !slices.Equal(of, want) {
		t.Errorf("a surface tells of its flow %q, and the snapshot %q", of, want)
	}
	size(t, filepath.Join(dir, "out", "last.png"))
}

// TestForceTakesPictures holds that a run with --force leaves none of an earlier run's
// pictures and snapshots.
func TestForceTakesPictures(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mustRun(t, dir, "--problem DamBreak3D --deltap 0.05 --devices host:2 --maxiter 3 "+
		"--formats vtk,vtk-walls,msgpack,csv")
	gpusph(t, dir, "picture out")
	gpusph(t, dir, "render out -size 320x180 -to out/movie.gif")
	gpusph(t, dir, "surface out -time 0")
	many, _ := filepath.Glob(filepath.Join(dir, "out", "*"))
	mustRun(t, dir, "--problem DamBreak3D --deltap 0.05 --devices host:1 --maxiter 3 "+
		"--formats none --force")
	var left []string
	found, _ := filepath.Glob(filepath.Join(dir, "out", "*"))
	for _, name := range found {
		left = append(left, filepath.Base(name))
	}
	const want = "checkpoint_000000000.msgpack energies.csv files.txt forces.csv gauges.csv " +
		"last.png report.txt run.log sensors.csv summary.json summary.msgpack throughput.csv " +
		"throughput.msgpack"
	if data, _ := filepath.Glob(filepath.Join(dir, "out", "data", "*")); strings.Join(left, " ") != want || len(data) > 0 || len(many) != len(found)+11 {
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
