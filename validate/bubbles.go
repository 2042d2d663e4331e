package validate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/sph"
)

// A drop or a bubble in a box of two fluids with a surface tension, those of Hysing et al.'s case
// 1.
const (
	bubbleRadius  = 0.25 // [m]
	bubbleTension = 24.5 // [N/m]
	bubbleHeavy   = 1000 // [kg/m³]
	bubbleLight   = 100
)

// bubble is a case file: two fluids with a surface tension, of which the second is a drop or
// bubble of a shape about the point 0.5 m along x and z in a box 1 m wide and some high. Along x
// the flow is periodic, which is what walls without friction are to a flow that is symmetric.
type bubble struct {
	name, about   string
	height        float64 // of the box [m]
	periodic      string
	around, inner float64 // density [kg/m³]
	nu            float64 // kinematic viscosity of both [m²/s]
	shape         string  // in place of a circle
	physics       string
	end           float64 // [s]
}

func (b bubble) text() string {
	shape := b.shape
	if shape == "" {
		shape = fmt.Sprintf("sphere = { centre = [0.5, 0.5], radius = %g }", bubbleRadius)
	}
	return fmt.Sprintf(`name = "%s"
about = "%s"
dimension = 2
spacing = 0.0125
end = %g

[domain]
min = [0, 0]
max = [1, %g]
periodic = [%s]

[[material]]
name = "around"
rho0 = %g
nu = %g
colour = "#2a6fb5"

[[material]]
name = "inner"
rho0 = %g
nu = %g
colour = "#e8b84a"

[[tension]]
between = ["around", "inner"]
sigma = %g

[[fluid]]
name = "around"
material = "around"
difference = [{ box = { min = [0, 0], max = [1, %g] } }, { %s }]

[[fluid]]
name = "inner"
material = "inner"
%s

[physics]
alpha = 0
%s
`, b.name, b.about, b.end, b.height, b.periodic, b.around, b.nu, b.inner, b.nu, bubbleTension,
		b.height, shape, shape, b.physics)
}

// What is kept of a snapshot of the second fluid, the inner one.
const (
	bubbleZ      = iota // of its centre [m]
	bubbleRise          // velocity of its centre [m/s]
	bubbleRound         // circularity
	bubbleLonger        // by how much its axis along x is longer than that along z [m]
	// mean pressure within half of its radius, less that beyond 1.4 radii [Pa]
	bubblePressure
	bubbleFast  // greatest speed of any fluid [m/s]
	bubbleCount // values
)

// lookAtBubble keeps these, where inner is the place of the inner fluid in Case.Kinds.
func lookAtBubble(s *sph.Snapshot, inner int) []float64 {
	p := &s.Case.Params
	all := make([]float64, bubbleCount)
	var n, x, z, w float64
	fluidsOf(s, func(i, kind int) {
		all[bubbleFast] = max(all[bubbleFast], speedOf(s, i))
		if kind != inner {
			return
		}
		n, x, z = n+1, x+p.OnMap(0, float64(s.Position[i][0])), z+p.OnMap(2,
			float64(s.Position[i][2]))
		w += float64(s.Velocity[i][2])
	})
	x, z, w = x/n, z/n, w/n
	var xx, zz float64
	var pressure, count [2]float64
	fluidsOf(s, func(i, kind int) {
		dx, dz := p.OnMap(0, float64(s.Position[i][0]))-x, p.OnMap(2, float64(s.Position[i][2]))-z
		if kind == inner {
			xx, zz = xx+dx*dx, zz+dz*dz
		}
		switch r := math.Hypot(dx, dz); {
		case kind == inner && r < bubbleRadius/2:
			pressure[0], count[0] = pressure[0]+float64(s.Pressure[i]), count[0]+1
		case kind != inner && r > 1.4*bubbleRadius:
			pressure[1], count[1] = pressure[1]+float64(s.Pressure[i]), count[1]+1
		}
	})
	all[bubbleZ], all[bubbleRise] = z, w
	all[bubbleLonger] = 2 * (math.Sqrt(xx/n) - math.Sqrt(zz/n))
	all[bubblePressure] = pressure[0]/count[0] - pressure[1]/count[1]
	all[bubbleRound] = circularity(s, inner, [2]float64{x, z})
	return all
}

