package sph

import (
	"math"
	"slices"

	"gpusph/sph/motion"
)

// Zone is a box of a flow in which particles are finer. Its particles are simulated beside those of
// the flow, magnified: where one of them is in the flow is its position less Shift, over Fineness.
type Zone struct {
	Name     string
	Min, Max [3]float64 // of the box in the flow, from Params.Origin [m]
	Fineness float64    // over that of the flow: a power of two
	Within   int        // the zone that holds it, from 1 on; 0 is the flow
	Shift    [3]float64 // [m]
	// Of the box where its particles are simulated, with the buffer around the zone [m]
	From, To [3]float64
	// Faces are those of the box that fluid can pass: along each axis the lower, then the upper.
	Faces [3][2]bool
	Way   ZoneWay
}

// ZoneWay is how the box of a zone moves: as a body does, from 1 on, or by a path. 0 and no path is
// a box that rests.
type ZoneWay struct {
	Body        int
	Path        motion.Rigid
	Least, Most [3]float64 // of its displacement; both 0 along axes along which it rests [m]
}

// Moves reports whether the box does.
func (w *ZoneWay) Moves() bool { return w.Body > 0 || w.Path.Moves() }

// Widest is the zone with all places where its box may come.
func (z *Zone) Widest() Zone {
	all := *z
	for a := range 3 {
		all.Min[a] += z.Way.Least[a]
		all.Max[a] += z.Way.Most[a]
	}
	return all
}

// Displaced is the zone after a displacement of what moves it [m].
func (z *Zone) Displaced(by [3]float64) Zone {
	now := *z
	for a := range 3 {
		x := min(max(by[a], z.Way.Least[a]), z.Way.Most[a])
		now.Min[a] += x
		now.Max[a] += x
	}
	return now
}

// ZonesMove reports whether the box of a zone does.
func (c *Case) ZonesMove() bool {
	return slices.ContainsFunc(c.Zones, func(z Zone) bool { return z.Way.Moves() })
}

// ZonesAt are the zones of a case, where their boxes are in a sample, or at the beginning if there
// is none.
func (c *Case) ZonesAt(m *Sample) []Zone {
	if m == nil || !c.ZonesMove() {
		return c.Zones
	}
	now := slices.Clone(c.Zones)
	for k := range now {
		way := &now[k].Way
		if !way.Moves() {
			continue
		}
		pose := way.Path.Pose(m.Time, [3]float64{})
		if way.Body > 0 {
			pose = c.PoseOf(way.Body-1, m, c.Bodies[way.Body-1].Pivot())
		}
		now[k] = now[k].Displaced(pose.Shift)
	}
	return now
}

// ZonePaths are the zones that move by paths, by their places.
func (c *Case) ZonePaths() (all []int) {
	for k := range c.Zones {
		if c.Zones[k].Way.Path.Moves() {
			all = append(all, k)
		}
	}
	return all
}

// Image is a body that moves, as a zone has it: its walls there are a body of their own for
// kernels, whose motion is magnified. Both are numbered from 1 on.
type Image struct{ Body, Zone int }

// Simulated is where a point of the flow is simulated in the zone [m].
func (z *Zone) Simulated(x [3]float64) [3]float64 {
	for a := range 3 {
		x[a] = z.Fineness*x[a] + z.Shift[a]
	}
	return x
}

// Actual is where a point that is simulated in the zone is in the flow [m].
func (z *Zone) Actual(x [3]float64) [3]float64 {
	for a := range 3 {
		x[a] = (x[a] - z.Shift[a]) / z.Fineness
	}
	return x
}

// Holds reports whether a point of the flow is in the box, or behind a wall that closes it.
func (z *Zone) Holds(x [3]float64) bool {
	for a := range 3 {
		if z.Faces[a][0] && x[a] < z.Min[a] || z.Faces[a][1] && x[a] >= z.Max[a] {
			return false
		}
	}
	return true
}

// Overlaps reports whether a box of the flow has a volume in common with the zone.
func (z *Zone) Overlaps(low, high [3]float64) bool {
	for a := range 3 {
		if z.Faces[a][0] && high[a] <= z.Min[a] || z.Faces[a][1] && low[a] >= z.Max[a] {
			return false
		}
	}
	return true
}

// Around is the zone that holds another one, or nil: the flow does.
func (c *Case) Around(z *Zone) *Zone {
	if z.Within == 0 {
		return nil
	}
	return &c.Zones[z.Within-1]
}

// FinenessAround is the fineness of the particles that a zone borders on.
func (c *Case) FinenessAround(z *Zone) float64 {
	if around := c.Around(z); around != nil {
		return around.Fineness
	}
	return 1
}

