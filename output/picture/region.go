package picture

import (
	"fmt"

	"gpusph/internal/surface"
	"gpusph/internal/text"
	"gpusph/sph"
)

// Region is the box on the map that a picture shows in place of the domain [m]. A bound that is
// infinite is that of the domain.
type Region struct{ Low, High [3]float64 }

// zoom makes a region what the picture shows. A flow in two dimensions keeps its y.
func (p *Painter) zoom(s *sph.Snapshot, r *Region) error {
	flow := &s.Case.Params
	low, high := vec(flow.PointFromMap(r.Low)), vec(flow.PointFromMap(r.High))
	flat := Flat(s)
	for a := range 3 {
		if flat && a == 1 {
			continue
		}
		low[a], high[a] = max(low[a], p.low[a]), min(high[a], p.high[a])
		if !(low[a] < high[a]) {
			return fmt.Errorf("--region has no part of the domain, which is from %s to %s m along %s; "+
				"use bounds between these", text.Coordinate(flow.Origin[a], p.low[a]),
				text.Coordinate(flow.Origin[a], p.high[a]), "xyz"[a:a+1])
		}
		p.low[a], p.high[a] = low[a], high[a]
	}
	return nil
}

// shown reports whether a point is in the region, if one is asked for.
func (p *Painter) shown(x vec) bool {
	if p.options.Region == nil {
		return true
	}
	slack := 0.02 * p.spacing // of places in 32 bits
	for a := range 3 {
		if x[a] < p.low[a]-slack || x[a] > p.high[a]+slack {
			return false
		}
	}
	return true
}

// shownPart is the part of a surface that is in the region: the triangles and lines whose points
// all are.
func (p *Painter) shownPart(m *surface.Mesh) *surface.Mesh {
	if m == nil || p.options.Region == nil {
		return m
	}
	part := *m
	part.Triangles, part.Lines = nil, nil
	for _, t := range m.Triangles {
		if p.shown(point(m.Points[t[0]])) && p.shown(point(m.Points[t[1]])) &&
			p.shown(point(m.Points[t[2]])) {
			part.Triangles = append(part.Triangles, t)
		}
	}
	for _, l := range m.Lines {
		if p.shown(point(m.Points[l[0]])) && p.shown(point(m.Points[l[1]])) {
			part.Lines = append(part.Lines, l)
		}
	}
	return &part
}
