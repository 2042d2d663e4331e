package output

import (
	"os"
	"path/filepath"
	"testing"

	"gpusph/sph"
)

// fuzzReader reads anything as the files of a snapshot that a writer has left.
func fuzzReader(f *testing.F, writer, name string, read func(path string) (*sph.Snapshot, error)) {
	dir := f.TempDir()
	for _, w := range Formats {
		if w.Name != writer {
			continue
		}
		o, err := w.New(&Run{Dir: dir, Case: testCase(), Devices: []string{"host:0"}})
		if err != nil {
			f.Fatal(err)
		}
		if err := o.Snapshot(testSnapshot(20, 0.5)); err != nil {
			f.Fatal(err)
		}
	}
	written, err := os.ReadFile(filepath.Join(dir, dataDir, name))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(written)
	path := filepath.Join(dir, "fuzzed")
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := read(path)
		if err != nil {
			return
		}
		n := s.Len()
		for what, m := range map[string]int{
			"positions": len(s.Position), "velocities": len(s.Velocity), "densities": len(s.Density),
			"pressures": len(s.Pressure),
			"types":     len(s.Type), "bodies": len(s.Body), "devices": len(s.Device),
		} {
			if m != n {
				t.Errorf("it has %d particles and %d %s", n, m, what)
			}
		}
	})
}

func FuzzSnapshot(f *testing.F) { fuzzReader(f, "msgpack", "part_00000.msgpack", ReadSnapshot) }

func FuzzVTP(f *testing.F) { fuzzReader(f, "vtk", "part_00000.vtp", readVTP) }

// FuzzListVTK reads anything as a list of snapshots. No name in it leads out of the directory.
func FuzzListVTK(f *testing.F) {
	f.Add([]byte(`<VTKFile><Collection><DataSet timestep="0.5" part="0" file="data/part_00000.vtp"/></Collection></VTKFile>`))
	f.Add([]byte(`<VTKFile><Collection><DataSet timestep="0.5" part="0" file="../../etc/passwd"/></Collection></VTKFile>`))
	f.Add([]byte(`<VTKFile><Collection><DataSet timestep="0.5" part="0" file="/etc/passwd"/></Collection></VTKFile>`))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(filepath.Join(dir, "particles.pvd"), data, 0o666); err != nil {
			t.Fatal(err)
		}
		all, err := listVTK(dir)
		if err != nil {
			return
		}
		for _, i := range all {
			if !filepath.IsLocal(filepath.FromSlash(i.File)) {
				t.Errorf("%q leads out of the directory", i.File)
			}
		}
	})
}
