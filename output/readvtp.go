package output

import (
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zlib"

	"gpusph/internal/input"
	"gpusph/sph"
)

// vtpFile is a .vtp file of ours that is being read.
type vtpFile struct {
	file   io.ReaderAt
	size   int64 // of the file
	data   int64 // where the appended data begin
	points int   // that the file says it has
	arrays map[string]vtpArray
	err    error // the first
}

// vtpArray is an array as the XML tells of it. Its values are in Text, or at Offset.
type vtpArray struct {
	Name       string `xml:",attr"`
	Type       string `xml:"type,attr"`
	Components int    `xml:"NumberOfComponents,attr"`
	Offset     int64  `xml:"offset,attr"`
	Text       string `xml:",chardata"`
}

// readVTP reads particles that the format vtk wrote, and as much of their Case as
// pictures take. What the file does not have is 0.
func readVTP(path string) (*sph.Snapshot, error) { return readVTPWith(path, nil) }

// readVTPWith reads one that must have some columns.
func readVTPWith(path string, needs []string) (*sph.Snapshot, error) {
	if filepath.Ext(path) == "."+indexSuffix {
		return readPieces(path, needs)
	}
	f, info, err := input.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	v := &vtpFile{file: f, size: info.Size(), arrays: map[string]vtpArray{}}
	err = v.checkEnd()
	if err == nil {
		err = v.readXML(f)
	}
	if err != nil {
		return nil, fmt.Errorf("the snapshot %s cannot be read: %w", path, err)
	}
	for _, c := range columns(&sph.Snapshot{}) {
		if _, ok := v.arrays[c.label()]; !ok && (c.name == "Position" || slices.Contains(needs, c.name)) {
			return nil, fmt.Errorf("the snapshot %s cannot be read: %w", path, missing(c.name))
		}
	}
	s := v.snapshot()
	if v.err == nil {
		v.err = checkRead(s)
	}
	if v.err != nil {
		return nil, fmt.Errorf("the snapshot %s cannot be read: %w", path, v.err)
	}
	return s, nil
}

// checkEnd refuses a file without its end, which is cut.
func (v *vtpFile) checkEnd() error {
	const end = "</VTKFile>"
	last := make([]byte, min(v.size, int64(len(end)+8))) // with the end of the line
	if _, err := v.file.ReadAt(last, v.size-int64(len(last))); err != nil {
		return err
	}
	if !strings.HasSuffix(strings.TrimSpace(string(last)), end) {
		return errors.New("it is cut")
	}
	return nil
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
		case begin.Name.Local == "Piece":
			if v.points, err = pointsOf(begin); err != nil {
				return err
			}
		case begin.Name.Local == "VTKFile":
			if err := checkForm(begin); err != nil {
				return err
			}
		case begin.Name.Local == "DataArray" || begin.Name.Local == "Array":
			var a vtpArray
			if err := d.DecodeElement(&a, &begin); err != nil {
				return err
			}
			v.arrays[a.Name] = a
		}
	}
}

// checkForm refuses files that VTK reads, and this program does not.
func checkForm(file xml.StartElement) error {
	form := map[string]string{"type": "PolyData", "byte_order": "LittleEndian",
		"header_type": "UInt64", "compressor": "vtkZLibDataCompressor"}
	for _, a := range file.Attr {
		if want, ok := form[a.Name.Local]; ok && a.Value != want {
			return fmt.Errorf("its %s is %q, but this program writes %s, and reads that only", a.Name.Local,
				a.Value, want)
		}
		delete(form, a.Name.Local)
	}
	for _, name := range slices.Sorted(maps.Keys(form)) {
		return fmt.Errorf("it has no %s, but this program writes %s, and reads that only", name,
			form[name])
	}
	return nil
}

// pointsOf is how many points a piece says it has.
func pointsOf(piece xml.StartElement) (int, error) {
	for _, a := range piece.Attr {
		if a.Name.Local == "NumberOfPoints" {
			n, err := strconv.ParseInt(a.Value, 10, 32)
			if err != nil || n < 0 {
				return 0, fmt.Errorf("its number of points is %q", a.Value)
			}
			return int(n), nil
		}
	}
	return 0, errors.New("it does not give its number of points")
}

