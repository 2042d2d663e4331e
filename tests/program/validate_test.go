package program

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"gpusph/commands/cli"
	"gpusph/commands/validate"
	"gpusph/internal/text"
)

// Lines that end at once, with one sentence, and leave nothing behind.
func TestValidateLines(t *testing.T) {
	endAtOnce(t, "validate ", []ending{
		{"--help", 0, "water at rest for 60"},
		{"Hydrostatik", 2, "did you mean Hydrostatic?"},
		{"qqqq", 2, "there is no case \"qqqq\" to validate; there are Hydrostatic, "},
		{"-level gpus", 2, "--level is \"gpus\", but must be short, nightly or gpu; did you mean gpu?"},
		{"GridHeatedCavityPr7Ra1e5 --level short", 2,
			"has no run at --level short; use --level nightly or gpu"},
		{"-deltap 0.1", 2, "--deltap is an option of run, "},
		{"-devices cuda:99", 2, "--devices has cuda:99, but "},
		{"-gpus 2 -devices host", 2, "--gpus and --devices do not go together"},
		{"-gpus 300", 2, "--gpus is 300, but must be from 1 to 255"},
		{"-dir /", 2, "which is not of an earlier validate; use another --dir"},
	})
}

// A validation that would go on for long ends when it is asked to.
func TestValidateIsInterrupted(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	words := strings.Fields("Hydrostatic -level gpu -q -devices host -dir " + dir + "/out")
	if err := validate.Run(ctx, cli.Line{Words: words}); !errors.Is(err, cli.ErrNothing) {
		t.Errorf("it ends with %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("it left %s behind", left[0].Name())
	}
}

// atMost is what rows of the level short may have, by case, norm and spacing, where no gate asks
// more or a gate is known to be missed: what was measured and some room, so that it does not become
// worse unnoticed. In brackets: measured.
var atMost = map[string]float64{
	"TaylorGreen: decay off at 0.02":                       0.016, // (0.0118)
	"TaylorGreen: L1 of speeds, most at 0.02":              0.028, // (0.0228)
	"Poiseuille: L2, most at 5e-5":                         0.016, // (0.0143)
	"PoiseuilleSlow: L2, most at 5e-5":                     0.016, // (0.0143)
	"Couette: L2, most at 5e-5":                            0.016, // (0.0137)
	"CouetteSlow: L2, most at 5e-5":                        0.016, // (0.0137)
	"LidDrivenCavity: u off the profile, RMS at 0.04":      0.018, // (0.0160)
	"LidDrivenCavity: w off the profile, RMS at 0.04":      0.022, // (0.0180)
	"OscillatingDrop: b off, most at 0.04":                 0.006, // (0.0047)
	"RotatingSquare: pressure at first off, L2 at 0.02":    0.030, // (0.0244)
	"ShearWave3D: decay off at 0.0625":                     0.020, // (0.015)
	"ShearWave3DDrift: decay off at 0.0625":                0.020, // (0.015)
	"Hydrostatic: pressure off, RMS at 0.04":               0.028, // (0.0237)
	"Hydrostatic: pressure off Tait's, RMS at 0.04":        0.026, // (0.0221)
	"Hydrostatic: E_kin / E_pot, most at 0.04":             3e-6,  // (2.2e-6)
	"Sloshing: first impact comes later by at 0.0207":      0.055, // (0.0497)
	"StandingWave: period longer by at 0.05":               0.006, // (0.0030)
	"StandingWave: decay faster by at 0.05":                0.12,  // (0.0853)
	"DamBreak3D: front differs at 0.035":                   0.070, // (0.0582)
	"DamBreak3D: x of the centre of mass differs at 0.035": 0.027, // (0.0224)
	"DamBreak3D: z of the centre of mass differs at 0.035": 0.040, // (0.0325)
	"HydrostaticWedge: pressure off, RMS at 0.06":          0.022, // (0.0193)
	"HydrostaticWedge: E_kin / E_pot, most at 0.06":        2e-5,
	"DambreakColumn: edge off, RMS at 0.0028575":           0.120, // (0.1000)

	// fluid has the exact slope of the pressure that forces leave out, walls its sum over pairs:
	// the gate is 0.002
	"GateForce2D: force on all walls off the weight at 0.02": 0.006,  // (0.0053)
	"GateForce3D: force on all walls off the weight at 0.02": 0.0045, // (0.0039)
}

// notUnderRace skips a test under the race detector, where it would take minutes.
func notUnderRace(t *testing.T) {
	t.Helper()
	if info, ok := debug.ReadBuildInfo(); ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		t.Skip("the race detector makes it too slow")
	}
}

// TestValidateShort runs the level short as a user does: its gates hold, but for those that are
// known to be missed, and its files are there. With the race detector it would take too long.
func TestValidateShort(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	dir := t.TempDir()
	r := gpusph(t, dir, "validate --devices host:1 --jobs 2 --dir out")
	if r.code != 0 && r.code != 3 {
		t.Fatalf("exit code %d: %s", r.code, r.stderr)
	}
	out := filepath.Join(dir, "out")
	var f validate.File
	if err := json.Unmarshal(read(t, out, "validate.json"), &f); err != nil {
		t.Fatal(err)
	}
	missed, checked := false, 0
	for _, c := range f.Cases {
		for _, row := range c.Rows {
			what := c.Name + ": " + row.Norm + " at " + text.Exact(row.DeltaP)
			most, known := atMost[what]
			missed = missed || row.Verdict == "missed"
			switch {
			case known && (row.Value == nil || !(math.Abs(*row.Value) <= most)):
				t.Errorf("%s: more than %g", what, most)
			case known:
				checked++
			case row.Verdict != "holds" && row.Verdict != "reported":
				t.Errorf("%s is %s", what, row.Verdict)
			}
		}
		for _, figure := range c.Figures {
			read(t, out, figure+".png")
			read(t, out, figure+".svg")
		}
	}
	if checked != len(atMost) || len(f.Cases) < 8 {
		t.Errorf("%d of %d known rows are there, and %d cases", checked, len(atMost), len(f.Cases))
	}
	if missed != (r.code == 3) {
		t.Errorf("exit code %d, though gates are missed: %v", r.code, missed)
	}
	table, page := string(read(t, out, "validate.txt")), string(read(t, out, "validate.html"))
	if !strings.Contains(r.stdout, table) || strings.Count(page, "<svg") < 10 {
		t.Error("the table is not what is printed, or the page has no figures")
	}
	if t.Failed() {
		t.Log(table)
	}
	nothingIsLeft(t, out)
}
