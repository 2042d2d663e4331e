package points

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// kinds are VTK's names of kinds of numbers, as those of NumPy.
var kinds = map[string]struct {
	kind  string
	bytes int
}{
	"float": {"f", 4}, "double": {"f", 8}, "char": {"i", 1}, "unsigned_char": {"u", 1},
	"short": {"i", 2}, "unsigned_short": {"u", 2}, "int": {"i", 4}, "unsigned_int": {"u", 4},
	"vtkidtype": {"i", 8}, "vtktypeint64": {"i", 8},
	"float32": {"f", 4}, "float64": {"f", 8}, "int8": {"i", 1}, "uint8": {"u", 1},
	"int16": {"i", 2}, "uint16": {"u", 2}, "int32": {"i", 4}, "uint32": {"u", 4},
	"int64": {"i", 8}, "uint64": {"u", 8},
}

// legacy is a file of VTK's simple format.
type legacy struct {
	data   []byte
	binary bool
	of     fields

	points   int
	ofPoints bool  // what follows is of these
	over     bool  // nothing is any more
	wrong    error // the first of count
}

// readLegacy reads the points of a data set, and what they have.
func readLegacy(data []byte) (fields, error) {
	f := &legacy{data: data, of: fields{}}
	if !strings.HasPrefix(f.line(), "# vtk DataFile") {
		return nil, errors.New("is no file of VTK: its first line is not that of one")
	}
	f.line()
	f.binary = strings.EqualFold(strings.TrimSpace(f.line()), "BINARY")
	for len(f.data) > 0 && !f.over {
		words := strings.Fields(f.line())
		if len(words) == 0 {
			continue
		}
		if err := f.section(words); err != nil {
			return nil, err
		}
	}
	return f.of, nil
}

// count is a number of a line.
func (f *legacy) count(words []string, k int) (n int) {
	if k < len(words) {
		if n, err := strconv.Atoi(words[k]); err == nil && n >= 0 && n < 1<<31 {
			return n
		}
	}
	f.wrong = fmt.Errorf("has the line %q", strings.Join(words, " "))
	return 0
}

// section takes what a line begins.
func (f *legacy) section(words []string) error {
	var err error
	switch strings.ToUpper(words[0]) {
	case "POINTS":
		if f.points = f.count(words, 1); len(words) > 2 && f.wrong == nil {
			err = f.field("points", words[2], 3, f.points)
		}
	case "POINT_DATA":
		f.ofPoints = f.count(words, 1) == f.points
	case "CELL_DATA":
		f.over = true
	case "VECTORS":
		if len(words) > 2 && f.ofPoints {
			err = f.field(words[1], words[2], 3, f.points)
		}
	case "SCALARS":
		if len(words) > 2 && f.ofPoints {
			f.line() // LOOKUP_TABLE
			err = f.field(words[1], words[2], 1, f.points)
		}
	case "FIELD":
		err = f.fields(f.count(words, 2))
	case "VERTICES", "CELLS", "LINES", "POLYGONS":
		if size := f.count(words, 2); f.binary {
			f.skip(4 * size)
		}
	case "CELL_TYPES":
		if size := f.count(words, 1); f.binary {
			f.skip(4 * size)
		}
	}
	return errors.Join(f.wrong, err)
}

// fields takes some arrays.
func (f *legacy) fields(n int) error {
	for range n {
		var words []string
		for len(words) == 0 && len(f.data) > 0 {
			words = strings.Fields(f.line())
		}
		if len(words) < 4 {
			return errors.New("has a field that ends early")
		}
		width, rows := f.count(words, 1), f.count(words, 2)
		if f.wrong != nil {
			return nil
		}
		if err := f.field(words[0], words[3], width, rows); err != nil {
			return err
		}
	}
	return nil
}

// line takes a line.
func (f *legacy) line() string {
	line, rest, _ := bytes.Cut(f.data, []byte("\n"))
	f.data = rest
	return string(line)
}

func (f *legacy) skip(n int) { f.data = f.data[min(n, len(f.data)):] }

