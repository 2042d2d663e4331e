package convert

// Solids of triangles: meshes of files, and figures that no other shape of case files is. They
// become STL files beside the case file.

import (
	"errors"
	"fmt"
	"math"
	"path"
	"strconv"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
)

// load reads the triangles of a mesh, STL or VTK. It is nil where files are not read.
func (r *reader) load(file string) ([]geometry.Triangle, error) {
	if r.Read == nil {
		return nil, nil
	}
	data, err := r.Read(file)
	if err != nil {
		return nil, err
	}
	if strings.EqualFold(path.Ext(file), ".stl") {
		stl, err := geometry.ReadSTL(data)
		if err != nil {
			return nil, err
		}
		return stl.Triangles, nil
	}
	return readVTK(data)
}

// polyhedron is a solid of plane faces, whose corners are moved by a matrix.
func (r *reader) polyhedron(matrix affine, faces [][]vec) (casefile.Shape, error) {
	var all []geometry.Triangle
	for _, face := range faces {
		for _, c := range corners(face) {
			all = append(all, geometry.Triangle{matrix.of(face[c[0]]), matrix.of(face[c[1]]),
				matrix.of(face[c[2]])})
		}
	}
	return r.solid(all, "")
}

// solid writes triangles as an STL file beside the case file, and returns its shape.
func (r *reader) solid(all []geometry.Triangle, of string) (casefile.Shape, error) {
	mesh, err := geometry.NewMesh(all, 0)
	if err != nil {
		return casefile.Shape{}, err
	}
	if !(math.Abs(mesh.Volume()) > 1e-9*math.Pow(r.dp, 3)) {
		return casefile.Shape{}, errors.New("it has no volume")
	}
	file := r.meshBeside(mesh.Triangles(), of)
	return casefile.Shape{STL: &casefile.STL{File: file, Corners: cornersOf(all)}}, nil
}

// meshBeside makes triangles an STL file beside the case file, and returns its name.
func (r *reader) meshBeside(all []geometry.Triangle, of string) string {
	if of == "" {
		of = fmt.Sprint("solid", len(r.files)+1)
	}
	file := fmt.Sprintf("%s-%s.stl", r.Name, of)
	for n := 2; r.files[file] != nil; n++ {
		file = fmt.Sprintf("%s-%s-%d.stl", r.Name, of, n)
	}
	r.files[file] = asSTL(all)
	return file
}

// cornersOf are those of the box around triangles.
func cornersOf(all []geometry.Triangle) *[2][3]float64 {
	e := nowhere()
	for _, t := range all {
		for _, x := range t {
			e = e.with(x)
		}
	}
	return &[2][3]float64{tidied(e.low), tidied(e.high)}
}

// asSTL is a text of triangles.
func asSTL(all []geometry.Triangle) []byte {
	b := []byte("solid\n")
	for _, t := range all {
		b = append(b, "facet normal 0 0 0\nouter loop\n"...)
		for _, x := range t {
			b = append(b, "vertex"...)
			for _, c := range x {
				b = strconv.AppendFloat(append(b, ' '), tidy(c), 'g', 10, 64)
			}
			b = append(b, '\n')
		}
		b = append(b, "endloop\nendfacet\n"...)
	}
	return append(b, "endsolid\n"...)
}

// corners are the triangles of a polygon, by the numbers of its corners: ears are cut off, one
// after the other.
func corners(polygon []vec) (all [][3]int) {
	var left []int
	for k, x := range polygon {
		if x != polygon[(k+1)%len(polygon)] {
			left = append(left, k)
		}
	}
	normal := areaOf(polygon)
	for len(left) > 3 {
		cut := -1
		for k := range left {
			if isEar(polygon, left, k, normal) {
				cut = k
				break
			}
		}
		if cut < 0 { // corners on a line, or a polygon that crosses itself
			cut = 0
		}
		n := len(left)
		all = append(all, [3]int{left[(cut+n-1)%n], left[cut], left[(cut+1)%n]})
		left = append(left[:cut:cut], left[cut+1:]...)
	}
	if len(left) == 3 {
		all = append(all, [3]int{left[0], left[1], left[2]})
	}
	return all
}

// areaOf is twice the area of a polygon, along its normal.
func areaOf(polygon []vec) (sum vec) {
	for k := 1; k+1 < len(polygon); k++ {
		n := cross(minus(polygon[k], polygon[0]), minus(polygon[k+1], polygon[0]))
		for a := range 3 {
			sum[a] += n[a]
		}
	}
	return sum
}

func cross(a, b vec) vec {
	return vec{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// isEar reports whether a triangle at a corner of a polygon is in it and has no other corner in it.
func isEar(polygon []vec, left []int, k int, normal vec) bool {
	n := len(left)
	before, at, after := left[(k+n-1)%n], left[k], left[(k+1)%n]
	turn := func(a, b, c vec) float64 { return dot(cross(minus(b, a), minus(c, a)), normal) }
	a, b, c := polygon[before], polygon[at], polygon[after]
	if turn(a, b, c) <= 0 {
		return false
	}
	for _, other := range left {
		x := polygon[other]
		if other == before || other == at || other == after || x == a || x == b || x == c {
			continue
		}
		if turn(a, b, x) >= 0 && turn(b, c, x) >= 0 && turn(c, a, x) >= 0 {
			return false
		}
	}
	return true
}

// lofted is a solid between two polygons with the same number of corners, which need not be the
// same. A side whose corners are not in a plane is two triangles.
func (r *reader) lofted(matrix affine, first, last []vec) (casefile.Shape, error) {
	n := len(first)
	var faces [][]vec
	for k := range n {
		next := (k + 1) % n
		faces = append(faces, []vec{first[k], first[next], last[next]},
			[]vec{first[k], last[next], last[k]})
	}
	back := make([]vec, n)
	for k := range n {
		back[n-1-k] = first[k]
	}
	return r.polyhedron(matrix, append(faces, back, last))
}
