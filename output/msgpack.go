package output

import (
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"math"

	"github.com/vmihailenco/msgpack/v5"

	"gpusph/sph"
)

var snapshotFormat = NewHead("snapshot", 4)

// oldSnapshotFormat is what snapshots had for a format when it told the version, too.
const oldSnapshotFormat = "gpusph snapshot 1"

// snapshotHead is what a snapshot in MessagePack tells before its arrays.
type snapshotHead struct {
	Head
	Problem    string     `json:"problem"`
	Time       float64    `json:"t"` // [s]
	Step       int        `json:"step"`
	End        float64    `json:"end"` // of the case [s]
	Devices    int        `json:"devices"`
	SHA256     string     `json:"state_sha256"`
	Bodies     []string   `json:"bodies"` // names; body 1 is the first
	Parameters Parameters `json:"parameters"`
}

// encoder writes structs with the names that their json tags say.
func encoder(w io.Writer) *msgpack.Encoder {
	e := msgpack.NewEncoder(w)
	e.SetCustomStructTag("json")
	e.UseCompactInts(true)
	e.SetSortMapKeys(true)
	return e
}

// arrays are a snapshot's columns: a map from each one's name to a map of dtype,
// shape and data, as numpy.frombuffer(data, dtype).reshape(shape) wants them.
type arrays []column

// EncodeMsgpack writes them piece by piece, so that they take no memory.
func (a arrays) EncodeMsgpack(e *msgpack.Encoder) error {
	if err := e.EncodeMapLen(len(a)); err != nil {
		return err
	}
	for _, c := range a {
		bytes := c.count * c.size()
		if bytes > math.MaxUint32 {
			return fmt.Errorf("%d particles are too many for the %s of one MessagePack file; use "+
				"--formats vtk", c.count, c.name)
		}
		shape := []int{c.count, len(c.components)}
		if len(c.components) == 1 {
			shape = shape[:1]
		}
		if err := e.EncodeString(c.name); err != nil {
			return err
		}
		if err := e.EncodeMapLen(4); err != nil {
			return err
		}
		if err := e.EncodeMulti("dtype", c.kind.numpy, "shape", shape, "data"); err != nil {
			return err
		}
		if err := e.EncodeBytesLen(bytes); err != nil {
			return err
		}
		const piece = 4096 // particles
		sum := crc32.NewIEEE()
		for from := 0; from < c.count; from += piece {
			if _, err := io.MultiWriter(e.Writer(), sum).Write(c.write(nil, from, min(from+piece, c.count))); err != nil {
				return err
			}
		}
		if err := errors.Join(e.EncodeString("crc32"), e.EncodeUint32(sum.Sum32())); err != nil {
			return err
		}
	}
	return nil
}

// summed is what is written, and the checksum of all until now.
type summed struct {
	io.Writer
	sum hash.Hash32
}

func (s *summed) Write(b []byte) (int, error) {
	s.sum.Write(b)
	return s.Writer.Write(b)
}

// EncodeMsgpack writes the checksum, in five bytes.
func (s *summed) EncodeMsgpack(e *msgpack.Encoder) error { return e.EncodeUint32(s.sum.Sum32()) }

// sumBytes is how many bytes a checksum takes at the end of a file.
const sumBytes = 5

// writeSnapshot writes a MessagePack map with the keys of snapshotHead, "arrays", which are some of
// the snapshot's columns, and "crc32", the checksum of all bytes before it.
func writeSnapshot(w io.Writer, s *sph.Snapshot, all []column) error {
	bodies := []string{}
	for _, b := range s.Case.Bodies {
		bodies = append(bodies, b.Name)
	}
	to := &summed{w, crc32.NewIEEE()}
	return encoder(to).Encode(struct {
		snapshotHead
		Arrays arrays  `json:"arrays"`
		CRC32  *summed `json:"crc32"`
	}{snapshotHead{
		Head: snapshotFormat, Problem: s.Case.Name, Time: s.Time, Step: s.Step, End: s.Case.End,
		Devices: s.Devices, SHA256: s.SHA256, Bodies: bodies, Parameters: newParameters(&s.Case.Params),
	}, all, to})
}

// msgpackSeries writes each snapshot to a MessagePack file.
type msgpackSeries struct{ *numbered }

func newMsgpack(r *Run) (Observer, error) {
	n, err := newNumbered(r, "part", "msgpack", "msgpack")
	if err != nil {
		return nil, err
	}
	n.whole = func(w io.Writer, s *sph.Snapshot) error { return writeSnapshot(w, s, columns(s)) }
	return &msgpackSeries{n}, nil
}

func (m *msgpackSeries) Snapshot(s *sph.Snapshot) error {
	if err := checkSnapshot(s); err != nil {
		return err
	}
	own, values, err := m.kept(s, writeSnapshot)
	if err != nil {
		return err
	}
	return m.add(s, func(w io.Writer) error { return writeSnapshot(w, own, values) })
}
