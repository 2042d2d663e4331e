package program

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/vmihailenco/msgpack/v5"

	"gpusph/commands/scaling"
	"gpusph/internal/measure"
)

// Lines that end at once, with one sentence, and leave nothing behind.
func TestScalingLines(t *testing.T) {
	endAtOnce(t, "scaling -q ", []ending{
		{"--help", 0, "--no-balance"},
		{"", 2, "no flow is named"},
		{"--problem DamBreak3D --gpus 1,x", 2, "--gpus is \"1,x\""},
		{"--problem DamBreak3D --steps 0", 2, "--steps is 0, but must be at least 1"},
		{"--problem DamBreak3D --warmup -1", 2, "--warmup is -1"},
		{"--problem DamBreak3D --from -1", 2, "--from is -1"},
		{"--problem DamBreak3D --no-balance --balance paper", 2, "do not go together"},
		{"--problem DamBreak3D --weak --predict", 2, "--weak and --predict do not go together"},
		{"--problem DamBreak3D --grow fine", 2, "--grow is how the flow grows with " +
			"--weak, which is not given; use --weak --grow fine"},
		{"--problem DamBreak3D --weak --grow width", 2, "--grow is \"width\", but must be wide " +
			"or fine; did you mean wide?"},
		{"--problem DamBreak3D --weak --grow=", 2, "--grow is \"\", but must be wide or fine"},
		{"--problem Spheric2 --weak --grow wide", 2,
			"--grow is wide, but Spheric2 cannot be made wider; use --grow fine"},
		{"--problem DamBreak3D --weak --split-axis x", 2,
			"--split-axis is x, but a flow that becomes wider along y has its slices there; use " +
				"--split-axis y or --grow fine"},
		{"--problem Hydrostatic --weak --widths 500 --gpus 3 --deltap 0.2", 2, "on 3 devices: " +
			"--widths is 1500, but must be from 1 to 1000"},
		{"--problem Hydrostatic --weak --widths 0", 2, "--widths is 0, but must be from 1 to 1000"},
		{"--problem DamBreak3D --predikt", 2, "did you mean --predict?"},
		{"--problem DamBreak3D --devices host:2 --gpus 1,200 --deltap 0.06", 2,
			"too few for 200 devices"},
		{"--problem DamBreak3D --devices host --gpus 1 --deltap 0.06 --tend 0.01", 1, "the flow ends at"},
	})
}

// A series on host devices, from the command line to the files.
func TestScaling(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := gpusph(t, dir, "scaling -problem DamBreak3D -deltap 0.06 -devices host -gpus 1,2 "+
		"-warmup 12 -steps 10 -repeat 2 --predict -dir out")
	if r.code != 0 {
		t.Fatalf("exit code %d: %s", r.code, r.stderr)
	}
	out := filepath.Join(dir, "out")
	for _, want := range []string{"Table 1.", "Table 2.", "LB on", "Expected", "Prediction.", "link ", " % of the particles take part"} {
		if !strings.Contains(r.stdout, want) || !strings.Contains(string(read(t, out, "report.txt")), want) {
			t.Errorf("no %q in\n%s", want, r.stdout)
		}
	}
	var s, twin scaling.Series
	if err := json.Unmarshal(read(t, out, "scaling.json"), &s); err != nil {
		t.Fatal(err)
	}
	if s.Head != scaling.FileHead {
		t.Errorf("scaling.json has the head %v", s.Head)
	}
	d := msgpack.NewDecoder(bytes.NewReader(read(t, out, "scaling.msgpack")))
	d.SetCustomStructTag("json")
	if err := d.Decode(&twin); err != nil {
		t.Fatal(err)
	}
	if len(s.Points) != 2 || s.Points[1].On == nil || s.Points[1].Devices != 1 || measure.Sum(s.SliceParticles) != float64(s.Particles) || measure.Sum(s.SlicePairs) < 10*float64(s.Fluid) || math.Abs(s.Prediction.Points[0].Error) > 1e-9 {
		t.Errorf("scaling.json has %+v", s)
	}
	if a, b := s.Points[1].On.Mips, twin.Points[1].On.Mips; a != b || !(a > 0) {
		t.Errorf("%g mips in scaling.json, %g in scaling.msgpack", a, b)
	}
	for name, rows := range map[string]int{"scaling.csv": 2, "prediction.csv": 9} {
		table, err := csv.NewReader(bytes.NewReader(read(t, out, name))).ReadAll()
		if err != nil || len(table) != rows+1 {
			t.Fatalf("%s has %d lines, %v", name, len(table), err)
		}
		for _, row := range table[1:] {
			for _, cell := range row {
				if _, err := strconv.ParseFloat(cell, 64); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
	}
	for _, name := range []string{"runtime", "speedup", "beta", "efficiency", "ntn", "prediction"} {
		if img, err := png.Decode(bytes.NewReader(read(t, out, name+".png"))); err != nil || img.Bounds().Dx() < 1000 {
			t.Errorf("%s.png: %v", name, err)
		}
		for d := xml.NewDecoder(bytes.NewReader(read(t, out, name+".svg"))); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s.svg: %v", name, err)
			}
		}
	}
	if again := gpusph(t, dir, "scaling -q -problem DamBreak3D -dir out"); again.code != 2 || !strings.Contains(again.stderr, "is not empty") {
		t.Errorf("a second time, exit code %d: %s", again.code, again.stderr)
	}
	nothingIsLeft(t, out)
}

