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
	at   float64 // [m]
}

// String is the plane as the option has it, and as files are named after it.
func (p plane) String() string { return p.axis.String() + "=" + text.Exact(p.at) }

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
		if len(strings.TrimSpace(name)) != 1 || axis < 0 || err != nil || math.IsNaN(at) || math.IsInf(at, 0) {
			return nil, fmt.Errorf("--cut has %q, but a plane is an axis and where it is [m]; y=0.335,z=0.1 would do", word)
		}
		p := plane{sph.Axis(axis), at + 0} // + 0 takes the sign from -0
		if slices.Contains(planes, p) {
			return nil, fmt.Errorf("--cut has %s twice; once would do", p)
		}
		planes = append(planes, p)
	}
	if len(planes) > mostPlanes {
		return nil, fmt.Errorf("--cut has %d planes, but %d are the most", len(planes), mostPlanes)
	}
	return planes, nil
}

// planesOf are the planes asked for, if the domain has them, or those through the middle of the fluid.
func planesOf(c *sph.Case, asked []plane) ([]plane, error) {
	if len(asked) == 0 {
		return middles(c), nil
	}
	for _, p := range asked {
		if c.Params.Dim == 2 && (p.axis != sph.PlaneAxis || p.at != 0) {
			return nil, fmt.Errorf("--cut has %s, but the flow is in two dimensions; its plane is %s=0", p, sph.PlaneAxis)
		}
		if low, high := c.Params.Min[p.axis], c.Params.Max[p.axis]; p.at < low || p.at > high {
			return nil, fmt.Errorf("--cut has %s, but the domain goes from %s = %s to %s m; a plane between them would do", p, p.axis, text.Number(low), text.Number(high))
		}
	}
	return asked, nil
}

// middles are the planes through the middle of the fluid, or where there is none of the domain, across each axis. In two dimensions it is the flow's.
func middles(c *sph.Case) (planes []plane) {
	if c.Params.Dim == 2 {
		return []plane{{sph.PlaneAxis, 0}}
	}
	low, high := [3]float64{math.Inf(1), math.Inf(1), math.Inf(1)}, [3]float64{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
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
	for _, a := range []sph.Axis{sph.Axis(1), sph.Axis(0), sph.Axis(2)} { // from the front, from the side, from above
		planes = append(planes, plane{a, round((low[a]+high[a])/2, c.Params.DeltaP)})
	}
	return planes
}

// round is x with as many decimals as a hundredth of a spacing has.
func round(x, deltap float64) float64 {
	decimals := max(0, 2-int(math.Floor(math.Log10(deltap))))
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'f', decimals, 64), 64)
	return rounded + 0 // takes the sign from -0
}

// Layers of particles may be further apart than a spacing, where they have to fit a body. Up to mostApart a plane between two of them has the nearer.
// Layers that are sameLayer apart or further are not one [spacings].
const (
	mostApart = 1.5
	sameLayer = 0.9
	behind    = 0.5 // particles so far apart across the plane, and nearer than that in it, are one behind the other
	exactness = 1e-6
)

// around are the layers of some kind of particles next to a plane: how far above it the nearest is that is not above, and the nearest above [spacings].
type around struct{ below, above float64 }

// nearest is how far above the plane the nearest of the two is. Of two that are as near it is the lower.
func (r around) nearest() float64 {
	if r.above < -r.below-exactness {
		return r.above
	}
	return r.below
}

// reach is how far particles may be from the plane: half a spacing, or half the distance of the layers.
func (r around) reach() float64 {
	if apart := r.above - r.below; apart <= mostApart {
		return max(apart, 1)/2 + exactness
	}
	return 0.5 + exactness
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
	above float64    // the plane
	at    [2]float64 // in it
}

// layerOf is the layer of particles that is nearest to a plane: those within half a spacing of it, and of particles one behind the other the nearest
// only. They are in the order of ids.
func layerOf(c *sph.Case, at plane) []int32 {
	p, deltap := &c.Particles, c.Params.DeltaP
	right, up := at.sides()
	kinds := make([]around, 2+len(c.Bodies))
	for k := range kinds {
		kinds[k] = around{math.Inf(-1), math.Inf(1)}
	}
	var near []spot
	for i, x := range p.Position {
		above := (x[at.axis] - at.at) / deltap
		if math.Abs(above) > mostApart {
			continue
		}
		near = append(near, spot{int32(i), above, [2]float64{x[right] / deltap, x[up] / deltap}})
		if k := &kinds[kindOf(p, i)]; above <= exactness {
			k.below = max(k.below, above)
		} else {
			k.above = min(k.above, above)
		}
	}
	near = slices.DeleteFunc(near, func(s spot) bool {
		k := kinds[kindOf(p, int(s.id))]
		return math.Abs(s.above) > k.reach() || math.Abs(s.above-k.nearest()) >= sameLayer
	})
	return inFront(near)
}

// inFront leaves out particles that are behind others, as seen from the plane.
func inFront(near []spot) (seen []int32) {
	slices.SortStableFunc(near, func(s, t spot) int {
		return cmp.Compare(math.Round(math.Abs(s.above)/exactness), math.Round(math.Abs(t.above)/exactness))
	})
	type cell [2]int
	taken := make(map[cell][]spot, len(near))
	for _, s := range near {
		home := cell{int(math.Floor(s.at[0] / behind)), int(math.Floor(s.at[1] / behind))}
		hidden := false
		for k := range 9 {
			for _, t := range taken[cell{home[0] + k%3 - 1, home[1] + k/3 - 1}] {
				if math.Abs(s.above-t.above) >= behind && math.Hypot(s.at[0]-t.at[0], s.at[1]-t.at[1]) < behind {
					hidden = true
				}
			}
		}
		if !hidden {
			seen = append(seen, s.id)
			taken[home] = append(taken[home], s)
		}
	}
	slices.Sort(seen)
	return seen
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
