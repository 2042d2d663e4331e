package output

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/vmihailenco/msgpack/v5"

	"gpusph/internal/input"
	"gpusph/sph"
)

// Checkpoint is what a run needs to go on: the flow between two list periods, and how far its files
// were then. The file is a sequence of MessagePack objects:
//
//   - its Head,
//   - its SHA-256 and the bytes of the Checkpoint as MessagePack, without the values of particles,
//   - these, field by field in pieces of 16 MiB, each compressed with zstd.
//
// Each field has its SHA-256 in State.Fields' order in Sums.
type Checkpoint struct {
	Head
	Program string `json:"program"`
	Version string `json:"program_version"`
	Problem string `json:"problem"`
	// that the run was given, as on a command line
	Words []string `json:"options"`
	Flow  string   `json:"flow"` // hash of the particles at the beginning
	// sph.Case.TablesHash until then, up to version 3; older ones have none
	Tables string `json:"tables,omitempty"`
	// sph.Case.TableHashes until then, from version 4 on
	Outside    []sph.TableHash `json:"outside"`
	Devices    []string        `json:"devices"` // names
	End        float64         `json:"end"`     // [s]
	Parameters Parameters      `json:"parameters"`
	Files      FileStates      `json:"files"`   // that grow
	Summary    Summary         `json:"summary"` // so far
	Watch      WatchState      `json:"watch"`
	Steady     *SteadyState    `json:"steady,omitempty"` // of a run that ends when the flow is steady
	Snapshots  []Instant       `json:"snapshots"`        // that there are, in whatever formats
	State      *sph.Checkpoint `json:"-"`
	// all, of which Parameters have some under names for people
	Params sph.Params `json:"-"`
	// State without the values of particles, as MessagePack; only the version that wrote it knows
	// the keys
	Inside []byte   `json:"state"`
	Sums   []string `json:"sums"`
}

// FileState is how far a file or a series of snapshots is.
type FileState struct {
	Size      int64     `json:"size,omitempty"` // [bytes]
	Snapshots []Instant `json:"snapshots,omitempty"`
}

// FileStates are those of files, by their names.
type FileStates map[string]FileState

// EncodeMsgpack writes them in the order of their names, so that the same checkpoint has the same
// bytes. The encoder sorts maps of some types only.
func (all FileStates) EncodeMsgpack(e *msgpack.Encoder) error {
	err := e.EncodeMapLen(len(all))
	for _, name := range slices.Sorted(maps.Keys(all)) {
		err = errors.Join(err, e.EncodeString(name), e.Encode(all[name]))
	}
	return err
}

// Instant is a snapshot of a series.
type Instant struct {
	Time float64 `json:"t"` // [s]
	Step int     `json:"step"`
	File string  `json:"file"` // relative to the run directory
}

// WatchState is what a run knows of whether its flow can be believed.
type WatchState struct {
	Energy float64  `json:"energy"` // at the first sample [J]
	Begun  bool     `json:"begun"`
	Good   int      `json:"good"` // step of the last sample before anything was wrong
	Said   []string `json:"said"` // what was warned of
	Lost   int      `json:"lost"` // particles that had left the domain then
	Slow   bool     `json:"slow"` // it has warned that lists cannot hold all neighbours
}

// SteadyState is what a run knows of whether its flow is steady.
type SteadyState struct {
	Part     float64   `json:"part"`     // by less than which the energy changes then
	Window   float64   `json:"window"`   // [s]
	Times    []float64 `json:"times"`    // of the samples in the window [s]
	Kinetic  []float64 `json:"kinetic"`  // energy at these [J]
	Greatest float64   `json:"greatest"` // kinetic energy of all samples [J]
	// through each part of the boundary into the flow, at these [m³], in two dimensions [m²]
	Volumes [][]float64 `json:"volumes,omitempty"`
	Since   *float64    `json:"since,omitempty"`
}

var checkpointHead = NewHead("checkpoint", 8)

// pieceBytes is how many bytes of a field are compressed by themselves, and mostPacked how many
// such pieces at once at most: they take as much memory again.
const (
	pieceBytes = 16 << 20
	mostPacked = 8
)

