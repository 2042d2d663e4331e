package sweep

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg/draw"

	"gpusph/internal/page"
	"gpusph/internal/plot"
)

// sections are figures of the measures over each key, and of the series.
func (f *File) sections() (all []page.Section) {
	for k, key := range f.Keys {
		var charts []plot.Chart
		for m := range f.Measures {
			charts = append(charts, f.over(k, m)...)
		}
		if s := page.NewSection("Measures over "+key, f.note(k), charts); len(s.Charts) > 0 {
			all = append(all, s)
		}
	}
	note := "The runs over each other."
	if done := len(f.done()); done > mostCurves {
		note = "The first seven runs over each other."
	}
	if s := page.NewSection("Series", note, f.series); len(s.Charts) > 0 {
		all = append(all, s)
	}
	return all
}

// done are the runs that are done.
func (f *File) done() (all []*row) {
	for _, r := range f.Runs {
		if r.Values != nil {
			all = append(all, r)
		}
	}
	return all
}

// note tells what tells the curves over a key apart.
func (f *File) note(k int) string {
	if len(f.Keys) == 1 {
		return ""
	}
	others := slices.Delete(slices.Clone(f.Keys), k, k+1)
	return "Curves are of equal " + strings.Join(others, ", ") + "."
}

// over are charts of a measure over a key: curves over numbers, or bars of words if nothing else
// varies.
func (f *File) over(k, m int) []plot.Chart {
	of := &f.Measures[m]
	c := plot.Chart{Name: "measure", Title: of.Name, X: f.Keys[k],
		Y: strings.TrimSpace(of.Column + " " + of.Reduction), Places: true}
	if of.Unit != "" {
		c.Y += " [" + of.Unit + "]"
	}
	var rows []*row
	for _, r := range f.done() {
		if r.Values[m] != nil && r.Parameters[k] != "" {
			rows = append(rows, r)
		}
	}
	if len(rows) < 2 {
		return nil
	}
	if slices.ContainsFunc(rows, func(r *row) bool { return math.IsNaN(r.numbers[k]) }) {
		return bars(c, rows, k, m, len(f.Keys))
	}
	slices.SortStableFunc(rows, func(a, b *row) int {
		switch {
		case a.numbers[k] < b.numbers[k]:
			return -1
		case a.numbers[k] > b.numbers[k]:
			return 1
		}
		return 0
	})
	groups := map[string]int{} // by the other parameters
	for _, r := range rows {
		name := r.others(k)
		i, ok := groups[name]
		if !ok {
			i = len(c.Curves)
			groups[name] = i
			c.Curves = append(c.Curves, plot.Curve{Name: name})
		}
		v := &c.Curves[i]
		v.N, v.Y = append(v.N, r.numbers[k]), append(v.Y, *r.Values[m])
	}
	return []plot.Chart{styled(c)}
}

// styled gives curves their styles. Many curves are points alone.
func styled(c plot.Chart) plot.Chart {
	if len(c.Curves) > mostCurves {
		all := plot.Curve{Name: "runs", Style: plot.StylePoints}
		for _, v := range c.Curves {
			all.N, all.Y = append(all.N, v.N...), append(all.Y, v.Y...)
		}
		c.Curves = []plot.Curve{all}
		return c
	}
	for i := range c.Curves {
		c.Curves[i].Style = plot.Line(i)
		c.Curves[i].Style.Glyph = draw.CircleGlyph{}
	}
	return c
}

// bars are those of a key with words.
func bars(c plot.Chart, rows []*row, k, m, keys int) []plot.Chart {
	if keys > 1 {
		return nil
	}
	v := plot.Curve{Style: plot.Line(0)}
	for i, r := range rows {
		c.Groups = append(c.Groups, r.Parameters[k])
		v.N, v.Y = append(v.N, float64(i)), append(v.Y, *r.Values[m])
	}
	c.Places = false
	c.Curves = []plot.Curve{v}
	return []plot.Chart{c}
}

// others are the parameters but for one.
func (r *row) others(k int) string {
	words := slices.Delete(slices.Clone(r.Parameters), k, k+1)
	for i, word := range words {
		if word == "" {
			words[i] = none
		}
	}
	return strings.Join(words, ", ")
}
