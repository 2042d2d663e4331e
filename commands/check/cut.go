package check

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpusph/internal/text"
	"gpusph/sph"
)

// plane is across an axis.
type plane struct {
	axis sph.Axis
	at   float64 // on the map [m]
}

// String is the plane as the option has it, and as files are named after it.
func (p plane) String() string { return p.axis.String() + "=" + text.Exact(p.at) }

// local is where the plane is in the coordinates of a flow [m].
func (p plane) local(c *sph.Case) float64 { return c.Params.FromMap(int(p.axis), p.at) }

// mostPlanes is how many planes may be asked for.
const mostPlanes = 100

// parsePlanes reads the option --cut. An empty list is none.
func parsePlanes(list string) (planes []plane, err error) {
	if list == "" {
		return nil, nil
	}
	for word := range strings.SplitSeq(list, ",") {
		word = strings.TrimSpace(word)
		name, value, _ := strings.Cut(word, "=")
		axis := strings.Index("xyz", strings.ToLower(strings.TrimSpace(name)))
		at, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if len(strings.TrimSpace(name)) != 1 || axis < 0 || err != nil || math.IsNaN(at) ||
			math.IsInf(at, 0) {
			return nil, fmt.Errorf("--cut has %q, but a plane is an axis and where it is [m]; use "+
				"y=0.335,z=0.1", word)
		}
		p := plane{sph.Axis(axis), at + 0} // + 0 takes the sign from -0
		if slices.Contains(planes, p) {
			return nil, fmt.Errorf("--cut has %s twice; name it once", p)
		}
		planes = append(planes, p)
	}
	if len(planes) > mostPlanes {
		return nil, fmt.Errorf("--cut has %d planes, but the maximum is %d", len(planes), mostPlanes)
	}
	return planes, nil
}

// planesOf are the planes asked for, if the domain has them, or those through the middle of the
// fluid.
func planesOf(c *sph.Case, asked []plane) ([]plane, error) {
	if len(asked) == 0 {
		return middles(c), nil
	}
	for _, p := range asked {
		if c.Params.Dim == 2 && (p.axis != sph.PlaneAxis || p.at != 0) {
			return nil, fmt.Errorf("--cut has %s, but the flow is in two dimensions; its plane is %s=0", p,
				sph.PlaneAxis)
		}
		if low, high := c.Params.OnMap(int(p.axis), c.Params.Min[p.axis]),
			c.Params.OnMap(int(p.axis), c.Params.Max[p.axis]); p.at < low || p.at > high {
			return nil, fmt.Errorf("--cut has %s, but the domain goes from %s = %s to %s m; use a plane "+
				"between them", p, p.axis,
				text.Coordinate(c.Params.Origin[p.axis], c.Params.Min[p.axis]),
				text.Coordinate(c.Params.Origin[p.axis], c.Params.Max[p.axis]))
		}
	}
	return asked, nil
}

// middles are the planes through the middle of the fluid, or where there is none of the domain,
// across each axis. In two dimensions it is the flow's.
func middles(c *sph.Case) (planes []plane) {
	if c.Params.Dim == 2 {
		return []plane{{sph.PlaneAxis, 0}}
	}
	low, high := [3]float64{math.Inf(1), math.Inf(1), math.Inf(1)},
		[3]float64{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] != sph.Fluid {
			continue
		}
		for a := range 3 {
			low[a], high[a] = min(low[a], x[a]), max(high[a], x[a])
		}
	}
	if low[0] > high[0] {
		low, high = c.Params.Min, c.Params.Max
	}
	// from the front, from the side, from above
	for _, a := range []sph.Axis{sph.Axis(1), sph.Axis(0), sph.Axis(2)} {
		planes = append(planes, plane{a, round(c.Params.OnMap(int(a), (low[a]+high[a])/2),
			c.Params.DeltaP)})
	}
	return planes
}

