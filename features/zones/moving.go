package zones

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/problems/reading"
	"gpusph/sph"
	"gpusph/sph/motion"
)

// way is how the box of a table's zone moves.
func (t *Table) way(f reading.File, c *sph.Case, z *sph.Zone, path string) (w sph.ZoneWay,
	err error) {
	switch {
	case len(t.ways()) == 0:
	case t.Follows != "":
		err = t.follow(f, c, &w, path)
	default:
		w.Path, err = t.rigid(f, path)
	}
	if err != nil {
		return w, err
	}
	if around := c.Around(z); around != nil && around.Way.Moves() {
		if !t.movesWith(f, around) {
			return w, f.File().Errorf(path, "the zone %q is within the zone %q, which moves; let "+
				"both move alike", t.Name, around.Name)
		}
		return around.Way, nil
	}
	if w.Moves() {
		err = t.limit(f, c, z, &w, path)
	}
	return w, err
}

// movesWith reports whether the table says the same of its way as that of another zone.
func (t *Table) movesWith(f reading.File, other *sph.Zone) bool {
	for _, o := range Tables(f.File()) {
		if o.Name == other.Name {
			return t.Follows == o.Follows && t.Path == o.Path && slices.Equal(t.Times, o.Times) &&
				slices.Equal(t.Displacements, o.Displacements)
		}
	}
	return false
}

// follow finds the body.
func (t *Table) follow(f reading.File, c *sph.Case, w *sph.ZoneWay, path string) error {
	var names []string
	for i := range c.Bodies {
		if b := &c.Bodies[i]; b.Moves() && !b.Bends {
			names = append(names, b.Name)
			if b.Name == t.Follows {
				w.Body = i + 1
			}
		}
	}
	switch {
	case w.Body > 0:
		return nil
	case len(names) == 0:
		return f.File().Errorf(path+".follows", "the zone %q follows %q, but nothing moves; "+
			"leave it out", t.Name, t.Follows)
	}
	return f.File().Errorf(path+".follows", "the zone %q follows %q, but what moves is %s%s", t.Name,
		t.Follows, text.And(names), text.Meant(t.Follows, names))
}

// rigid is the path of the table.
func (t *Table) rigid(f reading.File, path string) (r motion.Rigid, err error) {
	m := motion.Table{Times: t.Times, Displacements: t.Displacements}
	if t.Path != "" {
		path += ".path"
		data, err := f.Content(t.Path, path)
		if err != nil {
			return r, err
		}
		if m, err = reading.Displacements(string(data)); err != nil {
			return r, f.File().Errorf(path, "%s: %v", t.Path, err)
		}
	}
	if err := m.Check(); err != nil {
		return r, f.File().Errorf(path, "the motion of the zone %q %v", t.Name, err)
	}
	if m.Displacements[0] != ([3]float64{}) {
		return r, f.File().Errorf(path, "the zone %q is displaced at first; begin with 0, 0, 0 and set "+
			"min and max", t.Name)
	}
	return m.Rigid(), nil
}

// limit sets how far the box may go: along an axis of which it has both sides, and no nearer to
// those of the domain than buffers need.
func (t *Table) limit(f reading.File, c *sph.Case, z *sph.Zone, w *sph.ZoneWay, path string) error {
	p, tank := &c.Params, f.Scene().Tank
	need := float64(Layers(p)) * p.DeltaP / c.FinenessAround(z)
	goes := [2][3]float64{}
	if w.Body == 0 {
		goes[0], goes[1] = w.Path.Extent(c.End)
	} else if b := &c.Bodies[w.Body-1]; b.Free == nil {
		goes[0], goes[1] = c.Swept()[w.Body-1](b.Pivot())
	} else {
		inf := math.Inf(1)
		goes = [2][3]float64{{-inf, -inf, -inf}, {inf, inf, inf}}
	}
	for a := range 3 {
		if !z.Faces[a][0] || !z.Faces[a][1] || p.Dim == 2 && sph.Axis(a) == sph.PlaneAxis {
			continue
		}
		room := [2]float64{min(0, tank.Min[a]+need-z.Min[a]), max(0, tank.Max[a]-need-z.Max[a])}
		w.Least[a], w.Most[a] = max(goes[0][a], room[0]), min(goes[1][a], room[1])
		if w.Body == 0 && (goes[0][a] < room[0]-p.DeltaP || goes[1][a] > room[1]+p.DeltaP) {
			return f.File().Errorf(path, "the zone %q comes nearer than %s m to a side of the domain along "+
				"%s: it may move between %s and %s m", t.Name, text.Number(need), casefile.Axes[a],
				text.Number(room[0]), text.Number(room[1]))
		}
	}
	if w.Least == w.Most {
		return f.File().Errorf(path, "the zone %q cannot move: along each axis along which it would, a "+
			"side of it is one of the domain, or the room is less than %s m; make the zone smaller", t.Name,
			text.Number(need))
	}
	c.Notes = append(c.Notes, fmt.Sprintf("the zone %q moves between (%s) and (%s) m from where it "+
		"is at first", t.Name, shown(w.Least), shown(w.Most)))
	return nil
}

func shown(x [3]float64) string {
	return text.Number(x[0]) + ", " + text.Number(x[1]) + ", " + text.Number(x[2])
}

// makeRoom widens where a zone is simulated, so that the walls that may come to it have room there,
// and shifts what is simulated, so that it begins where it did.
func makeRoom(c *sph.Case, z *sph.Zone) {
	p := &c.Params
	from, ways := z.From, c.Swept()
	for i, x := range c.Particles.Position {
		if !c.BodyMoves(i) {
			continue
		}
		low, high := whereComes(c, ways, c.Particles.Body[i], x)
		if !feels(p, z, low, high) {
			continue
		}
		least, most := z.Simulated(low), z.Simulated(high)
		for a := range 3 {
			z.From[a] = min(z.From[a], least[a]-p.DeltaP)
			z.To[a] = max(z.To[a], most[a]+p.DeltaP)
		}
	}
	split := p.SplitAxis
	by := from[split] - z.From[split]
	z.Shift[split] += by
	z.From[split] += by
	z.To[split] += by
}

// whereComes is between where a particle of a body comes [m], from the displacements of bodies.
func whereComes(c *sph.Case, ways []func(x [3]float64) (low, high [3]float64), body uint8,
	x [3]float64) (low, high [3]float64) {
	if c.Bodies[body-1].Free != nil {
		return c.Params.Min, c.Params.Max
	}
	low, high = ways[body-1](x)
	for a := range 3 {
		low[a], high[a] = x[a]+low[a], x[a]+high[a]
	}
	return low, high
}

// feels reports whether a wall between two corners comes to a zone, wherever its box is, or so near
// that the buffer feels it.
func feels(p *sph.Params, z *sph.Zone, low, high [3]float64) bool {
	reach := (float64(Layers(p)+1)*p.DeltaP + p.Support()) / z.Fineness
	for a := range 3 {
		low[a] -= reach
		high[a] += reach
	}
	widest := z.Widest()
	return widest.Overlaps(low, high)
}
