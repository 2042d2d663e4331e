package geometry

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode/utf16"
)

// cubeSTL is a binary file of a cube, and its ASCII form.
func cubeSTL(t testing.TB) (data []byte, ascii string) {
	m := must[*Mesh](t)(Tessellate(Box{Vec{}, Vec{1, 1, 1}}, 1))
	var w bytes.Buffer
	if err := m.WriteSTL(&w); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	text.WriteString("solid cube\n")
	for _, t := range m.Triangles() {
		text.WriteString("  facet normal 0 0 0\n    outer loop\n")
		for _, p := range t {
			fmt.Fprintf(&text, "      vertex %g %g %g\n", p[0], p[1], p[2])
		}
		text.WriteString("    endloop\n  endfacet\n")
	}
	text.WriteString("endsolid cube\n")
	return w.Bytes(), text.String()
}

// utf16Of is a text in UTF-16, least byte first, with its mark.
func utf16Of(text string) (data []byte) {
	for _, unit := range utf16.Encode([]rune("\ufeff" + text)) {
		data = binary.LittleEndian.AppendUint16(data, unit)
	}
	return data
}

// Files as programs write them, right and wrong.
func TestReadSTL(t *testing.T) {
	data, ascii := cubeSTL(t)
	changed := func(change func(d []byte) []byte) []byte { return change(bytes.Clone(data)) }
	count := func(d []byte, n uint32) []byte { binary.LittleEndian.PutUint32(d[80:], n); return d }
	for _, c := range []struct {
		name      string
		data      []byte
		triangles int
		dropped   int
		note      string // what a note has
		err       string // what the error has
	}{
		{"binary", data, 12, 0, "", ""},
		{"ASCII", []byte(ascii), 12, 0, "", ""},
		{"ASCII in capitals, with carriage returns",
			[]byte(strings.ToUpper(strings.ReplaceAll(ascii, "\n", "\r\n"))), 12, 0, "", ""},
		{"ASCII with a byte order mark", []byte("\ufeff" + ascii), 12, 0, "", ""},
		{"ASCII with a byte order mark and carriage returns",
			[]byte("\ufeff" + strings.ReplaceAll(ascii, "\n", "\r\n")), 12, 0, "", ""},
		{"ASCII in UTF-16", utf16Of(ascii), 12, 0, "", ""},
		{"binary that begins like UTF-16",
			changed(func(d []byte) []byte { copy(d, "\xff\xfe"); return d }), 12, 0, "", ""},
		{"decimal commas", []byte(strings.Replace(ascii, "vertex 1 ", "vertex 1,5 ", 1)), 0, 0, "",
			"the decimal point is a point"},
		{"binary that begins with solid",
			changed(func(d []byte) []byte { copy(d, "solid cube"); return d }), 12, 0, "", ""},
		{"binary, solid, with bytes behind",
			changed(func(d []byte) []byte { copy(d, "solid cube"); return append(d, 1, 2, 3) }), 12, 0,
			"3 bytes follow", ""},
		{"a count of 0", changed(func(d []byte) []byte { return count(d, 0) }), 12, 0,
			"tells of no triangles", ""},
		{"a count of 4 billion", changed(func(d []byte) []byte { return count(d, math.MaxUint32) }), 12,
			0, "only 12", ""},
		{"a count too small", changed(func(d []byte) []byte { return count(d, 5) }), 5, 0, "tells of 5",
			""},
		{"cut off", data[:len(data)-60], 10, 0, "only 10", ""},
		{"NaN", changed(func(d []byte) []byte { copy(d[84+12:], []byte{0, 0, 0xc0, 0x7f}); return d }),
			11, 1, "no numbers", ""},
		{"infinite in ASCII", []byte(strings.Replace(ascii, "vertex 1 ", "vertex 1e999 ", 1)), 11, 1,
			"no numbers", ""},
		{"cut off ASCII", []byte(ascii[:strings.LastIndex(ascii, "vertex")]), 11, 0, "not finished", ""},
		{"a word for a number", []byte(strings.Replace(ascii, "vertex 1 ", "vertex one ", 1)), 0, 0, "",
			"no number"},
		{"four coordinates", []byte(strings.Replace(ascii, "vertex 1 ", "vertex 1 2 ", 1)), 0, 0, "",
			"4 coordinates"},
		{"two vertices", []byte(strings.Replace(ascii, "vertex 1 ", "endloop ", 1)), 0, 0, "",
			"2 vertices"},
		{"four vertices", []byte(strings.Replace(ascii, "endloop", "vertex 1 2 3", 1)), 0, 0, "",
			"not one of the three"},
		{"other text", []byte("solid of facets\nhello"), 0, 0, "", "hello"},
		{"empty", nil, 0, 0, "", "0 bytes"},
		{"a header alone", data[:84], 0, 0, "", "no triangles"},
	} {
		s, err := ReadSTL(c.data)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: error %v, want one with %q", c.name, err, c.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if len(s.Triangles) != c.triangles || s.Dropped != c.dropped {
			t.Errorf("%s: %d triangles, %d dropped; want %d, %d", c.name, len(s.Triangles), s.Dropped,
				c.triangles, c.dropped)
		}
		if notes := strings.Join(s.Notes, "; "); !strings.Contains(notes, c.note) ||
			(c.note == "") != (notes == "") {
			t.Errorf("%s: notes %q, want %q", c.name, notes, c.note)
		}
		if c.triangles == 12 && c.note == "" {
			if m := must[*Mesh](t)(NewMesh(s.Triangles, 0)); m.Volume() != 1 || len(m.points) != 8 {
				t.Errorf("%s: volume %g, %d points", c.name, m.Volume(), len(m.points))
			}
		}
	}
}

