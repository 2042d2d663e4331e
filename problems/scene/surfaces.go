package scene

import (
	"fmt"
	"math"

	"gpusph/internal/geometry"
	"gpusph/internal/parallel"
	"gpusph/sph"
)

// FillSurfaces gives the wall particles of a case the nearest point of the surface of the walls,
// where the option asks for it. Walls are a shape in space, also in two dimensions. Every wall
// particle gets a surface: one in a corner of a tank, or below a solid, has one that is farther off
// than walls are deep. One that has none within the size of the domain, or that is not in the
// walls, is an error.
func FillSurfaces(c *sph.Case, walls geometry.Shape) error {
	return fillSurfaces(c, func(uint8) geometry.Shape { return walls })
}

// fillSurfaces does the same where bodies may have shapes of their own: those that leave what they
// lie on or beside have faces there.
func fillSurfaces(c *sph.Case, of func(body uint8) geometry.Shape) error {
	p, q := &c.Params, &c.Particles
	if !p.NeedsSurfaces() || q.Count(sph.Wall) == 0 {
		return nil
	}
	shapes := make([]geometry.Shape, len(c.Bodies)+1)
	for body := range shapes {
		shapes[body] = of(uint8(body))
		if p.Dim == 2 && shapes[body] != nil {
			shapes[body] = geometry.Section(shapes[body])
		}
	}
	values := make([]float32, 4*q.Len())
	err := parallel.Each(q.Len(), func(i int) error {
		if q.Type[i] != sph.Wall {
			return nil
		}
		s, err := nearest(shapes[q.Body[i]], q.Position[i], p)
		if err != nil {
			return fmt.Errorf("wall particle %d of problem %s, at %s m, %w", i, c.Name,
				p.Place(q.Position[i]), err)
		}
		for a, n := range s.Normal {
			if math.Abs(n) > rounding { // else it is that of turned shapes; files have no -0
				values[4*i+a] = float32(n)
			}
		}
		values[4*i+3] = float32(max(0, -s.Distance))
		return nil
	})
	if err != nil {
		return err
	}
	if q.Extra == nil {
		q.Extra = map[string][]float32{}
	}
	q.Extra["Surface"] = values
	return nil
}

// rounding is more than the errors of the components of normals.
const rounding = 1e-9

// equallyNear is the difference of the distances of faces that are equally near [spacings]: much
// more than rounding, and much less than what matters.
const equallyNear = 1e-5

// nearest is the surface of walls that is nearest to a place in them. It looks close by first,
// which takes less time.
func nearest(walls geometry.Shape, x [3]float64, p *sph.Params) (geometry.Surface, error) {
	// of the domain
	size := Norm([3]float64{p.Max[0] - p.Min[0], p.Max[1] - p.Min[1], p.Max[2] - p.Min[2]})
	for within := p.DeltaP; ; within *= 2 {
		s, ok := geometry.NearestOfAll(walls, x, within, equallyNear*p.DeltaP)
		switch {
		case ok && s.Distance > max(Tolerance*size, OnSurface*p.DeltaP):
			return s, fmt.Errorf("is %.3g m outside of the walls", s.Distance)
		case ok:
			return s, nil
		case within > size:
			return s, fmt.Errorf("has no surface of the walls within %.3g m", size)
		}
	}
}

// walls are what lies outside of the tank, solids and other shapes. Beyond open sides they go on as
// they are there, and along periodic axes they come again.
func (s *Scene) walls() (geometry.Shape, error) {
	return s.wallsOf(func(string) bool { return true })
}

// AllWalls are the walls of a scene: what lies outside of the tank, solids and other shapes.
func (s *Scene) AllWalls() (geometry.Shape, error) { return s.walls() }

