package validate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/sph"
)

// The conical island of Briggs et al.: its centre is so far from the paddle, and its radii at the
// bed and at the crest, its height, the depth of the water, and length and half of the width of the
// computed basin are in m. The measured basin was 25.9 m long and 13.8 m wide on each side.
const (
	islandAt     = 12.96
	islandFoot   = 3.6
	islandCrest  = 1.1
	islandHeight = 0.625
	islandDepth  = 0.32
	islandLength = 20.0
	islandWidth  = 8.0
	islandEnd    = 15.0 // [s]
)

// islandSector is half the angle over which the highest water is looked for [°].
const islandSector = 2.0

// An islandGauge stands at x [m] at a distance from the middle of the basin [m], and has one or two
// columns of the record.
type islandGauge struct {
	name    string
	x, y    float64
	columns []string
}

// islandGauges are those of a case, whose first one stands at x.
func islandGauges(first float64) []islandGauge {
	return []islandGauge{
		{"G2G3", first, 0.75, []string{"g2_m", "g3_m"}},
		{"G6", 9.36, 0, []string{"g6_m"}},
		{"G9", 10.36, 0, []string{"g9_m"}},
		{"G16", islandAt, 2.58, []string{"g16_m"}},
		{"G22", 15.56, 0, []string{"g22_m"}},
	}
}

var (
	islandB = islandCase("ConicalIslandB", "B", "conical_island_b.csv", 6.82)
	islandC = islandCase("ConicalIslandC", "C", "conical_island_c.csv", 7.56)
)

// islandCase is the case of a letter with a record.
func islandCase(name, letter, record string, first float64) *Case {
	gauges := islandGauges(first)
	c := &Case{
		Name: name,
		What: "a solitary wave runs up a conical island, case " + letter + ": crests at gauges and " +
			"run-up around the island, as measured",
		How: "A crest is the highest level at a gauge until the wave has passed the island. The run-up " +
			"is the height of the island's face below the third of the particles nearest to its centre, " +
			"of those within 2° of a measured angle; the value is the RMS of its parts by which it is " +
			"off. The paddle moves as measured. Half of the basin is computed, with a smooth wall in " +
			"the middle, 8 m wide where that measured had 13.8 m.",
		Source: "Briggs, Synolakis, Harkins & Green, Pure Appl. Geophys. 144 (1995) 569-593: NTHMP " +
			"benchmark problem 6.",
		Text: islandText(name, record, gauges),
		Levels: [levels]Plan{
			GPU: {islandEnd, []float64{0.02, 0.01}},
		},
		Samples:   0.04,
		Snapshots: 0.1,
		Look:      lookAtIsland,
		Norms:     islandNorms(letter, record, gauges),
		Figures: []Figure{{
			Name: "runup", What: "run-up around the island", X: "angle from the front [°]", Y: "R [m]",
			Of:        islandReached,
			Reference: func() Curve { return islandMeasured(letter) }, Is: "measured",
		}},
	}
	for k, g := range gauges {
		c.Figures = append(c.Figures, Figure{
			Name: g.name, What: "level at gauge " + g.name, X: "t [s]", Y: "η [m]",
			Of:        func(r *Run) Curve { return islandLevel(r, k) },
			Reference: func() Curve { return g.measured(record) }, Is: "measured",
		})
	}
	return c
}

// islandNorms are the norms of a case, those of all gauges at first.
func islandNorms(letter, record string, gauges []islandGauge) []Norm {
	crest := func(r *Run, k int) float64 {
		return mostOf(islandLevel(r, k))/mostOf(gauges[k].measured(record)) - 1
	}
	all := []Norm{
		{
			Name: "crests off, most", Unit: "%", End: 0.98 * islandEnd,
			Of: func(r *Run) float64 {
				var off []float64
				for k := range gauges {
					off = append(off, crest(r, k))
				}
				return Greatest(off)
			},
			Gate: Gate{Most: 0.15, DeltaP: 0.01},
		},
		{
			Name: "run-up off, RMS", Unit: "%", End: 0.98 * islandEnd,
			Of: func(r *Run) float64 {
				measured, reached := islandMeasured(letter), islandReached(r)
				var off []float64
				for k, y := range measured.Y {
					off = append(off, reached.Y[k]/y-1)
				}
				return RMS(off)
			},
			Gate: Gate{Most: 0.25, DeltaP: 0.01},
		},
	}
	for k, g := range gauges {
		all = append(all, Norm{
			Name: "crest at " + g.name + " off", Unit: "%", End: 0.98 * islandEnd,
			Of: func(r *Run) float64 { return crest(r, k) },
		})
	}
	return all
}

