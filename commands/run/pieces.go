package run

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"gpusph/internal/mpi"
	"gpusph/output"
	"gpusph/sph"
	"gpusph/sph/exchange"
	"gpusph/sph/measure"
)

// pieces are how the first process lets the others write theirs. For each capture whose parts stay
// where they are it tells them in which file theirs belongs, and they answer when it is there.
type pieces struct {
	world  *mpi.World // nil is this process alone
	firsts []int      // devices of each process
	flow   *sph.Case
	// sums that the others have told of the last step
	sums map[*sph.SnapshotTable][]float64
}

// pieceTag is of the messages between them.
const pieceTag = exchange.MaxTag - 1

// pieceBytes is how long these are.
const pieceBytes = 8 << 10

// pieces is how snapshots are written in pieces, or nil.
func (r *run) pieces() *pieces {
	if !r.Pieces {
		return nil
	}
	return &pieces{world: r.World, firsts: r.sim.Firsts(), flow: r.flow}
}

// files is what writers know of it.
func (p *pieces) files() *output.Pieces {
	if p == nil {
		return nil
	}
	return &output.Pieces{Firsts: p.firsts, Others: func(s *sph.Snapshot, base string) error {
		base, err := filepath.Abs(base)
		if err == nil && len(base) > pieceBytes/2 {
			err = errors.New("the name of the run directory is too long for pieces; use a shorter --dir")
		}
		if err != nil {
			return err
		}
		return p.tell(s.Step, base)
	}, OthersSums: func(t *sph.SnapshotTable) []float64 { return p.sums[t] }}
}

// tell tells the others where their pieces of a step belong, nowhere if base is empty, and waits
// until they are there.
func (p *pieces) tell(step int, base string) error {
	var out, in []exchange.Message
	for rank := 1; rank < p.world.Count(); rank++ {
		out = append(out, exchange.Message{Peer: rank, Tag: pieceTag,
			Bytes: pieceMessage(fmt.Sprint(step, " ", base))})
		in = append(in, exchange.Message{Peer: rank, Tag: pieceTag, Bytes: make([]byte, pieceBytes)})
	}
	if err := p.world.Swap(out, in); err != nil {
		return err
	}
	p.sums = map[*sph.SnapshotTable][]float64{}
	for _, m := range in {
		if text := textOf(m.Bytes[:pieceBytes/2]); text != "" {
			return fmt.Errorf("process %d: %s", m.Peer, text)
		}
		from := m.Bytes[pieceBytes/2:]
		eachSums(p.flow, &sph.Snapshot{}, func(t *sph.SnapshotTable, sums []float64) {
			if p.sums[t] == nil {
				p.sums[t] = make([]float64, len(sums))
			}
			from = from[copy(sph.BytesOf(sums), from):]
			for k, x := range sums {
				p.sums[t][k] += x
			}
		})
	}
	return nil
}

// eachSums visits the sums of a snapshot for the tables that a flow has.
func eachSums(flow *sph.Case, s *sph.Snapshot, visit func(t *sph.SnapshotTable, sums []float64)) {
	for _, t := range sph.SnapshotTables() {
		if t.Has(flow) {
			visit(t, t.Sums(flow, s))
		}
	}
}

// writePiece writes what this process has of a capture, where the first one says.
func writePiece(world *mpi.World, keep *output.Selection, c *measure.StateCopy) error {
	told := make([]byte, pieceBytes)
	if err := world.Swap(nil, []exchange.Message{{Peer: 0, Tag: pieceTag, Bytes: told}}); err != nil {
		return err
	}
	number, base, _ := strings.Cut(textOf(told), " ")
	step, err := strconv.Atoi(number)
	var sums []float64
	switch {
	case err != nil || step != c.Step():
		err = fmt.Errorf("the first process writes step %q, and this one %d; this is a bug", number,
			c.Step())
	case base != "":
		s := c.Snapshot()
		err = output.WritePiece(base, world.Rank(), keep, s)
		eachSums(s.Case, s, func(_ *sph.SnapshotTable, of []float64) { sums = append(sums, of...) })
	}
	answer := ""
	if err != nil {
		answer = err.Error()
	}
	message := pieceMessage(answer[:min(len(answer), pieceBytes/2-1)])
	copy(message[pieceBytes/2:], sph.BytesOf(sums))
	return world.Swap([]exchange.Message{{Peer: 0, Tag: pieceTag, Bytes: message}}, nil)
}

// pieceMessage is a text as long as all are.
func pieceMessage(text string) []byte {
	b := make([]byte, pieceBytes)
	copy(b[:pieceBytes-1], text)
	return b
}

func textOf(b []byte) string {
	text, _, _ := strings.Cut(string(b), "\x00")
	return text
}
