package scaling

import (
	"fmt"
	"io"
	"math"
	"path/filepath"

	"gpusph/output"
)

// write writes the files of a series into a directory: scaling.json and
// scaling.msgpack with all there is, scaling.csv with a row for each number of
// devices, prediction.csv, report.txt and the plots.
func (s *Series) write(dir string) error {
	for _, f := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{"scaling.json", func(w io.Writer) error { return output.WriteJSON(w, s) }},
		{"scaling.msgpack", func(w io.Writer) error { return output.WriteMsgpack(w, s) }},
		{"report.txt", s.report},
	} {
		if err := output.WriteFile(filepath.Join(dir, f.name), f.write); err != nil {
			return err
		}
	}
	if err := s.writeTables(dir); err != nil {
		return err
	}
	for _, c := range s.charts() {
		if err := c.Write(dir, output.WriteFile); err != nil {
			return fmt.Errorf("the plot %s cannot be written: %w", c.Name, err)
		}
	}
	return nil
}

// writeTables writes the CSV files. What was not measured is NaN in them.
func (s *Series) writeTables(dir string) error {
	columns := []string{"n", "distinct devices", "deltap[m]", "particles", "fluid", "widths",
		"greatest share"}
	for _, kind := range []string{"off", "on", "ideal", "expected"} {
		for _, what := range []string{"mips", "T[s]", "S", "S/n", "beta", "nT[s]"} {
			columns = append(columns, kind+" "+what)
		}
	}
	columns = append(columns, "off least mips", "off most mips", "on least mips", "on most mips")
	err := output.WriteTable(filepath.Join(dir, "scaling.csv"), columns,
		func(row func(...float64) error) error {
			for _, p := range s.Points {
				values := []float64{float64(p.N), float64(p.Devices), p.DeltaP, float64(p.Particles),
					float64(p.Fluid), float64(p.Widths), p.Share}
				if s.Weak {
					values[6] = math.NaN()
				}
				for _, r := range []*rate{p.Off, p.On, p.Ideal, p.Expected} {
					values = append(values, r.values()...)
				}
				values = append(values, p.Off.Least, p.Off.Most)
				if p.On != nil {
					values = append(values, p.On.Least, p.On.Most)
				} else {
					values = append(values, math.NaN(), math.NaN())
				}
				if err := row(values...); err != nil {
					return err
				}
			}
			return nil
		})
	if err != nil || s.Prediction == nil {
		return err
	}
	columns = []string{"n", "greatest share"}
	for _, kind := range []string{"predicted", "fitted", "measured", "predicted as placed",
		"fitted as placed"} {
		for _, what := range []string{"mips", "T[s]", "S", "S/n", "beta", "nT[s]"} {
			columns = append(columns, kind+" "+what)
		}
	}
	columns = append(columns, "error", "fitted error")
	return output.WriteTable(filepath.Join(dir, "prediction.csv"), columns,
		func(row func(...float64) error) error {
			for _, p := range s.Prediction.Points {
				values := []float64{float64(p.N), p.Share}
				for _, r := range []*rate{p.Alone, p.Fitted, p.Measured, p.Placed, p.PlacedFitted} {
					values = append(values, r.values()...)
				}
				if p.Measured == nil {
					p.Error, p.ErrorFitted = math.NaN(), math.NaN()
				}
				if err := row(append(values, p.Error, p.ErrorFitted)...); err != nil {
					return err
				}
			}
			return nil
		})
}

// values are a rate's columns, or as many NaNs.
func (r *rate) values() []float64 {
	if r == nil {
		none := math.NaN()
		return []float64{none, none, none, none, none, none}
	}
	return []float64{r.Mips, r.Step, r.SpeedUp, r.Efficiency, r.beta(), r.Work}
}