// measured is the record of a gauge until the end, the mean of its columns [m].
func (g *islandGauge) measured(record string) Curve {
	c := Reference(record, "t_s", g.columns[0])
	for _, other := range g.columns[1:] {
		second := Reference(record, "t_s", other)
		for i := range c.Y {
			c.Y[i] = (c.Y[i] + second.Y[i]) / 2
		}
	}
	return c.Between(0, islandEnd)
}

// islandLevel is the level at a gauge over that at first [m].
func islandLevel(r *Run, k int) Curve {
	c := r.gauges(k)
	at := first(c)
	return c.Map(same, func(z float64) float64 { return z - at })
}

// islandMeasured is the run-up over the angle from the front [°, m].
func islandMeasured(letter string) Curve {
	return Reference("conical_island_runup.csv", "angle_deg", letter+"_m")
}

// islandAngles are those at which the run-up was measured [°].
var islandAngles = islandMeasured("B").X

// lookAtIsland keeps the distance of the water's edge from the centre of the island at the measured
// angles [m].
func lookAtIsland(s *sph.Snapshot) []float64 {
	nearest := make([][]float64, len(islandAngles)) // the three, rising
	for k := range nearest {
		nearest[k] = []float64{islandFoot, islandFoot, islandFoot}
	}
	fluid(s, func(i int) {
		at := placeOf(s, i)
		x, y := at[0]-islandAt, at[1]
		r := math.Hypot(x, y)
		if r >= islandFoot {
			return
		}
		angle := 180 - math.Atan2(math.Abs(y), x)*180/math.Pi
		for k, at := range islandAngles {
			if n := nearest[k]; math.Abs(angle-at) <= islandSector && r < n[2] {
				n[2] = r
				slices.Sort(n)
			}
		}
	})
	var all []float64
	for _, n := range nearest {
		all = append(all, n[2])
	}
	return all
}

// islandReached is the run-up over the angle from the front [°, m].
func islandReached(r *Run) (c Curve) {
	for k, angle := range islandAngles {
		nearest := math.NaN()
		if len(r.Looks) > 0 {
			nearest = slices.Min(r.Seen(k).Y)
		}
		face := (islandFoot - nearest) * islandHeight / (islandFoot - islandCrest)
		c.X, c.Y = append(c.X, angle), append(c.Y, face-islandDepth)
	}
	return c
}

func islandText(name, record string, gauges []islandGauge) string {
	paddle := Reference(record, "t_s", "paddle_m")
	back := paddle.Y[0]
	var rows strings.Builder
	for i, t := range paddle.X {
		fmt.Fprintf(&rows, "[%.2f, %.4f], ", t, paddle.Y[i]-back)
	}
	text := fmt.Sprintf(`name = %q
about = "a solitary wave runs up a conical island, half of the basin"
spacing = 0.02
end = %.6g
split-axis = "x"

[domain]
min = [-0.6, 0, 0]
max = [%.6g, %.6g, 0.7]
open = ["zmax"]

[[fluid]]
name = "water"
box = { min = [%.6g, 0, 0], max = [%.6g, %.6g, %.6g] }

[[wall]]
name = "island"
cone = { from = [%.6g, 0, 0], to = [%.6g, 0, %.6g], radii = [%.6g, %.6g] }

[[wall]]
name = "paddle"
box = { min = [%.6g, 0, 0], max = [%.6g, %.6g, 0.6] }

[[wall.motion.moves]]
along = [1, 0, 0]
rows = [%s]

[[damping]]
name = "end"
from = %.6g
to = %.6g
rate = 5
`, name, islandEnd, islandLength, islandWidth, back, islandLength, islandWidth, islandDepth,
		islandAt, islandAt, islandHeight, islandFoot, islandCrest, back-0.2, back, islandWidth,
		strings.TrimSuffix(rows.String(), ", "), islandLength-2, islandLength)
	for _, g := range gauges {
		text += fmt.Sprintf("\n[[gauge]]\nname = %q\nat = [%.6g, %.6g]\n", g.name, g.x, g.y)
	}
	return text
}
