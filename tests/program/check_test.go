package program

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/png"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpusph/commands/check"
)

// checked is what check says of a flow.
func checked(t *testing.T, dir string) check.Check {
	t.Helper()
	var k check.Check
	if err := json.Unmarshal(read(t, dir, "check.json"), &k); err != nil || k.Head != check.FileHead {
		t.Fatalf("the file has the head %v: %v", k.Head, err)
	}
	return k
}

// What check says of a flow is what a run of it comes to, and its initial particles are all there.
func TestCheck(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	dir := t.TempDir()
	const flow = "-problem DamBreak3D -deltap 0.05 -devices host:2 -tend 0.2 " +
		"-output-interval 0.02 -formats vtk,vtk-walls,msgpack,csv "
	r := gpusph(t, dir, "check "+flow+"-steps 20 -verbose -dir checked")
	if r.code != 0 {
		t.Fatalf("exit code %d: %s", r.code, r.stderr)
	}
	for _, want := range []string{"are of obstacle", "Least gap", "none nearer than 0.5 deltap", "Neighbours", "of the host, of", "as vtk-walls, in 11 snapshots of", "on host:0, host:1", "No errors, 2 warnings."} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("no %q in\n%s", want, r.stdout)
		}
	}
	if short := gpusph(t, dir, "check -problem Hydrostatic -steps 5"); strings.Contains(short.stdout,
		"Neighbours") || strings.Contains(short.stdout, "deltap,") ||
		!strings.Contains(short.stdout, "on a GPU; ") {
		t.Errorf("without --verbose check prints\n%s", short.stdout)
	}
	k := checked(t, filepath.Join(dir, "checked"))
	s := mustRun(t, dir, flow)
	if k.Particles.Fluid != s.Particles.Fluid || k.Particles.Wall != s.Particles.Wall || k.Particles.Total != s.Particles.Total || len(k.Particles.Bodies) != 1 || k.Particles.Bodies[0].Particles == 0 {
		t.Errorf("there are %+v, not %+v", k.Particles, s.Particles)
	}
	if math.Abs(k.Trial.RunSteps/float64(s.Steps)-1) > 0.15 {
		t.Errorf("%d steps, not %g", s.Steps, k.Trial.RunSteps)
	}
	if took := bytesOf(t, filepath.Join(dir, "out")); math.Abs(k.Disk.Bytes/took-1) > 0.25 {
		t.Errorf("the files take %g bytes, not %g", took, k.Disk.Bytes)
	}
	if _, err := os.Stat(filepath.Join(dir, "runs")); err == nil {
		t.Error("check has made a run directory without --dir")
	}
	if points := fmt.Sprintf("NumberOfPoints=%q", fmt.Sprint(k.Particles.Total)); !strings.Contains(string(read(t, dir, "checked", "initial.vtp")), points) {
		t.Errorf("initial.vtp has no %s", points)
	}
	const files = "check.json, initial.vtp, cut_y=0.335.png, cut_y=0.335.vtp, cut_x=0.2.png, cut_x=0.2.vtp, cut_z=0.2.png, cut_z=0.2.vtp and probes.vtp"
	if want := "Files        " + files + " in checked\n"; !strings.HasSuffix(r.stdout, want) {
		t.Errorf("no %q at the end of\n%s", want, r.stdout)
	}
	holdFiles(t, filepath.Join(dir, "checked"), strings.Split(strings.Replace(files, " and ", ", ",
		1), ", "))
}

// holdFiles holds that a directory has these files, the list of them, and no others.
func holdFiles(t *testing.T, dir string, want []string) {
	t.Helper()
	want = append(slices.Clone(want), "files.txt")
	slices.Sort(want)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if want = slices.Sorted(slices.Values(want)); !slices.Equal(got, want) {
		t.Errorf("there are %q, not %q", got, want)
	}
}

