package problems

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
	"gpusph/internal/input"
	"gpusph/internal/text"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// geometrySource makes the shapes of a case file, and reads the files that it names.
type geometrySource struct {
	*casefile.Case
	files []string
	notes []string
	holes []hole
	kept  *keptMeshes // nil keeps none
}

// shape is the one of a table at a path.
func (g *geometrySource) shape(s *casefile.Shape, path string) (geometry.Shape, error) {
	shape, key, err := g.plain(s, path)
	if err != nil {
		var at *casefile.Error
		if errors.As(err, &at) {
			return nil, err
		}
		return nil, g.Errorf(path+"."+key, "%s: %v", g.Label(path+"."+key), err)
	}
	return g.moved(shape, s, path)
}

// moved is a shape as a table at a path scales, turns and shifts it.
func (g *geometrySource) moved(shape geometry.Shape, s *casefile.Shape, path string) (geometry.Shape, error) {
	var err error
	if f := s.Scale; f != nil {
		by := [3]float64{}
		for a := range 3 {
			by[a] = f[a%len(f)] // one, or three
		}
		if shape, err = geometry.Scale(shape, by); err != nil {
			return nil, g.Errorf(path+".scale", "%s: %v", g.Label(path+".scale"), err)
		}
	}
	if r := s.Rotate; r != nil {
		var about [3]float64
		if r.About != nil {
			about = *r.About
		}
		if shape, err = geometry.Rotate(shape, r.Axis, r.Angle*math.Pi/180, about); err != nil {
			return nil, g.Errorf(path+".rotate", "%s: %v", g.Label(path+".rotate"), err)
		}
	}
	if t := s.Translate; t != nil {
		if shape, err = geometry.Translate(shape, *t); err != nil {
			return nil, g.Errorf(path+".translate", "%s: %v", g.Label(path+".translate"), err)
		}
	}
	return shape, nil
}

// plain is a shape before it is moved, and the key that says which.
func (g *geometrySource) plain(s *casefile.Shape, path string) (shape geometry.Shape, key string, err error) {
	switch {
	case s.Box != nil:
		b := scene.Box{Min: s.Box.Min, Max: s.Box.Max}
		if g.Dimension == 2 {
			b = unflattened(b)
		}
		shape, err = geometry.NewBox(b.Min, b.Max)
		return shape, "box", err
	case s.Sphere != nil:
		shape, err = geometry.NewSphere(s.Sphere.Centre, s.Sphere.Radius)
		return shape, "sphere", err
	case s.Cylinder != nil:
		shape, err = geometry.NewCylinder(s.Cylinder.From, s.Cylinder.To, s.Cylinder.Radius)
		return shape, "cylinder", err
	case s.Cone != nil:
		shape, err = geometry.NewCone(s.Cone.From, s.Cone.To, s.Cone.Radii[0], s.Cone.Radii[1])
		return shape, "cone", err
	case s.Plane != nil:
		shape, err = geometry.NewPlane(s.Plane.Point, s.Plane.Normal)
		return shape, "plane", err
	case s.Prism != nil:
		axis := slices.Index(casefile.Axes, s.Prism.Along)
		shape, err = geometry.NewPrism(s.Prism.Outline, axis, s.Prism.From, s.Prism.To)
		return shape, "prism", err
	case s.Revolved != nil:
		shape, err = geometry.NewRevolved(s.Revolved.From, s.Revolved.Axis, s.Revolved.Profile)
		return shape, "revolved", err
	case s.HeightMap != nil:
		shape, err = g.heightMap(s, path+".height-map.file")
		return shape, "height-map", err
	case s.STL != nil:
		shape, err = g.mesh(s.STL, path+".stl")
		return shape, "stl", err
	}
	for _, list := range []struct {
		key  string
		of   []casefile.Shape
		join func(geometry.Shape, ...geometry.Shape) geometry.Shape
	}{{"union", s.Union, geometry.Union}, {"difference", s.Difference, geometry.Difference}, {"intersection", s.Intersection, geometry.Intersection}} {
		if list.of == nil {
			continue
		}
		var all []geometry.Shape
		for i := range list.of {
			one, err := g.shape(&list.of[i], fmt.Sprintf("%s.%s.%d", path, list.key, i))
			if err != nil {
				return nil, list.key, err
			}
			all = append(all, one)
		}
		return list.join(all[0], all[1:]...), list.key, nil
	}
	return nil, "", fmt.Errorf("there is no shape")
}

