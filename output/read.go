package output

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"math"
	"os"
	"slices"

	"github.com/vmihailenco/msgpack/v5"

	"gpusph/internal/input"
	"gpusph/sph"
)

// storedArray is one of a snapshot's arrays in a MessagePack file.
type storedArray struct {
	Dtype string  `json:"dtype"`
	Shape []int   `json:"shape"`
	Data  []byte  `json:"data"`
	CRC32 *uint32 `json:"crc32"` // of the data; older files have none
}

// withSums is the first version of snapshots that has checksums.
const withSums = 4

// checkSums compares a file and its arrays with their checksums.
func checkSums(f io.ReaderAt, size int64, version int, sum *uint32,
	arrays map[string]storedArray) error {
	if sum == nil {
		if version >= withSums {
			return errors.New("it is damaged: it has no checksum")
		}
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(arrays)) {
		if a := arrays[name]; a.CRC32 == nil || crc32.ChecksumIEEE(a.Data) != *a.CRC32 {
			return fmt.Errorf("it is damaged: its %s has another checksum than was written", name)
		}
	}
	all := crc32.NewIEEE()
	if _, err := io.Copy(all, io.NewSectionReader(f, 0, size-sumBytes)); err != nil {
		return err
	}
	if all.Sum32() != *sum {
		return errors.New("it is damaged: it has another checksum than was written")
	}
	return nil
}

// ReadSnapshot reads a snapshot that the format msgpack wrote, with all fields. Of its Case there
// are the name, the parameters, the end and the names of the bodies. An error says
// what is wrong with the file.
func ReadSnapshot(path string) (*sph.Snapshot, error) {
	return readSnapshotWith(path, usualFields())
}

// readSnapshotWith reads one that must have some columns. What else it does not have is 0.
func readSnapshotWith(path string, needs []string) (*sph.Snapshot, error) {
	s, err := readSnapshot(path, needs)
	if err != nil {
		return nil, fmt.Errorf("the snapshot %s cannot be read: %w", path, err)
	}
	return s, nil
}

// readTime reads of a snapshot in MessagePack the time, which is before the arrays.
func readTime(path string) (float64, error) {
	f, info, err := input.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	if err := checkLengths(f, info.Size()); err != nil {
		return 0, fmt.Errorf("the snapshot %s cannot be read: %w", path, err)
	}
	d := msgpack.NewDecoder(bufio.NewReader(f))
	n, err := d.DecodeMapLen()
	for range n {
		if err != nil {
			break
		}
		var key string
		if key, err = d.DecodeString(); err != nil {
			break
		}
		if key == "t" {
			return d.DecodeFloat64()
		}
		err = d.Skip()
	}
	return 0, fmt.Errorf("the snapshot %s cannot be read: it has no time (%v)", path, err)
}

// storedSnapshot is a snapshot as its file has it.
type storedSnapshot struct {
	snapshotHead
	Arrays map[string]storedArray `json:"arrays"`
	CRC32  *uint32                `json:"crc32"`
}

func readSnapshot(path string, needs []string) (*sph.Snapshot, error) {
	f, info, err := input.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	stored, err := decodeSnapshot(f, info.Size())
	if err != nil {
		return nil, err
	}
	params, err := stored.Parameters.Flow()
	if err != nil {
		return nil, err
	}
	s := &sph.Snapshot{
		Case: &sph.Case{Name: stored.Problem, Params: params, End: stored.End},
		Time: stored.Time, Step: stored.Step, Devices: stored.Devices, SHA256: stored.SHA256,
	}
	for _, name := range stored.Bodies {
		s.Case.Bodies = append(s.Case.Bodies, sph.Body{Name: name})
	}
	r := arrayReader{arrays: stored.Arrays, needs: needs}
	r.readValues(s)
	if r.err == nil {
		r.err = checkRead(s)
	}
	return s, r.err
}

// decodeSnapshot decodes the file of a snapshot of the given size, and checks its sum.
func decodeSnapshot(f *os.File, size int64) (*storedSnapshot, error) {
	var stored storedSnapshot
	if err := checkLengths(f, size); err != nil {
		return nil, err
	}
	d := msgpack.NewDecoder(bufio.NewReader(f))
	d.SetCustomStructTag("json")
	if err := d.Decode(&stored); err != nil {
		return nil, err
	}
	if stored.FileFormat == oldSnapshotFormat {
		stored.Head = NewHead("snapshot", 0)
	}
	if err := snapshotFormat.Check(stored.Head); err != nil {
		return nil, err
	}
	if err := checkSums(f, size, stored.FileVersion, stored.CRC32, stored.Arrays); err != nil {
		return nil, err
	}
	return &stored, nil
}

