package exchange

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"fmt"
)

// Gather returns what all processes give, by rank, within a task.
// It is concurrent with what devices do.
func (g *Group) Gather(own []byte) ([][]byte, error) { return g.gatherWhere(withinTask, own) }

// GatherBetween is Gather between two tasks.
func (g *Group) GatherBetween(own []byte) ([][]byte, error) {
	return g.gatherWhere(betweenTasks, own)
}

const betweenTasks, withinTask = 0, 1

// gatherWhere holds that all processes are at the same.
func (g *Group) gatherWhere(where byte, own []byte) ([][]byte, error) {
	all, err := gatherAll(g.Processes, append([]byte{where}, own...))
	if err != nil {
		return nil, err
	}
	for rank, b := range all {
		if b[0] != where {
			err = fmt.Errorf("process %d is not where process %d is, and says %q; this is a bug", rank, g.Processes.Rank(), b[1:])
		}
		all[rank] = b[1:]
	}
	if err != nil {
		g.Processes.Fail(err)
	}
	return all, err
}

// gatherAll brings what all processes give to the first one, and from there all of it to all.
func gatherAll(p Processes, own []byte) ([][]byte, error) {
	n := p.Count()
	if p.Rank() > 0 {
		if err := sendTo(p, []int{0}, own); err != nil {
			return nil, err
		}
		got, err := receiveFrom(p, []int{0})
		if err != nil {
			return nil, err
		}
		all, whole := make([][]byte, n), got[0]
		for k := range all {
			length := binary.LittleEndian.Uint64(whole)
			all[k], whole = whole[8:8+length], whole[8+length:]
		}
		return all, nil
	}
	var others []int
	for k := 1; k < n; k++ {
		others = append(others, k)
	}
	got, err := receiveFrom(p, others)
	if err != nil {
		return nil, err
	}
	all := append([][]byte{own}, got...)
	var whole []byte
	for _, b := range all {
		whole = binary.LittleEndian.AppendUint64(whole, uint64(len(b)))
		whole = append(whole, b...)
	}
	return all, sendTo(p, others, whole)
}

// sendTo sends bytes to some processes in one message or two: how much it is with its beginning,
// and the rest.
func sendTo(p Processes, peers []int, b []byte) error {
	head, rest := cut(b)
	for _, part := range [][]byte{head, rest} {
		var out []Message
		for _, peer := range peers {
			if part != nil {
				out = append(out, Message{Peer: peer, Tag: HostTag, Bytes: part})
			}
		}
		if out == nil {
			break
		}
		if err := p.Swap(out, nil); err != nil {
			return err
		}
	}
	return nil
}

// receiveFrom is what some processes send by sendTo.
func receiveFrom(p Processes, peers []int) ([][]byte, error) {
	var first, second []Message
	for _, peer := range peers {
		first = append(first, Message{Peer: peer, Tag: HostTag, Bytes: make([]byte, headBytes)})
	}
	if err := p.Swap(nil, first); err != nil {
		return nil, err
	}
	var all [][]byte
	for i, peer := range peers {
		whole, rest := joined(first[i].Bytes)
		all = append(all, whole)
		if rest != nil {
			second = append(second, Message{Peer: peer, Tag: HostTag, Bytes: rest})
		}
	}
	if second == nil {
		return all, nil
	}
	return all, p.Swap(nil, second)
}

// headBytes is the most that the first of two messages has.
const headBytes = 8 << 10

// cut makes two messages of bytes; the second is nil where it is not needed.
func cut(b []byte) (head, rest []byte) {
	n := min(len(b), headBytes-8)
	head = append(binary.LittleEndian.AppendUint64(nil, uint64(len(b))), b[:n]...)
	if n < len(b) {
		rest = b[n:]
	}
	return head, rest
}

// joined is what a first message begins, with room for the rest.
func joined(head []byte) (whole, rest []byte) {
	length := int(binary.LittleEndian.Uint64(head))
	whole = make([]byte, length)
	n := copy(whole, head[8:])
	if n < length {
		rest = whole[n:]
	}
	return whole, rest
}

// GatherOf is Gather of values.
func GatherOf[T any](g *Group, own T) ([]T, error) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(own); err != nil {
		return nil, err
	}
	parts, err := g.Gather(b.Bytes())
	if err != nil {
		return nil, err
	}
	all := make([]T, len(parts))
	for k, part := range parts {
		if err := gob.NewDecoder(bytes.NewReader(part)).Decode(&all[k]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Told is what the leading process gives: f is asked there only.
func Told[T any](g *Group, f func() T) (T, error) {
	var b bytes.Buffer
	var value T
	if g.Leads() {
		value = f()
		if g.Processes == nil {
			return value, nil
		}
		if err := gob.NewEncoder(&b).Encode(value); err != nil {
			return value, err
		}
	}
	parts, err := g.Gather(b.Bytes())
	if err == nil && !g.Leads() {
		err = gob.NewDecoder(bytes.NewReader(parts[0])).Decode(&value)
	}
	return value, err
}
