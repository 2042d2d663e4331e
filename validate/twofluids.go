package validate

import (
	"fmt"
	"math"

	"gpusph/sph"
)

// Fluids of two materials: what the cases have in common.

// fluidsOf calls do for each particle of fluid with the place of its material in Case.Kinds, the
// heaviest first.
func fluidsOf(s *sph.Snapshot, do func(i, kind int)) {
	kinds := s.Kinds()
	fluid(s, func(i int) { do(i, int(kinds[i])-1) })
}

// speedOf is that of a particle [m/s].
func speedOf(s *sph.Snapshot, i int) float64 {
	v := s.Velocity[i]
	return math.Hypot(math.Hypot(float64(v[0]), float64(v[1])), float64(v[2]))
}

// The two-layer tank: water below a fluid of a thousandth of its density, in a closed tank [m].
const (
	layersWidth = 0.3
	layersDepth = 0.2 // of each
)

// What is kept of a snapshot.
const (
	layersRMS   = iota // of the pressure in the water less that of rest, over that at the floor
	layersShape        // of the same less its mean
	layersMean         // that mean
	layersOff          // how far the highest water or the lowest air is beyond the interface [m]
	layersFast         // greatest speed of the water [m/s]
	layersAir          // and of the air [m/s]
)

var twoLayerTank = &Case{
	Name: "TwoLayerTank",
	What: "water below a fluid of a thousandth of its density in a closed tank, 20 s: it stays " +
		"at " +
		"rest, and the interface flat",
	How: "The pressure is that of the particles of water, less that of rest below both fluids, " +
		"RMS, " +
		"over that at the floor; the mean over the last quarter. The interface is off by how far " +
		"water is above its first level, or air below, at most, less half a spacing.",
	Source: "Exact: p = ρ g d.",
	Text: fmt.Sprintf(`name = "TwoLayerTank"
about = "water below a fluid of a thousandth of its density in a closed tank"
dimension = 2
spacing = 0.01
end = 20

[domain]
min = [0, 0]
max = [%[1]g, %[3]g]

[[material]]
name = "water"
rho0 = 1000
colour = "#2a6fb5"

[[material]]
name = "air"
rho0 = 1
colour = "#d9d9d9"

[[fluid]]
name = "water"
material = "water"
box = { min = [0, 0], max = [%[1]g, %[2]g] }

[[fluid]]
name = "air"
material = "air"
box = { min = [0, %[2]g], max = [%[1]g, %[3]g] }

[physics]
depth = %[2]g
`, layersWidth, layersDepth, 2*layersDepth),
	Levels: [levels]Plan{
		Short:   {2, []float64{0.02}},
		Nightly: {20, []float64{0.02, 0.0133}},
		GPU:     {20, []float64{0.01, 0.005}},
	},
	Snapshots: 0.1,
	Look:      lookAtLayers,
	Norms: []Norm{
		{
			Name: "pressure off, RMS", Unit: "%", Of: func(r *Run) float64 {
				return lastQuarter(r, layersRMS)
			},
			Gate: Gate{Most: 0.01},
		},
		{
			Name: "pressure but for its level off, RMS", Unit: "%",
			Of: func(r *Run) float64 { return lastQuarter(r, layersShape) },
		},
		{
			Name: "level of the pressure off", Unit: "%",
			Of: func(r *Run) float64 { return lastQuarter(r, layersMean) },
		},
		{
			Name: "interface off, most, in spacings",
			Of:   func(r *Run) float64 { return Greatest(r.Seen(layersOff).Y)/r.DeltaP - 0.5 },
			Gate: Gate{Most: 1},
		},
		{
			Name: "water's speed over √(g H), mean of greatest", Unit: "%",
			Of: func(r *Run) float64 {
				return lastQuarter(r, layersFast) / math.Sqrt(gravity*layersDepth)
			},
			Gate: Gate{Most: 0.01},
		},
		{
			Name: "air's speed over √(g H), mean of greatest", Unit: "%",
			Of: func(r *Run) float64 {
				return lastQuarter(r, layersAir) / math.Sqrt(gravity*layersDepth)
			},
		},
	},
	Figures: []Figure{{
		Name: "speed", What: "greatest speed of the water", X: "t [s]", Y: "v / √(g H) [%]",
		Of: func(r *Run) Curve {
			return r.Seen(layersFast).Map(same,
				func(v float64) float64 { return percent(v / math.Sqrt(gravity*layersDepth)) })
		},
	}},
}

