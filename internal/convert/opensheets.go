package convert

// Meshes of files that have a hole: they are sheets, which become walls of some layers.

import (
	"math"
	"path"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
)

// openFrom is the way around a hole from which on a mesh is a sheet, and no solid with a fault,
// over the diagonal of the box around it. seenMost is of how many triangles the side of fluid is
// found.
const (
	openFrom = 0.25
	seenMost = 64
)

// isOpen reports whether triangles are a sheet, and no solid.
func isOpen(all []geometry.Triangle) bool {
	mesh, err := geometry.NewMesh(all, 0)
	if err != nil {
		return false
	}
	b := mesh.Bounds()
	size := minus(vec(b.Max), vec(b.Min))
	for _, f := range mesh.Faults(0) {
		if f.Kind == geometry.Hole && f.Size > openFrom*math.Sqrt(dot(size, size)) {
			return true
		}
	}
	return false
}

// carries reports whether walls of an mk float or bend, so that they are no sheet.
func (r *reader) carries(mk int) bool { return r.floats[mk] || r.bends[mk] }

// openSheet is an item of the triangles of a file.
func openSheet(file string, all []geometry.Triangle) *item {
	name := path.Base(file)
	i := &item{open: strings.TrimSuffix(name, path.Ext(name)),
		shape: casefile.Shape{STL: &casefile.STL{Corners: cornersOf(all)}}}
	for _, t := range all {
		i.sheets = append(i.sheets, sheet{corners: []vec{t[0], t[1], t[2]}})
	}
	return i
}

// openWall is the wall of such an item: on the side of its triangles without fluid, or on both
// where that is not one side of all.
func (r *reader) openWall(i *item) (casefile.Shape, error) {
	var all []geometry.Triangle
	for k := range i.sheets {
		c := i.sheets[k].corners
		all = append(all, geometry.Triangle{c[0], c[1], c[2]})
	}
	side, thick := r.sheetSide(i), r.layers()*r.dp
	solid, _, err := geometry.Thicken(all, thick, side)
	if err != nil {
		return casefile.Shape{}, err
	}
	stl := &casefile.STL{File: r.meshBeside(all, i.open), Thickness: tidy(thick),
		Corners: cornersOf(solid)}
	if side != geometry.Behind {
		stl.Side = casefile.SheetSides[side]
	}
	return casefile.Shape{STL: stl}, nil
}

// sheetSide is the side of a sheet without fluid.
func (r *reader) sheetSide(i *item) geometry.Side {
	front, back, every := 0.0, 0.0, max(1, len(i.sheets)/seenMost)
	for k := 0; k < len(i.sheets); k += every {
		s := &i.sheets[k]
		normal := areaOf(s.corners)
		switch area := math.Sqrt(dot(normal, normal)); {
		case area == 0:
		case r.wetSide(s, normal) > 0:
			front += area
		case r.wetSide(s, normal) < 0:
			back += area
		}
	}
	switch {
	case front > 4*back:
		return geometry.Behind
	case back > 4*front:
		return geometry.Before
	}
	return geometry.BothSides
}