// unflattened is a box of a flow in two dimensions, in which those without extent along y may be
// given, too: they get some, small beside the others.
func unflattened(b scene.Box) scene.Box {
	const a, thin = int(sph.PlaneAxis), 1e-3
	b.Min[a], b.Max[a] = min(b.Min[a], b.Max[a]), max(b.Min[a], b.Max[a])
	if least := thin * min(b.Size(0), b.Size(2)); b.Size(a) < least {
		b.Min[a], b.Max[a] = b.Min[a]-least/2, b.Max[a]+least/2
	}
	return b
}

// read reads a file that a key names.
func (g *geometrySource) read(name, path string) ([]byte, error) {
	file := g.Path(name)
	data, err := input.Read(file, input.Most)
	at, failed := os.Stat(file)
	switch {
	case name == "":
		return nil, g.Errorf(path, "%s is empty, but must name a file", g.Label(path))
	case errors.Is(err, os.ErrNotExist):
		return nil, g.Errorf(path, "%s is %q, but there is no such file; names are relative to the case file", g.Label(path), name)
	case failed == nil && at.IsDir():
		return nil, g.Errorf(path, "%s is %q, but that is a directory; use a file in it", g.Label(path), name)
	case err != nil:
		return nil, g.Errorf(path, "%s cannot be read: %v", g.Label(path), err)
	}
	if !slices.Contains(g.files, name) {
		g.files = append(g.files, name)
	}
	return data, nil
}

// grid is a height map's, moved by an offset [m]. Cells that lack a height get one that is given,
// or that of a cell near them: then Filled notes them.
func (g *geometrySource) grid(name, path string, offset [3]float64, noData *float64) (*geometry.Grid, error) {
	data, err := g.read(name, path)
	if err != nil {
		return nil, err
	}
	grid, err := geometry.ReadGrid(data)
	if err != nil {
		return nil, g.Errorf(path, "%s: %v", name, err)
	}
	grid.X, grid.Y = text.Sum(grid.X, offset[0]), text.Sum(grid.Y, offset[1])
	for i, h := range grid.Heights {
		if !math.IsNaN(h) {
			grid.Heights[i] = text.Sum(h, offset[2])
		}
	}
	switch {
	case grid.Missing == 0:
	case noData != nil:
		grid.FillMissing(*noData)
	case !grid.FillFromNear():
		return nil, g.Errorf(path, "%s has no cell with a height", name)
	}
	return grid, nil
}

