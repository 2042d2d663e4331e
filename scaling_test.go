package main

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
)

func TestParseCounts(t *testing.T) {
	for _, test := range []struct {
		list  string
		want  []int
		wrong string
	}{
		{"1,2,4", []int{1, 2, 4}, ""},
		{"4, 2,2", []int{2, 4}, ""},
		{"1,,2", nil, `--gpus is "1,,2", but must be a list`},
		{"two", nil, "1,2,4 would do"},
		{"", nil, "1,2,4 would do"},
		{"0,1", nil, "--gpus has 0, but"},
		{"256", nil, "from 1 to 255"},
	} {
		counts, err := parseCounts(test.list)
		switch {
		case test.wrong != "":
			if err == nil || !strings.Contains(err.Error(), test.wrong) {
				t.Errorf("%s: no %q in %v", test.list, test.wrong, err)
			}
		case err != nil || !slices.Equal(counts, test.want):
			t.Errorf("%s gives %v, %v", test.list, counts, err)
		}
	}
}

func TestPlace(t *testing.T) {
	two := []string{"cuda:0", "cuda:1"}
	for n, want := range map[int]string{1: "cuda:0", 2: "cuda:0 cuda:1", 3: "cuda:0 cuda:0 cuda:1", 4: "cuda:0 cuda:0 cuda:1 cuda:1"} {
		if got := strings.Join(place(two, n), " "); got != want {
			t.Errorf("%d shares sit on %s", n, got)
		}
	}
	if counts, remarks := usedCounts([]int{3, 4}, 2); !slices.Equal(counts, []int{1, 3, 4}) || len(remarks) != 1 {
		t.Errorf("the counts are %v, %q", counts, remarks)
	}
	if counts, _ := usedCounts(nil, 4); !slices.Equal(counts, []int{1, 2, 3, 4}) {
		t.Errorf("with four devices, the counts are %v", counts)
	}
}

// Lines that end at once, with one sentence, and leave nothing behind.
func TestScalingLines(t *testing.T) {
	endAtOnce(t, "scaling -q ", []ending{
		{"--help", 0, "--no-balance"},
		{"", 2, "no problem is named"},
		{"--problem DamBreak3D --gpus 1,x", 2, "--gpus is \"1,x\""},
		{"--problem DamBreak3D --steps 0", 2, "--steps is 0, but must be at least 1"},
		{"--problem DamBreak3D --warmup -1", 2, "--warmup is -1"},
		{"--problem DamBreak3D --from -1", 2, "--from is -1"},
		{"--problem DamBreak3D --no-balance --balance paper", 2, "do not go together"},
		{"--problem DamBreak3D --weak --predict", 2, "--weak and --predict do not go together"},
		{"--problem DamBreak3D --grow fine", 2, "--grow is how the flow grows with --weak, which is not given; --weak --grow fine would do"},
		{"--problem DamBreak3D --weak --grow width", 2, "--grow is \"width\", but must be wide or fine; did you mean wide?"},
		{"--problem DamBreak3D --weak --grow=", 2, "--grow is \"\", but must be wide or fine"},
		{"--problem Spheric2 --weak --grow wide", 2, "--grow is wide, but Spheric2 cannot be made wider; --grow fine would do"},
		{"--problem DamBreak3D --weak --split-axis x", 2, "--split-axis is x, but a flow that becomes wider along y has its slices there; --split-axis y or --grow fine would do"},
		{"--problem StillWater --weak --widths 500 --gpus 3 --deltap 0.2", 2, "on 3 devices: --widths is 1500, but must be from 1 to 1000"},
		{"--problem StillWater --weak --widths 0", 2, "--widths is 0, but must be from 1 to 1000"},
		{"--problem DamBreak3D --predikt", 2, "did you mean --predict?"},
		{"--problem DamBreak3D --devices host:2 --gpus 1,200 --deltap 0.06", 2, "too few for 200 devices"},
		{"--problem DamBreak3D --devices host --gpus 1 --deltap 0.06 --tend 0.01", 1, "the flow ends at"},
	})
}

