package validate

import (
	"fmt"
	"math"

	"gpusph/sph"
)

// Porous layers: drag, seepage and storage, with exact solutions.

// porousText is the case file of water in a tank with an open top [m].
func porousText(name, about string, spacing, end, length, height, depth float64,
	rest string) string {
	return fmt.Sprintf(`name = %q
about = %q
dimension = 2
spacing = %g
end = %g

[domain]
min = [0, 0]
max = [%g, %g]
open = ["zmax"]

[physics]
h-factor = 2
depth = %g
`, name, about, spacing, end, length, height, depth) + rest
}

// The bed of the U-tube: length and porosity, and the drag a [1/s] and b [1/m] of the flow over the
// whole area; the levels at first [m], and how far the water is from one surface to the other but
// for the bed.
const (
	columnBed      = 0.3
	columnPorosity = 0.45
	columnA        = 50
	columnB        = 200
	columnHigh     = 0.9
	columnLow      = 0.5
	columnPath     = columnHigh + columnLow - columnBed + 0.3
	columnEnd      = 3
)

var porousColumn = &Case{
	Name: "PorousColumn",
	What: "two columns of water 0.9 and 0.5 m high, joined below, one through a bed with linear and " +
		"quadratic drag: the difference of their levels",
	How: "RMS is of the difference of the levels from the exact one after 0.2 s, over the 0.4 m at " +
		"first.",
	Source: "g Δ = (a U + b U²) L + inertia, dΔ/dt = -2 U, integrated; the inertia of the bends is " +
		"that of 0.3 m of water.",
	Text: porousText("PorousColumn", "water sinks through a bed of stones", 0.02, columnEnd, 0.6, 1.1,
		columnHigh, fmt.Sprintf(`
[[wall]]
name = "wall"
box = { min = [0.24, 0.16], max = [0.36, 1.1] }

[[fluid]]
name = "high"
box = { min = [0, 0], max = [0.3, %g] }

[[fluid]]
name = "low"
box = { min = [0.3, 0], max = [0.6, %g] }

[[porous]]
name = "bed"
box = { min = [0, 0.3], max = [0.24, %g] }
porosity = %g
darcy = %g
forchheimer = %g

[[gauge]]
name = "high"
at = [0.12]

[[gauge]]
name = "low"
at = [0.48]
`, columnHigh, columnLow, 0.3+columnBed, columnPorosity, float64(columnA), float64(columnB))),
	Levels: [levels]Plan{
		Short: {columnEnd, []float64{0.02}}, Nightly: {columnEnd, []float64{0.02, 0.01}},
		GPU: {columnEnd, []float64{0.02, 0.01, 0.005}},
	},
	Samples: 0.02,
	Norms: []Norm{{
		Name: "difference of levels off, RMS", Unit: "%",
		Of: func(r *Run) float64 {
			exact := columnFall()
			var off []float64
			seen := r.difference().Between(0.2, columnEnd)
			for k, x := range seen.X {
				off = append(off, (seen.Y[k]-exact.At(x))/(columnHigh-columnLow))
			}
			return RMS(off)
		},
		Gate: Gate{Most: 0.02, Finer: Limit{Most: 0.01, DeltaP: 0.01}},
	}},
	Figures: []Figure{{
		Name: "levels", What: "difference of the levels", X: "t [s]", Y: "Δ [m]",
		Of:        func(r *Run) Curve { return r.difference() },
		Reference: columnFall, Is: "exact",
	}},
}

// difference is that of the levels at the first and the last gauge [m].
func (r *Run) difference() Curve {
	return r.Of(func(s *sph.Sample) float64 { return s.Height[0] - s.Height[len(s.Height)-1] })
}

// columnFall is the difference of the levels [m] in time.
func columnFall() (c Curve) {
	const dt, every = 1e-4, 100
	difference, u := columnHigh-columnLow, 0.0
	for step := 0; float64(step)*dt <= columnEnd+dt; step++ {
		if step%every == 0 {
			c.X, c.Y = append(c.X, float64(step)*dt), append(c.Y, difference)
		}
		drag := (columnA + columnB*math.Abs(u)) * u * columnBed
		u += dt * (gravity*difference - drag) / (columnBed/columnPorosity + columnPath)
		difference -= 2 * dt * u
	}
	return c
}

// The dam: its thickness [m], porosity and hydraulic conductivity [m/s], the length of each
// reservoir and the mean level [m].
const (
	seepageDam      = 0.3
	seepagePorosity = 0.45
	seepageK        = 0.05
	seepageLength   = 0.4
	seepageMean     = 0.4
	seepageEnd      = 5
)

