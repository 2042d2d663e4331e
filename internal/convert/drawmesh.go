package convert

// Commands that draw the meshes of files.

import (
	"fmt"
	"math"
	"path"
	"path/filepath"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
)

// drawMesh takes a mesh, which is scaled, turned about x, y and z, and moved.
func (r *reader) drawMesh(e *element) (*item, error) {
	file := strings.ReplaceAll(e.value("file"), `\`, "/")
	if file == "" || strings.Contains(file, "[") {
		return nil, fmt.Errorf("its file is %q, and variables of text are not there", file)
	}
	factor, m, err := r.meshPlace(e)
	if err != nil {
		return nil, err
	}
	all, err := r.load(file)
	m = r.toPlane().after(r.painter.matrix).after(m)
	whole := m.after(scaled(factor))
	for k := range all {
		for c := range 3 {
			all[k][c] = whole.of(all[k][c])
		}
	}
	filled := yes(e.value("autofill"))
	if err == nil && r.painter.stuff == bound && !filled && !r.carries(r.painter.mk) && isOpen(all) {
		r.near(e, "the mesh has a hole, so its triangles become a wall of %g spacings on their side "+
			"without fluid", r.layers())
		return openSheet(file, all), nil
	}
	if r.painter.mode == "face" && !filled {
		r.near(e, "only its faces are drawn; here all that is in the mesh is solid, so the wall of a "+
			"tank must have an inner and an outer face")
	}
	if e.name == "drawfilestl" { // the command notes where the file is missing
		s, err := r.meshFile(file, factor, m, all)
		if err == nil || all == nil {
			return &item{shape: s, mesh: all}, err
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	name := path.Base(file)
	s, err := r.solid(all, strings.TrimSuffix(name, path.Ext(name)))
	return &item{shape: s, mesh: all}, err
}

// asNamed is a file of the definition as the case names it.
func (r *reader) asNamed(file string) string {
	if path.IsAbs(file) {
		return file
	}
	return filepath.ToSlash(filepath.Join(r.dir, file))
}

// meshFile is the shape of an STL file that is scaled and then moved, with the triangles that it
// has then. Small lengths are those of a unit.
func (r *reader) meshFile(file string, factor vec, m affine,
	all []geometry.Triangle) (casefile.Shape, error) {
	stl := &casefile.STL{File: r.asNamed(file)}
	back := m.after(scaled(factor))
	for unit, length := range map[string]float64{"mm": 0.001, "cm": 0.01} {
		if similar(factor) && math.Abs(factor[0]/length-1) < 1e-9 {
			stl.Unit, back = unit, m
		}
	}
	s, err := back.place(casefile.Shape{STL: stl})
	if inverse, is := back.inverse(); err == nil && is && all != nil {
		e := nowhere()
		for _, t := range all {
			for _, x := range t {
				e = e.with(inverse.of(x))
			}
		}
		stl.Corners = &[2][3]float64{tidied(e.low), tidied(e.high)}
	}
	return s, err
}

// meshPlace is how a mesh is scaled first, and turned and moved then.
func (r *reader) meshPlace(e *element) (factor vec, m affine, err error) {
	factor, m = vec{1, 1, 1}, identity
	for _, c := range e.children {
		switch c.name {
		case "drawscale":
			n, err := r.scale(c)
			if err != nil {
				return factor, m, err
			}
			for a := range 3 {
				factor[a] *= n.linear[a][a]
			}
		case "drawrotate", "drawmove":
		default:
			r.near(c, "a mesh is taken as it is")
		}
	}
	if c := e.child("drawrotate"); c != nil {
		if m, err = r.angles(c); err != nil {
			return factor, m, err
		}
	}
	if c := e.child("drawmove"); c != nil {
		by, err := r.point(c)
		if err != nil {
			return factor, m, err
		}
		m = moved(by).after(m)
	}
	return factor, m, nil
}
