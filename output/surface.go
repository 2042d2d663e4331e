package output

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"

	"gpusph/internal/surface"
	"gpusph/internal/text"
	"gpusph/sph"
)

// SurfaceFormats are the formats of surfaces, by the ends of their files' names.
var SurfaceFormats = []string{"vtp", "ply", "obj"}

// WriteSurface writes the surface of the fluid of a snapshot in one of SurfaceFormats. field and
// unit are of the values at its points, if it has any.
func WriteSurface(w io.Writer, format string, s *sph.Snapshot, m *surface.Mesh, field,
	unit string) error {
	switch format {
	case "vtp":
		return writeSurfaceVTP(w, s, m, field, unit)
	case "ply":
		return writePLY(w, s, m, field)
	case "obj":
		return writeOBJ(w, s, m)
	}
	return fmt.Errorf("there is no format %q of surfaces", format)
}

// writeSurfaceVTP writes triangles or lines as VTK XML PolyData.
func writeSurfaceVTP(w io.Writer, s *sph.Snapshot, m *surface.Mesh, field, unit string) error {
	p := polyData{field: func(x *bytes.Buffer) { writeFieldData(x, s) }, cells: "Polys",
		count: len(m.Triangles)}
	p.values = []column{
		placesColumn(s, m.Points),
		newColumn("Normal", "", float32Kind, m.Normals, vector, "nx", "ny", "nz"),
	}
	if len(m.Values) > 0 {
		p.values = append(p.values, newColumn(field, unit, float32Kind, m.Values, scalar, "value"))
	}
	corners := 3
	p.of[0] = newColumn("connectivity", "", int32Kind, m.Triangles,
		func(to []byte, t [3]int32) []byte {
			return appendInts(to, t[:]...)
		}, "a", "b", "c")
	if len(m.Lines) > 0 {
		p.cells, p.count, corners = "Lines", len(m.Lines), 2
		p.of[0] = newColumn("connectivity", "", int32Kind, m.Lines, func(to []byte, l [2]int32) []byte {
			return appendInts(to, l[:]...)
		}, "a", "b")
	}
	ends := make([]int32, p.count)
	for i := range ends {
		ends[i] = int32(corners * (i + 1))
	}
	p.of[1] = newColumn("offsets", "", int32Kind, ends,
		func(to []byte, i int32) []byte { return appendInts(to, i) }, "offsets")
	p.of[0] = p.of[0].flat()
	return p.write(w)
}

func appendInts(to []byte, all ...int32) []byte {
	for _, i := range all {
		to = binary.LittleEndian.AppendUint32(to, uint32(i))
	}
	return to
}

// flat is the column with one component, that has as many values as this one has components.
func (c column) flat() column {
	n := len(c.components)
	write := c.write
	c.components, c.count = c.components[:1], n*c.count
	c.write = func(to []byte, from, until int) []byte {
		first := len(to)
		to = write(to, from/n, (until+n-1)/n)
		return append(to[:first], to[first+from%n*c.kind.bytes:][:(until-from)*c.kind.bytes]...)
	}
	return c
}

// writePLY writes a surface as PLY 1.0, binary and little-endian, with normals and the field's
// values.
func writePLY(w io.Writer, s *sph.Snapshot, m *surface.Mesh, field string) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "ply\nformat binary_little_endian 1.0\ncomment %s\ncomment time %s s\nelement "+
		"vertex %d\n", text.Printable(s.Case.Name), number(s.Time), len(m.Points))
	places := placesColumn(s, m.Points)
	for _, name := range places.components {
		fmt.Fprintf(b, "property %s %s\n", map[int]string{4: "float", 8: "double"}[places.kind.bytes],
			name)
	}
	for _, name := range []string{"nx", "ny", "nz"} {
		fmt.Fprintf(b, "property float %s\n", name)
	}
	if len(m.Values) > 0 {
		fmt.Fprintf(b, "property float %s\n", field)
	}
	if len(m.Lines) > 0 {
		fmt.Fprintf(b, "element edge %d\nproperty int vertex1\nproperty int vertex2\nend_header\n",
			len(m.Lines))
	} else {
		fmt.Fprintf(b, "element face %d\nproperty list uchar int vertex_indices\nend_header\n",
			len(m.Triangles))
	}
	var row []byte
	for i := range m.Points {
		row = vector(places.write(row[:0], i, i+1), m.Normals[i])
		if len(m.Values) > 0 {
			row = scalar(row, m.Values[i])
		}
		b.Write(row)
	}
	for _, t := range m.Triangles {
		b.Write(appendInts(append(row[:0], 3), t[:]...))
	}
	for _, l := range m.Lines {
		b.Write(appendInts(row[:0], l[:]...))
	}
	return b.Flush()
}

// writeOBJ writes a surface as Wavefront OBJ, with normals. It has no place for values.
func writeOBJ(w io.Writer, s *sph.Snapshot, m *surface.Mesh) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "# %s, %s s\n", text.Printable(s.Case.Name), number(s.Time))
	var row []byte
	rows := func(begin string, all column) {
		var numbers []byte
		for i := range all.count {
			row, numbers = append(row[:0], begin...), all.write(numbers[:0], i, i+1)
			for at := 0; at < len(numbers); at += all.kind.bytes {
				row = all.kind.text(append(row, ' '), numbers[at:])
			}
			b.Write(append(row, '\n'))
		}
	}
	rows("v", placesColumn(s, m.Points))
	rows("vn", newColumn("Normal", "", float32Kind, m.Normals, vector, "nx", "ny", "nz"))
	for _, t := range m.Triangles {
		row = append(row[:0], 'f')
		for _, i := range t {
			n := strconv.AppendInt(append(row, ' '), int64(i)+1, 10)
			row = strconv.AppendInt(append(n, "//"...), int64(i)+1, 10)
		}
		b.Write(append(row, '\n'))
	}
	for _, l := range m.Lines {
		fmt.Fprintf(b, "l %d %d\n", l[0]+1, l[1]+1)
	}
	return b.Flush()
}
