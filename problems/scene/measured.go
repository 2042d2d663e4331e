package scene

import (
	"math"

	"gpusph/internal/geometry"
	"gpusph/internal/parallel"
	"gpusph/sph"
)

// Sensor is a probe on a face, which has the normal into the fluid. It reads half a spacing before
// the face.
func Sensor(c *sph.Case, name string, at, normal [3]float64) sph.Probe {
	return sph.Probe{Name: name, Position: at, Normal: normal, Distance: sph.SensorDistance * c.Params.DeltaP}
}

// findGround says between which heights the gauges of a case have no walls: from the ground to what
// is over it, those next to the height that it looks from if it has one. Where the domain is open
// below, the lowest wall is the ground. A gauge that is in a wall from below to the top has none.
func (s *Scene) findGround(c *sph.Case, walls geometry.Shape) {
	whole := s.Whole()
	for i := range c.Gauges {
		g := &c.Gauges[i]
		from := [3]float64{g.X, g.Y}
		for a := range 2 { // a line along a side is in the tank
			inside := 1e-6 * whole.Size(a)
			from[a] = max(whole.Min[a]+inside, min(from[a], whole.Max[a]-inside))
		}
		ground, ceiling := math.Inf(-1), math.Inf(1)
		for _, in := range walls.Along(from, [3]float64{0, 0, 1}, nil) {
			above := in.Low > ground+c.Params.DeltaP/2 // narrower gaps have no particle
			over := !math.IsInf(ground, -1)
			if g.From != 0 || g.To != 0 {
				over = in.Low >= g.From
			}
			if above && over {
				ceiling = in.Low
				break
			}
			ground = in.High
		}
		if g.To != 0 || g.From != 0 {
			ceiling = min(ceiling, g.To)
		}
		if !math.IsInf(ground, 1) {
			g.Ground, g.Ceiling = ground, ceiling
		}
	}
}

// Forces on bodies are sums over pairs of a fluid and a wall particle. In a corner, as where a gate
// stands on the floor, the wall particles behind both surfaces belong to one of them, but what they
// do is the load of both: without them the force on a gate is some 3 % too low at 20 spacings, and
// it converges with the spacing only. So the force between fluid and such a particle is split along
// the normals of the two surfaces (sph.Load). The sum of all forces stays the reaction to what
// walls do to the fluid. At a right angle the parts are exact for water at rest on even surfaces.
//
// Bodies that move are left out, since their corners do not last: they carry what their own
// particles do.

// bodySurface is all the walls of one body.
type bodySurface struct {
	body  uint8 // 0 is all walls without a name
	shape geometry.Shape
}

// nearlyParallel is the cosine from which on two surfaces make no corner.
const nearlyParallel = 0.9

// fillLoads finds the wall particles in corners between two bodies. The shape is that of all walls.
func (s *Scene) fillLoads(c *sph.Case, walls geometry.Shape) error {
	if len(c.Bodies) == 0 {
		return nil
	}
	all, err := s.bodySurfaces(c)
	if err != nil || len(all) < 2 {
		return err
	}
	p, q := &c.Params, &c.Particles
	if p.Dim == 2 {
		walls = geometry.Section(walls)
		for i := range all {
			all[i].shape = geometry.Section(all[i].shape)
		}
	}
	loads := make([]sph.Load, q.Len())
	err = parallel.Each(q.Len(), func(i int) error {
		firstWidth := q.Position[i][WideAxis] < s.Tank.Max[WideAxis]+p.Support() || s.Images == 0
		if q.Type[i] == sph.Wall && firstWidth && (q.Body[i] == 0 || !c.Bodies[q.Body[i]-1].Moves()) {
			loads[i] = loadOf(walls, all, q.Position[i], q.Body[i], p)
			loads[i].ID = uint32(i)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i := range loads {
		if l := &loads[i]; l.First != l.Second {
			c.Loads = append(c.Loads, *l)
		}
	}
	return nil
}

// loadOf is the load of a wall particle of a body at a place. First and second are the same where
// its own body carries all that it does.
func loadOf(walls geometry.Shape, all []bodySurface, x [3]float64, own uint8, p *sph.Params) sph.Load {
	none := sph.Load{First: own, Second: own}
	near := false
	for i := range all {
		b := all[i].shape.Bounds()
		near = near || all[i].body > 0 && (Box{Min: b.Min, Max: b.Max}).Distance(x) < p.Support()
	}
	if !near {
		return none
	}
	at, ok := walls.Nearest(x, p.Support())
	if !ok {
		return none
	}
	// A point just before the surface is closest to the surfaces that meet there.
	step := 1e-3 * p.DeltaP
	before := x
	for a, n := range at.Normal {
		before[a] += (step - at.Distance) * n
	}
	var first, second *bodySurface
	var normals [2]geometry.Vec
	least := math.Inf(1)
	for i := range all {
		b := &all[i]
		to, ok := b.shape.Nearest(before, (1+1e-6)*step)
		if !ok || to.Distance <= 0 {
			continue
		}
		better := to.Distance < least*(1-1e-6)
		if first == nil || b.body == own || better && first.body != own {
			first, second, normals = b, first, [2]geometry.Vec{to.Normal, normals[0]}
			least = to.Distance
		} else if second == nil {
			second, normals[1] = b, to.Normal
		}
	}
	switch {
	case first == nil:
		return none
	case second == nil:
		if first.body == own {
			return none
		}
		return sph.Load{First: first.body, Second: 0}
	case second.body > 0 && first.body == 0: // a body with a name has the rest, as it may be curved
		first, second, normals = second, first, [2]geometry.Vec{normals[1], normals[0]}
	}
	m, n := normals[0], normals[1]
	cosine := m[0]*n[0] + m[1]*n[1] + m[2]*n[2]
	if math.Abs(cosine) > nearlyParallel {
		return none
	}
	load := sph.Load{First: first.body, Second: second.body}
	for a := range 3 { // adding 0 makes 0 of -0
		load.Normal[a] = float32(n[a]) + 0
		load.Dual[a] = float32((n[a]-cosine*m[a])/(1-cosine*cosine)) + 0
	}
	return load
}

// bodySurfaces are the walls of each body that stands still, and those without a name.
func (s *Scene) bodySurfaces(c *sph.Case) (all []bodySurface, err error) {
	for body := range len(c.Bodies) + 1 {
		name := ""
		if body > 0 {
			if name = c.Bodies[body-1].Name; c.Bodies[body-1].Moves() {
				continue
			}
		}
		shape, err := s.wallsOf(func(force string) bool { return force == name })
		if err != nil {
			return nil, err
		}
		if shape != nil {
			all = append(all, bodySurface{uint8(body), shape})
		}
	}
	return all, nil
}
