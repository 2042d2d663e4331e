package output

import (
	"encoding/csv"
	"io"
	"math"
	"path/filepath"

	"gpusph/sph"
)

// sensors writes where and how probes and gauges measure, once, when the run begins.
var sensors = Writer{files: []string{"sensors.csv"}, New: func(r *Run) (Observer, error) {
	if len(r.Case.Probes)+len(r.Case.Gauges) == 0 && r.Case.Front == "" {
		return Base{}, nil
	}
	return Base{}, WriteFile(filepath.Join(r.Dir, "sensors.csv"),
		func(w io.Writer) error { return writeSensors(w, r.Case) })
}}

// writeSensors writes a row for each column of the tables of probes and gauges. What a row does not
// have is empty.
func writeSensors(to io.Writer, c *sph.Case) error {
	rows := [][]string{{"name", "kind", "x[m]", "y[m]", "z[m]", "normal_x", "normal_y", "normal_z",
		"distance[m]", "size[m]", "body"}}
	for i := range c.Probes {
		p := &c.Probes[i]
		at := c.Params.PointOnMap(p.Position)
		row := append([]string{p.Name, "probe"}, numbers(at[:])...)
		if p.Normal == [3]float64{} {
			row = append(row, "", "", "", "", "")
		} else {
			row = append(append(row, numbers(p.Normal[:])...), number(p.Distance), number(p.Size))
		}
		body := ""
		if p.Body > 0 {
			body = c.Bodies[p.Body-1].Name
		}
		rows = append(rows, append(row, body))
	}
	for _, g := range c.Gauges {
		ground := ""
		if !math.IsInf(g.Ground, 0) && (g.Ground != 0 || g.Ceiling != 0) {
			ground = number(c.Params.OnMap(2, g.Ground))
		}
		rows = append(rows, []string{g.Name, "gauge", number(c.Params.OnMap(0, g.X)),
			number(c.Params.OnMap(1, g.Y)), ground, "", "", "", "", "", ""})
	}
	if c.Front != "" {
		rows = append(rows, []string{c.Front, "front", "", "", "", "", "", "", "", "", ""})
	}
	return csv.NewWriter(to).WriteAll(rows)
}

func numbers(x []float64) (all []string) {
	for _, v := range x {
		all = append(all, number(v))
	}
	return all
}