// field takes numbers.
func (f *legacy) field(name, kind string, width, n int) error {
	of, ok := kinds[strings.ToLower(kind)]
	if !ok {
		return fmt.Errorf("has %s of the kind %s", name, kind)
	}
	var values []float64
	if f.binary {
		if len(f.data) < width*n*of.bytes {
			return errors.New("is cut")
		}
		number := numberOf(of.kind, of.bytes, true)
		for i := range width * n {
			values = append(values, number(f.data[i*of.bytes:]))
		}
		f.skip(width * n * of.bytes)
	} else {
		for range width * n {
			f.data = bytes.TrimLeft(f.data, " \t\r\n")
			end := bytes.IndexAny(f.data, " \t\r\n")
			if end < 0 {
				end = len(f.data)
			}
			x, err := strconv.ParseFloat(string(f.data[:end]), 64)
			if err != nil {
				return fmt.Errorf("has %q in %s, which is no number", f.data[:end], name)
			}
			f.data, values = f.data[end:], append(values, x)
		}
	}
	f.of.add(name, width, values)
	return nil
}

// dataArray is one of VTK's XML formats.
type dataArray struct {
	Name       string `xml:"Name,attr"`
	Type       string `xml:"type,attr"`
	Components int    `xml:"NumberOfComponents,attr"`
	Format     string `xml:"format,attr"`
	Offset     int    `xml:"offset,attr"`
	Text       string `xml:",chardata"`
}

// readXML reads points of a vtp or vtu file, as text, in base64 or appended, without compression.
func readXML(data []byte) (fields, error) {
	var file struct {
		Order      string `xml:"byte_order,attr"`
		Header     string `xml:"header_type,attr"`
		Compressor string `xml:"compressor,attr"`
		Pieces     []struct {
			Points struct {
				Arrays []dataArray `xml:"DataArray"`
			} `xml:"Points"`
			PointData struct {
				Arrays []dataArray `xml:"DataArray"`
			} `xml:"PointData"`
		} `xml:"PolyData>Piece"`
	}
	const compressed = "is compressed, or of several pieces; write it as text or CSV"
	text, appended, found := bytes.Cut(data, []byte("<AppendedData"))
	if found {
		if _, appended, found = bytes.Cut(appended, []byte("_")); !found {
			return nil, errors.New("is cut")
		}
		text = append(text[:len(text):len(text)], "</VTKFile>"...)
	}
	text = bytes.ReplaceAll(text, []byte("UnstructuredGrid>"), []byte("PolyData>"))
	text = bytes.ReplaceAll(text, []byte("<UnstructuredGrid"), []byte("<PolyData"))
	if err := xml.Unmarshal(text, &file); err != nil {
		return nil, fmt.Errorf("is no XML of VTK: %w", err)
	}
	if file.Compressor != "" || len(file.Pieces) != 1 {
		return nil, errors.New(compressed)
	}
	head := 4
	if file.Header == "UInt64" {
		head = 8
	}
	of := fields{}
	for k, a := range append(file.Pieces[0].Points.Arrays, file.Pieces[0].PointData.Arrays...) {
		if k == 0 {
			a.Name = "points"
		}
		values, err := a.values(appended, head, file.Order == "BigEndian")
		if err != nil {
			return nil, fmt.Errorf("has %s, which %w", a.Name, err)
		}
		of.add(a.Name, max(1, a.Components), values)
	}
	return of, nil
}

// values are the numbers of an array.
func (a *dataArray) values(appended []byte, head int, big bool) (values []float64, err error) {
	kind, ok := kinds[strings.ToLower(a.Type)]
	if !ok {
		return nil, nil // text
	}
	var data []byte
	switch a.Format {
	case "ascii":
		for _, word := range strings.Fields(a.Text) {
			x, err := strconv.ParseFloat(word, 64)
			if err != nil {
				return nil, fmt.Errorf("has %q, which is no number", word)
			}
			values = append(values, x)
		}
		return values, nil
	case "binary":
		if data, err = base64.StdEncoding.DecodeString(strings.TrimSpace(a.Text)); err != nil {
			return nil, fmt.Errorf("is no base64: %w", err)
		}
	case "appended":
		data = appended[min(a.Offset, len(appended)):]
	}
	if len(data) < head {
		return nil, errors.New("is cut")
	}
	var order binary.ByteOrder = binary.LittleEndian
	if big {
		order = binary.BigEndian
	}
	size := uint64(order.Uint32(data))
	if head == 8 {
		size = order.Uint64(data)
	}
	if data = data[head:]; uint64(len(data)) < size {
		return nil, errors.New("is cut")
	}
	number := numberOf(kind.kind, kind.bytes, big)
	for i := range int(size) / kind.bytes {
		values = append(values, number(data[i*kind.bytes:]))
	}
	return values, nil
}
