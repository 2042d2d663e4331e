package output

import (
	"io"
	"path/filepath"
	"strconv"

	"gpusph/sph"
)

// csvSeries writes snapshots as tables of particles and lists them, with their times,
// in particles.csv.
type csvSeries struct {
	numbered
	list *Table
}

func newCSV(dir string) (Writer, error) {
	n, err := newNumbered(dir, "part", "csv")
	if err != nil {
		return nil, err
	}
	list, err := NewTable(filepath.Join(dir, "particles.csv"), "part", "t[s]", "step")
	if err != nil {
		return nil, err
	}
	return &csvSeries{n, list}, nil
}

func (c *csvSeries) Write(s *sph.Snapshot) error {
	if err := checkSnapshot(s); err != nil {
		return err
	}
	part := c.count
	path := c.path(c.next())
	if err := WriteFile(path, func(w io.Writer) error { return writeParticles(w, s) }); err != nil {
		return lost(s, err)
	}
	return c.list.Row(float64(part), s.Time, float64(s.Step))
}

func (c *csvSeries) Close() error { return c.list.Close() }

// writeParticles writes one row per particle.
func writeParticles(w io.Writer, s *sph.Snapshot) error {
	if _, err := io.WriteString(w, "id,x[m],y[m],z[m],vx[m/s],vy[m/s],vz[m/s],rho[kg/m3],p[Pa],type,body,device\n"); err != nil {
		return err
	}
	var row []byte
	for i := range s.ID {
		row = strconv.AppendUint(row[:0], uint64(s.ID[i]), 10)
		x, v := s.Position[i], s.Velocity[i]
		for _, f := range [...]float32{x[0], x[1], x[2], v[0], v[1], v[2], s.Density[i], s.Pressure[i]} {
			row = appendNumber(append(row, ','), float64(f), 32)
		}
		for _, b := range [...]uint8{uint8(s.Type[i]), s.Body[i], s.Device[i]} {
			row = strconv.AppendUint(append(row, ','), uint64(b), 10)
		}
		if _, err := w.Write(append(row, '\n')); err != nil {
			return err
		}
	}
	return nil
}
