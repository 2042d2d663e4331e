package zones

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/problems/reading"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// compose makes a flow with zones of the same scene at several spacings: of each the particles
// where it is simulated.
func compose(f reading.File, deltaP float64, setup reading.Setup) (*sph.Case, error) {
	tables := Tables(f.File())
	c, err := setup(deltaP, 1)
	if err != nil || len(tables) == 0 {
		return c, err
	}
	if err := place(f, c, tables); err != nil {
		return nil, err
	}
	coarse := c.Particles
	all := merged{Case: c, ids: make([]int, coarse.Len())}
	c.Particles = sph.Particles{Extra: map[string][]float32{}}
	all.take(c, &coarse, 0)
	fine := map[float64]*sph.Case{}
	for k := range c.Zones {
		z := &c.Zones[k]
		if fine[z.Fineness] == nil {
			if fine[z.Fineness], err = setup(deltaP, z.Fineness); err != nil {
				return nil, fmt.Errorf("the zone %q: %w", z.Name, err)
			}
		}
		of := fine[z.Fineness]
		all.take(of, &of.Particles, k+1)
	}
	all.note()
	return c, nil
}

// placeIn tells a scene where its flow is finer.
func placeIn(f reading.File, s *scene.Scene, p *sph.Params) error {
	tables, axes := Tables(f.File()), p.Axes()
	if len(tables) == 0 {
		return nil
	}
	s.Fineness = func(x [3]float64) float64 {
		finest := 1.0
		for i := range tables {
			if t := &tables[i]; t.Finer > finest && t.holds(axes, x) {
				finest = t.Finer
			}
		}
		return finest
	}
	return nil
}

// holds reports whether a point is in the box of a table, at the beginning.
func (t *Table) holds(axes []sph.Axis, x [3]float64) bool {
	return !slices.ContainsFunc(axes, func(a sph.Axis) bool {
		return x[a] < t.Min[a] || x[a] > t.Max[a]
	})
}

// place gives a case the zones of its file, and each a box beside the domain.
func place(f reading.File, c *sph.Case, tables []Table) error {
	p := &c.Params
	p.SplitAxis = splitAxis(c)
	next := p.Max[p.SplitAxis] + gap(p)
	for _, i := range coarsestFirst(tables) {
		path := fmt.Sprintf("%s.%d", key, i)
		z, err := tables[i].zone(f, c, path)
		if err != nil {
			return err
		}
		if z.Way, err = tables[i].way(f, c, &z, path); err != nil {
			return err
		}
		if err := apart(f, c, &z, path); err != nil {
			return err
		}
		next = simulate(c, &z, next)
		c.Zones = append(c.Zones, z)
		p.Further.Fineness = max(p.Further.Fineness, z.Fineness)
	}
	c.Give(Name, true)
	return nil
}

// coarsestFirst are the places of tables, so that a zone comes after those that may hold it.
func coarsestFirst(tables []Table) (order []int) {
	for i := range tables {
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(tables[i].Finer, tables[j].Finer)
	})
	return order
}

// holder is the finest of the zones of a case that hold the box of a table, from 1 on; 0 is the
// flow.
func (t *Table) holder(c *sph.Case) (zone int) {
	for k := range c.Zones {
		if z := &c.Zones[k]; z.Fineness < t.Finer && z.Holds(t.Min) && z.Holds(t.Max) {
			zone = k + 1
		}
	}
	return zone
}

// apart refuses a zone that is nearer to the surface of another one than the coarser particles at
// both need.
func apart(f reading.File, c *sph.Case, z *sph.Zone, path string) error {
	need := float64(Layers(&c.Params)) * c.Params.DeltaP / c.FinenessAround(z)
	for k := range c.Zones {
		other, z := &c.Zones[k], z
		if !z.Way.Moves() || z.Within != k+1 || !other.Way.Moves() { // else they move together
			widest, others := z.Widest(), other.Widest()
			z, other = &widest, &others
		}
		inside, outside := true, false
		for a := range 3 {
			low, high := z.Min[a]-need*(1-1e-9), z.Max[a]+need*(1-1e-9)
			inside = inside && !(other.Faces[a][0] && low < other.Min[a]) &&
				!(other.Faces[a][1] && high > other.Max[a])
			outside = outside || low > other.Max[a] || high < other.Min[a]
		}
		if outside || inside && z.Fineness > other.Fineness {
			continue
		}
		return f.File().Errorf(path+".min", "the zones %q and %q must lie %s m apart, or the finer "+
			"one so far within the other", other.Name, z.Name, text.Number(text.Three(need, math.Ceil)))
	}
	return nil
}

