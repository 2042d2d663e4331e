package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const tank = `name = "Tank"
spacing = SPACING
end = 1

[domain]
min = [0, 0, 0]
max = [1, 0.5, 0.5]

[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [0.4, 0.5, 0.3] }

[run]
`

// TestWrongRuns holds what is said of case files whose mistake is in [run], or about memory, and of
// command lines with a case file. What is wrong about flows is in problems/testdata/wrong.
func TestWrongRuns(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, spacing, run string) {
		text := strings.Replace(tank, "SPACING", spacing, 1) + run + "\n"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ run, want string }{
		{`formats = "vkt"`, `line 14, column 1: run.formats has "vkt", but the formats are vtk, vtk-walls, msgpack or csv, or none; did you mean vtk?`},
		{`format = "vtk"`, "line 14, column 1: there is no key format of run; did you mean formats?; the line reads: format = \"vtk\"\n"},
		{`alpha = 0.1`, "line 14, column 1: there is no key alpha of run"},
		{`deltap = 0.1`, "there is no key deltap of run; the key spacing, above all tables, says so"},
		{`tend = 0.1`, "there is no key tend of run; the key end, above all tables, says so"},
		{`dir = "out"`, "there is no key dir of run; it is an option of the command line only"},
		{`output-interval = -1`, "line 14, column 1: run.output-interval is -1, but must be at least 1e-9"},
		{`output-interval = "0.1 s"`, `run.output-interval is "0.1 s", but must be a number`},
		{`output-interval = [0.1]`, "run.output-interval is [0.1], but must be a number, a word in quotes, true or false"},
		{`gpus = "2"`, `run.gpus is "2" in quotes; remove the quotes`},
		{`gpus = 1.5`, `run.gpus is "1.5", but must be a whole number`},
		{`gpus = 1000`, "run.gpus is 1000, but must be from 1 to 255"},
		{"nosave = true\noutput-interval = 0.1", "line 15, column 1: run.output-interval and " +
			"nosave do not go together"},
		{"gpus = 2\ndevices = \"host\"", "run.gpus and devices do not go together"},
		{`stop-after = "soon"`, `run.stop-after is "soon", but must be a time, as 90s, 10m or 2h`},
		{`fields = "speed"`, `run.fields has "speed", but the fields are`},
		{`region = "0,1"`, `run.region has "0,1", but must be x0,x1,y0,y1,z0,z1 in metres`},
		{`balance = "best"`, `run.balance is "best", but must be off, on, predictive or paper`},
		{`devices = "cuda:99"`, "--devices has cuda:99"},
	} {
		write("wrong.toml", "0.05", test.run)
		// check takes none of some, and refuses them, too
		for _, command := range []string{"check ", "--dir out "} {
			r := gpusph(t, dir, command+"wrong.toml")
			if r.code != 2 || !strings.Contains(r.stderr, test.want) || !strings.Contains(test.want, "cuda") && !strings.Contains(r.stderr, "wrong.toml, line 1") {
				t.Errorf("%s%s: exit code %d: %s, not %s", command, test.run, r.code, r.stderr, test.want)
			}
		}
	}
	write("fine.toml", "0.0001", "")
	write("right.toml", "0.05", "output-interval = 0.05\nformats = \"csv\"")
	for _, test := range []ending{
		{"fine.toml --devices host", 2, "fine.toml, line 2, column 1: a spacing of 0.0001 m " +
			"makes about 60.8 billion particles"},
		{"fine.toml --devices host", 2, "spacing = 0.0"},
		{"fine.toml --devices host --deltap 0.0002", 2, "gpusph: --deltap 0.0002 makes about"},
		{"check --case right.toml --problem DamBreak3D", 2,
			"--case and --problem do not go together: a case file is a flow of its own; use one of them"},
		{"check right.toml --deltap 0.3", 2, `gpusph: --deltap is 0.3 m, but must be at most 0.15 m: the fluid "water" is only 0.3 m along z`},
		{"check right.toml --alpha 20", 2, "gpusph: --alpha is 20, but must be from 0 to 10"},
		{"check right.toml --length 2", 2, "--length is an option of"},
		{"check .", 2, `. is a directory`},
		{"check --case .", 2, "the case file . is a directory"},
		{"check no.toml", 2, "there is no case file no.toml"},
		{"check GridCavity --processes 2", 2, "--processes is an option of check for particles"},
	} {
		if r := gpusph(t, dir, test.line); r.code != test.code || !strings.Contains(r.stderr, test.want) || strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("%s: exit code %d: %s, not %s", test.line, r.code, r.stderr, test.want)
		}
	}
	// the command line replaces what does not go with it
	done(t, dir, "right.toml --dir nosave --nosave --tend 0.01")
	done(t, dir, "right.toml --dir none --formats none --tend 0.01")
}