// circularity is the perimeter of a circle of the same area, over that of the fluid: of the line
// through the means of its outermost particles in 48 sectors about a point, half a spacing further
// out.
func circularity(s *sph.Snapshot, inner int, centre [2]float64) float64 {
	const sectors, outermost = 48, 2 // spacings
	p := &s.Case.Params
	type polar struct{ r, angle float64 }
	var by [sectors][]polar
	fluidsOf(s, func(i, kind int) {
		if kind != inner {
			return
		}
		dx := p.OnMap(0, float64(s.Position[i][0])) - centre[0]
		dz := p.OnMap(2, float64(s.Position[i][2])) - centre[1]
		angle := math.Atan2(dz, dx)
		k := int((angle/(2*math.Pi)+0.5)*sectors) % sectors
		by[k] = append(by[k], polar{math.Hypot(dx, dz), angle})
	})
	var points [][2]float64
	for k := range by {
		if len(by[k]) == 0 {
			continue
		}
		slices.SortFunc(by[k], func(a, b polar) int { return int(math.Copysign(1, b.r-a.r)) })
		r := by[k][0].r + p.DeltaP/2
		middle := (float64(k)+0.5)/sectors*2*math.Pi - math.Pi
		points = append(points, [2]float64{r * math.Cos(middle), r * math.Sin(middle)})
	}
	// Neighbouring particles are up to a spacing nearer or farther. A mean of three points has less
	// of that, and a circle of it is a circle.
	var area, perimeter float64
	m := len(points)
	smooth := make([][2]float64, m)
	for k := range points {
		for a := range 2 {
			smooth[k][a] = (points[(k+m-1)%m][a] + points[k][a] + points[(k+1)%m][a]) / 3
		}
	}
	for k := range smooth {
		a, b := smooth[k], smooth[(k+1)%m]
		area += (a[0]*b[1] - a[1]*b[0]) / 2
		perimeter += math.Hypot(b[0]-a[0], b[1]-a[1])
	}
	return 2 * math.Sqrt(math.Pi*area) / perimeter
}

// What Hysing et al. give of case 1: the height of the centre at 3 s [m], the greatest velocity of
// it [m/s] and its time [s], and the least circularity.
const (
	hysingHeight     = 1.0813
	hysingRise       = 0.2417
	hysingRiseTime   = 0.9213
	hysingRound      = 0.9013
	hysingEnd        = 3
	bubbleIsLightest = 1 // place in Case.Kinds: the heaviest is first
	dropIsHeaviest   = 0
)

