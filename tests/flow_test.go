package tests

import (
	"io/fs"
	"math"
	"os"
	"sort"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"gpusph/gpu"
	"gpusph/problems"
	"gpusph/sph"
	"gpusph/sph/engine"
	"gpusph/validate/references"
)

// long is whether GPUSPH_LONG=1 asks for the finer and longer flows, which take
// minutes on a GPU and much longer on the host.
func long() bool { return os.Getenv("GPUSPH_LONG") == "1" }

// testDevices are those that the flows of these tests run on:
// GPUSPH_TEST_DEVICES, as cuda:0 or cuda:0,cuda:1, or one host device.
func testDevices() []string {
	if names := os.Getenv("GPUSPH_TEST_DEVICES"); names != "" {
		return strings.Split(names, ",")
	}
	return hosts(1)
}

// setup makes a problem's case with options as the command line has them.
func setup(t *testing.T, problem string, deltaP float64, args ...string) *sph.Case {
	t.Helper()
	p, err := problems.Find(problem)
	if err != nil {
		t.Fatal(err)
	}
	flags := pflag.NewFlagSet(problem, pflag.ContinueOnError)
	p.Options().Register(flags)
	if err := flags.Parse(args); err != nil {
		t.Fatal(err)
	}
	c, err := p.Setup(deltaP)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// flow is a flow in motion that a test watches.
type flow struct {
	*sph.Case
	t       *testing.T
	sim     *engine.Simulation
	reached sph.Progress
}

// begin starts a case on the devices, to be run up to end [s].
func begin(t *testing.T, c *sph.Case, end float64, devices []string) *flow {
	t.Helper()
	system, err := gpu.Open(devices, gpu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { system.Close() })
	sim, err := engine.New(c, engine.Options{System: system, End: end})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { sim.Close() })
	return &flow{Case: c, t: t, sim: sim}
}

// advance does as many steps as one set of lists is good for; it fails when a
// particle is lost. It tells whether the end is not reached.
func (f *flow) advance() bool {
	f.t.Helper()
	more := f.advanceAndLose()
	if n, p := f.Particles.Len(), f.reached; p.Lost != 0 || p.Particles != n {
		f.t.Fatalf("at %g s %d of %d particles are in the domain and %d have left it", p.Time,
			p.Particles, n, p.Lost)
	}
	return more
}

// advanceAndLose is advance where particles may leave the domain.
func (f *flow) advanceAndLose() bool {
	f.t.Helper()
	p, err := f.sim.Advance(f.Params.RebuildEvery)
	if err != nil {
		f.t.Fatal(err)
	}
	f.reached = p
	return !p.Done
}

// each calls do at the beginning, at the first moment at or after each multiple
// of interval [s], and at the end.
func (f *flow) each(interval float64, do func()) {
	f.t.Helper()
	do()
	for next := interval; f.advance(); {
		if f.reached.Time >= next {
			do()
			for next <= f.reached.Time {
				next += interval
			}
		}
	}
	do()
}

func (f *flow) sample() sph.Sample {
	f.t.Helper()
	s, err := f.sim.Sample()
	if err != nil {
		f.t.Fatal(err)
	}
	return s
}

func (f *flow) snapshot() *sph.Snapshot {
	f.t.Helper()
	s, err := f.sim.Snapshot()
	if err != nil {
		f.t.Fatal(err)
	}
	return s
}

// mass of the fluid [kg].
func (f *flow) mass() float64 { return f.Params.Mass * float64(f.Particles.Count(sph.Fluid)) }

// fluid calls do for the position of each particle of fluid.
func fluid(s *sph.Snapshot, do func(x [3]float64)) {
	for i, x := range s.Position {
		if s.Type[i] == sph.Fluid {
			do([3]float64{float64(x[0]), float64(x[1]), float64(x[2])})
		}
	}
}

// part of the fluid for which is is true.
func part(s *sph.Snapshot, is func(x [3]float64) bool) float64 {
	n, all := 0, 0
	fluid(s, func(x [3]float64) {
		all++
		if is(x) {
			n++
		}
	})
	return float64(n) / float64(all)
}

// front is the x beyond which a part of the fluid lies, halfway between the two
// particles in question.
func front(s *sph.Snapshot, beyond float64) float64 {
	var all []float64
	fluid(s, func(x [3]float64) { all = append(all, x[0]) })
	sort.Float64s(all)
	i := min(max(int((1-beyond)*float64(len(all))), 1), len(all)-1)
	return (all[i-1] + all[i]) / 2
}

// depth is how far particles of fluid are in a box, at most: the greatest
// distance to its nearest side [m]; 0 when none is in it.
func depth(s *sph.Snapshot, min, max [3]float64) (deepest float64) {
	fluid(s, func(x [3]float64) {
		if d := depthIn(x, min, max); d > deepest {
			deepest = d
		}
	})
	return deepest
}

// depthIn is how far a place is in a box: the distance to its nearest side [m], negative outside.
func depthIn(x, min, max [3]float64) float64 {
	inside := math.Inf(1)
	for a := range 3 {
		inside = math.Min(inside, math.Min(x[a]-min[a], max[a]-x[a]))
	}
	return inside
}

// outside is how far particles of fluid are from a tank, at most [m].
func outside(s *sph.Snapshot, min, max [3]float64) (furthest float64) {
	fluid(s, func(x [3]float64) {
		if d := -depthIn(x, min, max); d > furthest {
			furthest = d
		}
	})
	return furthest
}

// table is numbers against time or another first column, which ascends.
type table struct {
	names []string
	rows  [][]float64
}

// readTable reads a reference of the flows that package validate compares.
func readTable(t *testing.T, name string) table {
	t.Helper()
	return tableOf(t, references.Files, name)
}

// readOwn reads a file of testdata that only tests compare with.
func readOwn(t *testing.T, name string) table {
	t.Helper()
	return tableOf(t, os.DirFS("testdata"), name)
}

func tableOf(t *testing.T, files fs.FS, name string) table {
	t.Helper()
	read, err := references.Read(files, name)
	if err != nil || len(read.Rows) < 2 {
		t.Fatalf("%s: %d rows, %v", name, len(read.Rows), err)
	}
	return table{names: read.Names, rows: read.Rows}
}

// at is a column's value at x, linear between the rows, and whether there are
// rows on both sides.
func (a table) at(column int, x float64) (float64, bool) {
	for i := 1; i < len(a.rows); i++ {
		if low, high := a.rows[i-1], a.rows[i]; low[0] <= x && x <= high[0] {
			return low[column] + (x-low[0])/(high[0]-low[0])*(high[column]-low[column]), true
		}
	}
	return 0, false
}
