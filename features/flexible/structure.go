package flexible

import (
	"fmt"
	"math"
	"slices"

	"gpusph/sph"
)

// Structure is the particles of all parts as they are at time 0, each with its neighbours.
type Structure struct {
	Parts  []Part
	First  []int // of the particles of each part, and behind the last
	Points []Point
	Plane  bool    // in two dimensions
	Space  float64 // least spacing [m]
	Most   int     // neighbours
	Touch  *Contacts
}

// Point is a particle at time 0.
type Point struct {
	At      [3]float64 // [m]
	ID      int        // in the case; -1 is one in a wall, which has no particle of its own
	Part    int
	Clamp   int32      // -1 is free, 0 fixed, else the number of the body that holds it
	Normal  [4]float32 // outward, and how far the surface is [m]
	Inverse [6]float64 // L0 as xx, yy, zz, yz, xz, xy [1/m²]
	Near    []Pair     // by their places
	Share   float64    // of elastic energy, over that of a particle inside
}

// Pair is a neighbour at time 0.
type Pair struct {
	Point     int
	Slope     float32 // -V dW/dr / r [1/m²]
	Hourglass float32 // α E V w/(2 r²), w being its part of the weights around [N/m]
}

// reach is the radius of the kernel [spacings]. With the nearest neighbours and those across
// squares alone, strains at surfaces are those there: with 2.6 spacings a beam of 10 particles
// through its thickness bends 9 % too far, with 1.5 by less than 1 %.
const reach = 1.5

// Volume is that of a particle of a part [m³].
func (s *Structure) Volume(part int) float64 {
	return s.Parts[part].Volume / float64(s.First[part+1]-s.First[part])
}