// made is a series of made-up throughputs, of devices with their own processors;
// nothing is measured with balancing where on is 0.
func made(weights []float64, off, on []float64) *series {
	s := &series{Particles: 1_600_000, SliceParticles: weights, SlicePairs: weights, least: 2, Problem: "Made", SplitAxis: "y"}
	pool := strings.Fields("cuda:0 cuda:1 cuda:2 cuda:3 cuda:4 cuda:5 cuda:6 cuda:7")
	of := func(mips float64) *rate {
		return &rate{Measured: &measurement{Model: "made up", Mips: []float64{0.9 * mips, mips, 1.01 * mips}, Seconds: []float64{1, 1, 1}, Steps: 600}}
	}
	for i := range off {
		p := &point{N: i + 1, Particles: s.Particles, Off: of(off[i]), placed: place(pool, i+1)}
		if i < len(on) && on[i] > 0 {
			p.On = of(on[i])
		}
		s.Points = append(s.Points, p)
	}
	s.finish()
	return s
}

// even is slices of 100 particles each.
func even(n int) []float64 { return slices.Repeat([]float64{100}, n) }

// The paper's Tables 1 and 2 for BoreInABox with wall: its serial fractions follow
// from its throughputs, which are rounded, to within half a percent.
func TestPaperTables(t *testing.T) {
	s := made(even(60), []float64{24.6, 42, 56.1, 68.2, 86.8, 95.7}, []float64{0, 46.8, 65.2, 82.6, 96.8, 107.3})
	for i, want := range []struct{ off, on float64 }{{17.4, 5.4}, {15.9, 6.7}, {14.9, 6.5}, {10.5, 6.8}, {10.9, 7.6}} {
		p := s.Points[i+1]
		if off, on := 100*p.Off.beta(), 100*p.On.beta(); math.Abs(off-want.off) > 0.5 || math.Abs(on-want.on) > 0.5 {
			t.Errorf("%d GPUs: %.2f and %.2f %%, the paper has %g and %g", p.N, off, on, want.off, want.on)
		}
	}
	var b bytes.Buffer
	if err := s.report(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"LB off 24.6 42.0 56.1 68.2 86.8 95.7",
		"LB on — 46.8 65.2 82.6 96.8 107.3",
		"Ideal — 49.2 73.8 98.4 123.0 147.6",
		"Expected — 49.2 73.8 98.4 123.0 147.6",
		"LB on 5.1 % 6.6 % 6.4 % 6.8 % 7.5 %",
	} {
		if !strings.Contains(strings.Join(strings.Fields(b.String()), " "), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
}

// Hand-computed: 10 mips on one device, 16 on two, 20 on three; slices of which two
// devices get 6 and 4 of 10 at best, three 4, 4 and 2.
func TestSeries(t *testing.T) {
	s := made([]float64{2, 2, 2, 2, 1, 1}, []float64{10, 16, 20}, nil)
	two, three := s.Points[1], s.Points[2]
	for _, v := range []struct {
		what      string
		got, want float64
	}{
		{"share of two", two.Share, 0.6}, {"share of three", three.Share, 0.4},
		{"expected of two", two.Expected.Mips, 10 / 0.6}, {"expected of three", three.Expected.SpeedUp, 2.5},
		{"T(1)", s.Points[0].Off.Step, 0.16}, {"T(2)", two.Off.Step, 0.1}, {"n T(3)", three.Off.Work, 0.24},
		{"beta of two", two.Off.beta(), 0.25}, {"beta of three", three.Off.beta(), 0.25},
		{"beta of three, expected", three.Expected.beta(), 0.1}, {"beta of three, ideal", three.Ideal.beta(), 0},
		{"efficiency of two", two.Off.Efficiency, 0.8}, {"spread", s.spread(), 0.11},
	} {
		if math.Abs(v.got-v.want) > 1e-9 {
			t.Errorf("%s is %g, not %g", v.what, v.got, v.want)
		}
	}
	if !math.IsNaN(s.Points[0].Off.beta()) {
		t.Error("one device has a serial fraction")
	}
}

// A series on host devices, from the command line to the files.
func TestScaling(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := gpusph(t, dir, "scaling -problem DamBreak3D -deltap 0.06 -devices host -gpus 1,2 -warmup 12 -steps 10 -repeat 2 --predict -dir out")
	if r.code != 0 {
		t.Fatalf("exit code %d: %s", r.code, r.stderr)
	}
	out := filepath.Join(dir, "out")
	for _, want := range []string{"Table 1.", "Table 2.", "LB on", "Expected", "Prediction.", "link "} {
		if !strings.Contains(r.stdout, want) || !strings.Contains(string(read(t, out, "report.txt")), want) {
			t.Errorf("no %q in\n%s", want, r.stdout)
		}
	}
	var s, twin series
	if err := json.Unmarshal(read(t, out, "scaling.json"), &s); err != nil {
		t.Fatal(err)
	}
	d := msgpack.NewDecoder(bytes.NewReader(read(t, out, "scaling.msgpack")))
	d.SetCustomStructTag("json")
	if err := d.Decode(&twin); err != nil {
		t.Fatal(err)
	}
	if len(s.Points) != 2 || s.Points[1].On == nil || s.Points[1].Devices != 1 || sum(s.SliceParticles) != float64(s.Particles) || sum(s.SlicePairs) < 10*float64(s.Fluid) || math.Abs(s.Prediction.Points[0].Error) > 1e-9 {
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
		{"-problem DamBreak3D -deltap 0.06", "of DamBreak3D, n times as wide on n devices", "Each device has as much fluid as one alone", "y", []int{1, 2}, [2]float64{2, 2}, [2]float64{1.5, 1.9}},
		{"-problem StillWater -deltap 0.06 -widths 2", "of StillWater, n times as wide on n devices", "as much fluid", "y", []int{2, 4}, [2]float64{2, 2}, [2]float64{1.5, 1.9}},
		{"-problem DamBreak3D -deltap 0.06 -grow fine", "of DamBreak3D, finer, of n times as many particles on n devices", "A finer flow has fewer walls", "y", []int{1, 1}, [2]float64{2.1, 4}, [2]float64{1.9, 2.1}},
		{"-problem Spheric2 -deltap 0.08", "of Spheric2, finer, of n times as many particles on n devices", "A finer flow has fewer walls", "x", []int{0, 0}, [2]float64{2.1, 4}, [2]float64{1.9, 2.1}},
	} {
		t.Run(test.line, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			r := gpusph(t, dir, "scaling --weak "+test.line+" -devices host -gpus 1,2 -warmup 5 -steps 10 -repeat 2 -dir out")
			if r.code != 0 {
				t.Fatalf("exit code %d: %s", r.code, r.stderr)
			}
			out := filepath.Join(dir, "out")
			for _, want := range []string{"weak scaling " + test.title, "slices along " + test.axis, "deltap [m]", "LB on", "S/n by entries", "T(1)/T(n)", test.note} {
				if !strings.Contains(r.stdout, want) || !strings.Contains(string(read(t, out, "report.txt")), want) {
					t.Errorf("no %q in\n%s", want, r.stdout)
				}
			}
			var s series
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
			entries := func(p *point) float64 { return p.Off.Measured.Neighbours * float64(p.Particles) }
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

// Of a flow of twice the fluid and fewer walls: all that the report has of it, by hand.
func TestWeakReport(t *testing.T) {
	s := made(even(10), []float64{10, 15}, nil)
	s.Weak, s.Grow, s.Particles, s.Fluid = true, growWide, 1_000_000, 400_000
	one, two := s.Points[0], s.Points[1]
	one.Widths, one.DeltaP, one.Particles, one.Fluid, one.Off.Measured.Neighbours = 1, 0.01, 1_000_000, 400_000, 40
	two.Widths, two.DeltaP, two.Particles, two.Fluid, two.Off.Measured.Neighbours = 2, 0.01, 1_800_000, 800_000, 44
	s.finish()
	var b bytes.Buffer
	if err := s.report(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"1 1 1 0.01 1,000,000 100.0 % 400,000 100.0 % 40.0",
		"2 2 2 0.01 1,800,000 90.0 % 800,000 100.0 % 44.0",
		"LB off 1 100.0 10.0 1.000 100.0 % 100.0 % 100.0 %",
		"LB off 2 120.0 15.0 1.500 75.0 % 82.5 % 83.3 %",
	} {
		if !strings.Contains(strings.Join(strings.Fields(b.String()), " "), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
}