// lastQuarter is the mean of what Look has kept over the last quarter of a run.
func lastQuarter(r *Run, k int) float64 { return mean(r.Seen(k).Between(0.75*r.End, 1.01*r.End).Y) }

func lookAtLayers(s *sph.Snapshot) []float64 {
	p := &s.Case.Params
	floor := (p.Rho0 + 1) * gravity * layersDepth
	var squares, sum, n, off, fast, air float64
	fluidsOf(s, func(i, kind int) {
		z, v := p.OnMap(2, float64(s.Position[i][2])), speedOf(s, i)
		if kind > 0 {
			off, air = max(off, layersDepth-z), max(air, v)
			return
		}
		rest := gravity * (p.Rho0*(layersDepth-z) + 1*layersDepth)
		e := float64(s.Pressure[i]) - p.Further.Background - rest
		squares, sum, n = squares+e*e, sum+e, n+1
		off, fast = max(off, z-layersDepth), max(fast, v)
	})
	level := sum / n
	return []float64{math.Sqrt(squares/n) / floor, math.Sqrt(squares/n-level*level) / floor,
		level / floor, off, fast, air}
}

// The lock exchange: depth [m], half of the length in depths, and densities [kg/m³].
const (
	lockDepth = 0.2
	lockHalf  = 5
	lockHeavy = 1000
	lockLight = 960
)

// lockSpeed is √(g' H), g' = g Δρ/ρ1 [m/s].
var lockSpeed = math.Sqrt(gravity * (lockHeavy - lockLight) / lockHeavy * lockDepth)

// lockSlow and lockFast are the range of the fronts' speeds over √(g' H), for small differences of
// density: Benjamin's current without losses has 0.5.
const lockSlow, lockFast = 0.45, 0.5

// Fronts are timed between these distances from the gate [depths].
const lockFrom, lockTo = 1.0, 3.5

