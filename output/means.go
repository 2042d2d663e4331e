package output

import (
	"fmt"
	"strings"

	"gpusph/internal/text"
)

// Mean is the mean of a quantity over a window of time.
type Mean struct {
	Value     float64 `json:"mean"`
	Deviation float64 `json:"deviation"` // standard deviation
	From      float64 `json:"from_s"`
	Until     float64 `json:"until_s"`
	Window    string  `json:"window"` // SteadyWindow or one of the others
}

// How the window of a mean was chosen.
const (
	SteadyWindow = "steady" // in which the flow is steady there
	GivenWindow  = "given"  // by the user
	WholeWindow  = "whole"  // the whole record but for a sample at 0 s; it is not steady
	ShortWindow  = "short"  // the same of a record too short to tell
)

// VectorMean is the mean of a vector: its magnitude, and the deviation along its direction.
type VectorMean struct {
	Mean
	Components []float64 `json:"components"`
	Deviations []float64 `json:"deviations"` // of the components
}

// Leads reports whether the mean comes before the peak: where it is that of a steady flow, or of
// the window that the user asks for.
func (m *Mean) Leads() bool {
	return m != nil && (m.Window == SteadyWindow || m.Window == GivenWindow)
}

// Text is the mean with its deviation, as 8.2 ± 3.7.
func (m *Mean) Text() string { return text.Mean(m.Value, m.Deviation) }

// Over is the window with how it was chosen, as "2 to 5 s, steady".
func (m *Mean) Over() string {
	return fmt.Sprintf("%s to %s s, %s", text.Number(m.From), text.Number(m.Until),
		map[string]string{SteadyWindow: "steady", GivenWindow: "as asked",
			WholeWindow: "not steady", ShortWindow: "few samples"}[m.Window])
}

// row is the line of a quantity, by what its greatest value is called and what its mean. A mean
// that leads comes before the peak; otherwise the peak is first, and after it the mean of a flow
// that is not steady. parts are the components of the greatest value and of the mean, if any.
func (p *Peak) row(greatest, mean string, m *Mean, parts [2]string) []string {
	value, when, more := text.Number(p.Greatest), "at "+text.Number(p.Time)+" s", parts[0]
	switch {
	case p.Constant:
		when = "throughout"
	case m.Leads():
		peak := "greatest " + value + " " + when
		return []string{mean, m.Text(), p.Unit, m.Over(), joined(parts[1], peak)}
	case m != nil:
		more = joined(more, "mean "+m.Text()+", "+m.Over())
	}
	return []string{greatest, value, p.Unit, when, more}
}

// row is the line of a vector.
func (p *VectorPeak) row(greatest, mean string) []string {
	parts, m := [2]string{vectorText(p.Components)}, (*Mean)(nil)
	if p.Mean != nil {
		m, parts[1] = &p.Mean.Mean, vectorText(p.Mean.Components)
	}
	return p.Peak.row(greatest, mean, m, parts)
}

func vectorText(components []float64) string {
	var parts []string
	for _, x := range components {
		parts = append(parts, text.Number(x))
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// joined puts two parts of a line together, of which the first may be "".
func joined(first, second string) string {
	if first == "" {
		return second
	}
	return first + "; " + second
}
