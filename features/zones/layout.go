package zones

import (
	"math"

	"gpusph/sph"
)

// Side is one side of the surface of a zone: a buffer of particles and the lattice of points whose
// values it has. Lengths are those where its particles are simulated [m].
type Side struct {
	Low, High [3]float64 // the box of the zone
	From, To  [3]float64 // where the particles of this side are
	Faces     [3][2]bool
	Inside    bool // the buffer is inside the box, or else outside
	Fineness  float64
	Layers    int // of particles in the buffer
	Spacing   float64

	Origin [3]float64 // of the first point of the lattice
	Step   float64    // between its points
	Points [3]int     // along each axis

	// the zone whose particles these are, and that of the other side; nil is the flow
	of, other *sph.Zone
	way       *sph.ZoneWay
}

// Layers is how many layers of particles a buffer has: as deep as the kernel reaches.
func Layers(p *sph.Params) int { return int(math.Ceil(p.Support()/p.DeltaP-1e-9)) + 1 }

// Sides are those of all zones: of each the finer one, outside its box, and then the coarser one.
func Sides(c *sph.Case) (all []Side) {
	for k := range c.Zones {
		z := &c.Zones[k]
		around := c.Around(z)
		all = append(all, side(c, z, z, around, false), side(c, z, around, z, true))
	}
	return all
}

// side is that of a zone's surface whose particles are of a zone.
func side(c *sph.Case, z, of, other *sph.Zone, inside bool) Side {
	p := &c.Params
	s := Side{
		Faces: z.Faces, Inside: inside, Fineness: 1, Layers: Layers(p), Spacing: p.DeltaP,
		Low: z.Min, High: z.Max, From: p.Min, To: p.Max, of: of, other: other, way: &z.Way,
	}
	if of != nil {
		s.Fineness, s.From, s.To = of.Fineness, of.From, of.To
		s.Low, s.High = of.Simulated(z.Min), of.Simulated(z.Max)
	}
	s.Step = p.DeltaP // the spacing of the coarser particles
	if !inside {
		s.Step *= z.Fineness / c.FinenessAround(z)
	}
	beyond := 0.0
	if !inside {
		beyond = math.Ceil(s.Thickness()/s.Step-1e-9) * s.Step
	}
	for a := range 3 {
		if p.Dim == 2 && sph.Axis(a) == sph.PlaneAxis {
			s.Points[a] = 1
			continue
		}
		low, high := s.Low[a], s.High[a]
		if z.Faces[a][0] {
			low -= beyond
		}
		if z.Faces[a][1] {
			high += beyond
		}
		s.Origin[a] = low
		s.Points[a] = 1 + int(math.Round((high-low)/s.Step))
	}
	return s
}

// Thickness is how deep the buffer is [m].
func (s *Side) Thickness() float64 { return float64(s.Layers) * s.Spacing }

// Depth is how deep in the buffer a place is, below 0 in what the side simulates [m].
func (s *Side) Depth(x [3]float64) float64 {
	deepest, least := math.Inf(-1), math.Inf(1)
	for a := range 3 {
		for end, beyond := range [2]float64{s.Low[a] - x[a], x[a] - s.High[a]} {
			if s.Faces[a][end] {
				deepest, least = max(deepest, beyond), min(least, -beyond)
			}
		}
	}
	if s.Inside {
		return least
	}
	return deepest
}

// leastDepth is the least that a place has wherever the box comes.
func (s *Side) leastDepth(x [3]float64) float64 {
	if s.Inside {
		return math.Inf(-1) // it may be outside, at some time
	}
	wide := *s
	for a := range 3 {
		wide.Low[a] += s.Fineness * s.way.Least[a]
		wide.High[a] += s.Fineness * s.way.Most[a]
	}
	return wide.Depth(x)
}

// Within reports whether a place is where the particles of this side are.
func (s *Side) Within(x [3]float64) bool {
	for a := range 3 {
		if x[a] < s.From[a] || x[a] > s.To[a] {
			return false
		}
	}
	return true
}

// Holds reports whether a place is in the buffer.
func (s *Side) Holds(x [3]float64) bool {
	depth := s.Depth(x)
	return s.Within(x) && depth > 0 && depth <= s.Thickness()*(1+1e-9)
}

// Point is where a point of the lattice is [m], and whether the buffer needs it.
func (s *Side) Point(i, j, k int) (x [3]float64, needed bool) {
	for a, n := range [3]int{i, j, k} {
		x[a] = s.Origin[a] + float64(n)*s.Step
	}
	depth, near := s.Depth(x), 0.01*s.Step
	return x, depth > -near && (!s.Inside || depth < s.Thickness()+near)
}

// Across is where a place of this side is on the other one [m].
func (s *Side) Across(x [3]float64) [3]float64 {
	if s.of != nil {
		x = s.of.Actual(x)
	}
	if s.other != nil {
		x = s.other.Simulated(x)
	}
	return x
}

// Site is where particles are born at the back of a buffer.
type Site struct {
	At   [3]float64 // in the plane at the back [m]
	Axis int        // along which it is from there into the flow,
	Sign int        // 1 or -1
}

// Sites are those of a side.
func (s *Side) Sites(dim int) (all []Site) {
	low, high := s.Low, s.High
	out := s.Thickness()
	if s.Inside {
		out = -out
	}
	for a := range 3 {
		if s.Faces[a][0] {
			low[a] -= out
		}
		if s.Faces[a][1] {
			high[a] += out
		}
	}
	var n [3]int
	for a := range 3 {
		n[a] = int(math.Round((high[a] - low[a]) / s.Spacing))
		if dim == 2 && sph.Axis(a) == sph.PlaneAxis {
			low[a], n[a] = -s.Spacing/2, 1
		}
	}
	for a := range 3 {
		for end := range 2 {
			if !s.Faces[a][end] {
				continue
			}
			site := Site{Axis: a, Sign: 1 - 2*end}
			if s.Inside {
				site.Sign = -site.Sign
			}
			u, v := (a+1)%3, (a+2)%3
			for i := range n[u] {
				for j := range n[v] {
					site.At[a] = [2]float64{low[a], high[a]}[end]
					site.At[u] = low[u] + (float64(i)+0.5)*s.Spacing
					site.At[v] = low[v] + (float64(j)+0.5)*s.Spacing
					all = append(all, site)
				}
			}
		}
	}
	return all
}
