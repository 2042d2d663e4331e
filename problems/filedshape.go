package problems

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
	"gpusph/internal/text"
)

// geometrySource makes the shapes of a case file, and reads the files that it names.
type geometrySource struct {
	*casefile.Case
	meshes map[string]*geometry.Mesh // by file and unit
	files  []string
	notes  []string
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
	if f := s.Scale; f != nil {
		by := [3]float64{}
		switch len(f) {
		case 1:
			by = [3]float64{f[0], f[0], f[0]}
		case 3:
			by = [3]float64{f[0], f[1], f[2]}
		default:
			return nil, g.Errorf(path+".scale", "%s has %d numbers, but must have one or three", g.Label(path+".scale"), len(f))
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
		shape, err = geometry.NewBox(s.Box.Min, s.Box.Max)
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
		if axis < 0 {
			return nil, "prism", g.Errorf(path+".prism.along", "%s is %q, but must be x, y or z", g.Label(path+".prism.along"), s.Prism.Along)
		}
		shape, err = geometry.NewPrism(s.Prism.Outline, axis, s.Prism.From, s.Prism.To)
		return shape, "prism", err
	case s.Revolved != nil:
		shape, err = geometry.NewRevolved(s.Revolved.From, s.Revolved.Axis, s.Revolved.Profile)
		return shape, "revolved", err
	case s.HeightMap != nil:
		shape, err = g.heightMap(s.HeightMap, path+".height-map.file")
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
		if len(list.of) < 2 {
			return nil, list.key, fmt.Errorf("it has %s, but needs two at least", text.Count(len(list.of), "shape"))
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

// read reads a file that a key names.
func (g *geometrySource) read(name, path string) ([]byte, error) {
	data, err := os.ReadFile(g.Path(name))
	if err != nil {
		return nil, g.Errorf(path, "%s cannot be read: %v", g.Label(path), err)
	}
	if !slices.Contains(g.files, name) {
		g.files = append(g.files, name)
	}
	return data, nil
}

// grid is a height map's, without cells that lack a height.
func (g *geometrySource) grid(name, path string) (*geometry.Grid, error) {
	data, err := g.read(name, path)
	if err != nil {
		return nil, err
	}
	grid, err := geometry.ReadGrid(data)
	if err != nil {
		return nil, g.Errorf(path, "%s: %v", name, err)
	}
	if grid.Missing > 0 {
		return nil, g.Errorf(path, "%s has %s without a height; a grid with all heights would do", name, text.Count(grid.Missing, "cell"))
	}
	return grid, nil
}

func (g *geometrySource) heightMap(h *casefile.HeightMap, path string) (geometry.Shape, error) {
	grid, err := g.grid(h.File, path)
	if err != nil {
		return nil, err
	}
	base := min(g.Domain.Min[2], slices.Min(grid.Heights)) - 1
	if h.Base != nil {
		base = *h.Base
	}
	return geometry.NewHeightMap(grid, base)
}

// lengths are units that STL files may have [m].
var lengths = []struct {
	unit   string
	metres float64
}{{"m", 1}, {"cm", 0.01}, {"mm", 0.001}, {"in", 0.0254}, {"ft", 0.3048}}

// mesh is that of an STL file, without what would make a wall of holes.
func (g *geometrySource) mesh(s *casefile.STL, path string) (geometry.Shape, error) {
	scale := 1.0
	if s.Unit != "" {
		i := slices.IndexFunc(lengths, func(l struct {
			unit   string
			metres float64
		}) bool {
			return l.unit == s.Unit
		})
		if i < 0 {
			return nil, g.Errorf(path+".unit", "%s is %q, but must be m, cm, mm, in or ft", g.Label(path+".unit"), s.Unit)
		}
		scale = lengths[i].metres
	}
	data, err := g.read(s.File, path+".file")
	if err != nil {
		return nil, err
	}
	stl, err := geometry.ReadSTL(data)
	if err != nil {
		return nil, g.Errorf(path+".file", "%s: %v", s.File, err)
	}
	for i := range stl.Triangles {
		for k := range 3 {
			for a := range 3 {
				stl.Triangles[i][k][a] *= scale
			}
		}
	}
	mesh, err := geometry.NewMesh(stl.Triangles, 0)
	if err != nil {
		return nil, g.Errorf(path+".file", "%s: %v", s.File, err)
	}
	for _, note := range stl.Notes {
		g.notes = append(g.notes, s.File+": "+note)
	}
	if mesh.Flipped {
		g.notes = append(g.notes, s.File+" is inside out; its triangles have been turned")
	}
	var shape geometry.Shape = mesh
	for _, fault := range mesh.Faults(0) {
		switch fault.Kind {
		case geometry.Hole, geometry.Inverted:
			return nil, g.Errorf(path+".file", "%s: %s", s.File, fault.Text)
		case geometry.Crossing:
			if shape, err = mesh.United(); err != nil {
				return nil, g.Errorf(path+".file", "%s: %s, and %v", s.File, fault.Text, err)
			}
			fallthrough
		default:
			g.notes = append(g.notes, s.File+": "+fault.Text)
		}
	}
	return shape, nil
}

// unitHint is a unit that an STL file may have been meant in, as the end of an error.
func (g *geometrySource) unitHint(s *casefile.Shape, tank box) string {
	if s.STL == nil {
		return ""
	}
	return fmt.Sprintf("; is %s in another unit? unit = \"mm\" would say so", s.STL.File)
}
