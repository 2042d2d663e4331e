package validate

import (
	"fmt"
	"math"
	"strings"

	"gpusph/internal/text"
)

// Norm is a number that says how far a flow is from what it is compared with.
type Norm struct {
	Name string
	Unit string  // "%" where the number is a part of something; "" is a number
	End  float64 // runs that end before this time do not have it [s]

	Of      func(*Run) float64              // of a run, or
	Between func(coarse, fine *Run) float64 // of a run and the next finer one

	Exact bool // finer spacings should bring it to 0, so that an order of convergence means something
	Gate  Gate
}

// Gate is what a norm is held to. A norm without any is reported.
type Gate struct {
	Most   float64 // its absolute value, at most; 0 is no such limit
	Order  float64 // its order of convergence, more than this, where Falls
	Falls  bool
	DeltaP float64 // spacing from which on, and at finer ones, it is held to this [m]; 0 is at all
	From   string  // in place of the spacing in tables

	Finer Limit // in place of Most, at finer spacings
}

// Limit is the greatest absolute value from a spacing on.
type Limit struct {
	Most   float64 // 0 is no limit
	DeltaP float64 // and finer [m]
}

// at is the gate with the limit of a spacing.
func (g Gate) at(deltaP float64) Gate {
	if g.Finer.Most > 0 && deltaP <= g.Finer.DeltaP*(1+1e-9) {
		g.Most, g.DeltaP = g.Finer.Most, g.Finer.DeltaP
	}
	g.Finer = Limit{}
	return g
}

// asks reports whether there is anything to hold to at a spacing.
func (g *Gate) asks(deltaP float64) bool {
	return (g.Most > 0 || g.Falls) && (g.DeltaP == 0 || deltaP <= g.DeltaP*(1+1e-9))
}

// holds reports whether a value, which may be NaN, and its order are as they should be.
func (g *Gate) holds(value, order float64) bool {
	return (g.Most == 0 || math.Abs(value) <= g.Most) && (!g.Falls || order > g.Order)
}

// Order is the observed order of convergence: values at two spacings fall as its power of these.
func Order(coarse, fine, deltaPCoarse, deltaPFine float64) float64 {
	return math.Log(math.Abs(coarse/fine)) / math.Log(deltaPCoarse/deltaPFine)
}

// RMS is the root of the mean square; NaN of none.
func RMS(all []float64) float64 {
	sum := 0.0
	for _, x := range all {
		sum += x * x
	}
	return math.Sqrt(sum / float64(len(all)))
}

// Greatest is the greatest absolute value; NaN of none, and where one is.
func Greatest(all []float64) float64 {
	most := math.NaN()
	for i, x := range all {
		if i == 0 || math.IsNaN(x) || math.Abs(x) > most {
			most = math.Abs(x)
		}
		if math.IsNaN(x) {
			break
		}
	}
	return most
}

// mean is NaN of none.
func mean(all []float64) float64 {
	sum := 0.0
	for _, x := range all {
		sum += x
	}
	return sum / float64(len(all))
}

// Row is a norm of a case at a spacing.
type Row struct {
	Case    string
	DeltaP  float64 // [m]
	Size    string  // in place of the spacing in tables, as 128 cells
	Norm    string
	Unit    string
	Value   float64 // NaN where it could not be found
	Order   float64 // observed; NaN where there is none
	Gate    Gate
	Verdict Verdict
	Seconds float64 // that the run took
}

// Verdict is what comes of a row.
type Verdict string

const (
	Holds    Verdict = "holds"
	Missed   Verdict = "missed"
	Reported Verdict = "reported" // nothing is asked of it
	Failed   Verdict = "failed"   // the flow did not come to its end
)

// Bad reports whether the verdict is one to be told of at the end.
func (v Verdict) Bad() bool { return v == Missed || v == Failed }

// Rows are what is found out of a case by its runs, which are at falling spacings.
func (c *Case) Rows(runs []*Run) (rows []Row) {
	var ended []*Run
	for _, r := range runs {
		if r.Err == nil {
			ended = append(ended, r)
			continue
		}
		rows = append(rows, Row{Case: c.Name, DeltaP: r.DeltaP, Norm: "comes to its end", Value: math.NaN(), Order: math.NaN(), Verdict: Failed, Seconds: r.Seconds})
	}
	for i := range c.Norms {
		rows = append(rows, c.rowsOf(&c.Norms[i], ended)...)
	}
	return rows
}

// rowsOf is a row for each run that has the norm.
func (c *Case) rowsOf(n *Norm, runs []*Run) (rows []Row) {
	for k, r := range runs {
		if n.End > r.End || n.Between != nil && k == 0 {
			continue
		}
		row := Row{Case: c.Name, DeltaP: r.DeltaP, Norm: n.Name, Unit: n.Unit, Order: math.NaN(), Gate: n.Gate.at(r.DeltaP), Seconds: r.Seconds}
		if n.Between != nil {
			row.Value = n.Between(runs[k-1], r)
		} else {
			row.Value = n.Of(r)
		}
		if last := len(rows) - 1; n.Exact && last >= 0 {
			row.Order = Order(rows[last].Value, row.Value, rows[last].DeltaP, row.DeltaP)
		}
		row.Judge()
		rows = append(rows, row)
	}
	return rows
}

// Judge gives a row its verdict.
func (r *Row) Judge() {
	r.Verdict = Reported
	if r.Gate.asks(r.DeltaP) {
		r.Verdict = Missed
		if r.Gate.holds(r.Value, r.Order) {
			r.Verdict = Holds
		}
	}
}

// Table is rows as aligned text.
func Table(rows []Row) string {
	cells := [][]string{{"case", "Δp [m]", "norm", "value", "order", "gate", "verdict", "s"}}
	for _, r := range rows {
		cells = append(cells, []string{r.Case, r.SizeText(), r.Norm, r.ValueText(), r.OrderText(), r.GateText(), string(r.Verdict), fmt.Sprintf("%.1f", r.Seconds)})
	}
	var b strings.Builder
	text.Align(&b, cells, 3)
	return b.String()
}

// SizeText is the spacing [m], or what is in place of it.
func (r *Row) SizeText() string {
	if r.Size != "" {
		return r.Size
	}
	return text.Short(r.DeltaP)
}

// ValueText is the value with its unit.
func (r *Row) ValueText() string { return quantity(r.Value, r.Unit) }

// OrderText is the observed order.
func (r *Row) OrderText() string {
	if math.IsNaN(r.Order) || math.IsInf(r.Order, 0) {
		return ""
	}
	return fmt.Sprintf("%.1f", r.Order)
}

// GateText is what the row is held to or, in brackets, would be at a finer spacing.
func (r *Row) GateText() string {
	g := &r.Gate
	var parts []string
	if g.Most > 0 {
		parts = append(parts, "≤ "+quantity(g.Most, r.Unit))
	}
	if g.Falls {
		parts = append(parts, fmt.Sprintf("order > %g", g.Order))
	}
	if len(parts) > 0 && !g.asks(r.DeltaP) {
		from := g.From
		if from == "" {
			from = fmt.Sprintf("%g", g.DeltaP)
		}
		return fmt.Sprintf("(%s at %s)", strings.Join(parts, ", "), from)
	}
	return strings.Join(parts, ", ")
}

// quantity is three digits and a unit.
func quantity(x float64, unit string) string {
	if math.IsNaN(x) {
		return "—"
	}
	if unit == "%" {
		x *= 100
	}
	return strings.TrimSpace(fmt.Sprintf("%.3g %s", x, unit))
}
