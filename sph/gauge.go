package sph

import (
	"math"
)

// Gauge is a vertical line at (X, Y) along which water is followed from the ground up to where it
// first ends. What is above a gap, such as spray or the crest of a wave that overturns, is another
// column and does not count.
type Gauge struct {
	Name string
	X, Y float64 // [m]
	// heights between which water is looked for where the ground is not known [m]; both 0: all
	From, To float64
	// the heights between which the line is free of walls [m]; ±Inf is none. Both 0: not known, as
	// if there were none; so it is, too, where walls move through the line
	Ground, Ceiling float64
}

// gaugeStep is the distance between the points of a gauge's line, in spacings. Water begins and
// ends where it fills this part of what walls leave of W's integral: surface. Where walls leave
// less than leastFree, in the corner of a tank, this much is taken.
const (
	gaugeStep = 0.5
	surface   = 0.5
	MinFree   = 0.1
)

// open is between which heights the line is free of walls.
func (g *Gauge) Open() (ground, ceiling float64) {
	if g.Ground == 0 && g.Ceiling == 0 {
		return math.Inf(-1), math.Inf(1)
	}
	return g.Ground, g.Ceiling
}

// looksAt reports whether a height is between those that water is looked for.
func (g *Gauge) LooksAt(z float64) bool {
	return g.From == 0 && g.To == 0 || z >= g.From && z <= g.To
}

// gaugePoints is the number of points on a gauge's line.
func (p *Params) GaugePoints() int {
	return int((p.Max[2]-p.Min[2])/(gaugeStep*p.DeltaP)) + 1
}

func (p *Params) GaugeHeight(k int) float64 { return p.Min[2] + float64(k)*gaugeStep*p.DeltaP }

// heightOnMap is waterHeight as that of the map [m].
func (p *Params) HeightOnMap(ground, ceiling float64, filled func(k int) float64) float64 {
	return p.Origin[2] + p.waterHeight(ground, ceiling, filled)
}

// waterHeight is the height [m] at which water that stands on the ground first ends, going up; that
// of the ground where it is dry, and 0 where neither is. filled is the part of what walls leave
// that fluid fills at a point of the line.
//
// Water stands on the ground if it begins within the support of W from it, since some walls keep
// water off by a spacing. It ends where it is below surface over a smoothing length: narrower gaps
// are none that W can tell.
func (p *Params) waterHeight(ground, ceiling float64, filled func(k int) float64) float64 {
	top, gap := ground, p.Support()
	if math.IsInf(ground, -1) { // the lowest water
		gap = math.Inf(1)
	}
	wet, z, part := false, math.NaN(), 0.0
	for k := range p.GaugePoints() {
		at := p.GaugeHeight(k)
		if at < ground {
			continue
		}
		if at > ceiling {
			break
		}
		below, last := z, part
		z, part = at, filled(k)
		through := z // where part goes through surface
		if !math.IsNaN(below) {
			through = below + (surface-last)/(part-last)*(z-below)
		}
		switch {
		case !wet && part >= surface:
			if through-top > gap {
				return dry(top)
			}
			wet = true
		case wet && part < surface:
			wet, top, gap = false, through, p.H
		}
	}
	switch {
	case wet && math.IsInf(ceiling, 1): // up to the end of the domain
		top = z
	case wet:
		top = ceiling
	}
	return dry(top)
}

// dry is a height, or 0 where there is no ground and nothing was found over it.
func dry(height float64) float64 {
	if math.IsInf(height, -1) {
		return 0
	}
	return height
}

// fillByWall is the same of a gauge at (x, y).
func (p *Params) FillByWall(free []float64, x, y float64, at [3]float64) {
	reach := p.Support()
	across := math.Hypot(x-at[0], y-at[1])
	if across >= reach {
		return
	}
	half, whole := math.Sqrt(reach*reach-across*across), p.KernelIntegral()
	for k := max(0, int((at[2]-half-p.Min[2])/(gaugeStep*p.DeltaP))); k < len(free) && p.GaugeHeight(k) < at[2]+half; k++ {
		free[k] -= p.Weight(math.Hypot(across, p.GaugeHeight(k)-at[2])) / whole
	}
}

// eachImage visits a place and those of its images along periodic axes that are in reach of the
// domain.
func (p *Params) EachImage(x [3]float64, reach float64, visit func([3]float64)) {
	visit(x)
	if p.Periodic == [3]bool{} {
		return
	}
	for n := range 27 {
		if n == 13 {
			continue
		}
		y, near := x, true
		for a, k := range [3]int{n%3 - 1, n/3%3 - 1, n/9 - 1} {
			y[a] += float64(k) * (p.Max[a] - p.Min[a])
			near = near && (k == 0 || p.Periodic[a]) && y[a] >= p.Min[a]-reach && y[a] <= p.Max[a]+reach
		}
		if near {
			visit(y)
		}
	}
}