// Planes that are asked for are drawn, in place of what an earlier check has drawn; each is as it
// is named.
func TestCheckCut(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const flow = "check -quiet -problem StandingWave -deltap 0.05 -devices host -steps 1 -dir drawn "
	for _, more := range []string{"", "-force -cut y=-0"} {
		if r := gpusph(t, dir, flow+more); r.code != 0 || r.stdout != "" {
			t.Fatalf("%q: exit code %d: %s%s", more, r.code, r.stdout, r.stderr)
		}
		holdFiles(t, filepath.Join(dir, "drawn"), []string{"check.json", "cut_y=0.png",
			"cut_y=0.vtp", "initial.vtp", "probes.vtp"})
	}
	const dam = "check -quiet -problem DamBreak3D -deltap 0.05 -devices host -steps 1 -dir drawn -force -cut x=0.9,z=0.1"
	if r := gpusph(t, dir, dam); r.code != 0 {
		t.Fatalf("exit code %d: %s", r.code, r.stderr)
	}
	holdFiles(t, filepath.Join(dir, "drawn"), []string{"check.json", "cut_x=0.9.png",
		"cut_x=0.9.vtp", "cut_z=0.1.png", "cut_z=0.1.vtp", "initial.vtp", "probes.vtp"})
	if img, err := png.Decode(bytes.NewReader(read(t, dir, "drawn", "cut_x=0.9.png"))); err != nil || img.Bounds().Dx() != 1200 || img.Bounds().Dy() < 400 {
		t.Errorf("the picture is no PNG of 1200 x 400 or more: %v", err)
	}
}

func bytesOf(t *testing.T, dir string) (bytes float64) {
	t.Helper()
	err := filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		bytes += float64(info.Size())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return bytes
}

// What would go wrong is said at the end, and the exit code is 1; what cannot be asked for has 2.
func TestCheckFaults(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, test := range []struct {
		line  string
		code  int
		wants []string
	}{
		{"-deltap 0.0004", 1, []string{"a run would go wrong: --deltap 0.0004 makes about ",
			"of the host's memory, but", "a deltap of"}},
		{"-deltap 1e-9", 1, []string{"a run would go wrong: --deltap 1e-9 makes about "}},
		{"-deltap 0.06 -tend 1e9 -steps 5 -formats none", 1, []string{"a run would go wrong: " +
			"the run would take about ", " steps, but the maximum is 2,147,482,624"}},
		{"-deltap 0.06 -tend 1e6 -output-interval 0.001 -steps 5", 1,
			[]string{"a run would go wrong: the files would take ",
				" left; use fewer --formats, a longer --output-interval or another --dir"}},
		{"-deltap 0.06 -devices host:200", 1, []string{"a run would go wrong: the domain has ",
			"too few for 200 devices"}},
		{"-deltap 0.3", 2, []string{"--deltap is 0.3 m, but must be at most 0.06 m"}},
		{"-deltap 0.06 -h-factor 5", 2, []string{"--h-factor is 5"}},
		{"-deltap 0.06 -dir /proc/x", 2, []string{"the run directory cannot be made"}},
		{"-deltap 0.06 -dir out -cut y=0.3,z=7", 2,
			[]string{"--cut has z=7, but the domain goes from z = ", " m; use a plane between them"}},
		{"-deltap 0.06 -dir out -cut 0.3", 2,
			[]string{"--cut has \"0.3\", but a plane is an axis and where it is [m]; use y=0.335,z=0.1"}},
		{"-deltap 0.06 -cut y=0.3", 2, []string{"--cut has no effect: without " +
			"--dir nothing is drawn; add --dir looked"}},
		{"-resume x", 2, []string{"--resume is an option of run, not of check"}},
	} {
		r := gpusph(t, dir, "check -quiet -problem DamBreak3D "+test.line)
		for _, want := range test.wants {
			if !strings.Contains(r.stderr, want) {
				t.Errorf("%s: no %q in %s", test.line, want, r.stderr)
			}
		}
		if r.code != test.code || strings.Count(r.stderr, "\n") != 1 || r.stdout != "" {
			t.Errorf("%s: exit code %d, want %d: %s%s", test.line, r.code, test.code, r.stdout, r.stderr)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("check has left %v: %v", left, err)
	}
}
