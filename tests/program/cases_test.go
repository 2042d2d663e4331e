package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The cases of the tree run as a user would run them: checked, a few steps, and from the case as it
// was taken.
func TestCasesRun(t *testing.T) {
	notUnderRace(t)
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	// Their shapes take seconds to fill, so they are filled once, without surfaces, which
	// package problems tests.
	slow := map[string]bool{"cases/pipe-tee": true, "cases/ramp-sphere": true,
		"cases/box-dambreak": true, "cases/breakwater": true}
	for name, spacing := range map[string]string{
		"cases/fishpass": "0.1", "cases/pillars": "0.05", "cases/pipebend": "0.015",
		"cases/ship": "0.08", "cases/valley": "4",
		"cases/breakwater": "0.06", "cases/flume2d": "0.04", "cases/gate": "0.02",
		"cases/piers": "0.05", "cases/spillway": "0.1", "cases/weir": "0.04",
		"cases/floating-box": "0.04", "cases/moored-buoy": "0.05", "cases/rolling-ship": "0.02",
		"cases/owc": "0.025", "cases/box-dambreak": "0.03", "cases/ramp-sphere": "0.05",
		"cases/broad-crested-weir": "0.02", "cases/sharp-crested-weir": "0.02",
		"cases/hydraulic-jump": "0.02", "cases/sluice-inflow": "0.02", "cases/culvert": "0.06",
		"cases/piers-flood": "0.06", "cases/cylinder2d": "0.2", "cases/pipe-tee": "0.0129",
		"cases/dam-break-air": "0.02", "cases/brine-discharge": "0.01",
		"cases/dam-break-column": "0.0028575", "cases/rolling-tank": "0.0124",
		"cases/focused-wave": "0.04", "cases/tied-barges": "0.04", "cases/rising-bubble": "0.05",
		"cases/hinged-pontoons": "0.04", "cases/surge-converter": "0.03",
		"cases/moored-box": "0.06", "cases/tethered-sphere": "0.06",
		"cases/elastic-gate": "0.00125", "cases/dam-break-on-plate": "0.004",
		"cases/reeds": "0.01", "cases/flap-on-float": "0.015",
		"cases/heated-cavity": "0.05", "cases/mud-slump": "0.01", "cases/porous-dam": "0.01",
		"cases/rough-channel": "0.1", "cases/lava": "0.08",
		"problems/sloshing": "0.02", "problems/spheric2": "0.08",
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			options := "--surfaces "
			if slow[name] {
				options = ""
			}
			r := gpusph(t, dir, filepath.Join(here, root, name+".toml")+" --devices host:1 "+
				"--maxiter 4 --formats none --dir out "+options+"--deltap "+spacing)
			if r.code != 0 {
				t.Fatalf("exit code %d: %s", r.code, r.stderr)
			}
			s := summary(t, filepath.Join(dir, "out"))
			// at such spacings fluids may lack a hundredth of their mass
			coarse := strings.Count(r.stderr, "than it should")
			coarse += strings.Count(r.stderr, "use --deltap ") + strings.Count(r.stderr,
				"use a finer --deltap") + strings.Count(r.stderr, "use a smaller spacing")
			if s.Steps != 4 || s.Particles.Fluid == 0 || strings.Count(r.stderr, "arning") != coarse {
				t.Errorf("%d steps, %+v: %s", s.Steps, s.Particles, r.stderr)
			}
			if slow[name] {
				return
			}
			again := gpusph(t, dir, "out/case.toml --devices host:2 --maxiter 4 --formats none "+
				"--dir again --deltap "+spacing)
			if again.code != 0 || summary(t, filepath.Join(dir, "again")).StateSHA256 != s.StateSHA256 {
				t.Errorf("the case as it was taken gives another state: exit code %d: %s",
					again.code, again.stderr)
			}
		})
	}
}