// round is x with as many decimals as a hundredth of a spacing has.
func round(x, deltap float64) float64 {
	decimals := max(0, 2-int(math.Floor(math.Log10(deltap))))
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'f', decimals, 64), 64)
	return rounded + 0 // takes the sign from -0
}

// kindOf is 0 for fluid, 1 for walls, and so on for bodies.
func kindOf(p *sph.Particles, i int) int {
	if p.Type[i] == sph.Fluid {
		return 0
	}
	return 1 + int(p.Body[i])
}

// spot is a particle near a plane, in spacings.
type spot struct {
	id    int32
	kind  int
	above float64    // the plane
	at    [2]float64 // in it
}

// All in spacings. Particles are in different layers that are otherLayer apart across the plane.
// One is behind the other if they are also nearer in it than oneBehind, or those of a kind, which
// may be staggered, than staggered. Layers that have to fit a body may be further apart than a
// spacing, up to mostApart. What differs by less than exactness is the same.
const (
	otherLayer = 0.5
	oneBehind  = 0.5
	staggered  = 0.8
	mostApart  = 1.5
	exactness  = 1e-6
)

// behind reports whether two particles are one behind the other.
func (s *spot) behind(t *spot) bool {
	near := oneBehind
	if s.kind == t.kind {
		near = staggered
	}
	return math.Abs(s.above-t.above) >= otherLayer &&
		math.Hypot(s.at[0]-t.at[0], s.at[1]-t.at[1]) < near
}

// between reports whether the plane is between two particles.
func (s *spot) between(t *spot) bool {
	return s.above*t.above < 0 && math.Abs(s.above-t.above) <= mostApart && s.behind(t)
}

// within reports whether a particle is within half a spacing of the plane. Of two layers with the
// plane halfway between them it is the lower.
func (s *spot) within() bool { return s.above >= -0.5-exactness && s.above < 0.5-exactness }

// layerOf is the layer of particles that is nearest to a plane, in the order of ids: those within
// half a spacing of it, and those next to it where it is between two further apart. Of particles
// one behind the other it is the nearest, of two as near the lower.
func layerOf(c *sph.Case, at plane) []int32 {
	deltap := c.Params.DeltaP
	right, up := at.sides()
	height := at.local(c)
	var near []spot
	for i, x := range c.Particles.Position {
		if above := (x[at.axis] - height) / deltap; math.Abs(above) <= mostApart {
			near = append(near, spot{int32(i), kindOf(&c.Particles, i), above,
				[2]float64{x[right] / deltap, x[up] / deltap}})
		}
	}
	distance := func(s *spot) float64 { return math.Round(math.Abs(s.above) / exactness) }
	slices.SortStableFunc(near, func(s, t spot) int {
		return cmp.Or(cmp.Compare(distance(&s), distance(&t)), cmp.Compare(s.above, t.above))
	})
	var layer []int32
	all, taken := columns{}, columns{}
	for k := range near {
		all.add(&near[k])
	}
	for k := range near {
		if s := &near[k]; !taken.any(s, s.behind) && (s.within() || all.any(s, s.between)) {
			layer = append(layer, s.id)
			taken.add(s)
		}
	}
	slices.Sort(layer)
	return layer
}

// columns are particles by where they are in the plane.
type columns map[[2]int][]*spot

func (s *spot) column() [2]int {
	return [2]int{int(math.Floor(s.at[0] / staggered)), int(math.Floor(s.at[1] / staggered))}
}

func (c columns) add(s *spot) { c[s.column()] = append(c[s.column()], s) }

// any reports whether something is so of any particle in the columns around one.
func (c columns) any(s *spot, is func(*spot) bool) bool {
	home := s.column()
	for k := range 9 {
		if slices.ContainsFunc(c[[2]int{home[0] + k%3 - 1, home[1] + k/3 - 1}], is) {
			return true
		}
	}
	return false
}

// sides are the axes of a picture of the plane, to the right and upwards.
func (p plane) sides() (right, up sph.Axis) {
	switch p.axis {
	case 0:
		return 1, 2
	case 1:
		return 0, 2
	}
	return 0, 1
}