var risingBubble = &Case{
	Name: "RisingBubble",
	What: "a bubble of a tenth of the density rises in a closed box, Re 35, Eo 10: its height, " +
		"its " +
		"velocity and its shape, as several programs compute them",
	How: "The height and the velocity are those of the centre of the bubble's particles. The " +
		"circularity is the perimeter of a circle of the same area over that of the bubble, " +
		"whose " +
		"edge is the line through the outermost particles of 48 sectors. The walls along x, " +
		"which " +
		"have no friction, are a period.",
	Source: "Hysing et al., Int. J. Numer. Meth. Fluids 60 (2009) 1259-1288, case 1.",
	Text: bubble{
		name: "RisingBubble", about: "a bubble rises in a box (Hysing et al. 2009, case " +
			"1)", height: 2,
		periodic: `"x"`, around: bubbleHeavy, inner: bubbleLight, nu: 0.01, end: hysingEnd,
		physics: "gravity = [0, -0.98]\ndepth = 2",
	}.text(),
	Levels: [levels]Plan{
		Short:   {0.3, []float64{0.05}},
		Nightly: {hysingEnd, []float64{0.05, 0.025}},
		GPU:     {hysingEnd, []float64{0.0125, 0.00625}},
	},
	Snapshots: 0.02,
	Look:      func(s *sph.Snapshot) []float64 { return lookAtBubble(s, bubbleIsLightest) },
	Norms: []Norm{
		{
			Name: "height at 3 s off", Unit: "%", End: hysingEnd,
			Of:   func(r *Run) float64 { return lastSeen(r, bubbleZ)/hysingHeight - 1 },
			Gate: Gate{Most: 0.05, DeltaP: 0.025},
		},
		{
			Name: "greatest velocity off", Unit: "%", End: hysingEnd,
			Of: func(r *Run) float64 {
				_, v := peakOf(r.Seen(bubbleRise).Smooth(0.1))
				return v/hysingRise - 1
			},
			Gate: Gate{Most: 0.05, DeltaP: 0.025},
		},
		{
			Name: "its time off", Unit: "%", End: hysingEnd,
			Of: func(r *Run) float64 {
				t, _ := peakOf(r.Seen(bubbleRise).Smooth(0.1))
				return t/hysingRiseTime - 1
			},
		},
		{
			Name: "least circularity off", Unit: "%", End: hysingEnd,
			Of: func(r *Run) float64 {
				_, c := peakOf(r.Seen(bubbleRound).Smooth(0.2).Map(same,
					func(c float64) float64 { return -c }))
				return -c/hysingRound - 1
			},
			Gate: Gate{Most: 0.05, DeltaP: 0.025},
		},
	},
	Figures: []Figure{
		{
			Name: "velocity", What: "velocity of the centre", X: "t [s]", Y: "v [m/s]",
			Of: func(r *Run) Curve { return r.Seen(bubbleRise) },
		},
		{
			Name: "height", What: "height of the centre", X: "t [s]", Y: "z [m]",
			Of: func(r *Run) Curve { return r.Seen(bubbleZ) },
		},
		{
			Name: "circularity", What: "circularity", X: "t [s]", Y: "circularity",
			Of: func(r *Run) Curve { return r.Seen(bubbleRound) },
		},
	},
}

// peakOf is the greatest value of a curve and where it is; NaN of none.
func peakOf(c Curve) (x, y float64) {
	x, y = math.NaN(), math.NaN()
	for i := range c.Y {
		if i == 0 || c.Y[i] > y {
			x, y = c.X[i], c.Y[i]
		}
	}
	return x, y
}

// capillary is the speed √(σ/(ρ R)) of a drop [m/s].
var capillary = math.Sqrt(bubbleTension / (bubbleHeavy * bubbleRadius))

var staticDrop = &Case{
	Name: "StaticDrop",
	What: "a round drop at rest, held together by surface tension: the pressure in it (Laplace)",
	How: "The jump is the mean pressure of the drop within half of its radius less that of the " +
		"fluid " +
		"around beyond 1.4 radii, as a mean over the last quarter. Parasitic currents are the " +
		"greatest speed, as a mean over that time, over √(σ/(ρ R)).",
	Source: "Exact: σ/R.",
	Text: bubble{
		name: "StaticDrop", about: "a round drop with surface tension at rest", height: 1,
		periodic: `"x", "z"`, around: bubbleLight, inner: bubbleHeavy, nu: 0.01, end: 2,
		physics: "gravity = [0, 0]\nspeed = 3\nbackground-pressure = 4000",
	}.text(),
	Levels: [levels]Plan{
		Short:   {0.5, []float64{0.05}},
		Nightly: {2, []float64{0.05, 0.025, 0.0125}},
		GPU:     {2, []float64{0.025, 0.0125, 0.00625}},
	},
	Snapshots: 0.02,
	Look:      func(s *sph.Snapshot) []float64 { return lookAtBubble(s, dropIsHeaviest) },
	Norms: []Norm{
		{
			Name: "pressure jump off", Unit: "%",
			Of: func(r *Run) float64 {
				return lastQuarter(r, bubblePressure)/(bubbleTension/bubbleRadius) - 1
			},
			Gate: Gate{Most: 0.03, DeltaP: 0.025},
		},
		{
			Name: "parasitic currents", Unit: "%",
			Of: func(r *Run) float64 { return lastQuarter(r, bubbleFast) / capillary },
		},
	},
	Figures: []Figure{{
		Name: "jump", What: "pressure jump", X: "t [s]", Y: "Δp R / σ",
		Of: func(r *Run) Curve {
			return r.Seen(bubblePressure).Map(same,
				func(p float64) float64 { return p * bubbleRadius / bubbleTension })
		},
		Reference: func() Curve { return lineOf(0, 2, 1, 0) },
		Is:        "Laplace",
	}},
}

