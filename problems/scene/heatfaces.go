package scene

import (
	"math"

	"gpusph/internal/geometry"
	"gpusph/sph"
)

// sides are the names of those of a tank, as casefile.Sides.
var sides = [3][2]string{{"xmin", "xmax"}, {"ymin", "ymax"}, {"zmin", "zmax"}}

// FillHeatFaces gives the wall particles of a case the way to their face [m], and the number of
// their heat wall, which follows from the name of a side or of a wall; 0 is none. It gives heat walls
// their areas.
func (s *Scene) FillHeatFaces(c *sph.Case, number func(name string) int) error {
	q, p := &c.Particles, &c.Params
	shape, err := s.walls()
	if err != nil {
		return err
	}
	if p.Dim == 2 && shape != nil {
		shape = geometry.Section(shape)
	}
	values := make([]float32, 4*q.Len())
	layer := make([]bool, q.Len()) // the first of walls in the tank
	err = inParallel(q.Len(), func(i int) error {
		if q.Type[i] != sph.Wall {
			return nil
		}
		way, n, inner, err := s.heatFace(q.Position[i], shape, p, number)
		if err != nil || n == 0 {
			return err
		}
		for a := range way {
			values[4*i+a] = float32(way[a])
		}
		values[4*i+3] = float32(n)
		layer[i] = inner && Norm(way) < p.DeltaP
		return nil
	})
	if err != nil {
		return err
	}
	for i, first := range layer {
		if first {
			c.Heat.Walls[int(values[4*i+3])-1].Area += math.Pow(p.DeltaP, float64(p.Dim-1))
		}
	}
	s.addSideAreas(c.Heat, p, number)
	if q.Extra == nil {
		q.Extra = map[string][]float32{}
	}
	q.Extra[sph.Fields[sph.HeatFaceField].Name] = values
	return nil
}

// heatFace is the way of a wall particle to its face [m], and its heat wall. A particle in the
// corner of two sides is that of a side with a heat wall, whose face goes on there: what is insulated
// beside it mirrors it.
func (s *Scene) heatFace(x [3]float64, shape geometry.Shape, p *sph.Params,
	number func(name string) int) (way [3]float64, n int, inner bool, err error) {
	deep := math.Inf(1)
	behind := 0
	for _, a := range p.Axes() {
		for end, face := range [2]float64{s.Tank.Min[a], s.Tank.Max[a]} {
			by := face - x[a]
			if s.unwalled(int(a), end) || s.Periodic[a] || end == 0 && by <= 0 || end == 1 && by >= 0 {
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
func (s *Scene) addSideAreas(h *sph.Heat, p *sph.Params, number func(name string) int) {
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
			h.Walls[k-1].Area += area
		}
	}
}

// FluidOf is the path of the fluid that a particle of a filled scene is of; "" is none.
func (s *Scene) FluidOf(i int) string {
	for k, n := range s.counts {
		if i < n {
			if k < len(s.Pools) {
				return s.Pools[k].Path
			}
			return s.Shaped.Fluids[k-len(s.Pools)].Path
		}
		i -= n
	}
	return ""
}
