package check

import (
	"fmt"
	"math"

	"gpusph/commands/cli"
	"gpusph/internal/text"
	"gpusph/sph"
)

// Length is a depth, a gap, a thickness or the extent of a body, in spacings.
type Length struct {
	Kind     string     `json:"kind"`
	Name     string     `json:"name,omitempty"` // of the fluid or the wall
	Length   float64    `json:"length_m"`
	Least    float64    `json:"least_m,omitempty"` // of depths
	Spacings float64    `json:"spacings"`
	Needs    float64    `json:"spacings_needed"`
	Enough   bool       `json:"enough"`
	Position [3]float64 `json:"position_m"`
}

// Finer is a spacing that resolves all lengths.
type Finer struct {
	DeltaP    float64 `json:"deltap_m"`
	Particles int     `json:"particles"`
	Hours     float64 `json:"hours,omitempty"` // of the run; without a trial unknown
}

// addLengths takes what the spacing of a flow has to resolve.
func (k *Check) addLengths(flow *sph.Case) {
	for i := range flow.Resolved {
		r := &flow.Resolved[i]
		k.Lengths = append(k.Lengths, Length{r.Kind, r.Name, r.Length, r.Least, r.Spacings, r.Needs,
			r.Enough(), flow.Params.PointOnMap(r.At)})
	}
}

// advise finds the greatest spacing at which all lengths are resolved, and the size of that run.
func (k *Check) advise(c *cli.Config, flow *sph.Case) {
	deltaP := math.Inf(1)
	for i := range flow.Resolved {
		if r := &flow.Resolved[i]; !r.Enough() {
			deltaP = min(deltaP, r.Finer(flow.Params.DeltaP))
		}
	}
	if math.IsInf(deltaP, 1) {
		return
	}
	o, err := c.Flow.Outline(deltaP)
	if err != nil {
		return // the warnings name the spacing
	}
	now, err := c.Flow.Outline(flow.Params.DeltaP)
	if err != nil {
		return
	}
	ratio := (o.Fluid + o.Wall) / (now.Fluid + now.Wall) // outlines are of the most particles
	k.Finer = &Finer{DeltaP: deltaP, Particles: int(min(ratio*float64(k.Particles.Total), 1e18))}
	if t := k.Trial; t != nil {
		steps := t.RunSteps * flow.Params.DefaultStep() / o.Params.DefaultStep()
		k.Finer.Hours = runHours(steps, t.Step*ratio)
	}
}

// runHours is the time of a run [h] by its steps and the seconds that one takes.
func runHours(steps, seconds float64) float64 { return steps * seconds / 3600 }

// String is a line about a length.
func (l *Length) String() string {
	n := text.Figure(l.Spacings) + " spacings"
	if math.Abs(l.Spacings-1) < 0.01 {
		n = "one spacing"
	}
	needs := ""
	if !l.Enough {
		needs = fmt.Sprintf("; %g are needed", l.Needs)
	}
	x := l.Position
	at := fmt.Sprintf("(%s, %s, %s) m", place(x[0]), place(x[1]), place(x[2]))
	switch l.Kind {
	case sph.Depth:
		return fmt.Sprintf("%s over the depth of the fluid %q, %.3g m (least %.3g m)%s",
			n, l.Name, l.Length, l.Least, needs)
	case sph.Gap:
		return fmt.Sprintf("%s across the narrowest gap between walls, %.3g m at %s%s",
			n, l.Length, at, needs)
	case sph.WaveHeight:
		return fmt.Sprintf("%s over the height of the waves of %s, %.3g m%s", n, l.Name, l.Length, needs)
	case sph.Thickness:
		return fmt.Sprintf("%s through %s, %.3g m thick%s", n, l.Name, l.Length, needs)
	}
	return fmt.Sprintf("%s across %s, %.3g m%s", n, l.Name, l.Length, needs)
}

// writeLengths prints lengths, and the spacing that resolves all.
func (k *Check) writeLengths(line func(string, string, ...any)) {
	for i := range k.Lengths {
		line("Resolution", "%s", &k.Lengths[i])
	}
	if f := k.Finer; f != nil {
		takes := ""
		if f.Hours > 0 {
			takes = " and takes about " + duration(f.Hours)
		}
		line("Advice", "use --deltap %s for these; that makes about %s particles%s",
			text.Number(f.DeltaP), text.Thousands(int(text.Three(float64(f.Particles), math.Round))), takes)
	}
}