// snapshot takes the particles out of the file.
func (v *vtpFile) snapshot() *sph.Snapshot {
	s := &sph.Snapshot{
		Case: &sph.Case{Name: v.text(fieldProblem)},
		Time: v.numbers(fieldTime, 1)[0], Step: int(v.numbers(fieldStep, 1)[0]),
		Devices: int(v.numbers(fieldDevices, 1)[0]),
	}
	p := &s.Case.Params
	p.DeltaP = v.numbers(fieldDeltaP, 1)[0]
	if _, ok := v.arrays[fieldOrigin]; ok { // files of before have none
		copy(p.Origin[:], v.numbers(fieldOrigin, 3))
	}
	copy(p.Min[:], v.numbers(fieldMin, 3))
	copy(p.Max[:], v.numbers(fieldMax, 3))
	p.Min, p.Max = p.PointFromMap(p.Min), p.PointFromMap(p.Max)

	n := v.points
	if s.Position = v.places("Position [m]", p, n); v.err != nil {
		return s
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
			s.Extra = append(s.Extra, sph.Values{Field: f, Of: v.scalars(further.label(), len(f.Columns)*n)})
		}
	}
	return s
}

// places are points of the map, as those of a flow.
func (v *vtpFile) places(name string, p *sph.Params, n int) [][3]float32 {
	k := float32Kind
	if v.arrays[name].Type == float64Kind.vtk {
		k = float64Kind
	}
	x := v.read(name, 3*k.bytes*n)
	if v.err != nil {
		return nil
	}
	return placesOf(x, k, p)
}

// placesOf are the points of a flow at places of the map, from their bytes.
func placesOf(data []byte, k kind, p *sph.Params) [][3]float32 {
	all := make([][3]float32, len(data)/(3*k.bytes))
	for i := range all {
		var x [3]float64
		for a := range x {
			if at := data[(3*i+a)*k.bytes:]; k.bytes == 8 {
				x[a] = math.Float64frombits(binary.LittleEndian.Uint64(at))
			} else {
				x[a] = float64(math.Float32frombits(binary.LittleEndian.Uint32(at)))
			}
		}
		all[i] = fromMap(p, x)
	}
	return all
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
	if b := v.read(name, n); b != nil {
		return b
	}
	return make([]byte, n)
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

// read reads the blocks of an array of a known size; see compressed. It returns nil after an error.
// What a file says of sizes is held against each other before there is memory for it, and against
// the file: zlib makes at most mostRatio bytes of one.
func (v *vtpFile) read(name string, bytes int) []byte {
	if v.err != nil {
		return nil
	}
	at, data := v.data+v.arrays[name].Offset, int64(0)
	var head [3]uint64 // how many blocks, how long each, how long the last if it is shorter
	r := io.NewSectionReader(v.file, at, math.MaxInt64-at)
	if err := binary.Read(r, binary.LittleEndian, &head); err != nil || head[0] > uint64(max(0, v.size-at))/8 {
		v.fail("it is cut, or not of this program")
		return nil
	}
	blocks, block, last := int(head[0]), int(min(head[1], mostInBlock+1)),
		int(min(head[2], mostInBlock+1))
	switch has := blocks * block; {
	case block > mostInBlock, last > 0 && last >= block, last > 0 && blocks == 0:
		v.fail("its %s has blocks of %d bytes, which this program does not write", name, head[1])
		return nil
	case last > 0 && has-block+last != bytes, last == 0 && has != bytes:
		v.fail("its %s has about %d bytes, but should have %d", name, has, bytes)
		return nil
	}
	sizes := make([]uint64, blocks)
	if err := binary.Read(r, binary.LittleEndian, sizes); err != nil {
		v.fail("it is cut")
		return nil
	}
	for _, size := range sizes {
		if data += int64(min(size, mostInBlock*2)); size > mostInBlock*2 || at+data > v.size {
			v.fail("its %s is cut", name)
			return nil
		}
	}
	if int64(bytes) > mostRatio*data {
		v.fail("its %s has %d bytes, which %d compressed ones cannot hold", name, bytes, data)
		return nil
	}
	all := make([]byte, bytes)
	at += int64(8 * (len(head) + blocks))
	for k, to := 0, all; k < blocks; k++ {
		part := to[:min(block, len(to))]
		if err := inflate(part, io.NewSectionReader(v.file, at, int64(sizes[k]))); err != nil {
			v.fail("its %s is damaged: %w", name, err)
			return nil
		}
		to, at = to[len(part):], at+int64(sizes[k])
	}
	return all
}

// inflate reads a block that is to be as long as there is room. Its end has a sum of what is in it,
// which Read holds.
func inflate(to []byte, from io.Reader) error {
	z, err := zlib.NewReader(from)
	if err != nil {
		return err
	}
	if _, err := io.ReadFull(z, to); err != nil {
		return err
	}
	switch n, err := z.Read(make([]byte, 1)); {
	case n > 0:
		return errors.New("a block is longer than its header says")
	case err != io.EOF:
		return err
	}
	return nil
}

const (
	mostInBlock = blockBytes // before it is compressed
	mostRatio   = 1032       // of deflate
)
