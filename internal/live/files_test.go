package live

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpusph/sph"
)

// The page of files has the end that was asked for, the mean time step, and the part of the run
// that is done.
func TestStatusOfFiles(t *testing.T) {
	const head = `{"format": "gpusph summary", "version": 7, "problem": "Drop", "status": "interrupted", "steps": 200, "simulated_time_s": 0.5,
		"parameters": {"Dim": 3, "DeltaP": 0.1, "SplitAxis": "y"}, "particles": {"total": 50, "lost": 3}, "mips": 4,
		"devices": [{"name": "host:0", "model": "m", "seconds": {"Forces": 20}}], `
	for _, test := range []struct {
		name, options string
		end, done     float64
	}{
		{"ended early", `"options": {"tend": "2"}}`, 2, 0.25},
		{"passed its end", `"options": {"tend": "0.499"}}`, 0.499, 1},
		{"without an end", `"options": {}}`, 0.5, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range map[string]string{
				"summary.json": head + test.options,
				"gauges.csv":   "t[s],step,G1[m],tip[m]\n0,0,0.5,1\n",
				"sensors.csv":  "name,kind,x[m],y[m],z[m],normal_x,normal_y,normal_z,distance[m],size[m]\nG1,gauge,1,2,,,,,,\ntip,front,,,,,,,,\n",
			} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			p, err := FromFiles(dir, "1")
			if err != nil {
				t.Fatal(err)
			}
			s := p.Status()
			if s.End != test.end || s.Done != test.done || s.Dt != 0.0025 || s.Time != 0.5 ||
				s.Step != 200 || s.Lost != 3 || s.Why != "interrupted" {
				t.Errorf("the status is %+v", s)
			}
			if len(s.Devices) != 1 || s.Devices[0].Seconds.Forces != 0.1 ||
				!slices.Equal(p.about.Fronts, []string{"tip"}) {
				t.Errorf("the devices are %+v, the fronts %q", s.Devices, p.about.Fronts)
			}
		})
	}
}

// A run that is under way says which column of its gauges is the front of the fluid.
func TestFrontOfRun(t *testing.T) {
	for front, want := range map[string]string{"tip": `"fronts":["tip"]`, "": `"fronts":null`} {
		p := New(About{Case: &sph.Case{Front: front, End: 1}}, func(int) float64 { return 0 })
		if hello, _ := p.hello(); !strings.Contains(string(hello), want) {
			t.Errorf("no %s in %s", want, hello)
		}
		p.Close()
	}
}
