package gridrun

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"gpusph/grid"
	"gpusph/internal/input"
	"gpusph/output"
	"gpusph/sph"
)

// checkpoint is what a run needs to continue: the flow between two steps, and how far its files
// were then. The file is a line of JSON with its format, the length and the SHA-256 of the
// checkpoint as JSON, which follows. The values of the fields come after that, one field after the
// other, each with its length and SHA-256 in the JSON.
type checkpoint struct {
	Program string    `json:"program"`
	Version string    `json:"program_version"`
	Problem string    `json:"problem"`
	Words   []string  `json:"options"` // that the run was given, as on a command line
	Physics []setting `json:"physics"`
	Devices []string  `json:"devices"`

	Sums           int64            `json:"sums_bytes"`             // of sums.csv
	Probes         int64            `json:"probes_bytes,omitempty"` // of probes.csv
	Sampled        int              `json:"sampled"`                // step of the last row of sums.csv
	Throughput     int64            `json:"throughput_bytes"`
	ThroughputName string           `json:"throughput_name"`
	Snapshots      []output.Instant `json:"snapshots"`
	Report         Report           `json:"report"` // so far

	State  slab        `json:"state"`
	Fields []fieldInfo `json:"fields"`

	values  [][]byte // of Fields
	dir     string   // of the run
	remarks []string // on what was wrong with later checkpoints
}

// slab is a state without the values of fields.
type slab struct {
	Time    float64           `json:"t"` // [s]
	Step    int               `json:"step"`
	Bounds  []int             `json:"bounds"`
	Starts  []int             `json:"starts"`
	Globals []sph.GlobalState `json:"globals"`
}

// fieldInfo is a field whose values follow.
type fieldInfo struct {
	Name   string `json:"name"`
	Bytes  int    `json:"bytes"`  // of a cell
	Length int    `json:"length"` // of all [bytes]
	SHA256 string `json:"sha256"`
}

// preamble is the first line of the file.
type preamble struct {
	output.Head
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
}

var checkpointHead = output.NewHead("grid-checkpoint", 1)

// mostChecked bounds the JSON of a checkpoint [bytes].
const mostChecked = 64 << 20

// take makes a checkpoint of a state.
func (c *checkpoint) take(s *sph.Checkpoint) {
	c.State = slab{s.Time, s.Step, s.Bounds, s.Starts, s.Globals}
	c.Fields, c.values = nil, nil
	for _, f := range s.Fields {
		c.Fields = append(c.Fields, fieldInfo{f.Name, f.Bytes, len(f.Data), ""})
		c.values = append(c.values, f.Data)
	}
}

// state is what the simulation continues from.
func (c *checkpoint) state() *sph.Checkpoint {
	s := &sph.Checkpoint{Slabs: sph.Slabs{Time: c.State.Time, Step: c.State.Step,
		Bounds: c.State.Bounds, Starts: c.State.Starts, Globals: c.State.Globals}}
	for k, f := range c.Fields {
		s.Fields = append(s.Fields, sph.CheckpointField{Name: f.Name, Bytes: f.Bytes, Data: c.values[k]})
	}
	return s
}

// stateHash is the SHA-256 of the values of all fields, the same on any number of devices.
func stateHash(s *sph.Checkpoint) string {
	sum := sha256.New()
	for _, f := range s.Fields {
		sum.Write(f.Data)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// last is the last row of sums.csv, as far as the report has it.
func (c *checkpoint) last() grid.Sums {
	s := grid.Sums{Time: c.State.Time}
	for _, n := range c.Report.Numbers {
		s.Of = append(s.Of, float64(n.Value))
	}
	return s
}

// write writes the file's content.
func (c *checkpoint) write(w io.Writer) error {
	for k := range c.Fields {
		c.Fields[k].SHA256 = output.SHA256(c.values[k])
	}
	body, err := json.Marshal(c)
	if err != nil {
		return err
	}
	line, err := json.Marshal(preamble{checkpointHead, len(body), output.SHA256(body)})
	if err != nil {
		return err
	}
	for _, piece := range append([][]byte{line, []byte("\n"), body}, c.values...) {
		if _, err := w.Write(piece); err != nil {
			return err
		}
	}
	return nil
}

// readCheckpoint reads the file at a path. Sizes in it are not trusted.
func readCheckpoint(path string) (*checkpoint, error) {
	f, info, err := input.Open(path)
	if err != nil {
		return nil, fmt.Errorf("the checkpoint cannot be read: %w", err)
	}
	defer f.Close()
	c, err := read(f, info.Size())
	if err != nil {
		return nil, fmt.Errorf("the checkpoint %s cannot be read: %w", path, err)
	}
	return c, nil
}

// read reads what write has written, which has a size [bytes].
func read(from io.Reader, size int64) (*checkpoint, error) {
	const mostLine = 4096
	r := bufio.NewReaderSize(from, mostLine)
	line, err := r.ReadSlice('\n')
	if err != nil {
		return nil, errors.New("it does not begin as a checkpoint")
	}
	var p preamble
	if err := json.Unmarshal(line, &p); err != nil {
		return nil, fmt.Errorf("it does not begin as a checkpoint: %w", err)
	}
	if err := checkpointHead.Check(p.Head); err != nil {
		return nil, err
	}
	if p.FileVersion < 1 {
		return nil, errors.New("it is damaged: it has no version")
	}
	left := size - int64(len(line))
	if p.Bytes < 0 || int64(p.Bytes) > min(left, mostChecked) {
		return nil, errors.New("it is damaged: its beginning is longer than the file")
	}
	body := make([]byte, p.Bytes)
	if _, err := io.ReadFull(r, body); err != nil {
		return nil, err
	}
	if output.SHA256(body) != p.SHA256 {
		return nil, errors.New("it is damaged: its beginning has another checksum than was written")
	}
	c := new(checkpoint)
	if err := json.NewDecoder(bytes.NewReader(body)).Decode(c); err != nil {
		return nil, err
	}
	return c, c.readValues(r, left-int64(p.Bytes))
}

// readValues reads the values of the fields, which take all that is left of the file.
func (c *checkpoint) readValues(r io.Reader, left int64) error {
	for _, f := range c.Fields {
		if f.Length < 0 || int64(f.Length) > left {
			return fmt.Errorf("it is damaged: it ends before its %s", f.Name)
		}
		left -= int64(f.Length)
		data := make([]byte, f.Length)
		if _, err := io.ReadFull(r, data); err != nil {
			return err
		}
		if output.SHA256(data) != f.SHA256 {
			return fmt.Errorf("it is damaged: its %s has another checksum than was written", f.Name)
		}
		c.values = append(c.values, data)
	}
	if left != 0 {
		return fmt.Errorf("it is damaged: %d bytes follow its last field", left)
	}
	return nil
}