// wallsOf are those of the walls whose force is measured under some names; nil is none.
func (s *Scene) wallsOf(has func(force string) bool) (geometry.Shape, error) {
	whole, endless := s.Whole(), s.Whole()
	for a := range 3 {
		if s.unwalled(a, 0) || s.Periodic[a] {
			endless.Min[a] = math.Inf(-1)
		}
		if s.unwalled(a, 1) || s.Periodic[a] {
			endless.Max[a] = math.Inf(1)
		}
	}
	var inner []geometry.Shape
	for k := range s.widths() {
		for i := range s.Solids {
			if has(s.Solids[i].Force) {
				inner = append(inner, s.image(&s.Solids[i], k).Shape())
			}
		}
	}
	if s.Shaped != nil {
		for _, w := range s.Shaped.Walls {
			if has(w.Force) {
				inner = append(inner, w.Shape)
			}
		}
	}
	if s.Periodic != [3]bool{} && len(inner) > 0 {
		all, err := again(geometry.Union(inner[0], inner[1:]...), whole, s.Periodic)
		if err != nil {
			return nil, err
		}
		inner = all
	}
	if has(s.Force) {
		inner = append([]geometry.Shape{geometry.Complement(endless.Shape())}, inner...)
	}
	if len(inner) == 0 {
		return nil, nil
	}
	return geometry.Union(inner[0], inner[1:]...), nil
}

// again is what a box has of a shape, and the same in the boxes beside it along periodic axes.
func again(shape geometry.Shape, b Box, periodic [3]bool) (all []geometry.Shape, err error) {
	for n := range 27 {
		by, part := [3]float64{}, b
		beside := false
		for a, k := range [3]int{n%3 - 1, n/3%3 - 1, n/9 - 1} {
			if !periodic[a] {
				beside = beside || k != 0
				part.Min[a], part.Max[a] = math.Inf(-1), math.Inf(1)
				continue
			}
			by[a] = float64(k) * b.Size(a)
			part.Min[a], part.Max[a] = b.Min[a]+by[a], b.Max[a]+by[a]
		}
		if beside {
			continue
		}
		moved, err := geometry.Translate(shape, by)
		if err != nil {
			return nil, err
		}
		all = append(all, geometry.Intersection(part.Shape(), moved))
	}
	return all, nil
}

// walls are what lies outside of the box along those axes that are not periodic.
func (f *Filled) walls() geometry.Shape {
	room := f.Box
	for a, periodic := range f.Periodic {
		if periodic {
			room.Min[a], room.Max[a] = math.Inf(-1), math.Inf(1)
		}
	}
	walls := geometry.Complement(room.Shape())
	if f.Block != nil {
		return geometry.Union(walls, f.Block.Box.Shape())
	}
	return walls
}

// image is a solid in the k-th width.
func (s *Scene) image(o *Solid, k int) *Solid {
	const a = WideAxis
	of := *o
	if k%2 == 1 {
		of.Min[a], of.Max[a], of.Turn = s.Tank.Min[a]+s.Tank.Max[a]-o.Max[a], s.Tank.Min[a]+s.Tank.Max[a]-o.Min[a], -o.Turn
	}
	by := float64(k) * s.Tank.Size(int(a))
	of.Min[a], of.Max[a] = of.Min[a]+by, of.Max[a]+by
	return &of
}

// sides are the names of those of a tank, as casefile.Sides.
var sides = [3][2]string{{"xmin", "xmax"}, {"ymin", "ymax"}, {"zmin", "zmax"}}

