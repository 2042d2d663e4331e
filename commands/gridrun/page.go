package gridrun

import (
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"gpusph/commands/cli"
	"gpusph/commands/kinds"
	"gpusph/grid/gridfile"
	"gpusph/grid/gridpage"
	pages "gpusph/internal/page"
	"gpusph/internal/plot"
	"gpusph/internal/stored"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// pageRun is what the page has of a run.
type pageRun struct {
	Dir      string
	Title    string
	Rows     [][]string
	Pictures []pagePicture
	Figures  []template.HTML
}

// pagePicture is a picture of the last state.
type pagePicture struct {
	Title string
	Data  template.URL
}

// report is what runs were like. It implements kinds.Report.
type report struct{ runs []*finished }

// readReport reads runs for a report.
func readReport(dirs []string, o *kinds.ReportOptions) (kinds.Report, error) {
	if o.JSON != "" {
		return nil, fmt.Errorf("--json has no effect: a run of a grid has its results in "+
			"%s already; leave it out", filepath.Join(dirs[0], gridfile.ReportFile))
	}
	r := &report{}
	for _, dir := range dirs {
		run, err := readRun(dir)
		if err != nil {
			return nil, err
		}
		r.runs = append(r.runs, run)
	}
	return r, nil
}

func (r *report) Make(context.Context) error { return nil }

func (r *report) JSON() any { return nil }

func (r *report) Text(b *strings.Builder) {
	for i, run := range r.runs {
		if i > 0 {
			b.WriteString("\n")
		}
		if len(r.runs) > 1 {
			b.WriteString(run.Dir + "\n")
		}
		run.Report.write(b)
	}
}

func (r *report) Page(w io.Writer) error {
	var all []pageRun
	for _, r := range r.runs {
		p := pageRun{Dir: r.Dir, Rows: r.Report.rows(),
			Title: fmt.Sprintf("%s, %s cells", r.Report.Problem, shape(r.Report.Cells))}
		for _, picture := range gridpage.Pictures(r.Dir) {
			if data := pages.Picture(filepath.Join(r.Dir, picture.File)); data != "" {
				p.Pictures = append(p.Pictures, pagePicture{picture.Title, data})
			}
		}
		for _, c := range r.charts() {
			drawing, err := pages.Drawing(c)
			if err != nil {
				return err
			}
			p.Figures = append(p.Figures, drawing)
		}
		all = append(all, p)
	}
	return pageTemplate.Execute(w, struct {
		Version string
		Runs    []pageRun
	}{cli.FullVersion(), all})
}

// charts are those of the tables.
func (r *finished) charts() (all []*plot.Chart) {
	unit := r.Report.unitOf()
	chart := func(name, y string, curves []plot.Curve) {
		if len(curves) == 0 || len(curves[0].N) < 2 {
			return
		}
		all = append(all, &plot.Chart{Name: name, Title: fmt.Sprintf("%s, %s cells", r.Report.Problem,
			shape(r.Report.Cells)), X: "t [" + unit + "]", Y: y, Curves: curves})
	}
	for _, kind := range r.kinds() {
		of := curves(r.sums, kind)
		if len(of) == 1 {
			of[0].Name = ""
		}
		chart(kind, r.labelOf(kind), of)
	}
	var speed, iterations []plot.Curve
	for i, t := range r.through {
		for _, c := range curves(t, "mcups") {
			c.Name, c.Style = filepath.Base(t.Name), plot.Line(i)
			speed = append(speed, c)
		}
		for _, c := range perSolve(t) {
			c.Name, c.Style = filepath.Base(t.Name), plot.Line(i)
			iterations = append(iterations, c)
		}
	}
	chart("mcups", "speed [MCUPS]", speed)
	chart("iterations", "iterations per solve", iterations)
	return all
}

// kinds are the first words of the columns of sums.csv, each a figure: Nusselt numbers are in one.
// The divergence is rounding.
func (r *finished) kinds() (all []string) {
	if r.sums == nil || len(r.sums.Columns) == 0 {
		return nil
	}
	for _, c := range r.sums.Columns[1:] {
		kind, _, _ := strings.Cut(c.Name, " ")
		if kind != "divergence" && !slices.Contains(all, kind) {
			all = append(all, kind)
		}
	}
	return all
}

// labelOf is what a figure of a kind of columns has at its axis.
func (r *finished) labelOf(kind string) string {
	for _, n := range r.Report.Numbers {
		if first, rest, _ := strings.Cut(n.Name, " "); first == kind {
			label := kind
			if rest == "" && n.What != "" {
				label += ", " + n.What
			}
			if n.Unit != "" {
				label += " [" + n.Unit + "]"
			}
			return label
		}
	}
	return kind
}

// curves are the columns of a table whose names begin with a word, or are one, over time.
func curves(t *stored.Table, begin string) (all []plot.Curve) {
	if t == nil || len(t.Columns) == 0 {
		return nil
	}
	for _, c := range t.Columns[1:] {
		if first, _, _ := strings.Cut(c.Name, " "); first == begin {
			all = append(all, plot.Curve{Name: c.Name, Style: plot.Line(len(all)),
				N: t.Columns[0].Of, Y: c.Of})
		}
	}
	return all
}

// perSolve are the iterations of a solve over time.
func perSolve(t *stored.Table) []plot.Curve {
	iterations, solves := curves(t, "iterations"), curves(t, "solves")
	if len(iterations) == 0 || len(solves) == 0 {
		return nil
	}
	c := iterations[0]
	c.Y = make([]float64, len(c.N))
	for i := range c.Y {
		c.Y[i] = iterations[0].Y[i] / max(1, solves[0].Y[i])
	}
	return []plot.Curve{c}
}
