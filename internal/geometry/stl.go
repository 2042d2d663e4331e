package geometry

// STL files. They come with counts that are wrong, with binary data behind the word solid, and with
// triangles of no area. The reader of github.com/unixpickle/model3d 0.4.5 reads as many triangles
// as the header tells of, so this is a reader of our own.

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"gpusph/internal/text"
)

// STL is what an STL file has.
type STL struct {
	Triangles []Triangle
	Binary    bool
	Dropped   int      // triangles with corners that are no numbers
	Notes     []string // what is odd about the file, as sentences
}

const (
	stlHeader   = 84 // 80 bytes of text, and the count
	stlTriangle = 50 // normal, three corners, two bytes
)

// ReadSTL reads a binary or an ASCII file, whatever its beginning says it is. Lengths are as the
// file has them. Normals are not read: they follow from the order of corners. A text may begin with
// a byte order mark, and may be UTF-16 then.
func ReadSTL(data []byte) (*STL, error) {
	var s *STL
	var err error
	if !hasCount(data) {
		data = text.Plain(data)
	}
	switch binary := binarySTL(data); {
	case binary && isText(data):
		err = errors.New("it is a text that does not begin with the word solid, so it is not STL; " +
			"convert it with a mesh program")
	case binary:
		s, err = readBinarySTL(data)
	default:
		s, err = readASCIISTL(data)
	}
	if err != nil {
		return nil, fmt.Errorf("reading an STL file: %w", err)
	}
	if s.Dropped > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%d triangles have corners that are no numbers, and "+
			"are left out", s.Dropped))
	}
	if len(s.Triangles) == 0 {
		return nil, errors.New("reading an STL file: it has no triangles")
	}
	return s, nil
}

// binarySTL guesses. A file whose length fits to its count is binary. Otherwise it is ASCII if it
// begins as such, and goes on so.
func binarySTL(data []byte) bool {
	if hasCount(data) {
		return true
	}
	start := bytes.TrimLeft(data, " \t\r\n\ufeff")
	if len(start) < 5 || !bytes.EqualFold(start[:5], []byte("solid")) {
		return true
	}
	head := bytes.ToLower(start[:min(len(start), 4096)])
	return !bytes.Contains(head, []byte("facet")) && !bytes.Contains(head, []byte("endsolid"))
}

// hasCount reports whether the length of a file fits to its count of triangles.
func hasCount(data []byte) bool {
	return len(data) >= stlHeader &&
		uint64(len(data)) == stlHeader+stlTriangle*uint64(binary.LittleEndian.Uint32(data[80:]))
}

// isText reports whether a file begins with letters only, as no binary one does.
func isText(data []byte) bool {
	const enough = 16
	head := data[:min(len(data), 512)]
	return len(head) >= enough && !bytes.ContainsFunc(head,
		func(r rune) bool {
			return r < ' ' && r != '\t' && r != '\r' && r != '\n' || r == 0x7f ||
				r == '\ufffd'
		})
}

func readBinarySTL(data []byte) (*STL, error) {
	if len(data) < stlHeader {
		return nil, fmt.Errorf("it has %d bytes, and a binary file begins with %d; an ASCII file would "+
			"begin with the word solid", len(data), stlHeader)
	}
	s := &STL{Binary: true}
	told, body := binary.LittleEndian.Uint32(data[80:]), data[stlHeader:]
	n := len(body) / stlTriangle
	switch rest := len(body) % stlTriangle; {
	case uint64(told) < uint64(n):
		s.Notes = append(s.Notes, fmt.Sprintf("the header tells of %d triangles, but there is room for "+
			"%d; what follows those is left out", told, n))
		n = int(told)
		if n == 0 { // some programs never fill it in
			n = len(body) / stlTriangle
			s.Notes = []string{fmt.Sprintf("the header tells of no triangles, but there are %d", n)}
		}
	case uint64(told) > uint64(n):
		s.Notes = append(s.Notes, fmt.Sprintf("the header tells of %d triangles, but there are only "+
			"%d: the end of the file may be missing", told, n))
	case rest != 0:
		s.Notes = append(s.Notes, fmt.Sprintf("%d bytes follow the last triangle", rest))
	}
	s.Triangles = make([]Triangle, 0, n)
	for i := range n {
		var t Triangle
		at := body[i*stlTriangle+12:]
		for c := range 9 {
			t[c/3][c%3] = shortest(math.Float32frombits(binary.LittleEndian.Uint32(at[4*c:])))
		}
		s.add(t)
	}
	return s, nil
}

