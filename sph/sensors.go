package sph

import (
	"fmt"
	"math"
)

// Probe is where the pressure of the fluid is measured, and perhaps its velocity: at a point in the
// fluid, or, with a normal, before a face as a sensor in it would. It then reads what is at a
// distance from the face, on the fluid's side, at a point or as the mean over a square. It stays
// where it is, or moves with a body.
type Probe struct {
	Name     string
	Position [3]float64 // the point, or the middle of the square, on the face [m]
	Normal   [3]float64 // of the face, into the fluid, of any length; 0 is none
	Distance float64    // from the face, along the normal, at which it reads [m]
	Size     float64    // side of the square [m]; 0 is a point
	Velocity bool       // the velocity is measured, too
	Body     int        // of Case.Bodies, from 1 on, that it moves with; 0 is none
}

// SensorDistance is the distance from a face at which probes read that say nothing else, in
// spacings: that of the first layer of the fluid's particles.
const SensorDistance = 0.5

// check returns the first thing about a probe that would measure nothing.
func (p *Probe) check(dim int) error {
	normal := p.Normal != [3]float64{}
	for _, x := range [...]float64{p.Position[0], p.Position[1], p.Position[2], p.Normal[0], p.Normal[1], p.Normal[2], p.Distance, p.Size} {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("the probe %s has a number that is not finite among position, normal, distance and size", p.Name)
		}
	}
	switch {
	case p.Distance < 0:
		return fmt.Errorf("the probe %s reads %g m behind its face; use a distance of 0 or more", p.Name, -p.Distance)
	case p.Size < 0:
		return fmt.Errorf("the probe %s is %g m wide; use a size of 0, which is a point, or more", p.Name, p.Size)
	case p.Distance > 0 && !normal:
		return fmt.Errorf("the probe %s has a distance, but no normal along which it would be; use the normal of its face", p.Name)
	case p.Size > 0 && !normal:
		return fmt.Errorf("the probe %s is a square, but has no normal; use the normal of its face", p.Name)
	case dim == 2 && p.Normal[PlaneAxis] != 0:
		return fmt.Errorf("the probe %s has a normal out of the plane; use 0 along %v", p.Name, PlaneAxis)
	}
	return nil
}

// At is where it reads, in the middle.
func (p *Probe) At() [3]float64 {
	x, n := p.Position, p.unit()
	for a := range x {
		x[a] += p.Distance * n[a]
	}
	return x
}

// unit is the normal of length 1, or 0.
func (p *Probe) unit() (n [3]float64) {
	if size := Norm(p.Normal); size > 0 {
		for a := range n {
			n[a] = p.Normal[a] / size
		}
	}
	return n
}

// face is the side on which fluid counts, as in cuda.ProbeArgs. Faces of walls that are stairs are
// off by up to half a spacing, and particles may be a little behind: both count.
func (p *Probe) Face(deltaP, quantum float64) (f [4]float32) {
	if p.Normal == [3]float64{} {
		return f
	}
	for a, n := range p.unit() {
		f[a] = float32(n)
	}
	f[3] = float32((p.Distance + deltaP/2) / quantum)
	return f
}

// patchPoints is how many points there are along a side of a square.
const PatchPoints = 5

// count is how many points there are.
func (p *Probe) Count(dim int) int {
	switch {
	case p.Size == 0 || p.Normal == [3]float64{}:
		return 1
	case dim == 2:
		return PatchPoints
	}
	return PatchPoints * PatchPoints
}

// points are those at which a probe measures: the middles of equal parts of the square. In two
// dimensions it is a line.
func (p *Probe) Points(dim int) [][3]float64 {
	middle, n := p.At(), p.unit()
	if p.Count(dim) == 1 {
		return [][3]float64{middle}
	}
	// One side is horizontal, the other is across both.
	first := [3]float64{-n[1], n[0], 0}
	if length := math.Hypot(n[0], n[1]); length > 1e-9 {
		first[0], first[1] = first[0]/length, first[1]/length
	} else {
		first = [3]float64{0, 1, 0}
	}
	second := [3]float64{n[1]*first[2] - n[2]*first[1], n[2]*first[0] - n[0]*first[2], n[0]*first[1] - n[1]*first[0]}
	at := func(i int) float64 { return p.Size * ((float64(i)+0.5)/PatchPoints - 0.5) }
	var all [][3]float64
	for i := range PatchPoints {
		if dim == 2 && i > 0 {
			break
		}
		for j := range PatchPoints {
			u, v := at(i), at(j)
			if dim == 2 {
				u = 0
			}
			x := middle
			for a := range x {
				x[a] += u*first[a] + v*second[a]
			}
			all = append(all, x)
		}
	}
	return all
}

// integral is ∫W dV over W(0) times a particle's volume: the integral of W over its support holds
// this many times W(0) Δx³.
func (p *Params) KernelIntegral() float64 { return 1 / p.WeightAtZero() / (p.Mass / p.Rho0) }

// meanPressure is what a probe reads [Pa]: the mean over its points of Σ P W / Σ W, both by W(0), 0
// where there is no fluid.
func (p *Params) MeanPressure(points int, sums func(k int) (weights, pressures float64)) float64 {
	total, whole := 0.0, p.KernelIntegral()
	for k := range points {
		if w, pressures := sums(k); w > minFilled*whole {
			total += pressures / w
		}
	}
	return total / float64(points)
}

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
	return int((p.Max[2]-p.Min[2])/p.gaugeSpacing()) + 1
}

func (p *Params) gaugeSpacing() float64 { return gaugeStep * p.DeltaP / p.Finest() }

func (p *Params) GaugeHeight(k int) float64 { return p.Min[2] + float64(k)*p.gaugeSpacing() }

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

// FillByWall takes from what is free at the points of a gauge at (x, y) what a wall particle fills
// that is so much finer than those of the flow.
func (p *Params) FillByWall(free []float64, x, y float64, at [3]float64, fineness float64) {
	reach := p.Support() / fineness
	across := math.Hypot(x-at[0], y-at[1])
	if across >= reach {
		return
	}
	half, whole := math.Sqrt(reach*reach-across*across), p.KernelIntegral()
	for k := max(0, int((at[2]-half-p.Min[2])/p.gaugeSpacing())); k < len(free) && p.GaugeHeight(k) < at[2]+half; k++ {
		free[k] -= p.Weight(fineness*math.Hypot(across, p.GaugeHeight(k)-at[2])) / whole
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
