package output

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"gpusph/sph"
)

// testCase has something of everything that output tells.
func testCase() *sph.Case {
	c := &sph.Case{
		Name: "Test", Params: sph.Defaults(0.02), End: 1.5,
		Probes: []sph.Probe{{Name: "P1"}, {Name: "P2, upper"}},
		Gauges: []sph.Gauge{{Name: "H1"}},
		Bodies: []sph.Body{{Name: "pillar"}, {Name: "step"}},
	}
	p := &c.Params
	p.Kernel, p.Diffusion, p.Boundary, p.SplitAxis = sph.CubicSpline, sph.Fourtakas, sph.Dummy, 1
	p.Laminar = sph.MonaghanGingold
	p.Mass = 0.008
	p.Min, p.Max = [3]float64{-0.06, -0.06, -0.06}, [3]float64{1.66, 0.73, 0.66}
	return c
}

// testSnapshot has n particles with values of all kinds.
func testSnapshot(n int, time float64) *sph.Snapshot {
	s := &sph.Snapshot{Case: testCase(), Time: time, Step: 1234567, Devices: 3, SHA256: "0123abcd"}
	r := rand.New(rand.NewPCG(1, uint64(n)))
	f := func() float32 { return float32(r.NormFloat64()) }
	for i := range n {
		s.ID = append(s.ID, uint32(3*i+7))
		s.Position = append(s.Position, [3]float32{f(), f(), f()})
		s.Velocity = append(s.Velocity, [3]float32{f(), f() * 1e-20, f() * 1e20})
		s.Density = append(s.Density, 1000+f())
		s.Pressure = append(s.Pressure, 1e4*f())
		s.Type = append(s.Type, sph.Type(i%2))
		s.Body = append(s.Body, uint8(i%3))
		s.Device = append(s.Device, uint8(r.IntN(256)))
	}
	if n > 3 {
		s.ID[n-1] = math.MaxUint32
		s.Density[1], s.Pressure[2] = math.MaxFloat32, float32(math.Copysign(0, -1))
	}
	return s
}

// counts are those of the snapshots that all formats are tried with; the last
// takes more than one block of every array.
var counts = []int{0, 1, 7, 100003}

// write writes snapshots of all counts in a format and returns the run directory.
func write(t *testing.T, format string) (dir string, written []*sph.Snapshot) {
	t.Helper()
	dir = t.TempDir()
	for _, f := range Formats {
		if f.Name != format {
			continue
		}
		w, err := f.New(&Run{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		for i, n := range counts {
			s := testSnapshot(n, 0.1*float64(i))
			if err := w.Snapshot(s); err != nil {
				t.Fatal(err)
			}
			written = append(written, s)
		}
		if err := w.End(nil); err != nil {
			t.Fatal(err)
		}
	}
	if len(written) == 0 {
		t.Fatalf("there is no format %s", format)
	}
	return dir, written
}

// files are the names of all files under dir, with slashes.
func files(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			name, _ := filepath.Rel(dir, path)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