// zone is that of a table at a path, on the lattice of the coarser particles.
func (t *Table) zone(f reading.File, c *sph.Case, path string) (sph.Zone, error) {
	p, tank := &c.Params, f.Scene().Tank
	z := sph.Zone{Name: t.Name, Fineness: t.Finer, Within: t.holder(c)}
	origin, edge := f.Scene().OnOneLattice(p).Lattice(p)
	for a := range 3 {
		edge[a] /= c.FinenessAround(&z)
	}
	for a := range 3 {
		if p.Dim == 2 && sph.Axis(a) == sph.PlaneAxis {
			z.Min[a], z.Max[a] = p.Min[a], p.Max[a]
			continue
		}
		low, high := max(t.Min[a], tank.Min[a]), min(t.Max[a], tank.Max[a])
		if !(high > low) {
			return z, f.File().Errorf(path+".min", "the zone %q is not in the domain: along %s it "+
				"reaches from %s to %s m, but the domain from %s to %s m", t.Name, casefile.Axes[a],
				text.Number(t.Min[a]), text.Number(t.Max[a]), text.Number(tank.Min[a]),
				text.Number(tank.Max[a]))
		}
		z.Min[a] = origin[a] + math.Round((low-origin[a])/edge[a])*edge[a]
		z.Max[a] = origin[a] + math.Round((high-origin[a])/edge[a])*edge[a]
		z.Faces[a] = [2]bool{z.Min[a] > tank.Min[a]+edge[a]/2, z.Max[a] < tank.Max[a]-edge[a]/2}
		least := float64(2*Layers(p)+2) * p.DeltaP / c.FinenessAround(&z)
		if size := z.Max[a] - z.Min[a]; size < least*(1-1e-9) {
			return z, f.File().Errorf(path+".max", "the zone %q is %s m long along %s, but the coarser "+
				"particles within it need %s m; make it larger, or take a finer spacing", t.Name,
				text.Number(size), casefile.Axes[a], text.Number(text.Three(least, math.Ceil)))
		}
	}
	if z.Faces == ([3][2]bool{}) {
		return z, f.File().Errorf(path+".min", "the zone %q holds the whole domain; take a finer "+
			"spacing instead", t.Name)
	}
	return z, nil
}

// splitAxis is the longest axis of a case across gravity.
func splitAxis(c *sph.Case) sph.Axis {
	p := &c.Params
	longest, size := p.SplitAxis, 0.0
	for _, a := range p.Axes() {
		if l := p.Max[a] - p.Min[a]; p.Gravity[a] == 0 && l > size {
			longest, size = a, l
		}
	}
	return longest
}

// gap is how far apart what is simulated beside each other is, so that no list reaches across [m].
func gap(p *sph.Params) float64 { return 4 * p.ListRadius() }

// simulate gives a zone its box beside the domain, from a coordinate along the split axis on, and
// returns that from which on there is room again.
func simulate(c *sph.Case, z *sph.Zone, from float64) (next float64) {
	p := &c.Params
	split := int(p.SplitAxis)
	for a := range 3 {
		fixed := p.Min[a]
		z.Shift[a] = fixed * (1 - z.Fineness)
	}
	if p.Dim == 2 { // particles stay in the plane y = 0
		z.Shift[sph.PlaneAxis] = 0
	}
	around := float64(Layers(p))*p.DeltaP + p.Support() + 2*p.DeltaP
	z.Shift[split] = from + around - z.Fineness*(z.Min[split]+z.Way.Least[split])
	widest := z.Widest()
	low, high := z.Simulated(widest.Min), z.Simulated(widest.Max)
	for a := range 3 {
		z.From[a], z.To[a] = low[a]-around, high[a]+around
	}
	makeRoom(c, z)
	if a := sph.PlaneAxis; p.Dim == 2 {
		z.From[a], z.To[a] = p.Min[a], p.Max[a]
	}
	return z.To[split] + gap(p)
}

// merged is a case that gets the particles of several.
type merged struct {
	*sph.Case
	ids []int // of the flow's own particles, 1 + where they are now; 0 where they are not
}