// dropStretch is the half axis along x over the radius at first.
const dropStretch = 1.08

// ellipse is a shape of the radius's area, longer along x by a factor and shorter along z.
func ellipse(stretch float64) string {
	const n = 180
	var points []string
	for k := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / n)
		points = append(points, fmt.Sprintf("[%.6g, %.6g]", 0.5+bubbleRadius*stretch*cos,
			0.5+bubbleRadius/stretch*sin))
	}
	return "prism = { outline = [" + strings.Join(points, ", ") + "] }"
}

// lambPeriod is the period [s] of the drop in a fluid around, in two dimensions, without viscosity:
// ω² = n (n² - 1) σ/((ρ1 + ρ2) R³), n = 2.
var lambPeriod = 2 * math.Pi / math.Sqrt(6*bubbleTension/
	((bubbleHeavy+bubbleLight)*math.Pow(bubbleRadius, 3)))

var dropOscillation = &Case{
	Name: "DropOscillation",
	What: "a drop that is 8 % longer than round oscillates by its surface tension: its period " +
		"(Lamb)",
	How: "The drop is longer along x by twice the difference of the roots of the mean squares " +
		"along " +
		"x and z. The period is twice the mean time between times at which both are the same.",
	Source: "Lamb, Hydrodynamics (1932), §275, in two dimensions, for small amplitudes without " +
		"viscosity.",
	Text: bubble{
		name: "DropOscillation", about: "a drop oscillates by its surface tension", height: 1,
		periodic: `"x", "z"`, around: bubbleLight, inner: bubbleHeavy, nu: 1e-3, end: 2.2 * 2.15,
		shape:   ellipse(dropStretch),
		physics: "gravity = [0, 0]\nspeed = 3\nbackground-pressure = 1000",
	}.text(),
	Levels: [levels]Plan{
		Short:   {1.3 * lambPeriod, []float64{0.05}},
		Nightly: {2.2 * lambPeriod, []float64{0.05, 0.025}},
		GPU:     {2.2 * lambPeriod, []float64{0.025, 0.0125, 0.00625}},
	},
	Snapshots: 0.02,
	Look:      func(s *sph.Snapshot) []float64 { return lookAtBubble(s, dropIsHeaviest) },
	Norms: []Norm{
		{
			Name: "period longer by", Unit: "%",
			Of:   func(r *Run) float64 { return periodOf(r.Seen(bubbleLonger))/lambPeriod - 1 },
			Gate: Gate{Most: 0.03, DeltaP: 0.025},
		},
	},
	Figures: []Figure{{
		Name: "longer", What: "axis along x less that along z", X: "t / T", Y: "(a - b) / R",
		Of: func(r *Run) Curve {
			return r.Seen(bubbleLonger).Map(func(t float64) float64 { return t / lambPeriod },
				func(x float64) float64 { return x / bubbleRadius })
		},
		Reference: func() (c Curve) {
			for _, t := range Times(0, 2.2, 0.02) {
				c.X, c.Y = append(c.X, t), append(c.Y,
					(dropStretch-1/dropStretch)*math.Cos(2*math.Pi*t))
			}
			return c
		},
		Is: "Lamb, without viscosity",
	}},
}
