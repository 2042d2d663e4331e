package gridfile

import (
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gpusph/grid"
	"gpusph/internal/input"
)

// vtkFile is what stands before the arrays of a .vti or .vtr file, or all of an index.
type vtkFile struct {
	XMLName xml.Name `xml:"VTKFile"`
	Type    string   `xml:"type,attr"`
	Order   string   `xml:"byte_order,attr"`
	Header  string   `xml:"header_type,attr"`
	Image   image    `xml:"ImageData"`
	Parts   image    `xml:"PImageData"`

	Stretched      image `xml:"RectilinearGrid"`
	StretchedParts image `xml:"PRectilinearGrid"`
}

type image struct {
	Whole   string  `xml:"WholeExtent,attr"`
	Spacing string  `xml:"Spacing,attr"`
	Origin  string  `xml:"Origin,attr"`
	Data    []array `xml:"FieldData>DataArray"`
	Pieces  []struct {
		Extent string  `xml:",attr"`
		Source string  `xml:",attr"`
		Arrays []array `xml:"CellData>DataArray"`
	} `xml:"Piece"`
}

// array is an array as the XML describes it: its values are in Text, or at Offset.
type array struct {
	Name       string `xml:",attr"`
	Type       string `xml:"type,attr"`
	Components int    `xml:"NumberOfComponents,attr"`
	Offset     int64  `xml:"offset,attr"`
	Text       string `xml:",chardata"`
}

const (
	mostHead   = 1 << 22 // bytes before the arrays of a file
	mostPieces = 1 << 14
	mostCells  = 1 << 40
)

// Read reads a snapshot that Write has written, or the pieces of an index: all its fields, or only
// those that are named and there.
func Read(path string, only ...string) (*grid.Snapshot, error) {
	read := readFile
	if end := filepath.Ext(path); end == uniform.indexEnding || end == stretched.indexEnding {
		read = readIndex
	}
	s, err := read(path, only)
	if err != nil {
		return nil, fmt.Errorf("the snapshot %s cannot be read: %w", path, err)
	}
	return s, nil
}

// readIndex reads the pieces that an index lists, one after the other.
func readIndex(path string, only []string) (*grid.Snapshot, error) {
	data, err := input.Read(path, mostHead)
	if err != nil {
		return nil, err
	}
	var x vtkFile
	if err := xml.Unmarshal(data, &x); err != nil {
		return nil, err
	}
	of, parts := uniform, x.Parts.Pieces
	if x.Type == stretched.index {
		of, parts = stretched, x.StretchedParts.Pieces
	}
	if err := x.check(of.index, len(parts)); err != nil {
		return nil, err
	}
	var whole *grid.Snapshot
	for i, piece := range parts {
		if filepath.Base(piece.Source) != piece.Source || filepath.Ext(piece.Source) != of.ending {
			return nil, fmt.Errorf("it lists %q, which is not a %s file in its directory", piece.Source,
				of.ending)
		}
		its := filepath.Join(filepath.Dir(path), piece.Source)
		s, err := readFile(its, only)
		switch {
		case err != nil:
			return nil, fmt.Errorf("its piece %s: %w", its, err)
		case i == 0:
			whole = s
		default:
			if err := join(whole, s); err != nil {
				return nil, fmt.Errorf("its piece %s: %w", its, err)
			}
		}
	}
	if whole.First != 0 || whole.Planes != whole.Cells[2] {
		return nil, fmt.Errorf("its pieces have planes %d to %d, but there are %d", whole.First,
			whole.First+whole.Planes-1, whole.Cells[2])
	}
	return whole, nil
}

// join adds a piece to those before it.
func join(to, s *grid.Snapshot) error {
	if s.Cells != to.Cells || s.Spacing != to.Spacing || s.Origin != to.Origin || s.Time != to.Time ||
		s.Step != to.Step || s.Precision != to.Precision || s.Periodic != to.Periodic ||
		!reflect.DeepEqual(s.Faces, to.Faces) || s.Staggered != to.Staggered ||
		s.Shown != to.Shown || len(s.Fields) != len(to.Fields) {
		return fmt.Errorf("it is of %v cells at step %d, but the first piece of %v cells at step %d",
			s.Cells, s.Step, to.Cells, to.Step)
	}
	if s.First != to.First+to.Planes {
		return fmt.Errorf("it begins at plane %d, but the piece before it ends before plane %d",
			s.First, to.First+to.Planes)
	}
	for i := range s.Fields {
		f, t := &s.Fields[i], &to.Fields[i]
		if f.Name != t.Name || f.Components != t.Components || f.Unit != t.Unit ||
			!slices.Equal(f.Ends, t.Ends) {
			return fmt.Errorf("it has %s where the first piece has %s", label(f), label(t))
		}
		t.Values = append(t.Values, f.Values...)
	}
	to.Planes += s.Planes
	return nil
}

