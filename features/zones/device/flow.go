package device

import (
	"math"
	"slices"

	"gpusph/cuda"
	"gpusph/features/zones"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/launch"
)

// flow is a flow with zones, and its tables as kernels read them.
type flow struct {
	*sph.Case
	layout []zones.Side
	layers int     // of buffers
	ball   float64 // fullBall

	sides  []cuda.ZoneSide
	points []cuda.ZonePoint
	at     [][3]float64 // the points, on the other side [m]
	sites  []cuda.ZoneSite
	siteAt [][3]float64 // [m]
	places []int32
}

// newFlow has tables without what depends on the grid.
func newFlow(c *sph.Case) *flow {
	f := &flow{Case: c, layout: zones.Sides(c), layers: zones.Layers(&c.Params),
		ball: fullBall(&c.Params)}
	for k := range f.layout {
		s := &f.layout[k]
		row := cuda.ZoneSide{Spacing: s.Spacing, Thickness: s.Thickness(), Fineness: s.Fineness,
			Places: int32(len(f.places)), Coarser: coarser(s, &f.layout[k^1], c.Params.Dim)}
		if s.Inside {
			row.Inside = 1
		}
		for a := range 3 {
			row.Points[a] = int32(s.Points[a])
			for end := range 2 {
				if s.Faces[a][end] {
					row.Faces |= 1 << (2*a + end)
				}
			}
		}
		bits := sph.FinenessBits(s.Fineness)
		row.Info = int32(cuda.InBuffer(bits<<cuda.FinenessInfo, cuda.ZoneBuffers+k))
		f.sides = append(f.sides, row)
		f.addPoints(k)
		closed := f.wallsAtBack(s)
		if c.Zones[k/2].Way.Moves() { // kernels look where it is
			closed = func([3]float64) bool { return false }
		}
		for _, site := range s.Sites(c.Params.Dim) {
			first := site.At // where a particle is half a spacing before the back
			first[site.Axis] += float64(site.Sign) * s.Spacing / 2
			if closed(first) {
				continue
			}
			f.sites = append(f.sites, cuda.ZoneSite{Side: int32(k), Axis: int32(site.Axis),
				Sign: int32(site.Sign), Face: int32(faceOf(s, site.Axis, site.Sign))})
			f.siteAt = append(f.siteAt, site.At)
		}
	}
	return f
}

// coarser is how many particles of the coarser side one of a side is.
func coarser(side, other *zones.Side, dim int) float32 {
	return float32(math.Pow(min(1, other.Fineness/side.Fineness), float64(dim)))
}

// faceOf is the face of the box that a site of a side is behind: low x, high x, low y …
func faceOf(s *zones.Side, axis, sign int) int {
	if s.Inside == (sign > 0) {
		return 2*axis + 1
	}
	return 2 * axis
}

// addPoints adds the points of a side's lattice, x first.
func (f *flow) addPoints(side int) {
	s := &f.layout[side]
	for k := range s.Points[2] {
		for j := range s.Points[1] {
			for i := range s.Points[0] {
				x, needed := s.Point(i, j, k)
				if !needed {
					f.places = append(f.places, -1)
					continue
				}
				f.places = append(f.places, int32(len(f.points)))
				f.points = append(f.points, cuda.ZonePoint{Side: int32(side)})
				f.at = append(f.at, s.Across(x))
			}
		}
	}
}

// onGrid completes the tables.
func (f *flow) onGrid(g *neighbor.Grid) {
	quanta := func(x [3]float64) (q [3]float64) {
		for a := range 3 {
			q[a] = (x[a] - g.Origin[a]) / g.Quantum
		}
		return q
	}
	for k := range f.sides {
		s, row := &f.layout[k], &f.sides[k]
		row.Low, row.High, row.From, row.To = quanta(s.Low), quanta(s.High), quanta(s.From), quanta(s.To)
		row.Origin, row.PerSpacing = quanta(s.Origin), g.Quantum/s.Step
		way := &f.Zones[k/2].Way
		row.Way = cuda.ZoneWay{Least: g.Steps(way.Least), Most: g.Steps(way.Most),
			Row: int32(f.MoverOfZone(k / 2))}
	}
	for i, x := range f.at {
		f.points[i].At = g.Fixed(x)
	}
	for i, x := range f.siteAt {
		f.sites[i].At = g.Fixed(x)
	}
}

// bytes are those of the states in a step.
func (f *flow) bytes() int {
	return len(f.points)*pointBytes + len(f.sites)*columnBytes + len(f.sides)*boxBytes
}

// fullBall is Σ W/W(0) over a lattice around a point between its sites.
func fullBall(p *sph.Params) (sum float64) {
	far := p.Support()
	n := int(far/p.DeltaP) + 1
	eachOf := func(visit func(x float64)) {
		for i := -n; i < n; i++ {
			visit((float64(i) + 0.5) * p.DeltaP)
		}
	}
	eachOf(func(x float64) {
		eachOf(func(z float64) {
			add := func(y float64) {
				if r := math.Sqrt(x*x + y*y + z*z); r < far {
					sum += p.Weight(r) / p.Weight(0)
				}
			}
			if p.Dim == 2 {
				add(0)
			} else {
				eachOf(add)
			}
		})
	})
	return sum
}

// start are the states of points and columns at time 0.
func start(w launch.Control) []byte {
	f := of(w)
	states := f.statesAtPoints()
	columns := make([]cuda.ZoneSiteState, len(f.sites))
	for i := range columns {
		columns[i].Phase = 0.5
	}
	boxes := make([]cuda.ZoneBox, len(f.sides))
	return slices.Concat(sph.BytesOf(states), sph.BytesOf(columns), sph.BytesOf(boxes))
}

// fitRadius is how far from points a fit reaches [m]. What a linear function leaves of curved flow
// is in proportion to its square, and an error of the velocity is one of the pressure, ρ c0 times
// as large; with few particles it is not stable.
func fitRadius(p *sph.Params) float64 { return min(p.Support(), 2.5*p.DeltaP) }