// Any bytes are read or refused, in memory of their own size, and what is read is a mesh or is
// refused.
func FuzzSTL(f *testing.F) {
	data, ascii := cubeSTL(f)
	f.Add(data)
	f.Add([]byte(ascii))
	f.Add(data[:200])
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := ReadSTL(data)
		if err != nil {
			return
		}
		if len(s.Triangles) > len(data)/14 {
			t.Fatalf("%d triangles from %d bytes", len(s.Triangles), len(data))
		}
		m, err := NewMesh(s.Triangles, 0)
		if err != nil {
			return
		}
		x := m.Bounds().Min
		m.Nearest(x, math.Inf(1))
		m.Inside(x)
		m.Along(x, Vec{0, 0, 1}, nil)
		m.Faults(0.1 * m.size)
		m.Solid()
	})
}

// Corners that are close are one.
func TestWelding(t *testing.T) {
	_, ascii := cubeSTL(t)
	s := must[*STL](t)(ReadSTL([]byte(ascii)))
	for i := range s.Triangles {
		for c := range 3 {
			s.Triangles[i][c][0] += 1e-4 * float64((i*7+c)%5-2)
		}
	}
	for _, c := range []struct {
		weld   float64
		points int
	}{{0, 26}, {1e-3, 8}} {
		m := must[*Mesh](t)(NewMesh(s.Triangles, c.weld))
		if len(m.points) != c.points {
			t.Errorf("welded within %g: %d points, want %d", c.weld, len(m.points), c.points)
		}
	}
}

// A mesh that is inside out is turned.
func TestInsideOut(t *testing.T) {
	m := must[*Mesh](t)(Tessellate(Sphere{Vec{}, 1}, 0.3))
	all := m.Triangles()
	for i := range all {
		all[i][0], all[i][1] = all[i][1], all[i][0]
	}
	n := must[*Mesh](t)(NewMesh(all, 0))
	if !n.Flipped || math.Abs(n.Volume()-m.Volume()) > 1e-12 || !n.Inside(Vec{0.1, 0, 0}) {
		t.Errorf("flipped %t, volume %g, want %g", n.Flipped, n.Volume(), m.Volume())
	}
}

// Coordinates of binary files are the decimal numbers that were rounded to 24 bits.
func TestShortestDecimal(t *testing.T) {
	for _, want := range []float64{0.21, 0.39, -0.16, 1234.567, 1e-5, 0.1, 3, 0, 1048576, 0.1234567,
		180} {
		if got := shortest(float32(want)); got != want {
			t.Errorf("%v is read as %v", want, got)
		}
	}
	for _, x := range []float32{1.0 / 3, math.Pi, 16777215, 1e30, 1e-40, float32(math.Inf(1))} {
		if got := shortest(x); float32(got) != x {
			t.Errorf("%v is read as %v", x, got)
		}
	}
}
