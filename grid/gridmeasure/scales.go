package gridmeasure

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"

	"gpusph/grid"
	"gpusph/internal/input"
	"gpusph/output"
)

// scalesFile has the scales of turbulence over time, in the run directory.
const scalesFile = "turbulence.csv"

// scaleColumns are those of turbulence.csv.
var scaleColumns = []string{"t[s]", "step", "energy[m2/s2]", "dissipation[m2/s3]", "speed[m/s]",
	"integral[m]", "taylor[m]", "kolmogorov[m]", "reynolds", "resolution"}

// scaleRow is the scales of one spectrum.
func (r *Spectrum) scaleRow() []float64 {
	s := &r.Scales
	return []float64{r.Time, float64(r.Step), s.Energy, s.Dissipation, s.Speed, s.Integral, s.Taylor,
		s.Kolmogorov, s.Reynolds, s.Resolution}
}

// HasSpectrum reports whether a flow has a spectrum: whether it is in space, in a periodic box,
// with cells that are all alike.
func HasSpectrum(s *grid.Snapshot) bool {
	uniform := s.Faces[0] == nil && s.Faces[1] == nil && s.Faces[2] == nil
	return s.Periodic == [3]bool{true, true, true} && uniform && slices.Min(s.Cells[:]) > 1
}

// WriteSpectrum writes the spectrum of snapshot n of a run, data/spectrum_00000.csv and so on, and
// adds its scales to turbulence.csv, in place of rows from its step on, which a run may have had
// before it was continued. Flows that have no spectrum are left alone. viscosity is ν [m²/s].
func WriteSpectrum(dir string, n int, s *grid.Snapshot, viscosity float64) error {
	if !HasSpectrum(s) {
		return nil
	}
	r, err := NewSpectrum(s, viscosity)
	if err != nil {
		return err
	}
	if _, err := r.Write(dir, n); err != nil {
		return err
	}
	path := filepath.Join(dir, scalesFile)
	rows, err := readScales(path)
	if err != nil {
		return err
	}
	rows = slices.DeleteFunc(rows, func(row []float64) bool { return row[1] >= float64(s.Step) })
	return output.WriteTable(path, scaleColumns, func(add func(...float64) error) error {
		for _, row := range append(rows, r.scaleRow()) {
			if err := add(row...); err != nil {
				return err
			}
		}
		return nil
	})
}

// readScales reads the rows of turbulence.csv; none where there is no file.
func readScales(path string) (rows [][]float64, err error) {
	f, _, err := input.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all, err := csv.NewReader(input.Lines(f)).ReadAll()
	if err != nil || len(all) == 0 || !slices.Equal(all[0], scaleColumns) {
		return nil, fmt.Errorf("the table %s cannot be continued: it does not have the columns of this "+
			"program: %w", path, errors.Join(err, errors.New("move it away")))
	}
	for _, words := range all[1:] {
		row := make([]float64, len(words))
		for i, word := range words {
			if row[i], err = strconv.ParseFloat(word, 64); err != nil {
				return nil, fmt.Errorf("the table %s cannot be continued: %w", path, err)
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}
