package convert

// Meshes of VTK's legacy files: polygons and strips of triangles of a PolyData.

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpusph/internal/geometry"
)

// vtk reads a file from its beginning on.
type vtk struct {
	data   []byte
	binary bool
	points []vec
	all    []geometry.Triangle
}

// line is the next line that is not empty; false is the end.
func (v *vtk) line() (string, bool) {
	for len(v.data) > 0 {
		line, rest, _ := bytes.Cut(v.data, []byte("\n"))
		v.data = rest
		if s := strings.TrimSpace(string(line)); s != "" {
			return s, true
		}
	}
	return "", false
}

// readVTK reads the triangles of a file. Polygons are cut into triangles.
func readVTK(data []byte) ([]geometry.Triangle, error) {
	v := &vtk{data: data}
	version, _ := v.line()
	if !strings.HasPrefix(version, "# vtk DataFile Version") {
		return nil, errors.New("it is no legacy file of VTK; save it as one, or as STL")
	}
	if _, rest, is := bytes.Cut(v.data, []byte("\n")); is {
		v.data = rest // the title, which may be empty
	}
	kind, _ := v.line()
	v.binary = strings.EqualFold(kind, "BINARY")
	set, _ := v.line()
	if words := strings.Fields(set); !slices.Equal(words, []string{"DATASET", "POLYDATA"}) {
		return nil, fmt.Errorf("it has a %q, but a mesh is a DATASET POLYDATA; save it as one, or as "+
			"STL", set)
	}
	for {
		line, is := v.line()
		words := strings.Fields(line)
		if !is || len(words) > 0 && (words[0] == "POINT_DATA" || words[0] == "CELL_DATA") {
			break
		}
		if err := v.section(words); err != nil {
			return nil, fmt.Errorf("%s: %w", words[0], err)
		}
	}
	if len(v.all) == 0 {
		return nil, errors.New("it has no polygons, so it is no solid")
	}
	return v.all, nil
}

// section reads points or cells.
func (v *vtk) section(words []string) error {
	if len(words) < 3 {
		return errors.New("it is not known here; save the mesh as STL")
	}
	count, err := strconv.Atoi(words[1])
	if err != nil || count < 0 || count > len(v.data) {
		return fmt.Errorf("%q is no number of them", words[1])
	}
	if words[0] == "POINTS" {
		x, err := v.numbers(3*count, words[2])
		for k := 0; k+2 < len(x); k += 3 {
			v.points = append(v.points, vec{x[k], x[k+1], x[k+2]})
		}
		return err
	}
	size, err := strconv.Atoi(words[2])
	if err != nil || size < 0 || size > len(v.data) {
		return fmt.Errorf("%q is no number of values", words[2])
	}
	x, err := v.numbers(size, "int")
	if err != nil {
		return err
	}
	switch words[0] {
	case "POLYGONS", "TRIANGLE_STRIPS":
		return v.cells(x, words[0] == "TRIANGLE_STRIPS")
	case "VERTICES", "LINES":
		return nil
	}
	return errors.New("it is not known here; save the mesh as STL")
}

// cells takes polygons or strips, each the number of its corners and then these.
func (v *vtk) cells(x []float64, strips bool) error {
	for len(x) > 0 {
		n := int(x[0])
		if n < 1 || n >= len(x) {
			return errors.New("a polygon has more corners than there are values; files of version " +
				"5.1 and later are not read: save the mesh as version 4.2, or as STL")
		}
		face := make([]vec, n)
		for k := range n {
			at := int(x[1+k])
			if at < 0 || at >= len(v.points) {
				return fmt.Errorf("there is no point %d", at)
			}
			face[k] = v.points[at]
		}
		x = x[1+n:]
		if !strips {
			for _, c := range corners(face) {
				v.add(face[c[0]], face[c[1]], face[c[2]])
			}
			continue
		}
		for k := 0; k+2 < n; k++ { // every second one goes the other way
			v.add(face[k], face[k+1+k%2], face[k+2-k%2])
		}
	}
	return nil
}

func (v *vtk) add(a, b, c vec) {
	v.all = append(v.all, geometry.Triangle{a, b, c})
}

// numbers reads n of a type: words of a text, or binary with the highest byte first.
func (v *vtk) numbers(n int, kind string) ([]float64, error) {
	all := make([]float64, 0, n)
	if !v.binary {
		for range n {
			v.data = bytes.TrimLeft(v.data, " \t\r\n")
			end := bytes.IndexAny(v.data, " \t\r\n")
			if end < 0 {
				end = len(v.data)
			}
			x, err := strconv.ParseFloat(string(v.data[:end]), 64)
			if err != nil {
				return nil, fmt.Errorf("%q is no number", v.data[:min(end, 20)])
			}
			all, v.data = append(all, x), v.data[end:]
		}
		return all, nil
	}
	size := map[string]int{"float": 4, "int": 4, "double": 8}[kind]
	if size == 0 || len(v.data) < n*size {
		return nil, fmt.Errorf("it has not %d numbers of type %s", n, kind)
	}
	for k := range n {
		b := v.data[k*size:]
		switch kind {
		case "float":
			all = append(all, float64(math.Float32frombits(binary.BigEndian.Uint32(b))))
		case "int":
			all = append(all, float64(int32(binary.BigEndian.Uint32(b))))
		default:
			all = append(all, math.Float64frombits(binary.BigEndian.Uint64(b)))
		}
	}
	v.data = v.data[n*size:]
	return all, nil
}
