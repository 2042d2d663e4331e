package problems

import (
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
)

// thicken makes a solid of an open sheet, where the file gives it a thickness.
func (g *geometrySource) thicken(stl *geometry.STL, s *casefile.STL, path string) error {
	if s.Thickness == 0 {
		return nil
	}
	side := geometry.Side(max(0, slices.Index(casefile.SheetSides, s.Side)))
	solid, turned, err := geometry.Thicken(stl.Triangles, s.Thickness, side)
	if err != nil {
		return g.Errorf(path+".file", "%s: %v", s.File, err)
	}
	if turned {
		g.notes = append(g.notes, s.File+" has triangles that lie the other way than their neighbours; "+
			"they have been turned as the first one")
	}
	stl.Triangles = solid
	return nil
}
