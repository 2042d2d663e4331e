package program

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReport reports on runs: what was run, what was measured, and beside it the experiment where
// there is one.
func TestReport(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	dir := t.TempDir()
	for _, line := range []string{
		"--problem DambreakColumn --deltap 0.0028575 --tend 0.1 --output-interval 0.005 " +
			"--devices host:1 --dir one",
		"--problem DambreakColumn --deltap 0.0028575 --tend 0.1 --output-interval 0.005 " +
			"--devices host:2 --dir two",
	} {
		if r := gpusph(t, dir, line); r.code != 0 {
			t.Fatal(r.stderr)
		}
	}
	r := gpusph(t, dir, "report two one --json report.json")
	if r.code != 0 {
		t.Fatal(r.stderr)
	}
	for _, want := range []string{"Series of 2 runs", "All runs end with the same bits.",
		"one: DambreakColumn on one device", "two: DambreakColumn on 2 devices", "tend",
		"Compared with DambreakColumn", "Martin & Moyce", "s, but validate goes to 0.1878 s at least",
		"height off, RMS", "is, number for number, that of two", "The page is report.html"} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("no %q in the report", want)
		}
	}
	if strings.Contains(r.stdout, "Warning") {
		t.Errorf("the report is\n%s", r.stdout)
	}
	var f struct {
		Runs []struct {
			Compared []struct {
				Norms []struct {
					Norm  string
					Value float64
				}
			}
			Changed []struct{ Name string }
		}
		Series struct {
			Same   bool `json:"same_flow"`
			Points []struct {
				Beta *float64 `json:"karp_flatt_beta"`
			}
		}
	}
	if err := json.Unmarshal(read(t, dir, "report.json"), &f); err != nil {
		t.Fatal(err)
	}
	if !f.Series.Same || len(f.Series.Points) != 2 || f.Series.Points[1].Beta == nil || len(f.Runs[0].Compared) != 1 {
		t.Fatalf("%+v", f)
	}
	changed := ""
	for _, c := range f.Runs[0].Changed {
		changed += " " + c.Name
	}
	if changed != " deltap tend output-interval" {
		t.Errorf("the options that are not as usual are%s", changed)
	}
	for _, n := range f.Runs[0].Compared[0].Norms {
		if math.Abs(n.Value) > 0.2 {
			t.Errorf("%s is %g", n.Norm, n.Value)
		}
	}
	if r := gpusph(t, dir, "report one -json /dev/stdout"); r.code != 0 || json.Unmarshal([]byte(r.stdout), &f) != nil || len(f.Runs) != 1 {
		t.Errorf("JSON in place of the text: exit code %d: %.300s%s", r.code, r.stdout, r.stderr)
	}
	page := string(read(t, dir, "report.html"))
	for _, want := range []string{"<svg", "> measured<", "> kinetic<", "> host:1<", "beyond which 0.5 % of the water is"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q on the page", want)
		}
	}
	os.Truncate(filepath.Join(dir, "one", "gauges.csv"), 500)
	endings := []ending{
		{"report", 2, "takes run directories, but there is none"},
		{"report nowhere", 2, "there is no directory nowhere"},
		{"report " + dir, 2, "is not the directory of a finished run"},
		{"report " + filepath.Join(dir, "two") + " " + filepath.Join(dir, "two"), 2, "is named twice"},
		{"report " + filepath.Join(dir, "two") + " -html " + filepath.Join(dir, "report.html"), 0,
			"The page is"},
		{"report " + filepath.Join(dir, "two") + " -html " + filepath.Join(dir, "report.json"), 2,
			"is there, and is not a page of gpusph report; use --force"},
		{"report " + filepath.Join(dir, "two") + " -html /nowhere/x.html", 2,
			"there is no directory /nowhere"},
		{"report " + filepath.Join(dir, "one"), 2, "gauges.csv cannot be read: "},
		{"report -h", 0, "gpusph report DIR..."},
	}
	for _, e := range endings {
		if r := gpusph(t, t.TempDir(), e.line); r.code != e.code || !strings.Contains(r.stdout+r.stderr, e.want) || r.code != 0 && strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("%s: exit code %d: %s", e.line, r.code, r.stderr)
		}
	}
}