func (g *geometrySource) heightMap(s *casefile.Shape, path string) (geometry.Shape, error) {
	h := s.HeightMap
	grid, err := g.grid(h.File, path, h.Offset, h.NoData)
	if err != nil {
		return nil, err
	}
	fluid := strings.HasPrefix(path, "fluid.")
	become := "they are walls up to the top of the domain"
	if fluid {
		become = "the fluid does not begin there"
	}
	g.noteNoData(h.File, grid, h.Offset, become)
	g.addHoles(s, path, grid)
	// Beyond the domain the ground goes on, so far that no wall particle sees where it ends, at
	// other spacings neither.
	far := usualReach * g.Spacing
	for a := range g.Domain.Max {
		far = max(far, (g.Domain.Max[a]-g.Domain.Min[a])/4)
	}
	base := min(g.Domain.Min[2], slices.Min(grid.Heights)) - max(1, far)
	if h.Base != nil {
		base = *h.Base
	}
	if fluid {
		openNoData(grid, base)
	} else {
		g.closeNoData(s, grid, far)
	}
	if s.Scale == nil && s.Rotate == nil && base < slices.Min(grid.Heights) {
		by := [3]float64{}
		if s.Translate != nil {
			by = *s.Translate
		}
		var cells [2][2]int
		ends := [2][2]float64{{grid.X, grid.X + float64(grid.Columns)*grid.Cell[0]}, {grid.Y, grid.Y + float64(grid.Rows)*grid.Cell[1]}}
		for a := range cells {
			if ends[a][0]+by[a] >= g.Domain.Max[a] || ends[a][1]+by[a] <= g.Domain.Min[a] {
				continue // it is elsewhere, which is told
			}
			more := int(min(math.Ceil(far/grid.Cell[a]), mostPadding))
			if ends[a][0]+by[a] <= g.Domain.Min[a]+grid.Cell[a]/2 {
				cells[a][0] = more
			}
			if ends[a][1]+by[a] >= g.Domain.Max[a]-grid.Cell[a]/2 {
				cells[a][1] = more
			}
		}
		grid = padded(grid, cells)
	}
	return geometry.NewHeightMap(grid, base)
}

// usualReach is more spacings than walls are deep, and mostPadding how many cells a height map gets
// at a side at most.
const (
	usualReach  = 8
	mostPadding = 200
)

// padded is a grid with a given number of cells more along x and y, at both ends. They are as high
// as those that they are beside.
func padded(g *geometry.Grid, cells [2][2]int) *geometry.Grid {
	p := &geometry.Grid{
		Columns: g.Columns + cells[0][0] + cells[0][1], Rows: g.Rows + cells[1][0] + cells[1][1],
		X: g.X - float64(cells[0][0])*g.Cell[0], Y: g.Y - float64(cells[1][0])*g.Cell[1], Cell: g.Cell,
	}
	for row := range p.Rows {
		for column := range p.Columns {
			p.Heights = append(p.Heights, g.At(min(max(column-cells[0][0], 0), g.Columns-1), min(max(row-cells[1][0], 0), g.Rows-1)))
		}
	}
	return p
}

// lengths are casefile.LengthUnits [m].
var lengths = []float64{1, 0.01, 0.001, 0.0254, 0.3048}

// mesh is that of an STL file, without what would make a wall of holes.
func (g *geometrySource) mesh(s *casefile.STL, path string) (geometry.Shape, error) {
	scale := 1.0
	if s.Unit != "" {
		i := slices.Index(casefile.LengthUnits, s.Unit)
		scale = lengths[i]
	}
	data, err := g.read(s.File, path+".file")
	if err != nil {
		return nil, err
	}
	key := meshKey{sha256.Sum256(data), scale, g.Spacing, s.Thickness, s.Side, s.Offset}
	if m, ok := g.kept.find(key); ok {
		g.notes = append(g.notes, m.notes...)
		return m.shape, nil
	}
	before := len(g.notes)
	shape, err := g.solid(s, path, data, scale)
	if err == nil {
		g.kept.keep(key, keptMesh{shape, slices.Clone(g.notes[before:])})
	}
	return shape, err
}

