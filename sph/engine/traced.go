package engine

import (
	"encoding/binary"
	"time"

	"gpusph/gpu"
	"gpusph/sph/exchange"
)

// StartTrace begins to record what the devices of all processes do, by Options.Trace, which all
// have. The devices should be idle.
func (s *Simulation) StartTrace() error {
	if err := s.broadcast(task{what: startTraceTask}); err != nil {
		return err
	}
	defer s.broadcastDone()
	return s.agree(s.options.Trace.Start())
}

// StopTrace ends that, and returns what the devices of all processes have done, by device. The
// times are those of the first process's clock. Those of any device may be off by so much.
func (s *Simulation) StopTrace() (all []gpu.Track, within time.Duration, err error) {
	if err := s.broadcast(task{what: stopTraceTask}); err != nil {
		return nil, 0, err
	}
	defer s.broadcastDone()
	within = s.options.Trace.Uncertainty()
	own, err := s.options.Trace.Stop()
	if s.group.Processes == nil {
		return own, within, err
	}
	if err := s.agree(err); err != nil {
		return nil, 0, err
	}
	late, off, err := s.compareClocks()
	if err != nil {
		s.lost = err
		return nil, 0, err
	}
	type told struct {
		Tracks []gpu.Track
		Within time.Duration
	}
	parts, err := exchange.GatherOf(s.group, told{own, within})
	if err != nil {
		s.lost = err
		return nil, 0, err
	}
	within = 0
	for rank, part := range parts {
		if s.group.Leads() {
			within = max(within, part.Within+off[rank])
			for _, t := range part.Tracks {
				t.Shift(late[rank])
			}
		}
		all = append(all, part.Tracks...)
	}
	return all, within, nil
}

// compareClocks tells the first process by how much later than its own the traces of the others
// began, and within how much. It asks each for its time, and takes the answer that has come
// soonest.
func (s *Simulation) compareClocks() (late, off []time.Duration, err error) {
	const times = 20
	p := s.group.Processes
	late, off = make([]time.Duration, p.Count()), make([]time.Duration, p.Count())
	question, answer := make([]byte, 1), make([]byte, 8)
	if !s.group.Leads() {
		for range times {
			if err := p.Swap(nil, []exchange.Message{{Peer: 0, Tag: exchange.LinkTag, Bytes: question}}); err != nil {
				return nil, nil, err
			}
			binary.LittleEndian.PutUint64(answer, uint64(s.options.Trace.Now()))
			if err := p.Swap([]exchange.Message{{Peer: 0, Tag: exchange.LinkTag, Bytes: answer}}, nil); err != nil {
				return nil, nil, err
			}
		}
		return late, off, nil
	}
	for rank := 1; rank < p.Count(); rank++ {
		for k := range times {
			asked := s.options.Trace.Now()
			if err := p.Swap([]exchange.Message{{Peer: rank, Tag: exchange.LinkTag, Bytes: question}}, []exchange.Message{{Peer: rank, Tag: exchange.LinkTag, Bytes: answer}}); err != nil {
				return nil, nil, err
			}
			half := (s.options.Trace.Now() - asked) / 2
			if k == 0 || half < off[rank] {
				off[rank] = half
				late[rank] = asked + half - time.Duration(binary.LittleEndian.Uint64(answer))
			}
		}
	}
	return late, off, nil
}
