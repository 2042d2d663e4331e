package sweep

import (
	"encoding/csv"
	"io"
	"strconv"

	"gpusph/internal/page"
	"gpusph/internal/study"
	"gpusph/output"
)

// pageName is the file with all there is to look at.
const pageName = "sweep.html"

// write writes the results into the directory of the runs.
func (f *File) write(dir string) error {
	return study.Write(dir, "sweep", f, f.csv, f.text, f.page)
}

// csv writes a row for each run. What does not exist is empty.
func (f *File) csv(to io.Writer) error {
	head := append([]string{"run"}, f.Keys...)
	head = append(head, "status", "particles", "steps", "runtime[s]", "mips")
	for _, m := range f.Measures {
		name := m.Name
		if m.Unit != "" {
			name += "[" + m.Unit + "]"
		}
		head = append(head, name)
	}
	rows := [][]string{head}
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	for _, r := range f.Runs {
		cells := append([]string{r.Name}, r.Parameters...)
		cells = append(cells, r.Status)
		if r.Status == output.Done {
			cells = append(cells, strconv.Itoa(r.Particles), strconv.Itoa(r.Steps), number(r.Runtime),
				number(r.Mips))
		}
		for _, x := range r.Values {
			if x == nil {
				cells = append(cells, "")
			} else {
				cells = append(cells, number(*x))
			}
		}
		for len(cells) < len(head) {
			cells = append(cells, "")
		}
		rows = append(rows, cells)
	}
	return csv.NewWriter(to).WriteAll(rows)
}

// page writes the page.
func (f *File) page(w io.Writer) error {
	p := page.Study{Title: f.title(), Command: "sweep", Version: f.Version,
		About: " of the case file " + f.Case + ". The directory of each run is beside this page, " +
			"and so is its case file.",
		Tables:   []page.Table{f.measured(0, len(f.Measures)), f.runTable()},
		Sections: f.sections()}
	return p.Write(w)
}