// solid is the same of the data of the file.
func (g *geometrySource) solid(s *casefile.STL, path string, data []byte,
	scale float64) (geometry.Shape, error) {
	stl, err := geometry.ReadSTL(data)
	if err != nil {
		return nil, g.Errorf(path+".file", "%s: %v", s.File, err)
	}
	if err := g.checkResolution(stl, scale); err != nil {
		return nil, g.Errorf(path+".file", "%s: %v", s.File, err)
	}
	for i := range stl.Triangles {
		for k := range 3 {
			for a := range 3 {
				stl.Triangles[i][k][a] = text.Sum(stl.Triangles[i][k][a]*scale, s.Offset[a])
			}
		}
	}
	if err := g.thicken(stl, s, path); err != nil {
		return nil, err
	}
	mesh, err := geometry.NewMesh(stl.Triangles, 0)
	if err != nil {
		return nil, g.Errorf(path+".file", "%s: %v", s.File, err)
	}
	if s.Offset != [3]float64{} {
		mesh.Tell = scene.Origin{-s.Offset[0], -s.Offset[1], -s.Offset[2]}.Point
	}
	if bounds := mesh.Bounds(); mesh.Volume() < 1e-9*math.Pow(max(bounds.Max[0]-bounds.Min[0], bounds.Max[1]-bounds.Min[1], bounds.Max[2]-bounds.Min[2]), 3) {
		return nil, g.Errorf(path+".file", "%s: the mesh goes around no volume, but must be closed and solid; thickness = 0.05 "+
			"makes a wall of an open sheet%s", s.File, also(stl.Notes))
	}
	for _, note := range stl.Notes {
		g.notes = append(g.notes, s.File+": "+note)
	}
	if mesh.Flipped {
		g.notes = append(g.notes, s.File+" is inside out; its triangles have been turned")
	}
	shape, err := mesh.Solid()
	if err != nil {
		return nil, g.Errorf(path+".file", "%s: %v", s.File, err)
	}
	for _, fault := range mesh.Faults(0) {
		switch fault.Kind {
		case geometry.Hole, geometry.Inverted:
			return nil, g.Errorf(path+".file", "%s: %s%s", s.File, fault.Text, also(stl.Notes))
		default:
			g.notes = append(g.notes, s.File+": "+fault.Text)
		}
	}
	return shape, nil
}

// finestNeeded is how well a mesh must be resolved [spacings].
const finestNeeded = 1e-2

// checkResolution refuses binary files of meshes that lie so far from the origin, for their size,
// that their numbers of 24 bits are too coarse.
func (g *geometrySource) checkResolution(stl *geometry.STL, scale float64) error {
	if !stl.Binary {
		return nil
	}
	far, size := 0.0, 0.0
	for a := range 3 {
		low, high := math.Inf(1), math.Inf(-1)
		for _, t := range stl.Triangles {
			low, high = min(low, t[0][a], t[1][a], t[2][a]), max(high, t[0][a], t[1][a], t[2][a])
		}
		far, size = max(far, -low, high), max(size, high-low)
	}
	_, exponent := math.Frexp(far)
	unit := math.Ldexp(scale, exponent-24) // of float32 there [m]
	if far <= 2*size || unit <= finestNeeded*g.Spacing {
		return nil
	}
	return fmt.Errorf("the mesh lies up to %s m from the origin, where the numbers of binary STL files are multiples of %s m; "+
		"an ASCII STL file, or a mesh in coordinates of its own and translate in the case file, keeps its shape",
		text.Number(far*scale), text.Number(unit))
}

// also are notes at the end of an error.
func also(notes []string) string {
	if len(notes) == 0 {
		return ""
	}
	return "; besides, " + strings.Join(notes, "; ")
}

// unitHint is a unit that an STL file may have been meant in, as the end of an error.
func (g *geometrySource) unitHint(s *casefile.Shape, path string) string {
	if s.STL == nil || s.STL.Unit != "" || g.Given(path+".translate") {
		return ""
	}
	return fmt.Sprintf("; is %s in another unit? Then write unit = \"mm\"", s.STL.File)
}

// smallHint is that of a mesh that is smaller than a hundredth of the domain, as the end of an
// error.
func (g *geometrySource) smallHint(s *casefile.Shape, b geometry.Box, tank scene.Box) string {
	if s.STL == nil || s.STL.Unit == "" || b.Max[0]-b.Min[0] > 0.01*tank.Size(0) || b.Max[2]-b.Min[2] > 0.01*tank.Size(2) {
		return ""
	}
	return fmt.Sprintf("; is %s in metres? Then remove unit = %q", s.STL.File, s.STL.Unit)
}
