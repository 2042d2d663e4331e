package converge

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg/draw"

	"gpusph/internal/converge"
	"gpusph/internal/page"
	"gpusph/internal/plot"
	"gpusph/internal/study"
	"gpusph/internal/text"
)

// pageName is the file with all there is to look at.
const pageName = "converge.html"

// write writes the results into the directory of the runs.
func (f *File) write(dir string) error {
	return study.Write(dir, "converge", f, f.csv, f.text, f.page)
}

// csv writes a row for each measure. What does not exist is empty.
func (f *File) csv(to io.Writer) error {
	head := []string{"measure", "unit"}
	for _, r := range f.Runs {
		head = append(head, "at "+text.Short(r.DeltaP)+" m")
	}
	rows := [][]string{append(head, "convergence", "order", "extrapolated", "change", "distance",
		"band", "GCI", "uncertainty band", "uncertainty", "deltap wanted[m]")}
	cell := func(x *float64) string {
		if x == nil {
			return ""
		}
		return strconv.FormatFloat(*x, 'g', -1, 64)
	}
	for _, m := range f.Measures {
		cells := []string{m.Name, m.Unit}
		for _, x := range m.Values {
			cells = append(cells, cell(x))
		}
		rows = append(rows, append(cells, m.Kind, cell(m.Order), cell(m.Extrapolated), cell(m.Change),
			cell(m.Distance), cell(m.Band), cell(m.GCI), cell(m.Bound), cell(m.Uncertainty),
			cell(m.DeltaP)))
	}
	return csv.NewWriter(to).WriteAll(rows)
}

// page writes the page.
func (f *File) page(w io.Writer) error {
	var charts []plot.Chart
	for _, m := range f.Measures {
		charts = append(charts, m.chart())
	}
	p := page.Study{Title: "Convergence of " + f.title(), Command: "converge", Version: f.Version,
		About: aboutPage, Tables: f.tables(), Sections: []page.Section{
			page.NewSection("Measures over the spacing", "Points are the runs, with the uncertainty of "+
				"the finest; the line is the law of the error, where there is one, to the extrapolated "+
				"value at 0.", charts),
			page.NewSection("Series", "The three runs over each other.", f.series),
		}}
	return p.Write(w)
}

// aboutPage says what the numbers are.
const aboutPage = ". Order of convergence, value extrapolated to the spacing 0, and grid " +
	"convergence index (GCI) by the procedure of Celik et al., J. Fluids Eng. 130, 078001 (2008), " +
	"with a factor of safety of 1.25. The uncertainty of the finest value is the GCI where the " +
	"order is between 0.5 and 2.1. Where it is higher, the uncertainty has the formal order " +
	"2 and a factor of safety of 3 (Roache, J. Fluids Eng. 116, 405, 1994); where values " +
	"oscillate or diverge, it is three times their range (Eça and Hoekstra, J. Mar. Sci. " +
	"Technol. 13, 328, 2008)."

// lawPoints are those of the line of a law.
const lawPoints = 60

// styleLimit is that of the extrapolated value.
var styleLimit = plot.Style{Colour: plot.StyleOff.Colour, Glyph: draw.PlusGlyph{}, Open: true}

// chart is the measure over the spacing.
func (r *row) chart() plot.Chart {
	c := plot.Chart{Name: "measure", Title: r.Name, X: "spacing Δp [m]",
		Y: strings.TrimSpace(r.Column + " " + r.Reduction), Places: true}
	if r.Unit != "" {
		c.Y += " [" + r.Unit + "]"
	}
	t, of := &r.triple, &r.result
	runs := plot.Curve{Name: "runs", Style: plot.StylePoints, N: t.Spacings[:], Y: t.Values[:]}
	h, v := t.Spacings, t.Values
	if of.Kind == converge.Monotone {
		law := plot.Curve{Name: "law", Style: plot.StyleIdeal}
		for i := range lawPoints + 1 {
			at := h[2] * float64(i) / lawPoints
			law.N, law.Y = append(law.N, at), append(law.Y, of.At(t, at))
		}
		c.Curves = append(c.Curves, law, plot.Curve{Name: "extrapolated", Style: styleLimit,
			N: []float64{0}, Y: []float64{of.Extrapolated}})
	} else {
		c.Curves = append(c.Curves, plot.Curve{Style: plot.StyleIdeal, N: append([]float64{0}, h[:]...),
			Y: append([]float64{v[0]}, v[:]...)})
	}
	if !math.IsNaN(of.Bound) {
		runs.Least = []float64{v[0] - of.Bound, v[1], v[2]}
		runs.Most = []float64{v[0] + of.Bound, v[1], v[2]}
	}
	c.Curves = append(c.Curves, runs)
	return c
}