// Faces are, for each particle of a case, the way of a wall particle to its face [m], and the number
// that a side or a wall has by its name, up to n; 0 is none. Areas are those of faces with the
// numbers from 1 on, in two dimensions for a metre of width [m²].
func (s *Scene) Faces(c *sph.Case, number func(name string) int, n int) (faces []float32,
	areas []float64, err error) {
	q, p := &c.Particles, &c.Params
	shape, err := s.walls()
	if err != nil {
		return nil, nil, err
	}
	if p.Dim == 2 && shape != nil {
		shape = geometry.Section(shape)
	}
	values := make([]float32, 4*q.Len())
	layer := make([]bool, q.Len()) // the first of walls in the tank
	err = parallel.Each(q.Len(), func(i int) error {
		if q.Type[i] != sph.Wall {
			return nil
		}
		way, k, inner, err := s.faceOf(q.Position[i], shape, p, number)
		if err != nil || k == 0 {
			return err
		}
		for a := range way {
			values[4*i+a] = float32(way[a])
		}
		values[4*i+3] = float32(k)
		layer[i] = inner && Norm(way) < p.DeltaP
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	areas = make([]float64, n)
	for i, first := range layer {
		if first {
			areas[int(values[4*i+3])-1] += math.Pow(p.DeltaP, float64(p.Dim-1))
		}
	}
	s.addSideAreas(areas, p, number)
	return values, areas, nil
}

// faceOf is the way of a wall particle to its face [m], and its number. A particle in the corner of
// two sides is that of a side with a number, whose face goes on there.
func (s *Scene) faceOf(x [3]float64, shape geometry.Shape, p *sph.Params,
	number func(name string) int) (way [3]float64, n int, inner bool, err error) {
	deep := math.Inf(1)
	behind := 0
	for _, a := range p.Axes() {
		for end, face := range [2]float64{s.Tank.Min[a], s.Tank.Max[a]} {
			by := face - x[a]
			if s.unwalled(int(a),
				end) || s.Periodic[a] || end == 0 && by <= 0 || end == 1 && by >= 0 {
				continue
			}
			behind++
			if k := number(sides[a][end]); k > 0 && math.Abs(by) < deep*(1-Tolerance) {
				deep, n, way = math.Abs(by), k, [3]float64{}
				way[a] = by
			}
		}
	}
	if behind > 0 {
		return way, n, false, nil
	}
	if n = number(s.wallAt(x, p)); n == 0 {
		return way, n, true, nil
	}
	face, err := nearest(shape, x, p)
	for a := range way {
		way[a] = face.Normal[a] * max(0, -face.Distance)
		if p.Dim == 2 && sph.Axis(a) == sph.PlaneAxis {
			way[a] = 0
		}
	}
	return way, n, true, err
}

// wallAt is the name of the wall that has a place in the tank.
func (s *Scene) wallAt(x [3]float64, p *sph.Params) string {
	for i := range s.Solids {
		if s.Solids[i].Distance(x) <= Tolerance {
			return s.Solids[i].Name
		}
	}
	if s.Shaped == nil || len(s.Shaped.Walls) == 0 {
		return ""
	}
	return s.Shaped.Walls[s.Shaped.Owner(x, OnSurface*p.DeltaP)].Name
}

// addSideAreas adds the areas of the sides, in two dimensions for a metre of width [m²].
func (s *Scene) addSideAreas(areas []float64, p *sph.Params, number func(name string) int) {
	for _, a := range p.Axes() {
		for end := range 2 {
			k := number(sides[a][end])
			if k == 0 || s.unwalled(int(a), end) || s.Periodic[a] {
				continue
			}
			area := 1.0
			for _, b := range p.Axes() {
				if b != a {
					area *= s.Tank.Size(int(b))
				}
			}
			areas[k-1] += area
		}
	}
}

// FluidOf is the path of the fluid that a particle of a filled scene is of; "" is none.
func (s *Scene) FluidOf(i int) string {
	fluid := -1
	for k, n := range s.counts {
		if i >= 0 && i < n {
			fluid = k
		}
		i -= n
	}
	if i >= 0 && i < len(s.buffers) {
		fluid = s.buffers[i].Fluid
	}
	switch {
	case fluid < 0:
		return ""
	case fluid < len(s.Pools):
		return s.Pools[fluid].Path
	}
	return s.Shaped.Fluids[fluid-len(s.Pools)].Path
}

// SiteVolume is the volume of a particle of a side, a wall or a body, on the mean [m³]; in two
// dimensions its area [m²].
func (s *Scene) SiteVolume(name string, p *sph.Params) float64 {
	step := s.lattice(p).step
	for i := range s.Solids {
		if s.Solids[i].Name == name {
			step = latticeOf(s.Solids[i].Box, p).step
		}
	}
	if s.Shaped != nil {
		for i := range s.Shaped.Walls {
			if w := &s.Shaped.Walls[i]; w.Name == name && w.Free != nil {
				of := s.ownLattice(w, p)
				scale := of.frame.Scale()
				for a := range 3 {
					step[a] = of.Step[a] * scale
				}
			}
		}
	}
	volume := 1.0
	for _, a := range p.Axes() {
		volume *= step[a]
	}
	return volume
}