// inside is what is in Inside.
type inside struct {
	State  *sph.Checkpoint
	Params sph.Params
}

// sealed is a Checkpoint in its file.
type sealed struct {
	SHA256 string `json:"sha256"`
	Body   []byte `json:"body"`
}

// SHA256 is the checksum of data, as files have it.
func SHA256(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// write writes the file's content.
func (c *Checkpoint) write(w io.Writer) error {
	bare, state := *c, *c.State
	bare.Head, bare.Sums = checkpointHead, make([]string, len(state.Fields))
	state.Fields = slices.Clone(state.Fields)
	err := atOnce(len(state.Fields), func(k int) {
		bare.Sums[k] = SHA256(state.Fields[k].Data)
		state.Fields[k].Data = nil
	})
	if err != nil {
		return err
	}
	var body bytes.Buffer
	if bare.Inside, err = msgpack.Marshal(inside{&state, c.Params}); err != nil {
		return err
	}
	if err := encoder(&body).Encode(&bare); err != nil {
		return err
	}
	e := encoder(w)
	if err := e.EncodeMulti(checkpointHead, sealed{SHA256(body.Bytes()), body.Bytes()}); err != nil {
		return err
	}
	var pieces [][]byte
	for _, f := range c.State.Fields {
		pieces = slices.AppendSeq(pieces, slices.Chunk(f.Data, pieceBytes))
	}
	return writePacked(e, pieces)
}

// writePacked writes pieces in their order. Some are compressed at once, each by itself, so their
// bytes do not depend on how many; half of the processors are left to the devices.
func writePacked(e *msgpack.Encoder, pieces [][]byte) error {
	n := max(1, min(mostPacked, runtime.GOMAXPROCS(0)/2))
	z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithEncoderConcurrency(n))
	if err != nil {
		return err
	}
	defer z.Close()
	packed := make([][]byte, n)
	for some := range slices.Chunk(pieces, n) {
		if err := atOnce(len(some), func(i int) { packed[i] = z.EncodeAll(some[i], packed[i][:0]) }); err != nil {
			return err
		}
		for i := range some {
			if err := e.EncodeBytes(packed[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// atOnce does f for 0 to n-1, all at once.
func atOnce(n int, f func(i int)) error {
	errs := make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			errs[i] = do(func() error { f(i); return nil })
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

// mostPacking is a greater part than zstd packs a state into: each particle has a number of its
// own. So a file of 100 kB takes 100 MB at most before it is refused.
const mostPacking = 1 << 10

// fieldBytes is what a particle takes.
func fieldBytes(fields []sph.CheckpointField) (n int) {
	for _, f := range fields {
		n += max(0, min(f.Bytes, 64))
	}
	return n
}

// readCheckpoint reads what write has written, which has a size [bytes]. Sizes in it are not
// trusted: no room is made for what a file of that size cannot hold.
func readCheckpoint(r io.Reader, size int64) (*Checkpoint, error) {
	d := msgpack.NewDecoder(bufio.NewReaderSize(r, 1<<16))
	d.SetCustomStructTag("json")
	c, err := readBeginning(d)
	if err != nil {
		return nil, err
	}
	if err := c.readFields(d, size); err != nil {
		return nil, err
	}
	return c, nil
}

// readBeginning reads a checkpoint without the values of its particles.
func readBeginning(d *msgpack.Decoder) (*Checkpoint, error) {
	var head Head
	if err := d.Decode(&head); err != nil {
		return nil, err
	}
	if err := checkpointHead.Check(head); err != nil {
		return nil, err
	}
	var s sealed
	if err := d.Decode(&s); err != nil {
		return nil, err
	}
	if SHA256(s.Body) != s.SHA256 {
		return nil, errors.New("it is damaged: its beginning has another checksum than was written")
	}
	if err := checkLengths(bytes.NewReader(s.Body), int64(len(s.Body))); err != nil {
		return nil, err
	}
	var c Checkpoint
	body := msgpack.NewDecoder(bytes.NewReader(s.Body))
	body.SetCustomStructTag("json")
	if err := body.Decode(&c); err != nil {
		return nil, err
	}
	var in inside
	if err := msgpack.Unmarshal(c.Inside, &in); err != nil {
		return nil, err
	}
	if in.State != nil {
		in.State.Convert()
	}
	c.State, c.Params = in.State, in.Params
	if err := takeNamedEnergies(c.State, c.Inside); err != nil {
		return nil, err
	}
	if c.State == nil || len(c.State.Starts) == 0 || len(c.Sums) != len(c.State.Fields) {
		return nil, errors.New("it has no particles")
	}
	return &c, nil
}

// takeNamedEnergies takes the energies of the last sample where each has a name of its own.
// Checkpoints before the table of energies do.
func takeNamedEnergies(state *sph.Checkpoint, data []byte) error {
	if state == nil || state.Before == nil || state.Before.Energy != nil {
		return nil
	}
	var in struct {
		State struct {
			Before struct{ Kinetic, Potential, Internal float64 }
		}
	}
	if err := msgpack.Unmarshal(data, &in); err != nil {
		return err
	}
	e := &in.State.Before
	state.Before.Energy = []float64{e.Kinetic, e.Potential, e.Internal}
	return nil
}

// readFields reads the values of the particles. size is that of the file.
func (c *Checkpoint) readFields(d *msgpack.Decoder, size int64) error {
	z, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(pieceBytes))
	if err != nil {
		return err
	}
	defer z.Close()
	n := c.State.Starts[len(c.State.Starts)-1]
	if all := int64(n) * int64(fieldBytes(c.State.Fields)); n < 0 || n > sph.MaxParticles || all > mostPacking*size {
		return fmt.Errorf("it is damaged: it says that %d particles follow, which %d bytes cannot hold",
			n, size)
	}
	for k := range c.State.Fields {
		f := &c.State.Fields[k]
		if n < 0 || n > sph.MaxParticles || f.Bytes < 1 || f.Bytes > 64 {
			return fmt.Errorf("it has %d particles with %d bytes of %s", n, f.Bytes, f.Name)
		}
		if err := readField(d, z, f, n); err != nil {
			return err
		}
		if SHA256(f.Data) != c.Sums[k] {
			return fmt.Errorf("it is damaged: its %s has another checksum than was written", f.Name)
		}
	}
	return nil
}

// readField reads the values of n particles of a field, piece by piece.
func readField(d *msgpack.Decoder, z *zstd.Decoder, f *sph.CheckpointField, n int) error {
	f.Data = make([]byte, 0, n*f.Bytes)
	for len(f.Data) < n*f.Bytes {
		packed, err := d.DecodeBytes()
		if err == nil {
			var piece []byte
			if piece, err = z.DecodeAll(packed, nil); err == nil && len(piece) == 0 {
				err = errors.New("a piece of it is empty")
			}
			if len(piece) > n*f.Bytes-len(f.Data) {
				return fmt.Errorf("it is damaged: its %s has more than the %d bytes of %d particles", f.Name,
					n*f.Bytes, n)
			}
			f.Data = append(f.Data, piece...)
		}
		if err != nil {
			return fmt.Errorf("its %s cannot be read: %w", f.Name, err)
		}
	}
	return nil
}

// ReadCheckpoint reads the file at path.
func ReadCheckpoint(path string) (*Checkpoint, error) {
	f, info, err := input.Open(path)
	if err != nil {
		return nil, fmt.Errorf("the checkpoint cannot be read: %w", err)
	}
	defer f.Close()
	err = checkLengths(f, info.Size())
	var c *Checkpoint
	if err == nil {
		c, err = readCheckpoint(f, info.Size())
	}
	if err != nil {
		return nil, fmt.Errorf("the checkpoint %s cannot be read: %w", path, err)
	}
	return c, nil
}

// NewCheckpoint begins one of a run of a flow.
func NewCheckpoint(flow *sph.Case, state *sph.Checkpoint) *Checkpoint {
	return &Checkpoint{Head: checkpointHead, Problem: flow.Name, End: flow.End,
		Parameters: newParameters(&flow.Params), Params: flow.Params, State: state}
}