// NewStructure is that of parts whose particles are at some places, those of one after those of the
// other. In two dimensions y is the axis across the plane.
func NewStructure(parts []Part, points []Point, plane bool) (*Structure, error) {
	s := &Structure{Parts: parts, Points: points, Plane: plane, Space: math.Inf(1)}
	for i := range points {
		for len(s.First) <= points[i].Part {
			s.First = append(s.First, i)
		}
	}
	s.First = append(s.First, len(points))
	if len(s.First) != len(parts)+1 {
		return nil, fmt.Errorf("a flexible part has no particles; use a smaller deltap")
	}
	for k := range parts {
		if err := s.connect(k); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// spacing is that of the particles of a part [m].
func (s *Structure) spacing(part int) float64 {
	if s.Plane {
		return math.Sqrt(s.Volume(part))
	}
	return math.Cbrt(s.Volume(part))
}

// connect finds the neighbours of the particles of a part and their weights.
func (s *Structure) connect(part int) error {
	space := s.spacing(part)
	s.Space = min(s.Space, space)
	radius := reach * space
	points := newNear(radius)
	from, to := s.First[part], s.First[part+1]
	for i := from; i < to; i++ {
		points.add(s.Points[i].At, i)
	}
	for i := from; i < to; i++ {
		p := &s.Points[i]
		var near []int
		points.around(p.At, func(j int) { near = append(near, j) })
		slices.Sort(near)
		for _, j := range near {
			if j != i {
				p.Near = append(p.Near, s.pair(part, j, distance(p.At, s.Points[j].At), radius))
			}
		}
		s.Most = max(s.Most, len(p.Near))
		if err := s.invert(p); err != nil {
			return err
		}
	}
	s.divide(part)
	return nil
}

// pair is a neighbour at a distance, with Wendland's kernel of a radius [m].
func (s *Structure) pair(part, j int, r, radius float64) Pair {
	h, volume, m := radius/2, s.Volume(part), &s.Parts[part].Material
	sigma := 21 / (16 * math.Pi * h * h * h)
	if s.Plane {
		sigma = 7 / (4 * math.Pi * h * h)
	}
	near := 1 - r/radius
	weight := m.Hourglass * wendland(r/radius) / s.lattice()
	return Pair{Point: j, Slope: float32(5 * volume * sigma / (h * h) * near * near * near),
		Hourglass: float32(weight * m.Young * volume / (2 * r * r))}
}

// wendland is the shape of Wendland's kernel at a part of its radius.
func wendland(part float64) float64 { return math.Pow(1-part, 4) * (4*part + 1) }

// lattice is the sum of that over the neighbours of a particle inside a part: weights of hourglass
// forces are parts of it, so that α does not depend on the radius.
func (s *Structure) lattice() float64 {
	if s.Plane {
		return 4*wendland(1/reach) + 4*wendland(math.Sqrt2/reach)
	}
	return 6*wendland(1/reach) + 12*wendland(math.Sqrt2/reach)
}

// least is the smallest part of the moments of neighbours inside a part that particles must have.
const least = 1e-3

// invert finds L0 of a particle.
func (s *Structure) invert(p *Point) error {
	var m [3][3]float64
	for _, n := range p.Near {
		for a := range 3 {
			for b := range 3 {
				m[a][b] += float64(n.Slope) * (s.Points[n.Point].At[a] - p.At[a]) *
					(s.Points[n.Point].At[b] - p.At[b])
			}
		}
	}
	if s.Plane {
		m[1][1] = 1
	}
	// inside a part the matrix is near the unit matrix
	cofactor := func(a, b int) float64 {
		c, d, e, f := (a+1)%3, (a+2)%3, (b+1)%3, (b+2)%3
		return m[c][e]*m[d][f] - m[c][f]*m[d][e]
	}
	det := m[0][0]*cofactor(0, 0) + m[0][1]*cofactor(0, 1) + m[0][2]*cofactor(0, 2)
	if !(det > least) {
		return fmt.Errorf("the flexible part %s is too thin at %.4g: its particles there lie in a line "+
			"or a plane; use a smaller deltap, or a thicker part", s.Parts[p.Part].Name, p.At)
	}
	for k, at := range [6][2]int{{0, 0}, {1, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}} {
		p.Inverse[k] = cofactor(at[0], at[1]) / det
	}
	return nil
}

func distance(a, b [3]float64) float64 {
	return sph.Norm([3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]})
}

// artificial is the part of the time in which a pressure wave passes a spacing that damping has at
// least. The fluid gives a part one force in each of its steps, and modes whose half periods come
// near to a step would gain energy by that: an aluminium plate under water gained 5 % of it in a
// millisecond without. Modes that particles resolve well lose next to nothing.
const artificial = 0.2

// Damping is the time of Kelvin and Voigt that a part has [s].
func (s *Structure) Damping(part int) float64 {
	m := &s.Parts[part].Material
	return m.Damping + artificial*s.spacing(part)/m.Sound()
}

// Sub-steps are longest at stable of the time in which a pressure wave passes a spacing: parts that
// bend far in space with a Poisson's ratio of 0.49 are stable with 0.4 and not with 0.8. spare is
// the part of that which they have, with damping.
const (
	stable = 0.65
	spare  = 0.8
)

// Longest is the longest sub-step [s].
func (s *Structure) Longest() float64 {
	longest := math.Inf(1)
	for k := range s.Parts {
		// dt² + 2 β dt is at most the square of what is stable without damping
		limit, damping := stable*s.spacing(k)/s.Parts[k].Sound(), s.Damping(k)
		longest = min(longest, spare*limit*limit/(damping+math.Hypot(damping, limit)))
	}
	return longest
}

// Steps is how many sub-steps a step of a length has: an even number.
func (s *Structure) Steps(dt float64) int { return 2 * max(1, int(math.Ceil(dt/(2*s.Longest())))) }

// Marks are the particles that tips are, those of one part after those of the other.
func (s *Structure) Marks() (all []int) {
	for k := range s.Parts {
		for _, t := range s.Parts[k].Tips {
			best := s.First[k]
			for i := s.First[k]; i < s.First[k+1]; i++ {
				if distance(s.Points[i].At, t.At) < distance(s.Points[best].At, t.At) {
					best = i
				}
			}
			all = append(all, best)
		}
	}
	return all
}