// shortest is the decimal number of seven digits that was rounded to x, if there is one: 0.21, not
// 0.20999999344. So a face that the drawing has on a site is on it.
func shortest(x float32) float64 {
	exact := float64(x)
	if !finite(exact) || exact == 0 {
		return exact
	}
	digits := 6 - int(math.Floor(math.Log10(math.Abs(exact))))
	if digits < 0 || digits > 22 { // powers of ten up to 22 are exact
		return exact
	}
	power := math.Pow10(digits)
	if decimal := math.Round(exact*power) / power; float32(decimal) == x {
		return decimal
	}
	return exact
}

func (s *STL) add(t Triangle) {
	for _, p := range t {
		if !finite(p[0], p[1], p[2]) {
			s.Dropped++
			return
		}
	}
	s.Triangles = append(s.Triangles, t)
}

// readASCIISTL takes the three vertices of each facet; whatever else is there does not matter.
func readASCIISTL(data []byte) (*STL, error) {
	s := &STL{}
	var t Triangle
	corners, facet, ended := 0, false, false
	for number := 1; len(data) > 0; number++ {
		var line []byte
		line, data, _ = bytes.Cut(data, []byte("\n"))
		words := bytes.Fields(line)
		if len(words) == 0 {
			continue
		}
		switch word := string(bytes.ToLower(words[0])); word {
		case "facet":
			if facet {
				return nil, fmt.Errorf("line %d begins a facet in another one", number)
			}
			facet, corners = true, 0
		case "vertex":
			if !facet || corners == 3 {
				return nil, fmt.Errorf("line %d is a vertex, but not one of the three of a facet", number)
			}
			if len(words) != 4 {
				return nil, fmt.Errorf("line %d has %d coordinates, and should have 3", number, len(words)-1)
			}
			for a := range 3 {
				v, err := strconv.ParseFloat(string(words[a+1]), 64)
				if err != nil && !errors.Is(err, strconv.ErrRange) {
					return nil, fmt.Errorf("line %d: %.20q is no number%s", number, words[a+1], comma(words[a+1]))
				}
				t[corners][a] = v
			}
			corners++
		case "endfacet":
			if !facet || corners != 3 {
				return nil, fmt.Errorf("line %d ends a facet that has %d vertices, and should have 3", number,
					corners)
			}
			s.add(t)
			facet = false
		case "endsolid":
			ended = true
		case "solid", "outer", "endloop":
		default:
			return nil, fmt.Errorf("line %d begins with %.20q, which no STL file has", number, word)
		}
	}
	switch {
	case facet:
		s.Notes = append(s.Notes, "the last facet is not finished: the end of the file may be missing")
	case !ended:
		s.Notes = append(s.Notes, "there is no endsolid: the end of the file may be missing")
	}
	return s, nil
}

// comma is what to say of a number with one.
func comma(word []byte) string {
	if bytes.IndexByte(word, ',') >= 0 {
		return "; the decimal point is a point"
	}
	return ""
}

// WriteSTL writes a binary file. Its numbers have 24 bits.
func (m *Mesh) WriteSTL(w io.Writer) error {
	head := make([]byte, stlHeader)
	copy(head, "binary STL, lengths in metres")
	binary.LittleEndian.PutUint32(head[80:], uint32(len(m.corners)))
	if _, err := w.Write(head); err != nil {
		return err
	}
	row := make([]byte, 0, stlTriangle)
	for i := range m.corners {
		row = row[:0]
		t := m.triangle(i)
		for _, p := range [4]Vec{m.normals[i], t[0], t[1], t[2]} {
			for _, x := range p {
				row = binary.LittleEndian.AppendUint32(row, math.Float32bits(float32(x)))
			}
		}
		if _, err := w.Write(append(row, 0, 0)); err != nil {
			return err
		}
	}
	return nil
}
