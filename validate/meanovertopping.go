package validate

import (
	"fmt"
	"math"

	"gpusph/internal/waves"
	"gpusph/sph"
)

// Irregular waves before a wall: depth, significant height asked of the piston [m], peak period,
// duration of 200 waves, whose mean period is 1/1.2 of that of the peak, and when the first waves
// have come [s]; distance of the toe from the piston [m].
const (
	overDepth  = 0.5
	overHeight = 0.1
	overPeriod = 1.5
	overBegin  = 20
	overEnd    = overBegin + 200*overPeriod/1.2
	overToe    = 8.0
)

// overGauges are distances of the gauges that separate waves, from the piston [m].
var overGauges = []float64{4.5, 4.8, 5.25}

// A seaWall is what the waves run over: height of its crest over still water, of a significant
// height, horizontal part of its slope over the vertical one, and its formula, q/√(g H³) of that
// height.
type seaWall struct {
	crest, slope float64
	formula      func(crest float64) float64
}

var (
	overtoppedWall = overCase("OvertoppedWall", "a vertical wall", "without influence of "+
		"the foreshore, 0.047 exp(-(2.35 R/H)^1.3)", seaWall{1, 0, func(crest float64) float64 {
		return 0.047 * math.Exp(-math.Pow(2.35*crest, 1.3))
	}})
	overtoppedSlope = overCase("OvertoppedSlope", "a 1:2 slope", "smooth slopes, its greatest, of "+
		"waves that do not break, 0.09 exp(-(1.5 R/H)^1.3)", seaWall{1.75, 2, func(
		crest float64) float64 {
		return 0.09 * math.Exp(-math.Pow(1.5*crest, 1.3))
	}})
)

// top is the height of the crest over the bed, and edge where it is [m].
func (w *seaWall) top() float64  { return overDepth + w.crest*overHeight }
func (w *seaWall) edge() float64 { return overToe + w.slope*w.top() }

// discharge is that of the formula for a significant height [m³/s a metre].
func (w *seaWall) discharge(height float64) float64 {
	return w.formula(w.crest*overHeight/height) * math.Sqrt(gravity*cubed(height))
}

// overCase is the case of a wall.
func overCase(name, what, formula string, w seaWall) *Case {
	mean := func(r *Run) float64 {
		over := r.Seen(0)
		return (last(over) - over.At(overBegin)) / (over.X[len(over.X)-1] - overBegin)
	}
	return &Case{
		Name: name,
		What: "200 irregular waves run over " + what + ", in two dimensions: the mean discharge",
		How: "The discharge is the growth of the volume beyond the crest from 20 s on, over the time. " +
			"The factor is that between it and the formula, which is above 1, for the height of the " +
			"waves that come, separated from those reflected at three gauges (Mansard & Funke 1980); " +
			"another norm has it for the height asked of the piston.",
		Source: "EurOtop, Manual on wave overtopping (2018): " + formula + ".",
		Text:   w.text(name),
		Levels: [levels]Plan{
			GPU: {overEnd, []float64{0.01, 0.01 / 1.5}},
		},
		Samples:   overPeriod / 30,
		Snapshots: 2,
		Look: func(s *sph.Snapshot) []float64 {
			n := 0.0
			fluid(s, func(i int) {
				if placeOf(s, i)[0] > w.edge() {
					n++
				}
			})
			return []float64{n * s.Case.Params.Mass / s.Case.Params.Rho0}
		},
		Norms: []Norm{
			{
				Name: "factor", End: overEnd, Of: func(r *Run) float64 {
					return factor(mean(r), w.discharge(overIncident(r)))
				},
				Gate: Gate{Most: 2, DeltaP: 0.01},
			},
			{
				Name: "factor for the height asked for", End: overEnd,
				Of: func(r *Run) float64 { return factor(mean(r), w.discharge(overHeight)) },
			},
			{Name: "discharge", Unit: "l/s", End: overEnd, Of: func(r *Run) float64 {
				return 1000 * mean(r)
			}},
			{Name: "height of the waves that come", Unit: "m", End: overEnd, Of: overIncident},
		},
		Figures: []Figure{{
			Name: "volume", What: "volume beyond the crest", X: "t [s]", Y: "V [m³/m]",
			Of: func(r *Run) Curve { return r.Seen(0) },
			Reference: func() Curve {
				q := w.discharge(overHeight)
				return lineOf(overBegin, overEnd, -q*overBegin, q)
			},
			Is: "formula, height asked for",
		}},
	}
}

// factor is the greater of two over the smaller; +Inf where one is not above 0.
func factor(a, b float64) float64 {
	if !(a > 0 && b > 0) {
		return math.Inf(1)
	}
	return max(a/b, b/a)
}

// overIncident is the significant height of the waves that come [m]; NaN where they cannot be
// separated.
func overIncident(r *Run) float64 {
	var all []waves.Gauge
	for k, at := range overGauges {
		c := r.gauges(k).Between(overBegin, r.End)
		record, err := waves.NewRecord(c.X, c.Y)
		if err != nil {
			return math.NaN()
		}
		all = append(all, waves.Gauge{At: at, Record: record})
	}
	separated, err := waves.Separate(all, overDepth, gravity)
	if err != nil {
		return math.NaN()
	}
	return separated.Hi
}

func (w *seaWall) text(name string) string {
	top, edge := w.top(), w.edge()
	end := edge + 2
	text := fmt.Sprintf(`name = %q
about = "irregular waves run over a sea wall, in two dimensions: the mean discharge"
dimension = 2
spacing = 0.01
end = %.6g

[domain]
min = [-0.6, 0]
max = [%.6g, 1.2]
open = ["zmax"]

[[fluid]]
name = "water"
fill = { seed = [1, 0.1], level = %.6g }

[[wall]]
name = "wall"
prism = { outline = [[%.6g, 0], [%.6g, 0], [%.6g, %.6g], [%.6g, %.6g]] }

[[wall]]
name = "piston"
box = { min = [-0.15, 0], max = [0, 1.1] }

[wall.motion.waves]
kind = "irregular"
height = %.6g
period = %.6g
depth = %.6g
components = 512
seed = 1
absorb = true
`, name, overEnd, end, overDepth, overToe, edge+0.1, edge+0.1, top, edge, top, overHeight,
		overPeriod, overDepth)
	for k, x := range overGauges {
		text += fmt.Sprintf("\n[[gauge]]\nname = \"G%d\"\nat = [%.6g]\n", k+1, x)
	}
	return text
}
