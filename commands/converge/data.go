package converge

import (
	"fmt"
	"math"

	"gpusph/commands/cli"
	"gpusph/internal/converge"
	"gpusph/internal/plot"
	"gpusph/internal/stored"
	"gpusph/internal/study"
	"gpusph/internal/text"
	"gpusph/output"
)

// FileHead is what a File begins with.
var FileHead = output.NewHead("converge", 1)

// File is converge.json.
type File struct {
	output.Head
	output.Origin
	Problem  string  `json:"problem"`
	Runs     []run   `json:"runs"` // the coarsest first
	Measures []*row  `json:"measures"`
	Wanted   *wanted `json:"wanted,omitempty"`

	series []plot.Chart
	size   study.Words
}

// run is one at a spacing.
type run struct {
	Directory string  `json:"directory"`
	DeltaP    float64 `json:"deltap_m"`
	Particles int     `json:"particles"`
	Fluid     int     `json:"fluid"`
	Steps     int     `json:"steps"`
	Runtime   float64 `json:"runtime_s"`
	Mips      float64 `json:"mips"`
	Devices   int     `json:"devices"`

	Warnings []string `json:"warnings,omitempty"`
}

// row is a measure: its values, the coarsest spacing first, and what they tell. What does not exist
// is left out.
type row struct {
	Name         string     `json:"name"`
	Table        string     `json:"table"`
	Column       string     `json:"column"`
	Reduction    string     `json:"reduction"`
	From         *float64   `json:"from_s,omitempty"`
	Until        *float64   `json:"until_s,omitempty"`
	Unit         string     `json:"unit"`
	Values       []*float64 `json:"values"`
	Kind         string     `json:"convergence"`
	Order        *float64   `json:"observed_order,omitempty"`
	Extrapolated *float64   `json:"extrapolated,omitempty"`
	Change       *float64   `json:"change,omitempty"`   // from the middle spacing, of the finest value
	Distance     *float64   `json:"distance,omitempty"` // of the extrapolated value, as a part of it
	Band         *float64   `json:"gci_band,omitempty"`
	GCI          *float64   `json:"gci,omitempty"`
	Bound        *float64   `json:"uncertainty_band,omitempty"`
	Uncertainty  *float64   `json:"uncertainty,omitempty"` // as a part of the finest value
	Note         string     `json:"note,omitempty"`
	DeltaP       *float64   `json:"deltap_wanted_m,omitempty"`

	triple converge.Triple
	result converge.Result
}

// known is a number that exists.
func known(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// newFile begins the results of runs, the coarsest first.
func newFile(s *study.Study, runs []*stored.Run) *File {
	f := &File{Head: FileHead, Origin: cli.Origin(nil), Problem: s.FlowName(), size: s.Words()}
	for _, r := range runs {
		f.Runs = append(f.Runs, run{r.Dir, r.Parameters.DeltaP, r.Particles.Total, r.Particles.Fluid,
			r.Steps, r.Runtime, r.Mips, len(r.Devices), r.Warnings})
	}
	if least := min(f.ratio(0), f.ratio(1)); least < converge.LeastRatio*(1-1e-9) {
		f.Remarks = append(f.Remarks, fmt.Sprintf("The least ratio of two spacings is %.3g, but the "+
			"procedure asks for %g at least: orders and indices depend on rounding and noise.", least,
			converge.LeastRatio))
	}
	return f
}

// ratio is that of the spacing of a run to the next.
func (f *File) ratio(k int) float64 { return f.Runs[k].DeltaP / f.Runs[k+1].DeltaP }

// labels are the spacings of the runs as curves have them.
func (f *File) labels() (all []string) {
	for _, r := range f.Runs {
		all = append(all, "Δp "+text.Number(r.DeltaP)+" m")
	}
	return all
}

// finer is the style of the k-th of n runs.
func finer(k, n int) plot.Style { return plot.Finer(k, n) }

// newRow analyses the values of a measure.
func newRow(m *study.Measure, unit string, t *converge.Triple) *row {
	r := t.Analyse()
	row := &row{Name: m.Name(), Table: m.Table, Column: m.Column, Reduction: m.Reduction,
		From: known(m.From), Until: known(m.To), Unit: unit, Kind: r.Kind.String(),
		Order: known(r.Order), Extrapolated: known(r.Extrapolated), Change: known(r.Change),
		Distance: known(r.Distance), Band: known(r.Band), GCI: known(r.GCI), Bound: known(r.Bound),
		Uncertainty: known(r.Uncertainty), triple: *t, result: r}
	for k := 2; k >= 0; k-- {
		row.Values = append(row.Values, known(t.Values[k]))
	}
	row.Note = row.doubt()
	return row
}

// empty reports whether there is nothing to tell: a value does not exist, or all are the same.
func (r *row) empty() bool {
	v := r.triple.Values
	return math.IsNaN(v[0]+v[1]+v[2]) || v[0] == v[1] && v[1] == v[2]
}

// doubt is why an order is not to be relied on; "" is none.
func (r *row) doubt() string {
	switch p := r.result.Order; {
	case r.Values[0] == nil || r.Values[1] == nil || r.Values[2] == nil:
		return "a run has no such value"
	case r.result.Kind == converge.Oscillatory:
		return "the values oscillate, so the uncertainty is three times their range"
	case r.result.Kind == converge.Diverging || r.result.Kind == converge.DivergingOscillatory:
		return "the values do not converge, so the uncertainty is three times their range"
	case p < converge.LeastOrder:
		return fmt.Sprintf("an order below %g: the error hardly falls, and the extrapolation is far",
			converge.LeastOrder)
	case p > converge.MostOrder:
		return fmt.Sprintf("an order above %d, which the method does not have, so the GCI is too small; "+
			"the uncertainty has the order %[1]d and a factor of safety of 3", converge.FormalOrder)
	}
	return ""
}
