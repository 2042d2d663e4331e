package program

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gpusph/commands/balance"
)

// Lines that end at once, with one sentence, and leave nothing behind.
func TestBalancingLines(t *testing.T) {
	const flow = "--problem DamBreak3D --deltap 0.06 "
	endAtOnce(t, "balance -q ", []ending{
		{"--help", 0, "--lb-thresholds"},
		{"", 2, "no flow is named"},
		{flow + "--gpus 1", 2, "one device has nothing to balance; use --gpus 3"},
		{flow + "--gpus 2 --balance paper", 2, "--balance is an option of run, check, converge, " +
			"sweep, bench, scaling and timeline, not of balance"},
		{flow + "--gpus 2 --lb-gain 1", 2, "--lb-gain is an option of run, check, converge, " +
			"sweep, bench, scaling and timeline, not of balance"},
		{flow + "--gpus 2 --lb-thresholds 1,,2", 2, `--lb-thresholds is "1,,2", but must be a list`},
		{flow + "--gpus 2 --lb-gains 1,101", 2, `--lb-gains is "1,101", but must be a list of numbers from 0 to 100`},
		{flow + "--gpus 2 --pictures -1", 2, "--pictures is -1"},
		{flow + "--devices host:200", 2, "too few for 200 devices"},
	})
}

// A comparison on host devices, from the command line to the files.
func TestBalancing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := gpusph(t, dir, "balance -problem DamBreak3D -deltap 0.06 -devices host:2 -maxiter 60 "+
		"-lb-thresholds 0.5,1 -lb-gains 2 -pictures 1 -dir out")
	if r.code != 0 {
		t.Fatalf("exit code %d: %s", r.code, r.stderr)
	}
	out := filepath.Join(dir, "out")
	for _, want := range []string{
		"Figure 8.", "Figure 10.", "host:1", "predictive, gain 2 %",
		"paper, H_LB = 1", "best bounds that stay*", "60 steps", "2 subdomains on 1 host device: ",
	} {
		if text := string(read(t, out, "report.txt")); !strings.Contains(text, want) || !strings.Contains(r.stdout, want) {
			t.Errorf("no %q in the report:\n%s", want, text)
		}
	}
	for name, rows := range map[string]int{"figure8.csv": 2, "figure10_paper.csv": 2, "figure10_predictive.csv": 1} {
		if got := strings.Count(string(read(t, out, name)), "\n") - 1; got != rows {
			t.Errorf("%s has %d rows, not %d", name, got, rows)
		}
	}
	for _, name := range []string{"figure8_forces", "figure8_busy", "figure10_paper", "figure10_predictive", "figure11", "figure11_1"} {
		f, err := os.Open(filepath.Join(out, name+".png"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := png.Decode(f); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		f.Close()
	}
	var c balance.Comparison
	if err := json.Unmarshal(read(t, out, "balance.json"), &c); err != nil {
		t.Fatal(err)
	}
	if c.Head != balance.ComparisonHead || c.Off.Moved != 0 || c.Off.Steps != 60 ||
		c.Paper.Steps != 60 || len(c.Thresholds) != 2 || len(c.Gains) != 1 ||
		!strings.Contains(c.Thresholds[1].Policy, "H_LB = 1,") || c.Particles == 0 || !(c.Ideal.Longest > 0 && c.Ideal.Longest <= c.Static.Longest*(1+1e-9)) {
		t.Errorf("balance.json has %+v", c)
	}
	// A row of a figure for each list, whose steps are all of the run and whose bounds enclose
	// all slices.
	for name, h := range map[string]*balance.History{"off": c.Off, "paper": c.Paper, "predictive": c.Predictive} {
		rows, err := csv.NewReader(bytes.NewReader(read(t, out, "figure11_"+name+".csv"))).ReadAll()
		if err != nil || strings.Join(rows[0], ",") != "t[s],steps,bound 0,bound 1,bound 2,busy 0[s],busy 1[s]" {
			t.Fatalf("figure11_%s.csv begins with %v: %v", name, rows[0], err)
		}
		steps, moved := 0, 0
		for i, row := range rows[1:] {
			n, _ := strconv.Atoi(row[1])
			steps += n
			if row[2] != rows[1][2] || row[4] != rows[1][4] {
				t.Errorf("figure11_%s.csv: the outer bounds are %s and %s", name, row[2], row[4])
			}
			was, _ := strconv.Atoi(rows[max(i, 1)][3])
			is, _ := strconv.Atoi(row[3])
			moved += max(is-was, was-is)
		}
		if steps != 60 || moved != h.Moved {
			t.Errorf("figure11_%s.csv has %d steps in which %d slices move, not 60 and %d", name,
				steps, moved, h.Moved)
		}
	}
	for _, name := range []string{"balance.json", "figure11.svg", "figure11_off.csv", "figure11_paper.csv", "figure11_predictive.csv"} {
		if len(read(t, out, name)) == 0 {
			t.Errorf("%s is empty", name)
		}
	}
	nothingIsLeft(t, out)
}
