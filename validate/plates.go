package validate

import (
	"fmt"
	"math"
	"strings"
)

// The plate of aluminium under water: its length and thickness, the depth of the water [m], and how
// far its middle yields by plate theory [m].
const (
	bedLength = 1.0
	bedThick  = 0.05
	bedDepth  = 2.0
	bedYields = -6.860438e-5
)

var hydrostaticPlate = &Case{
	Name: "HydrostaticPlate",
	What: "water at rest bends a plate of aluminium that is its bed: the displacement of the middle",
	How: "The plate begins straight under water with the pressure of rest, and swings until that is " +
		"damped. The displacement is the mean over the second half, the swing half of the difference " +
		"of the extremes over the last tenth.",
	Source: "Exact for a thin plate clamped at both ends: Fourey et al., Comput. Phys. Commun. 217 " +
		"(2017).",
	Text: fmt.Sprintf(`name = "HydrostaticPlate"
about = "water at rest bends a plate of aluminium"
dimension = 2
spacing = %.6g
end = 1

[domain]
min = [0, -0.3]
max = [%.6g, 2.3]
open = ["zmax"]

[[fluid]]
name = "water"
box = { min = [0, 0], max = [%.6g, %.6g] }

[[flexible]]
name = "plate"
box = { min = [-0.1, %.6g], max = [%.6g, 0] }
young = 67.5e9
poisson = 0.34
density = 2700
tip = [{ name = "middle", at = [%.6g, %.6g] }]
`, bedThick/4, bedLength, bedLength, bedDepth, -bedThick, bedLength+0.1, bedLength/2, -bedThick/2),
	Levels: [levels]Plan{
		Nightly: {0.5, []float64{bedThick / 4}},
		GPU:     {1, []float64{bedThick / 4, bedThick / 8, bedThick / 16}},
	},
	Samples: 0.0005,
	Norms: []Norm{
		{
			Name: "displacement off", Unit: "%", Of: func(r *Run) float64 {
				return r.tip(along(2)).Mean(r.End/2, 0.999*r.End)/bedYields - 1
			},
			Gate: Gate{Most: 0.03},
		},
		{Name: "swing at the end", Unit: "%", Of: func(r *Run) float64 {
			low, high := extentOf(r.tip(along(2)).Between(0.9*r.End, r.End))
			return (high - low) / 2 / -bedYields
		}},
	},
	Figures: []Figure{{
		Name: "middle", What: "displacement of the middle", X: "t [s]", Y: "w / w of plate theory",
		Of: func(r *Run) Curve {
			return r.tip(along(2)).Map(same, func(w float64) float64 { return w / bedYields })
		},
		Reference: func() (c Curve) {
			for _, t := range Times(0, 1, 0.1) {
				c.X, c.Y = append(c.X, t), append(c.Y, 1)
			}
			return c
		},
		Is: "plate theory",
	}},
}

// The dam break of Liao et al.: thickness of the plate [m], Young's modulus [Pa] and density
// [kg/m³] of the rubber, and until when the record is compared [s].
const (
	struckThick   = 0.004
	struckYoung   = 3.5e6
	struckDensity = 1161.54
	struckTo      = 0.99
)

func struckPlate(name string, thick float64, plans [levels]Plan, also string) *Case {
	return &Case{
		Name: name,
		What: "a dam breaks as a gate is pulled up, and the water bends an elastic plate: the " +
			"displacement of a marker near its top" + also,
		How: "The root of the mean square is over the greatest displacement that was measured; that of " +
			"a published SPH computation with air is 16 %. The plate is neo-Hookean: where it is " +
			"compressed by a fifth the law of St Venant and Kirchhoff gives way.",
		Source: "Experiment: Liao, Hu & Sueyoshi, Appl. Ocean Res. 50 (2015), marker 1, 2.5 mm below " +
			"the top, as digitised by others; the paper itself was not read.",
		Text:    struckText(name, thick),
		Levels:  plans,
		Samples: 0.002,
		Norms: []Norm{
			{
				Name: "marker 1 off, RMS", Unit: "%", Of: func(r *Run) float64 {
					_, most := extentOf(struckRecord())
					return RMS(Off(r.tip(along(0)), struckRecord(), Times(0.01, struckTo, 0.01))) / most
				},
				Gate: Gate{Most: 0.2},
			},
			{Name: "greatest displacement off", Unit: "%", Of: func(r *Run) float64 {
				_, most := extentOf(struckRecord())
				_, high := extentOf(r.tip(along(0)))
				return high/most - 1
			}},
			{Name: "comes over 10 mm later by", Unit: "s", Of: func(r *Run) float64 {
				return r.tip(along(0)).First(0.01) - struckRecord().First(0.01)
			}},
		},
		Figures: []Figure{{
			Name: "marker1", What: "displacement of marker 1", X: "t [s]", Y: "u [m]",
			Of:        func(r *Run) Curve { return r.tip(along(0)) },
			Reference: struckRecord, Is: "measured",
		}},
	}
}

func struckRecord() Curve { return Reference("liao2015_marker1.csv", "time_s", "ux_m") }

var struckThin = struckPlate("ElasticPlate", struckThick, [levels]Plan{
	GPU: {1, []float64{struckThick / 4, struckThick / 8}},
}, "")

var struckThicker = struckPlate("ElasticPlateThick", 2*struckThick, [levels]Plan{
	Nightly: {1, []float64{struckThick / 2}},
	GPU:     {1, []float64{struckThick / 2, struckThick / 4}},
}, ". The plate is twice as thick, with the same bending stiffness and mass, for coarse spacings")