// check refuses files that VTK reads and this program does not.
func (x *vtkFile) check(kind string, pieces int) error {
	for _, a := range []struct{ name, is, want string }{{"type", x.Type, kind},
		{"byte_order", x.Order, "LittleEndian"}, {"header_type", x.Header, "UInt64"}} {
		if a.is != a.want {
			return fmt.Errorf("its %s is %q, but this program writes %s, and reads that only", a.name,
				a.is, a.want)
		}
	}
	one := kind == uniform.kind || kind == stretched.kind
	if pieces == 0 || one && pieces != 1 || pieces > mostPieces {
		return fmt.Errorf("it has %d pieces", pieces)
	}
	return nil
}

// readFile reads one file.
func readFile(path string, only []string) (*grid.Snapshot, error) {
	f, info, err := input.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	x, data, err := readHead(f)
	if err != nil {
		return nil, err
	}
	s, arrays, err := x.snapshot()
	if err != nil {
		return nil, err
	}
	sums := strings.Fields(x.Image.text(fieldSums))
	if len(sums) != len(arrays) {
		return nil, fmt.Errorf("it has %d sums of %d arrays", len(sums), len(arrays))
	}
	end, cells, fields := data, s.Cells[0]*s.Cells[1]*s.Planes, s.Fields
	s.Fields = nil
	for i, a := range arrays {
		end = max(end, data+a.Offset+8+int64(cells)*int64(a.Components)*int64(s.Precision.Bytes()))
		if len(only) > 0 && !slices.Contains(only, fields[i].Name) {
			continue
		}
		if err := readArray(f, info.Size(), data+a.Offset, sums[i], s.Precision, &fields[i],
			cells); err != nil {
			return nil, fmt.Errorf("at byte %d, %s: %w", data+a.Offset, a.Name, err)
		}
		s.Fields = append(s.Fields, fields[i])
	}
	return s, checkEnd(f, info.Size(), end)
}

// checkEnd refuses a file without its end, which is cut.
func checkEnd(f io.ReaderAt, size, end int64) error {
	const want = "</AppendedData></VTKFile>"
	last := make([]byte, min(max(0, size-end), 100))
	if _, err := f.ReadAt(last, end); err != nil && err != io.EOF {
		return err
	}
	if strings.Join(strings.Fields(string(last)), "") != want {
		return fmt.Errorf("at byte %d, after the last array, it has no end: it is cut or damaged", end)
	}
	return nil
}

// readHead reads what stands before the arrays, and finds where they begin.
func readHead(f io.ReaderAt) (x *vtkFile, data int64, err error) {
	head := make([]byte, mostHead)
	n, err := f.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return nil, 0, err
	}
	before, after, found := strings.Cut(string(head[:n]), "<AppendedData ")
	tag := strings.Index(after, ">\n_")
	if !found || tag < 0 {
		return nil, 0, fmt.Errorf("it has no arrays in its first %d bytes: it is cut, or not of this "+
			"program", n)
	}
	x = &vtkFile{}
	if err := xml.Unmarshal([]byte(before+"</VTKFile>"), x); err != nil {
		return nil, 0, err
	}
	kind := uniform.kind
	if x.Type == stretched.kind {
		x.Image, kind = x.Stretched, stretched.kind
	}
	return x, int64(n-len(after)) + int64(tag+len(">\n_")), x.check(kind, len(x.Image.Pieces))
}

// text is the values of an array that is in the XML.
func (m *image) text(name string) string {
	for _, a := range m.Data {
		if a.Name == name {
			return a.Text
		}
	}
	return ""
}

// snapshot is what the XML tells, with the fields still empty, and where these are.
func (x *vtkFile) snapshot() (s *grid.Snapshot, arrays []array, err error) {
	m := &x.Image
	s = &grid.Snapshot{}
	whole, err := readExtent(m.Whole)
	if err != nil {
		return nil, nil, fmt.Errorf("its WholeExtent is %q: %w", m.Whole, err)
	}
	own, err := readExtent(m.Pieces[0].Extent)
	if err != nil || own[0] != whole[0] || own[1] != whole[1] || own[2][1] > whole[2][1] {
		return nil, nil, fmt.Errorf("its piece has the Extent %q of %q", m.Pieces[0].Extent, m.Whole)
	}
	for a := range whole {
		s.Cells[a] = whole[a][1]
	}
	s.First, s.Planes = own[2][0], own[2][1]-own[2][0]
	if s.Spacing, err = readLengths(m.Spacing); err != nil ||
		!(min(s.Spacing[0], s.Spacing[1], s.Spacing[2]) > 0) {
		return nil, nil, fmt.Errorf("its Spacing is %q, not three lengths", m.Spacing)
	}
	if s.Origin, err = readLengths(m.Origin); err != nil {
		return nil, nil, fmt.Errorf("its Origin is %q, not a place", m.Origin)
	}
	if s.Time, err = strconv.ParseFloat(m.text(fieldTime), 64); err != nil {
		return nil, nil, fmt.Errorf("its %s is %q", fieldTime, m.text(fieldTime))
	}
	if s.Step, err = strconv.Atoi(m.text(fieldStep)); err != nil {
		return nil, nil, fmt.Errorf("its %s is %q", fieldStep, m.text(fieldStep))
	}
	ends := strings.Fields(m.text(fieldEnds))
	if len(ends) != 3 {
		return nil, nil, fmt.Errorf("its %s is %q", fieldEnds, m.text(fieldEnds))
	}
	for a, end := range ends {
		s.Periodic[a] = end == "1"
	}
	arrays = m.Pieces[0].Arrays
	for _, a := range arrays {
		if a.Components != 1 && a.Components != 3 || a.Offset < 0 {
			return nil, nil, fmt.Errorf("its %s has %d components at %d", a.Name, a.Components, a.Offset)
		}
		p := slices.Index([]string{"Float64", "Float32"}, a.Type)
		if p < 0 || a.Type != arrays[0].Type {
			return nil, nil, fmt.Errorf("its %s is of %s, but all are of Float64, or of Float32", a.Name,
				a.Type)
		}
		s.Precision = grid.Precision(p)
		name, unit, _ := strings.Cut(strings.TrimSuffix(a.Name, "]"), " [")
		s.Fields = append(s.Fields, grid.Field{Name: name, Components: a.Components, Unit: unit})
	}
	if err := errors.Join(m.readFaces(s), m.readWalls(s)); err != nil {
		return nil, nil, err
	}
	return s, arrays, m.readLook(s)
}

