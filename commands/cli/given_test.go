package cli

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/problems"
	"gpusph/sph"
)

// flume is a case in which as much as possible follows from the options: a paddle that absorbs
// waves, and a damping zone.
const flume = `name = "Flume"
dimension = 2
spacing = %s
end = %s
%s
[domain]
min = [0, 0]
max = [3, 0.6]
open = ["zmax"]
[physics]
%s
[[fluid]]
name = "water"
fill = { seed = [1, 0.1], level = 0.3 }
[[wall]]
name = "piston"
box = { min = [0.4, 0], max = [0.6, 0.5] }
[wall.motion.waves]
kind = "irregular"
height = 0.04
period = 1.5
depth = 0.3
seed = 1
components = 12
absorb = true
[[damping]]
name = "absorber"
from = 2
to = 3
`

// flowsOf are the hashes of a flow; "" is none.
func flowsOf(t *testing.T, text string, words ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "flume.toml")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	c, err := Begin(Line{Words: append([]string{"--case=" + file}, words...)}, RunSyntax())
	var flow *sph.Case
	if err == nil {
		flow, err = c.setUp()
	}
	if err != nil {
		return ""
	}
	return flow.Fingerprint() + fmt.Sprint(flow.TableHashes(math.Inf(1)))
}

// otherValue is one that an option may have and does not have.
func otherValue(o option.Option) (word string, quoted bool) {
	switch {
	case o.Name == "residual" || o.Name == "correction": // flows with gravity have them
		return "false", false
	case o.Value.Type() == "bool":
		return map[string]string{"true": "false", "false": "true"}[o.Value.String()], false
	case o.Words != nil:
		for _, word := range o.Words {
			if word != o.Value.String() {
				return word, true
			}
		}
	}
	known := map[string]float64{"h-factor": 1.6, "c0": 25, "smagorinsky": 0.13, "cfl": 0.2,
		"dt": 1e-4, "limiter": 2, "xi": 0.2, "skin": 0.4, "rebuild-every": 7, "correction-from": 0.7}
	if x, ok := known[o.Name]; ok {
		return text.Exact(x), false
	}
	return text.Exact(o.Least + (o.Most-o.Least)/10), false
}

// Each option that a case file has a key for makes the same flow there as on the command line,
// whatever of the case follows from it.
func TestOptionsAsKeys(t *testing.T) {
	of := func(spacing, end, above, physics string) string {
		return fmt.Sprintf(flume, spacing, end, above, physics)
	}
	type test struct{ name, option, without, with string }
	plain := of("0.05", "8", "", "")
	tests := []test{
		{"spacing", "--deltap=0.04", plain, of("0.04", "8", "", "")},
		{"end", "--tend=1.3", plain, of("0.05", "1.3", "", "")},
		{"split-axis", "--split-axis=z", plain, of("0.05", "8", `split-axis = "z"`, "")},
		{"preset beside alpha", "--preset=classic", of("0.05", "8", "", "alpha = 0.3"),
			of("0.05", "8", "", "alpha = 0.3\npreset = \"classic\"")},
	}
	run := &Config{Syntax: RunSyntax()}
	for _, row := range options(run.groups()) {
		if row.Name == "dt" || row.Name == "skin" || row.Name == "rebuild-every" {
			value, _ := otherValue(row)
			tests = append(tests, test{row.Name, "--" + row.Name + "=" + value, plain,
				of("0.05", "8", "", "[run]\n"+row.Name+" = "+value)})
		}
	}
	needs := map[string]string{"laminar": "nu = 0.001\n", "limiter-floor": "limiter = 3\n",
		"correction-from": "correction = true\n", "roughness-sand": "slip = true\n",
		"roughness-manning": "boundary = \"dummy\"\n", "wall-friction": "boundary = \"dummy\"\n",
		"roughness-depth": "slip = true\nroughness-manning = 0.03\n"}
	for _, row := range problems.CaseOptions() {
		value, quoted := otherValue(row)
		key := value
		if quoted {
			key = `"` + value + `"`
		}
		need := needs[row.Name]
		tests = append(tests, test{row.Name, "--" + row.Name + "=" + value, of("0.05", "8", "", need),
			of("0.05", "8", "", need+row.Name+" = "+key)})
	}
	usual, made := flowsOf(t, plain), 0
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, want := flowsOf(t, test.without, test.option), flowsOf(t, test.with)
			if got != want {
				t.Errorf("%s makes another flow than the key in the file: %q and %q", test.option, got,
					want)
			}
			if want != "" && want != usual {
				made++
			}
		})
	}
	if made < len(tests)-3 { // two need several fluids, one a preset
		t.Errorf("%d of %d options change the flow, so this test holds little", made, len(tests))
	}
}

// A time step of the command line is that of the case when this is built: a damping zone that it is
// too long for is refused at its line.
func TestStepsBeforeCase(t *testing.T) {
	file := filepath.Join(t.TempDir(), "flume.toml")
	text := fmt.Sprintf(flume, "0.05", "8", "", "c0 = 18") + "rate = 200\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	c, err := Begin(Line{Words: []string{"--case=" + file, "--dt=0.006"}}, RunSyntax())
	if err != nil {
		t.Fatal(err)
	}
	const want = ", line 30, column 1: the damping zone"
	if _, err := c.setUp(); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, not %q", err, want)
	}
}

// What ends before the flow is refused with --tend as with end in the file, and the remedy names
// the option. A shorter --tend mends what a file's end would refuse.
func TestEndOnCommandLine(t *testing.T) {
	const tank = "name = \"T\"\nspacing = 0.1\nend = %g\n" +
		"[domain]\nmin = [0, 0, 0]\nmax = [1, 1, 1]\n" +
		"[[fluid]]\nname = \"water\"\nbox = { min = [0, 0, 0], max = [1, 1, 0.5] }\n"
	const inlet = "[[inlet]]\nname = \"i\"\nside = \"xmin\"\nvelocity = [[0, 0.1], [0.5, 0.2]]\n" +
		"[[outlet]]\nname = \"o\"\nside = \"xmax\"\nfree = true\n"
	const heat = "[heat]\nconductivity = 0.6\nheat-capacity = 4186\ntemperature = 20\n" +
		"[[heat-wall]]\n" +
		"name = \"h\"\nof = [\"zmin\"]\ntemperature = [[0, 20], [0.5, 30]]\n"
	for _, test := range []struct {
		name, more string
		end        float64
		tend, want string
	}{
		{"hydrograph", inlet, 0.4, "1", "ends at 0.5 s, but the flow at 1 s; add a row for that " +
			"time, or use --tend 0.5"},
		{"temperature", heat, 0.4, "1", "or use --tend 0.5"},
		{"shorter", inlet, 1, "0.4", ""},
		{"file", inlet, 1, "", "or use end = 0.5"},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "t.toml")
			text := fmt.Sprintf(tank, test.end) + test.more
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			words := []string{"--case=" + file}
			if test.tend != "" {
				words = append(words, "--tend="+test.tend)
			}
			_, err := Begin(Line{Words: words}, RunSyntax())
			if test.want == "" && err != nil || test.want != "" &&
				(err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("%v, not %q", err, test.want)
			}
		})
	}
}