// struckText is the case file, with a plate of the same bending stiffness and mass for each area
// whatever its thickness.
func struckText(name string, thick float64) string {
	const middle, height, gate, c0 = 0.602, 0.09, 0.2, 22
	part := struckThick / thick
	var times, shifts []string
	add := func(t, z float64) {
		times = append(times, fmt.Sprintf("%.4g", t))
		shifts = append(shifts, fmt.Sprintf("[0, %.5g]", z))
	}
	for k := range 21 { // as measured
		t := 0.005 * float64(k)
		add(t, ((-285.115*t+72.305)*t+0.1463)*t)
	}
	add(0.11, 0.5)
	add(0.12, 0.525)
	add(0.13, 0.53)
	return fmt.Sprintf(`name = %q
about = "a dam break bends an elastic plate (Liao et al. 2015)"
dimension = 2
spacing = %.6g
end = 1

[domain]
min = [0, 0]
max = [0.8, 1]
open = ["zmax"]

[physics]
c0 = %d

[[fluid]]
name = "water"
box = { min = [0, 0], max = [%.6g, 0.4] }

[[wall]]
name = "gate"
box = { min = [%.6g, 0], max = [%.6g, 0.45] }

[wall.motion]
times = [%s]
displacements = [%s]

[[flexible]]
name = "plate"
box = { min = [%.6g, -0.01], max = [%.6g, %.6g] }
young = %.8g
poisson = 0.45
model = "neo-hookean"
density = %.8g
tip = [{ name = "marker 1", at = [%.6g, %.6g] }]
`, name, thick/4, c0, gate, gate, gate+0.016, strings.Join(times, ", "),
		strings.Join(shifts, ", "), middle-thick/2, middle+thick/2, height,
		struckYoung*math.Pow(part, 3), struckDensity*part, middle-thick/2, height-0.0025)
}

// FSI2 of Turek and Hron: amplitude of the beam's end across the stream [m], its frequency [1/s],
// and the mean drag on cylinder and beam [N/m].
const (
	fsiAmplitude = 80.6e-3
	fsiFrequency = 2.0
	fsiDrag      = 208.83
	fsiEnd       = 14.0
	fsiFrom      = 10.0 // the beam swings fully
)

var turekHronFSI2 = &Case{
	Name: "TurekHronFSI2",
	What: "a stream sets a beam behind a cylinder in motion: amplitude, frequency and drag",
	How: "The stream enters with a parabolic profile, whose mean grows to 1 m/s within 2 s. " +
		"Amplitude and drag are those from 10 s on, the frequency that of the greatest harmonic of " +
		"the end's height between 1 and 4 Hz.",
	Source: "Computed: Turek & Hron, LNCSE 53 (2006), case FSI2.",
	Text:   fsiText(),
	Levels: [levels]Plan{
		GPU: {fsiEnd, []float64{0.005, 0.0025}},
	},
	Samples: 0.01,
	Norms: []Norm{
		{
			Name: "amplitude off", Unit: "%", End: fsiEnd, Of: func(r *Run) float64 {
				low, high := extentOf(r.tip(along(2)).Between(fsiFrom, r.End))
				return (high-low)/2/fsiAmplitude - 1
			},
			Gate: Gate{Most: 0.1, DeltaP: 0.0025},
		},
		{
			Name: "frequency off", Unit: "%", End: fsiEnd, Of: func(r *Run) float64 {
				return strongest(r.tip(along(2)).Between(fsiFrom, r.End), 1, 4)/fsiFrequency - 1
			},
			Gate: Gate{Most: 0.05, DeltaP: 0.0025},
		},
		{
			Name: "mean drag off", Unit: "%", End: fsiEnd, Of: func(r *Run) float64 {
				return r.forces(0).Mean(fsiFrom, 0.999*r.End)/fsiDrag - 1
			},
			Gate: Gate{Most: 0.05, DeltaP: 0.0025},
		},
		openLedger(),
	},
	Figures: []Figure{
		{
			Name: "end", What: "height of the beam's end", X: "t [s]", Y: "u [m]",
			Of: func(r *Run) Curve { return r.tip(along(2)) },
		},
		{
			Name: "drag", What: "drag on cylinder and beam", X: "t [s]", Y: "F [N/m]",
			Of: func(r *Run) Curve { return r.forces(0).Smooth(0.05) },
		},
	},
}

// fsiText is the case file.
func fsiText() string {
	var rows []string
	for k := range 11 {
		t := 0.2 * float64(k)
		rows = append(rows, fmt.Sprintf("[%.2g, %.6g]", t, (1-math.Cos(math.Pi*t/2))/2))
	}
	return fmt.Sprintf(`name = "TurekHronFSI2"
about = "a stream sets a beam behind a cylinder in motion (Turek and Hron 2006)"
dimension = 2
spacing = 0.005
end = %.6g

[domain]
min = [0, 0]
max = [2.5, 0.41]

[physics]
gravity = [0, 0]
speed = 2
alpha = 0
nu = 1e-3
shifting = 2
boundary = "mdbc"

[[fluid]]
name = "fluid"
box = { min = [0, 0], max = [2.5, 0.41] }

[[inlet]]
name = "in"
side = "xmin"
velocity = [%s, [%.6g, 1]]
profile = "parabolic"

[[outlet]]
name = "out"
side = "xmax"
pressure = [[0, 0], [2, 4000], [%.6g, 4000]]
nonreflecting = true

[[wall]]
name = "cylinder"
cylinder = { from = [0.2, -1, 0.2], to = [0.2, 1, 0.2], radius = 0.05 }
force = "cylinder"

[[flexible]]
name = "beam"
box = { min = [0.2, 0.19], max = [0.6, 0.21] }
young = 1.4e6
poisson = 0.4
density = 10000
tip = [{ name = "end", at = [0.6, 0.2] }]
`, fsiEnd, strings.Join(rows, ", "), fsiEnd, fsiEnd)
}