// readValues reads the values of the particles of s.
func (r *arrayReader) readValues(s *sph.Snapshot) {
	k := float32Kind
	if r.arrays["Position"].Dtype == float64Kind.numpy {
		k = float64Kind
	}
	n := len(r.arrays["Position"].Data) / (3 * k.bytes)
	r.read("Position", k, 3, n)
	s.Position = placesOf(r.data, k, &s.Case.Params)
	s.ID = make([]uint32, r.read("Id", uint32Kind, 1, n))
	for i := range s.ID {
		s.ID[i] = binary.LittleEndian.Uint32(r.data[4*i:])
	}
	s.Velocity = r.vectors("Velocity", n)
	s.Density = r.scalars("Density", n)
	s.Pressure = r.scalars("Pressure", n)
	s.Type = make([]sph.Type, r.read("Type", uint8Kind, 1, n))
	for i := range s.Type {
		s.Type[i] = sph.Type(r.data[i])
	}
	r.read("Body", uint8Kind, 1, n)
	s.Body = slices.Clone(r.data)
	r.read("Device", uint8Kind, 1, n)
	s.Device = slices.Clone(r.data)
	for _, f := range sph.FieldsOfFiles() {
		if _, ok := r.arrays[f.Name]; ok {
			s.Extra = append(s.Extra, sph.Values{Field: f, Of: r.numbers(f.Name, len(f.Columns), n)})
		}
	}
}

// checkRead refuses what a file says of a flow that cannot be.
func checkRead(s *sph.Snapshot) error {
	p := &s.Case.Params
	switch {
	case !(s.Time >= 0) || math.IsInf(s.Time, 0):
		return fmt.Errorf("its time is %g s", s.Time)
	case s.Step < 0 || s.Step > sph.MaxSteps:
		return fmt.Errorf("its step is %d", s.Step)
	case !(p.DeltaP > 0) || math.IsInf(p.DeltaP, 0):
		return fmt.Errorf("its particle spacing is %g m", p.DeltaP)
	}
	for a := range 3 {
		if at := p.Origin[a]; math.IsNaN(at) || math.IsInf(at, 0) {
			return fmt.Errorf("its origin is at %g m along %v", at, sph.Axis(a))
		}
		if size := p.Max[a] - p.Min[a]; !(size > 0) || math.IsInf(size, 0) {
			return fmt.Errorf("its domain is from %g to %g m along %v", p.Min[a], p.Max[a], sph.Axis(a))
		}
	}
	return nil
}

// arrayReader takes arrays out of a file. Its first error sticks.
type arrayReader struct {
	arrays map[string]storedArray
	needs  []string
	data   []byte // of the array read last
	err    error
}

// read looks an array up, which must be of the given kind and have n particles.
// It returns n, or 0 after an error. What is neither there nor needed is 0.
func (r *arrayReader) read(name string, k kind, components, n int) int {
	r.data = nil
	if r.err != nil {
		return 0
	}
	a, ok := r.arrays[name]
	if !ok && name != "Position" && !slices.Contains(r.needs, name) {
		r.data = make([]byte, n*components*k.bytes)
		return n
	}
	if !ok {
		r.err = missing(name)
		return 0
	}
	if a.Dtype != k.numpy || len(a.Data) != n*components*k.bytes {
		r.err = fmt.Errorf("its %s has dtype %s and %d bytes, but should have %s and %d", name, a.Dtype,
			len(a.Data), k.numpy, n*components*k.bytes)
		return 0
	}
	r.data = a.Data
	return n
}

func (r *arrayReader) float(i int) float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(r.data[4*i:]))
}

func (r *arrayReader) scalars(name string, n int) []float32 { return r.numbers(name, 1, n) }

// numbers returns an array with a number of components for each of n particles.
func (r *arrayReader) numbers(name string, components, n int) []float32 {
	values := make([]float32, components*r.read(name, float32Kind, components, n))
	for i := range values {
		values[i] = r.float(i)
	}
	return values
}

func (r *arrayReader) vectors(name string, n int) [][3]float32 {
	values := make([][3]float32, r.read(name, float32Kind, 3, n))
	for i := range values {
		values[i] = [3]float32{r.float(3 * i), r.float(3*i + 1), r.float(3*i + 2)}
	}
	return values
}