// Weak scaling on host devices: n times the size, efficiency by throughput, and no
// serial fraction, which is of one flow.
func TestWeakScaling(t *testing.T) {
	for _, test := range []struct {
		line, title, note, axis string
		widths                  []int
		fluid, particles        [2]float64 // of two devices over one's, least and most
	}{
		{"-problem DamBreak3D -deltap 0.06 -widths 2", "of DamBreak3D, n times as wide on n devices",
			"as much fluid", "y", []int{2, 4}, [2]float64{2, 2},
			[2]float64{1.5, 1.9}},
		{"-problem Hydrostatic -deltap 0.06 -widths 2 -skin 0.4", "of Hydrostatic, n times as wide " +
			"on n devices", "as much fluid", "y", []int{2, 4}, [2]float64{2, 2}, [2]float64{1.5, 1.9}},
		{"-problem DamBreak3D -deltap 0.06 -grow fine", "of DamBreak3D, finer, " +
			"of n times as many particles on n devices", "A finer flow has fewer walls", "y",
			[]int{1, 1}, [2]float64{2.1, 4}, [2]float64{1.9, 2.1}},
		{"-problem Spheric2 -deltap 0.08", "of Spheric2, finer, of n times as many particles " +
			"on n devices", "A finer flow has fewer walls", "x", []int{0, 0}, [2]float64{2.1, 4},
			[2]float64{1.9, 2.1}},
	} {
		t.Run(test.line, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			r := gpusph(t, dir, "scaling --weak "+test.line+" -devices host -gpus 1,2 -warmup 5 "+
				"-steps 10 -repeat 2 -dir out")
			if r.code != 0 {
				t.Fatalf("exit code %d: %s", r.code, r.stderr)
			}
			out := filepath.Join(dir, "out")
			for _, want := range []string{"weak scaling " + test.title, "slices along " + test.axis, "deltap [m]", "LB on", "S/n by entries", "T(1)/T(n)", test.note} {
				if !strings.Contains(r.stdout, want) || !strings.Contains(string(read(t, out, "report.txt")), want) {
					t.Errorf("no %q in\n%s", want, r.stdout)
				}
			}
			var s scaling.Series
			if err := json.Unmarshal(read(t, out, "scaling.json"), &s); err != nil {
				t.Fatal(err)
			}
			if !s.Weak || len(s.Points) != 2 || s.Points[1].On == nil {
				t.Fatalf("scaling.json has %+v", s)
			}
			one, two := s.Points[0], s.Points[1]
			if !slices.Equal([]int{one.Widths, two.Widths}, test.widths) {
				t.Errorf("one device has %d widths, two %d", one.Widths, two.Widths)
			}
			if times := float64(two.Fluid) / float64(one.Fluid); times < test.fluid[0] || times > test.fluid[1] || two.Off.Measured.Fluid != two.Fluid {
				t.Errorf("two devices have %g times the fluid of one", times)
			}
			if times := float64(two.Particles) / float64(one.Particles); times < test.particles[0] || times > test.particles[1] || two.Off.Measured.Particles != two.Particles {
				t.Errorf("two devices have %g times the particles of one", times)
			}
			if wide := two.DeltaP == one.DeltaP; wide != (s.Grow == "wide") {
				t.Errorf("the flow grows %s, from deltap %g m to %g m", s.Grow, one.DeltaP, two.DeltaP)
			}
			entries := func(p *scaling.Point) float64 { return p.Off.Measured.Neighbours * float64(p.Particles) }
			if times := entries(two) / entries(one); s.Grow == "wide" && math.Abs(times-2) > 0.1 {
				t.Errorf("two devices have %.3f times the list entries of one", times)
			}
			if want := two.On.Mips / (2 * one.Off.Mips); math.Abs(two.On.Efficiency-want) > 1e-9 || two.On.Beta != nil || two.Expected != nil {
				t.Errorf("efficiency %g, not %g, in %+v", two.On.Efficiency, want, two.On)
			}
			if want := float64(two.Particles) / (1e6 * two.Off.Mips); math.Abs(two.Off.Step-want) > 1e-9 {
				t.Errorf("a step takes %g s, not %g", two.Off.Step, want)
			}
			table, err := csv.NewReader(bytes.NewReader(read(t, out, "scaling.csv"))).ReadAll()
			if err != nil || len(table) != 3 {
				t.Fatalf("scaling.csv has %d lines, %v", len(table), err)
			}
			for column, want := range map[string]int{"n": 2, "particles": two.Particles, "fluid": two.Fluid, "widths": two.Widths} {
				if got := table[2][slices.Index(table[0], column)]; got != strconv.Itoa(want) {
					t.Errorf("scaling.csv has %s of %s, not %d", got, column, want)
				}
			}
			if got := table[2][slices.Index(table[0], "greatest share")]; got != "NaN" {
				t.Errorf("scaling.csv has a greatest share of %s", got)
			}
			for name, there := range map[string]bool{"runtime": true, "speedup": true, "efficiency": true, "beta": false, "ntn": false} {
				for _, suffix := range []string{".png", ".svg"} {
					if _, err := os.Stat(filepath.Join(out, name+suffix)); (err == nil) != there {
						t.Errorf("%s%s: %v", name, suffix, err)
					}
				}
			}
		})
	}
}