// take takes the particles of a case that a zone simulates, 0 being the flow.
func (m *merged) take(from *sph.Case, q *sph.Particles, zone int) {
	to, sides := &m.Particles, Sides(m.Case)
	var own *sph.Zone
	if zone > 0 {
		own = &m.Zones[zone-1]
	}
	behind := m.Params.Support() + m.Params.DeltaP // of walls beyond buffers
	places, ways := make([]int, q.Len()), from.Swept()
	for i, x := range q.Position {
		if own != nil {
			x = own.Simulated(x)
		}
		margin := 0.0
		if q.Type[i] == sph.Wall {
			margin = behind
		}
		if b := q.Body[i]; b > 0 && q.Type[i] == sph.Wall && from.Bodies[b-1].Moves() {
			low, high := whereComes(from, ways, b, q.Position[i])
			if own != nil && !feels(&m.Params, own, low, high) {
				continue
			}
			m.addImage(m.body(from, b), zone)
		} else if !simulates(sides, own, x, margin, q.Type[i]) {
			continue
		}
		at := to.Len()
		places[i] = at + 1
		to.Add(x, q.Type[i], m.body(from, q.Body[i]))
		to.Velocity[at], to.RelDensity[at] = q.Velocity[i], q.RelDensity[i]
		if q.Material != nil {
			to.Material = append(to.Material, q.Material[i])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(q.Extra)) {
		values := q.Extra[name]
		width := len(values) / q.Len()
		for i, at := range places {
			if at > 0 {
				to.Extra[name] = append(to.Extra[name], values[width*i:width*(i+1)]...)
			}
		}
	}
	loads := from.Loads
	if zone == 0 {
		m.Loads = nil
	}
	for _, l := range loads {
		if at := places[l.ID]; at > 0 {
			l.ID = uint32(at - 1)
			l.First, l.Second = m.body(from, l.First), m.body(from, l.Second)
			m.Loads = append(m.Loads, l)
		}
	}
}

// addImage notes that a body has walls in a zone, 0 being the flow.
func (m *merged) addImage(body uint8, zone int) {
	image := sph.Image{Body: int(body), Zone: zone}
	if zone > 0 && !slices.Contains(m.Images, image) {
		m.Images = append(m.Images, image)
	}
}

// body is the number of a body of another case with the same scene.
func (m *merged) body(from *sph.Case, of uint8) uint8 {
	if of == 0 || from == m.Case {
		return of
	}
	name := from.Bodies[of-1].Name
	k := slices.IndexFunc(m.Bodies, func(b sph.Body) bool { return b.Name == name })
	return uint8(k + 1)
}

// simulates reports whether a place is simulated in a zone, or beyond the backs of its buffers by
// less than a margin. Walls are wherever a zone that moves may come.
func simulates(sides []Side, own *sph.Zone, x [3]float64, margin float64, t sph.Type) bool {
	for k := range sides {
		s := &sides[k]
		if s.of != own {
			continue
		}
		depth := s.Depth(x)
		if t == sph.Wall && s.way.Moves() {
			depth = s.leastDepth(x)
		}
		if depth > s.Thickness()*(1+1e-9)+margin {
			return false
		}
	}
	return true
}

// note tells the log of zones.
func (m *merged) note() {
	p := &m.Params
	counts := make([][2]int, len(m.Zones)+1)
	for i, x := range m.Particles.Position {
		counts[m.ZoneAt(x)][m.Particles.Type[i]]++
	}
	m.Notes = append(m.Notes, fmt.Sprintf("%s of fluid and %s of walls around zones",
		text.Count(counts[0][sph.Fluid], "particle"), text.Count(counts[0][sph.Wall], "particle")))
	fluid := 0
	for _, of := range counts {
		fluid += of[sph.Fluid]
	}
	everywhere := m.FluidMass() / p.Mass * math.Pow(p.Finest(), float64(p.Dim))
	m.Notes = append(m.Notes, fmt.Sprintf("%s of fluid with zones and their buffers; without, with a "+
		"spacing of %s m everywhere, %s in as many steps: %.2g times as many",
		text.Count(fluid, "particle"), text.Number(p.DeltaP/p.Finest()),
		text.Count(int(everywhere), "particle"), everywhere/float64(fluid)))
	for k := range m.Zones {
		z := &m.Zones[k]
		m.Notes = append(m.Notes, fmt.Sprintf("the zone %q has a spacing of %s m: %s of fluid, %d of "+
			"walls", z.Name, text.Number(p.DeltaP/z.Fineness),
			text.Count(counts[k+1][sph.Fluid], "particle"), counts[k+1][sph.Wall]))
	}
}
