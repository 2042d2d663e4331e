package report

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"html/template"
	"image/png"
	"io"
	"path/filepath"
	"strings"

	"gpusph/internal/input"
	"gpusph/internal/plot"
	"gpusph/internal/stored"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"lines":      func(s string) []string { return strings.Split(s, "\n") },
	"right":      func(left, column int) bool { return column >= left },
	"zoomScript": zoomScript,
	"zoomStyle":  zoomStyle,
}).Parse(pageText))

// drawn are charts as parts of a page.
type drawn struct {
	Title, Note string
	Figures     []figure
}

// figure is a drawing, and its numbers as JSON where it can zoom.
type figure struct {
	Drawing template.HTML
	Numbers template.JS
}

// runPart is what the page has of a run.
type runPart struct {
	*runReport
	All      []string // warnings
	Flow     []table
	List     []table // of names and values
	Tables   []table // of the options, and of what was measured
	Compared []drawn
	Physics  []drawn // figures of the flow
	Devices  []table
	Sections []drawn      // figures of the computation
	Picture  template.URL // of the last state
	Next     [][]string   // commands
}

// seriesPart is what the page has of a scaling series.
type seriesPart struct {
	Table     table
	Sentences []string
	Sections  []drawn
}

// page writes the report as a page that needs no other file.
func (r *report) page(w io.Writer) error {
	page := struct {
		Title   string
		Version string
		Series  *seriesPart
		Runs    []runPart
	}{Title: "gpusph report", Version: r.Version}
	if len(r.Runs) == 1 {
		page.Title = r.Runs[0].Was().Title()
	}
	if r.Series != nil {
		sections, err := drawAll(r.charts)
		if err != nil {
			return err
		}
		page.Series = &seriesPart{Table: table{Left: 2, Rows: r.Series.table()},
			Sentences: r.Series.sentences(), Sections: sections}
	}
	for _, run := range r.Runs {
		part, err := run.part()
		if err != nil {
			return err
		}
		if len(r.Runs) == 1 { // of the same flow they are alike, and large
			part.Picture = picture(filepath.Join(run.Directory, "last.png"))
		}
		page.Runs = append(page.Runs, part)
	}
	return pageTemplate.Execute(w, page)
}

// part is what a page has of the run, but for the picture of its last state.
func (r *runReport) part() (runPart, error) {
	part := runPart{runReport: r, All: r.allWarnings()}
	for _, t := range r.about() {
		if t.Title == "" {
			part.List = append(part.List, t)
		} else {
			part.Tables = append(part.Tables, t)
		}
	}
	part.Flow, part.Tables, part.Devices = r.flow(), append(part.Tables, r.measured()...), r.devices()
	drawings, err := drawAll(r.charts)
	if err != nil {
		return part, err
	}
	part.Physics, part.Sections = drawings[:r.physics], drawings[r.physics:]
	for i := range r.Compared {
		drawings, err := drawAll([]section{{Charts: r.Compared[i].charts}})
		if err != nil {
			return part, err
		}
		part.Compared = append(part.Compared, drawings...)
	}
	part.Next = stored.Next(r.Directory, r.Was())
	return part, nil
}

// picture is a PNG as a part of a page; "" if it is none, or a large one.
func picture(path string) template.URL {
	const most = 4 << 20
	data, err := input.Read(path, most)
	if err != nil {
		return ""
	}
	if _, err := png.DecodeConfig(bytes.NewReader(data)); err != nil {
		return ""
	}
	return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(data))
}

// ComparedTable is that of the i-th comparison.
func (r *runReport) ComparedTable(i int) table { return r.Compared[i].table() }

func drawAll(all []section) (parts []drawn, err error) {
	for _, s := range all {
		part := drawn{Title: s.Title, Note: s.Note}
		for i := range s.Charts {
			f, err := newFigure(s.Charts[i])
			if err != nil {
				return nil, err
			}
			part.Figures = append(part.Figures, f)
		}
		parts = append(parts, part)
	}
	return parts, nil
}

// newFigure returns a chart as a part of a page: a drawing of few points, and all its numbers.
func newFigure(c plot.Chart) (f figure, err error) {
	if f.Numbers, err = numbers(&c); err != nil {
		return f, err
	}
	few := c
	if f.Numbers != "" {
		few = thinned(c, mostPoints)
	}
	f.Drawing, err = drawing(&few)
	return f, err
}

// drawing is a chart as a part of a page, without the head of a file. Texts in it are escaped.
func drawing(c *plot.Chart) (template.HTML, error) {
	var b bytes.Buffer
	if err := c.SVG(&b); err != nil {
		return "", err
	}
	svg := b.Bytes()
	return template.HTML(svg[max(0, bytes.Index(svg, []byte("<svg"))):]), nil
}
