package mpi

import (
	"encoding/binary"
	"fmt"

	"gpusph/sph/exchange"
)

// verdictBytes is the room for the error of a process in Agree.
const verdictBytes = 4096

// Disagreement is the error of processes that were not started alike. All know of it.
type Disagreement string

func (d Disagreement) Error() string { return string(d) }

// Agree gives each process what the first one has, to compare it with its own. An error of one is
// returned by all. It is called before anything is computed.
func (w *World) Agree(own []byte, compare func(first []byte) error) error {
	length := binary.LittleEndian.AppendUint64(nil, uint64(len(own)))
	if w.Rank() > 0 {
		if err := w.from(0, length); err != nil {
			return err
		}
		first := make([]byte, binary.LittleEndian.Uint64(length))
		if err := w.from(0, first); err != nil {
			return err
		}
		err := compare(first)
		verdict := make([]byte, verdictBytes)
		if err != nil {
			copy(verdict[:verdictBytes-1], err.Error())
			err = Disagreement(err.Error())
		}
		return firstOf(w.Swap([]exchange.Message{{Peer: 0, Tag: beginTag, Bytes: verdict}}, nil), err)
	}
	for rank := 1; rank < w.Count(); rank++ {
		for _, b := range [][]byte{length, own} {
			if err := w.Swap([]exchange.Message{{Peer: rank, Tag: beginTag, Bytes: b}}, nil); err != nil {
				return err
			}
		}
	}
	for rank := 1; rank < w.Count(); rank++ {
		verdict := make([]byte, verdictBytes)
		if err := w.from(rank, verdict); err != nil {
			return err
		}
		if text := textOf(verdict); text != "" {
			return Disagreement(fmt.Sprintf("process %d %s", rank, text))
		}
	}
	return nil
}

// from receives a message of another process.
func (w *World) from(rank int, b []byte) error {
	return w.Swap(nil, []exchange.Message{{Peer: rank, Tag: beginTag, Bytes: b}})
}
