package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"path/filepath"

	"gpusph/internal/page"
	"gpusph/internal/stored"
	"gpusph/internal/text"
)

//go:embed page.html
var pageText string

var pageTemplate = page.Parse(pageText)

// runPart is what the page has of a run.
type runPart struct {
	*runReport
	Short    string     // the size of the run and its time
	All      []string   // warnings
	Facts    [][]string // the main figures of the flow
	Flow     []page.Table
	Measured []page.Table
	List     []page.Table // of names and values
	Tables   []page.Table // of the options
	Compared []page.Drawn
	Physics  []page.Drawn // figures of the flow
	Devices  []page.Table
	Sections []page.Drawn // figures of the computation
	Picture  template.URL // of the last state
	Next     [][]string   // commands
}

// seriesPart is what the page has of a scaling series.
type seriesPart struct {
	Table     page.Table
	Sentences []string
	Sections  []page.Drawn
}

// Page writes the report as a page that needs no other file.
func (r *report) Page(w io.Writer) error {
	p := struct {
		Title   string
		Version string
		Series  *seriesPart
		Runs    []runPart
	}{Title: "gpusph report", Version: r.Version}
	if len(r.Runs) == 1 {
		p.Title = r.Runs[0].Was().Title()
	}
	if r.Series != nil {
		sections, err := page.DrawAll(r.charts)
		if err != nil {
			return err
		}
		p.Series = &seriesPart{Table: page.Table{Left: 2, Rows: r.Series.table()},
			Sentences: r.Series.sentences(), Sections: sections}
	}
	for _, run := range r.Runs {
		part, err := run.part()
		if err != nil {
			return err
		}
		if len(r.Runs) == 1 { // of the same flow they are alike, and large
			part.Picture = page.Picture(filepath.Join(run.Directory, "last.png"))
		}
		p.Runs = append(p.Runs, part)
	}
	return pageTemplate.Execute(w, p)
}

// part is what a page has of the run, but for the picture of its last state.
func (r *runReport) part() (runPart, error) {
	s := r.Was()
	part := runPart{runReport: r, All: r.allWarnings(),
		Short: fmt.Sprintf("%s of fluid, %s s simulated, %s of computing",
			text.Count(s.Particles.Fluid, "particle"), text.Number(s.Time), text.Duration(s.Runtime))}
	if !r.again {
		part.Facts = r.Flow.Rows()
	}
	for _, t := range r.about() {
		if t.Title == "" {
			part.List = append(part.List, t)
		} else {
			part.Tables = append(part.Tables, t)
		}
	}
	part.Flow, part.Measured, part.Devices = r.flow(), r.measured(), r.devices()
	drawings, err := page.DrawAll(r.charts)
	if err != nil {
		return part, err
	}
	part.Physics, part.Sections = drawings[:r.physics], drawings[r.physics:]
	for i := range r.Compared {
		drawings, err := page.DrawAll([]page.Section{{Charts: r.Compared[i].charts}})
		if err != nil {
			return part, err
		}
		part.Compared = append(part.Compared, drawings...)
	}
	part.Next = stored.Next(r.Directory, r.Was())
	return part, nil
}

// ComparedTable is that of the i-th comparison.
func (r *runReport) ComparedTable(i int) page.Table { return r.Compared[i].table() }
