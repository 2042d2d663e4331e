package output

import (
	"fmt"
	"io"
	"path/filepath"

	"gpusph/sph"
)

// vtkSeries writes snapshots as .vtp files and lists them, with their times, in
// particles.pvd.
type vtkSeries struct {
	numbered
	series []instant
}

// instant is a snapshot of a series.
type instant struct {
	time float64
	file string
}

func newVTK(dir string) (Writer, error) {
	n, err := newNumbered(dir, "vtp")
	if err != nil {
		return nil, err
	}
	return &vtkSeries{numbered: n}, nil
}

func (v *vtkSeries) Write(s *sph.Snapshot) error {
	if err := checkSnapshot(s); err != nil {
		return err
	}
	name := v.next()
	path := v.path(name)
	if err := WriteFile(path, func(w io.Writer) error { return writeVTP(w, s) }); err != nil {
		return lost(s, err)
	}
	v.series = append(v.series, instant{s.Time, name})
	path = filepath.Join(v.dir, "particles.pvd")
	if err := WriteFile(path, v.writePVD); err != nil {
		return lost(s, err)
	}
	return nil
}

func (v *vtkSeries) Close() error { return nil }

// writePVD writes the list of the series as ParaView reads it.
func (v *vtkSeries) writePVD(w io.Writer) error {
	fmt.Fprint(w, "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n  <Collection>\n")
	for _, i := range v.series {
		fmt.Fprintf(w, "    <DataSet timestep=\"%s\" part=\"0\" file=\"%s\"/>\n", number(i.time), i.file)
	}
	_, err := fmt.Fprint(w, "  </Collection>\n</VTKFile>\n")
	return err
}
