package scaling

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"gpusph/commands/cli"
	"gpusph/internal/measure"
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
		{"two", nil, "use 1,2,4"},
		{"", nil, "use 1,2,4"},
		{"0,1", nil, "--gpus has 0, but"},
		{"256", nil, "from 1 to 255"},
	} {
		counts, err := cli.ParseCounts(test.list)
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

func TestSpread(t *testing.T) {
	two := []string{"cuda:0", "cuda:1"}
	for n, want := range map[int]string{1: "cuda:0", 2: "cuda:0 cuda:1", 3: "cuda:0 cuda:0 cuda:1",
		4: "cuda:0 cuda:0 cuda:1 cuda:1"} {
		if got := strings.Join(cli.Spread(two, n), " "); got != want {
			t.Errorf("%d shares sit on %s", n, got)
		}
	}
	if counts, remarks := usedCounts([]int{3, 4}, 2); !slices.Equal(counts, []int{1, 3, 4}) ||
		len(remarks) != 1 {
		t.Errorf("the counts are %v, %q", counts, remarks)
	}
	if counts, _ := usedCounts(nil, 4); !slices.Equal(counts, []int{1, 2, 3, 4}) {
		t.Errorf("with four devices, the counts are %v", counts)
	}
}

// made is a series of made-up throughputs, of devices with their own processors;
// nothing is measured with balancing where on is 0.
func made(weights []float64, off, on []float64) *Series {
	s := &Series{Particles: 1_600_000, SliceParticles: weights, SlicePairs: weights, least: 2,
		Problem: "Made", SplitAxis: "y"}
	pool := strings.Fields("cuda:0 cuda:1 cuda:2 cuda:3 cuda:4 cuda:5 cuda:6 cuda:7")
	of := func(mips float64) *rate {
		return &rate{Measured: &measure.Measurement{Model: "made up",
			Mips: []float64{0.9 * mips, mips, 1.01 * mips}, Seconds: []float64{1, 1, 1}, Steps: 600}}
	}
	for i := range off {
		p := &Point{N: i + 1, Particles: s.Particles, Off: of(off[i]), placed: cli.Spread(pool, i+1)}
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
	s := made(even(60), []float64{24.6, 42, 56.1, 68.2, 86.8, 95.7},
		[]float64{0, 46.8, 65.2, 82.6, 96.8, 107.3})
	for i, want := range []struct{ off, on float64 }{{17.4, 5.4}, {15.9, 6.7}, {14.9, 6.5},
		{10.5, 6.8}, {10.9, 7.6}} {
		p := s.Points[i+1]
		if off, on := 100*p.Off.beta(), 100*p.On.beta(); math.Abs(off-want.off) > 0.5 ||
			math.Abs(on-want.on) > 0.5 {
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
		"LB on 5.1 % 6.6 % 6.4 % 6.8 % 7.5 %", "Repeats differ by up to 11.0 %",
	} {
		if !strings.Contains(strings.Join(strings.Fields(b.String()), " "), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
}

// Where each rate is of one timing, nothing is said of how much repeats differ.
func TestSingleTimings(t *testing.T) {
	s := made([]float64{1, 1, 1}, []float64{10, 16, 20}, nil)
	for _, p := range s.Points {
		p.Off.Least, p.Off.Most = p.Off.Mips, p.Off.Mips
	}
	var b strings.Builder
	s.noise(&b)
	if got := b.String(); !strings.Contains(got, "Each rate is of one timing") ||
		strings.Contains(got, "differ by up to") {
		t.Errorf("it says %s", got)
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
		{"expected of two", two.Expected.Mips, 10 / 0.6},
		{"expected of three", three.Expected.SpeedUp, 2.5},
		{"T(1)", s.Points[0].Off.Step, 0.16}, {"T(2)", two.Off.Step, 0.1},
		{"n T(3)", three.Off.Work, 0.24},
		{"beta of two", two.Off.beta(), 0.25}, {"beta of three", three.Off.beta(), 0.25},
		{"beta of three, expected", three.Expected.beta(), 0.1},
		{"beta of three, ideal", three.Ideal.beta(), 0},
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

// Of a flow of twice the fluid and fewer walls: all that the report has of it, by hand.
func TestWeakReport(t *testing.T) {
	s := made(even(10), []float64{10, 15}, nil)
	s.Weak, s.Grow, s.Particles, s.Fluid = true, growWide, 1_000_000, 400_000
	one, two := s.Points[0], s.Points[1]
	one.Widths, one.DeltaP, one.Particles, one.Fluid, one.Off.Measured.Neighbours = 1, 0.01, 1_000_000,
		400_000, 40
	two.Widths, two.DeltaP, two.Particles, two.Fluid, two.Off.Measured.Neighbours = 2, 0.01, 1_800_000,
		800_000, 44
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
