package output

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zlib"

	"gpusph/sph"
)

// vtpFile is a .vtp file of ours that is being read.
type vtpFile struct {
	file   io.ReaderAt
	size   int64 // of the file
	data   int64 // where the appended data begin
	arrays map[string]vtpArray
	err    error // the first
}

// vtpArray is an array as the XML tells of it. Its values are in Text, or at Offset.
type vtpArray struct {
	Name       string `xml:",attr"`
	Components int    `xml:"NumberOfComponents,attr"`
	Offset     int64  `xml:"offset,attr"`
	Text       string `xml:",chardata"`
}

// readVTP reads particles that the format vtk wrote, and as much of their Case as
// pictures take. What the file does not have is 0.
func readVTP(path string) (*sph.Snapshot, error) { return readVTPWith(path, nil) }

// readVTPWith reads one that must have some columns.
func readVTPWith(path string, needs []string) (*sph.Snapshot, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	v := &vtpFile{file: f, size: info.Size(), arrays: map[string]vtpArray{}}
	if err := v.readXML(f); err != nil {
		return nil, fmt.Errorf("the snapshot %s cannot be read: %w", path, err)
	}
	for _, c := range columns(&sph.Snapshot{}) {
		if _, ok := v.arrays[c.label()]; !ok && (c.name == "Position" || slices.Contains(needs, c.name)) {
			return nil, fmt.Errorf("the snapshot %s cannot be read: %w", path, missing(c.name))
		}
	}
	s := v.snapshot()
	if v.err != nil {
		return nil, fmt.Errorf("the snapshot %s cannot be read: %w", path, v.err)
	}
	return s, nil
}

// readXML reads what stands before the data.
func (v *vtpFile) readXML(r io.Reader) error {
	d := xml.NewDecoder(r)
	for {
		token, err := d.Token()
		if err != nil {
			return err
		}
		begin, ok := token.(xml.StartElement)
		switch {
		case !ok:
		case begin.Name.Local == "AppendedData":
			v.data = d.InputOffset() + int64(len("\n_"))
			return nil
		case begin.Name.Local == "DataArray" || begin.Name.Local == "Array":
			var a vtpArray
			if err := d.DecodeElement(&a, &begin); err != nil {
				return err
			}
			v.arrays[a.Name] = a
		}
	}
}

// snapshot takes the particles out of the file.
func (v *vtpFile) snapshot() *sph.Snapshot {
	s := &sph.Snapshot{
		Case: &sph.Case{Name: v.text(fieldProblem)},
		Time: v.numbers(fieldTime, 1)[0], Step: int(v.numbers(fieldStep, 1)[0]), Devices: int(v.numbers(fieldDevices, 1)[0]),
	}
	p := &s.Case.Params
	p.DeltaP = v.numbers(fieldDeltaP, 1)[0]
	copy(p.Min[:], v.numbers(fieldMin, 3))
	copy(p.Max[:], v.numbers(fieldMax, 3))

	x := v.read("Position [m]")
	n := len(x) / (3 * float32Kind.bytes)
	s.Position = make([][3]float32, n)
	for i := range s.Position {
		for a := range 3 {
			s.Position[i][a] = math.Float32frombits(binary.LittleEndian.Uint32(x[12*i+4*a:]))
		}
	}
	s.ID = make([]uint32, n)
	for i, ids := 0, v.values("Id", 4*n); i < n; i++ {
		s.ID[i] = binary.LittleEndian.Uint32(ids[4*i:])
	}
	s.Velocity = v.vectors("Velocity [m/s]", n)
	s.Density, s.Pressure = v.scalars("Density [kg/m3]", n), v.scalars("Pressure [Pa]", n)
	s.Type = make([]sph.Type, n)
	for i, t := range v.values("Type", n) {
		s.Type[i] = sph.Type(t)
	}
	s.Body, s.Device = v.values("Body", n), v.values("Device", n)
	for _, f := range sph.FieldsOfFiles() {
		further := furtherColumn(sph.Values{Field: f})
		if _, ok := v.arrays[further.label()]; ok {
			s.Further = append(s.Further, sph.Values{Field: f, Of: v.scalars(further.label(), len(f.Columns)*n)})
		}
	}
	return s
}

// fail keeps the first error.
func (v *vtpFile) fail(format string, values ...any) {
	if v.err == nil {
		v.err = fmt.Errorf(format, values...)
	}
}

// numbers are the n values of an array that is in the XML.
func (v *vtpFile) numbers(name string, n int) []float64 {
	all := make([]float64, n)
	words := strings.Fields(v.arrays[name].Text)
	if len(words) != n {
		v.fail("it has %d values of %s, not %d", len(words), name, n)
		return all
	}
	for i, word := range words {
		var err error
		if all[i], err = strconv.ParseFloat(word, 64); err != nil {
			v.fail("its %s is %q", name, word)
		}
	}
	return all
}

// text is the first string of an array that is in the XML.
func (v *vtpFile) text(name string) string {
	var b []byte
	for word := range strings.FieldsSeq(v.arrays[name].Text) {
		c, err := strconv.ParseUint(word, 10, 8)
		if err != nil {
			v.fail("its %s has %q", name, word)
		}
		if c == 0 {
			break
		}
		b = append(b, byte(c))
	}
	return string(b)
}

// values are the bytes of an array of n particles; 0 if it is not there.
func (v *vtpFile) values(name string, n int) []byte {
	if _, ok := v.arrays[name]; !ok || v.err != nil {
		return make([]byte, n)
	}
	b := v.read(name)
	if len(b) != n {
		v.fail("its %s has %d bytes, but should have %d", name, len(b), n)
		return make([]byte, n)
	}
	return b
}

func (v *vtpFile) scalars(name string, n int) []float32 {
	b, all := v.values(name, 4*n), make([]float32, n)
	for i := range all {
		all[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return all
}

func (v *vtpFile) vectors(name string, n int) [][3]float32 {
	x, all := v.scalars(name, 3*n), make([][3]float32, n)
	for i := range all {
		all[i] = [3]float32(x[3*i:])
	}
	return all
}

// read reads the blocks of an array; see compressed.
func (v *vtpFile) read(name string) []byte {
	at := v.data + v.arrays[name].Offset
	var head [3]uint64
	r := io.NewSectionReader(v.file, at, math.MaxInt64-at)
	if err := binary.Read(r, binary.LittleEndian, &head); err != nil || head[0] > uint64(max(0, v.size-at))/8 || head[1] > mostInBlock {
		v.fail("it is cut, or not of this program")
		return nil
	}
	sizes := make([]uint64, head[0])
	if err := binary.Read(r, binary.LittleEndian, sizes); err != nil {
		v.fail("it is cut")
		return nil
	}
	var all bytes.Buffer
	for _, size := range sizes {
		z, err := zlib.NewReader(io.LimitReader(r, int64(size)))
		if err == nil {
			_, err = all.ReadFrom(io.LimitReader(z, mostInBlock))
		}
		if err != nil {
			v.fail("its %s cannot be read: %w", name, err)
			return nil
		}
	}
	return all.Bytes()
}

// mostInBlock is what a block has before it is compressed, at most.
const mostInBlock = blockBytes