var porousDam = &Case{
	Name: "PorousDam",
	What: "two reservoirs 0.5 and 0.3 m deep beside an upright dam of small stones: the rate at " +
		"which the difference of their levels decays",
	How: "The rate is that of the exponential through the difference from 1 s on.",
	Source: "Dupuit's discharge K (h1² - h2²)/(2 L), which Charny has shown to be exact for upright " +
		"faces, with the storage in the dam: K h k²/n, (L k/2) tan(L k/2) = n L/(2 W).",
	Text: porousText("PorousDam", "water seeps through a dam of stones", 0.02, seepageEnd,
		2*seepageLength+seepageDam, 0.7, 0.5, fmt.Sprintf(`
[[fluid]]
name = "high"
box = { min = [0, 0], max = [0.4, 0.5] }

[[fluid]]
name = "in the dam"
box = { min = [0.4, 0], max = [0.7, %g] }

[[fluid]]
name = "low"
box = { min = [0.7, 0], max = [1.1, 0.3] }

[[porous]]
name = "dam"
box = { min = [0.4, 0], max = [0.7, 0.7] }
porosity = %g
darcy = %g

[[gauge]]
name = "h1"
at = [0.2]

[[gauge]]
name = "middle"
at = [0.55]

[[gauge]]
name = "h2"
at = [0.9]
`, seepageMean, seepagePorosity, gravity/seepageK)),
	Levels: [levels]Plan{
		Nightly: {seepageEnd, []float64{0.02, 0.01}},
		GPU:     {seepageEnd, []float64{0.02, 0.01, 0.005}},
	},
	Samples: 0.02,
	Norms: []Norm{{
		Name: "rate of decay off", Unit: "%", End: seepageEnd, Exact: true,
		Of:   func(r *Run) float64 { return seepageFit(r.difference())/seepageRate() - 1 },
		Gate: Gate{Most: 0.10, Finer: Limit{Most: 0.05, DeltaP: 0.01}},
	}},
	Figures: []Figure{{
		Name: "levels", What: "difference of the levels", X: "t [s]", Y: "h1 - h2 [m]",
		Of: func(r *Run) Curve { return r.difference() },
	}},
}

// seepageRate is that of the slowest decay [1/s].
func seepageRate() float64 {
	const part = seepagePorosity * seepageDam / (2 * seepageLength)
	x := math.Sqrt(part)
	for range 50 {
		x = math.Sqrt(part * x / math.Tan(x))
	}
	k := 2 * x / seepageDam
	return seepageK * seepageMean * k * k / seepagePorosity
}

// seepageFit is the rate of the exponential through a curve from 1 s on, by least squares of the
// logarithm [1/s].
func seepageFit(c Curve) float64 {
	var n, sx, sy, sxx, sxy float64
	seen := c.Between(1, seepageEnd)
	for k, x := range seen.X {
		y := math.Log(seen.Y[k])
		n, sx, sy, sxx, sxy = n+1, sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	return -(n*sxy - sx*sy) / (n*sxx - sx*sx)
}

var (
	porousStorage    = storageCase("PorousStorage", 0.16, "above")
	porousStorageLow = storageCase("PorousStorageLow", 0.08, "in")
)

// storageCase is water of a height over a dry bed 0.2 m deep, of porosity 0.4, into which it sinks.
func storageCase(name string, height float64, where string) *Case {
	const bed, porosity, end = 0.2, 0.4, 4.0
	level := height / porosity
	if level > bed {
		level = height + bed*(1-porosity)
	}
	return &Case{
		Name: name,
		What: fmt.Sprintf("water %g m deep is let go over a dry bed of stones, 0.2 m deep, of porosity "+
			"0.4: its level at the end, which is %s the bed", height, where),
		How:    "The level is the mean of two gauges from 3 s on, less the exact one, over the spacing.",
		Source: "Exact: the volume of the water.",
		Text: porousText(name, "water sinks into a dry bed of stones", 0.02, end, 0.4, 0.6, 0.4,
			fmt.Sprintf(`
[[fluid]]
name = "water"
box = { min = [0, %g], max = [0.4, %g] }

[[porous]]
name = "bed"
box = { min = [0, 0], max = [0.4, %g] }
porosity = %g
d50 = 0.02

[[gauge]]
name = "middle"
at = [0.2]

[[gauge]]
name = "side"
at = [0.06]
`, bed, bed+height, bed, porosity)),
		Levels: [levels]Plan{
			Short: {end, []float64{0.02}}, Nightly: {end, []float64{0.02, 0.01}},
			GPU: {end, []float64{0.02, 0.01, 0.005}},
		},
		Samples: 0.02,
		Norms: []Norm{{
			Name: "level off, in spacings",
			Of: func(r *Run) float64 {
				return (r.gauges().Mean(3, end) - level) / r.DeltaP
			},
			Gate: Gate{Most: 1},
		}},
		Figures: []Figure{{
			Name: "level", What: "mean of the gauges", X: "t [s]", Y: "z [m]",
			Of: func(r *Run) Curve { return r.gauges() },
			Reference: func() Curve {
				return Curve{X: []float64{0, 3, end}, Y: []float64{level, level, level}}
			},
			Is: "of the volume",
		}},
	}
}