// readWalls reads the values at walls. Older files have none.
func (m *image) readWalls(s *grid.Snapshot) error {
	words := strings.Fields(m.text(fieldWalls))
	if len(words)%wordsOfEnd != 0 {
		return fmt.Errorf("its %s has %d numbers, which is no multiple of %d", fieldWalls, len(words),
			wordsOfEnd)
	}
	for of := range slices.Chunk(words, wordsOfEnd) {
		var n [wordsOfEnd - 1]int
		var errs [wordsOfEnd]error
		for i := range n {
			n[i], errs[i] = strconv.Atoi(of[i])
		}
		value, err := strconv.ParseFloat(of[wordsOfEnd-1], 64)
		if err := errors.Join(append(errs[:], err)...); err != nil || math.IsNaN(value) ||
			math.IsInf(value, 0) || n[0] < 0 || n[0] >= len(s.Fields) || n[1] < 0 ||
			n[1] >= s.Fields[n[0]].Components || n[2] < 0 || n[2] > 2 || s.Periodic[n[2]] ||
			n[3] != n[3]&1 {
			return fmt.Errorf("its %s has %q, which is no value at a wall of its arrays", fieldWalls,
				strings.Join(of, " "))
		}
		f := &s.Fields[n[0]]
		f.Ends = append(f.Ends, grid.End{Component: n[1], Axis: n[2], Upper: n[3] == 1, Value: value})
	}
	return nil
}

// readLook reads how a flow is shown. Older files do not have it: those are of staggered grids.
func (m *image) readLook(s *grid.Snapshot) error {
	s.Staggered = m.text(fieldStaggered) != "0"
	word := m.text(fieldShown)
	if word == "" {
		return nil
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < 0 || n >= len(s.Fields) {
		return fmt.Errorf("its %s is %q, but it has %d arrays", fieldShown, word, len(s.Fields))
	}
	s.Shown = s.Fields[n].Name
	return nil
}

// readArray reads the values of a field, which begin with their number of bytes. A file that is
// shorter than it should be is refused before there is memory for them.
func readArray(f io.ReaderAt, size, at int64, sum string, p grid.Precision, to *grid.Field,
	cells int) error {
	var header [8]byte
	if _, err := f.ReadAt(header[:], at); err != nil {
		return errors.New("it is not there: the file is cut")
	}
	count := cells * to.Components
	bytes := int64(count) * int64(p.Bytes())
	if n := binary.LittleEndian.Uint64(header[:]); n != uint64(bytes) {
		return fmt.Errorf("it has %d bytes, but %d cells have %d", n, cells, bytes)
	}
	if bytes > size-at-8 {
		return fmt.Errorf("it has %d bytes, but the file has %d more: it is cut", bytes, size-at-8)
	}
	to.Values = make([]float64, 0, count)
	check := crc32.New(castagnoli)
	r := io.TeeReader(io.NewSectionReader(f, at+8, bytes), check)
	buffer := make([]byte, 1<<16)
	for len(to.Values) < count {
		part := buffer[:min(len(buffer), (count-len(to.Values))*p.Bytes())]
		if _, err := io.ReadFull(r, part); err != nil {
			return err
		}
		for ; len(part) > 0; part = part[p.Bytes():] {
			if p == grid.Single {
				to.Values = append(to.Values,
					float64(math.Float32frombits(binary.LittleEndian.Uint32(part))))
			} else {
				to.Values = append(to.Values, math.Float64frombits(binary.LittleEndian.Uint64(part)))
			}
		}
	}
	if got := strconv.FormatUint(uint64(check.Sum32()), 10); got != sum {
		return fmt.Errorf("its sum is %s, but should be %s: the file is damaged", got, sum)
	}
	return nil
}
