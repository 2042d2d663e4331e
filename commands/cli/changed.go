package cli

import (
	"math"
	"slices"
	"strconv"

	"gpusph/internal/option"
	"gpusph/problems"
	"gpusph/sph"
)

// Change is an option that has another value than without it.
type Change struct {
	Name    string `json:"name"`
	Value   string `json:"value"`
	Default string `json:"default"`
	What    string `json:"what"`
}

// notTold are the options of a run that Changed leaves out: what tells of the run says these
// elsewhere, or they say nothing of it.
var notTold = []string{"problem", "case", "dir", "force", "quiet", "help", "version", "resume",
	"allow-changes", "devices", "gpus", "exchange", "transport"}

// Changed are those of the options that a summary tells which differ from the defaults of this
// program, of the run first. flow is the problem of the run; nil is one that this program does not
// have, of which nothing is known.
func Changed(flow problems.Problem, taken map[string]string) (all []Change) {
	c := &Config{Syntax: RunSyntax(), Flow: flow}
	c.rows = options(c.groups())
	derived := c.derived(taken)
	for _, o := range c.Table() {
		value, ok := taken[o.Name]
		if !ok || slices.Contains(notTold, o.Name) {
			continue
		}
		usual, known := derived[o.Name]
		if !known {
			usual = o.Taken()
		}
		if !sameValue(o, value, usual) {
			all = append(all, Change{o.Name, sixDigits(value), sixDigits(usual), usage(o.Flag)})
		}
	}
	return all
}

// derived are the defaults that follow from the flow. What is not known is not there.
func (c *Config) derived(taken map[string]string) map[string]string {
	all := map[string]string{"maxiter": "no limit", "formats": "vtk"}
	if c.Flow == nil {
		return all
	}
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', 12, 64) }
	all["deltap"] = number(c.Flow.DeltaP())
	deltaP, err := strconv.ParseFloat(taken["deltap"], 64)
	if err != nil {
		return all
	}
	usual, err := c.Flow.Outline(deltaP)
	if err != nil {
		return all
	}
	end, err := strconv.ParseFloat(taken["tend"], 64)
	if err != nil {
		end = usual.End
	}
	all["tend"] = number(usual.End)
	TakePhysics(all, &usual.Params)
	all["output-interval"], all["sample-interval"] = number(c.OutputEvery(end)),
		number(c.SampleEvery(end))
	return all
}

// TakePhysics gives the options of the physics the values that a flow has, as they can be given
// again: those without effect are 0.
func TakePhysics(all map[string]string, p *sph.Params) {
	number := func(x float64, digits int) string { return strconv.FormatFloat(x, 'g', digits, 64) }
	for k := range sph.Options {
		all[sph.Options[k].Name] = sph.Options[k].Taken(p)
	}
	all["c0"], all["h-factor"] = number(p.C0, -1), number(p.H/p.DeltaP, 12)
	all["skin"] = number(p.Skin/p.H, 6)
	all["split-axis"], all["scheme"] = p.SplitAxis.String(), p.Scheme().String()
}

// sixDigits is a value for people: a number to six digits.
func sixDigits(value string) string {
	if x, err := strconv.ParseFloat(value, 64); err == nil && len(value) > 8 {
		return strconv.FormatFloat(x, 'g', 6, 64)
	}
	return value
}

// sameValue compares the values of an option, numbers by what they are.
func sameValue(o option.Option, a, b string) bool {
	x, wrong := strconv.ParseFloat(a, 64)
	y, other := strconv.ParseFloat(b, 64)
	if wrong == nil && other == nil {
		return math.Abs(x-y) <= 1e-9*max(math.Abs(x), math.Abs(y))
	}
	if o.Name == "balance" {
		return a == b || a == "on" && b == "predictive"
	}
	return a == b
}