var lockExchange = &Case{
	Name: "LockExchange",
	What: "two fluids of densities 1000 and 960 kg/m³ beside each other, between a floor and a " +
		"lid " +
		"without friction: the speed of both fronts",
	How: fmt.Sprintf("A front is where the farthest particle of a fluid is, half a spacing "+
		"further. "+
		"Its speed is that of the line through its places from %g to %g depths from the gate, "+
		"over "+
		"√(g' H), g' = g Δρ/ρ1. The norm is how far that is outside of %g to "+
		"%g.", lockFrom, lockTo, lockSlow, lockFast),
	Source: "Benjamin, J. Fluid Mech. 31 (1968) 209-248; Shin, Dalziel & Linden, J. Fluid Mech. " +
		"521 (2004) 1-34.",
	Text: fmt.Sprintf(`name = "LockExchange"
about = "a heavy fluid flows below a light one that it was beside"
dimension = 2
spacing = 0.01
end = 8

[domain]
min = [%[1]g, 0]
max = [%[2]g, %[3]g]

[[material]]
name = "brine"
rho0 = %[4]g
nu = 1e-6
colour = "#1b4f91"

[[material]]
name = "water"
rho0 = %[5]g
nu = 1e-6
colour = "#a6cbe8"

[[fluid]]
name = "brine"
material = "brine"
box = { min = [%[1]g, 0], max = [0, %[3]g] }

[[fluid]]
name = "water"
material = "water"
box = { min = [0, 0], max = [%[2]g, %[3]g] }

[physics]
wall-friction = 0
background-pressure = 200
`, -lockHalf*lockDepth, lockHalf*lockDepth, lockDepth, float64(lockHeavy), float64(lockLight)),
	Levels: [levels]Plan{
		Nightly: {6.5, []float64{0.02, 0.0133}},
		GPU:     {6.5, []float64{0.01, 0.005}},
	},
	Snapshots: 0.05,
	Look:      lookAtLock,
	Norms: []Norm{
		{
			Name: "heavy front outside of the range by", End: 6,
			Of: func(r *Run) float64 { return outside(lockFront(r, 0)) }, Gate: Gate{Most: 0.005,
				DeltaP: 0.0134},
		},
		{
			Name: "light front outside of the range by", End: 6,
			Of: func(r *Run) float64 { return outside(lockFront(r, 1)) }, Gate: Gate{Most: 0.005,
				DeltaP: 0.0134},
		},
		{Name: "heavy front's speed", Of: func(r *Run) float64 { return lockFront(r, 0) }},
		{Name: "light front's speed", Of: func(r *Run) float64 { return lockFront(r, 1) }},
	},
	Figures: []Figure{{
		Name: "front", What: "front of the heavy fluid", X: "t √(g'/H)", Y: "x / H",
		Of: func(r *Run) Curve { return lockCurve(r, 0) },
		Reference: func() Curve {
			c := lineOf(0, 8, 0, (lockSlow+lockFast)/2)
			for _, t := range c.X {
				c.Least, c.Most = append(c.Least, t*lockSlow), append(c.Most, t*lockFast)
			}
			return c
		},
		Is: "0.475 √(g' H)", Band: "0.45 to 0.5",
	}},
}

// lookAtLock keeps how far the heavy and the light fluid have come [m].
func lookAtLock(s *sph.Snapshot) []float64 {
	p := &s.Case.Params
	half := p.DeltaP / 2
	fronts := []float64{math.Inf(-1), math.Inf(-1)}
	fluidsOf(s, func(i, kind int) {
		x := p.OnMap(0, float64(s.Position[i][0]))
		fronts[kind] = max(fronts[kind], half+x*[2]float64{1, -1}[kind])
	})
	return fronts
}

// lockCurve is where a front is, in depths and their times.
func lockCurve(r *Run, k int) Curve {
	return r.Seen(k).Map(func(t float64) float64 { return t * lockSpeed / lockDepth },
		func(x float64) float64 { return x / lockDepth })
}

// lockFront is the speed of a front over √(g' H): of the line that fits its places best. A run that
// ends before has that of the time that it has.
func lockFront(r *Run, k int) float64 {
	c := lockCurve(r, k)
	from, to := c.First(lockFrom), c.First(lockTo)
	if math.IsNaN(to) {
		to = c.X[len(c.X)-1]
	}
	slope, _ := line(c.Between(from, to))
	return slope
}

// line is the slope and the value at 0 of the line that fits a curve best.
func line(c Curve) (slope, at float64) {
	x, y := mean(c.X), mean(c.Y)
	var xy, xx float64
	for i := range c.X {
		xy, xx = xy+(c.X[i]-x)*(c.Y[i]-y), xx+(c.X[i]-x)*(c.X[i]-x)
	}
	return xy / xx, y - xy/xx*x
}

// outside is how far a speed is outside of the range.
func outside(v float64) float64 {
	switch {
	case v < lockSlow:
		return v - lockSlow
	case v > lockFast:
		return v - lockFast
	}
	return 0 * v // NaN of NaN
}

// lastSeen is the last of what Look has kept.
func lastSeen(r *Run, k int) float64 {
	c := r.Seen(k)
	return c.Y[len(c.Y)-1]
}

// lineOf is a line from one x to another.
func lineOf(from, to, at, slope float64) (c Curve) {
	for _, x := range Times(from, to, (to-from)/40) {
		c.X, c.Y = append(c.X, x), append(c.Y, at+slope*x)
	}
	return c
}