// ZoneAt is the zone in whose part of the domain a point is simulated, from 1 on; 0 is the flow.
func (c *Case) ZoneAt(x [3]float64) int {
	for k := range c.Zones {
		z := &c.Zones[k]
		in := true
		for a := range 3 {
			in = in && x[a] >= z.From[a] && x[a] <= z.To[a]
		}
		if in {
			return k + 1
		}
	}
	return 0
}

// InZone reports whether particle i is one of a zone, where bodies have their walls once more.
func (c *Case) InZone(i int) bool {
	return len(c.Zones) > 0 && c.ZoneAt(c.Particles.Position[i]) > 0
}

// ActualPlace is where particle i is in the flow [m].
func (c *Case) ActualPlace(i int) [3]float64 {
	at, _, _ := c.Actual(c.Particles.Position[i])
	return at
}

// Mover is the number that kernels know the body of particle i by, from 1 on: that of its image in
// zones; 0 is none.
func (c *Case) Mover(i int) uint8 {
	body := c.Particles.Body[i]
	if len(c.Images) == 0 || !c.BodyMoves(i) {
		return body
	}
	zone := c.ZoneAt(c.Particles.Position[i])
	for k, image := range c.Images {
		if image == (Image{Body: int(body), Zone: zone}) {
			return uint8(len(c.Bodies) + k + 1)
		}
	}
	return body
}

// BodyOfMover is the body that kernels know by a number, which comes after those of bodies for
// images, and then for paths of zones.
func (c *Case) BodyOfMover(mover int) int {
	if k := mover - len(c.Bodies) - 1; k >= 0 && k < len(c.Images) {
		return c.Images[k].Body
	}
	return mover
}

// MoverOfZone is the number that kernels know what moves a zone by; 0 is none.
func (c *Case) MoverOfZone(k int) int {
	if way := &c.Zones[k].Way; way.Body > 0 || !way.Moves() {
		return way.Body
	}
	return 1 + len(c.Bodies) + len(c.Images) + slices.Index(c.ZonePaths(), k)
}

// ZoneOf is the zone that simulates a point of the flow: the finest that it is in.
func (c *Case) ZoneOf(x [3]float64) (zone int) { return FinestAt(c.Zones, x) }

// FinestAt is the finest of some zones that hold a point of the flow, from 1 on; 0 is none.
func FinestAt(zones []Zone, x [3]float64) (zone int) {
	for k := range zones {
		if z := &zones[k]; z.Holds(x) && (zone == 0 || z.Fineness > zones[zone-1].Fineness) {
			zone = k + 1
		}
	}
	return zone
}

// Actual is where a point that is simulated is in the flow [m], how much finer particles are there,
// and whether it is part of the flow, and not of a buffer of another zone.
func (c *Case) Actual(x [3]float64) (at [3]float64, fineness float64, part bool) {
	if len(c.Zones) == 0 {
		return x, 1, true
	}
	zone := c.ZoneAt(x)
	fineness = 1
	if zone > 0 {
		z := &c.Zones[zone-1]
		x, fineness = z.Actual(x), z.Fineness
	}
	return x, fineness, c.ZoneOf(x) == zone
}

// Simulated is where a point of the flow is simulated [m], and how much finer particles are there.
func (c *Case) Simulated(x [3]float64) (at [3]float64, fineness float64) {
	if zone := c.ZoneOf(x); zone > 0 {
		z := &c.Zones[zone-1]
		return z.Simulated(x), z.Fineness
	}
	return x, 1
}

// Bounds is the box where all is simulated: the domain, and what zones have beside it [m].
func (c *Case) Bounds() (low, high [3]float64) {
	low, high = c.Params.Min, c.Params.Max
	for k := range c.Zones {
		for a := range 3 {
			low[a], high[a] = min(low[a], c.Zones[k].From[a]), max(high[a], c.Zones[k].To[a])
		}
	}
	return low, high
}

// Finest is how much finer than the flow the finest zone is: its particles allow steps as much
// shorter.
func (p *Params) Finest() float64 { return max(1, p.Further.Fineness) }

// Parts is into how many equal parts along each axis the cells of a coarser lattice are divided in
// which particles of the flow begin.
func (p *Params) Parts() float64 { return max(1, p.Further.Divided) }

// Fixed is the coordinate along an axis that all zones simulate where it is in the flow [m].
func (c *Case) Fixed(axis int) float64 {
	if len(c.Zones) == 0 {
		return 0
	}
	z := &c.Zones[0]
	return -z.Shift[axis] / (z.Fineness - 1)
}

// FinenessBits is the power of two that a fineness is.
func FinenessBits(fineness float64) uint32 { return uint32(math.Round(math.Log2(fineness))) }
