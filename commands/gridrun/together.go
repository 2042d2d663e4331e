package gridrun

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"

	"gpusph/commands/cli"
	"gpusph/commands/running"
	"gpusph/gpu"
	"gpusph/grid"
	"gpusph/internal/mpi"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// together is a simulation of several processes, as the first has it. It tells the others what to
// call, since all make the same calls of a simulation.
type together struct {
	grid.Simulator
	processes exchange.Processes
}

// What the others are told to call.
const (
	toEnd = iota
	toAdvance
	toSum
	toSnapshot
	toCheckpoint
)

// tell lets the others make a call.
func (t *together) tell(call, steps int) error {
	return t.processes.Sum([]int64{int64(call), int64(steps)})
}

// failed is an error of this process, which ends what the processes do together.
func (t *together) failed(err error) error {
	if err != nil {
		t.processes.Fail(err)
	}
	return err
}

// Advance implements grid.Simulator.
func (t *together) Advance(steps int) (p grid.Progress, err error) {
	if err = t.tell(toAdvance, steps); err == nil {
		p, err = t.Simulator.Advance(steps)
	}
	return p, t.failed(err)
}

// Sums implements grid.Simulator.
func (t *together) Sums() (s grid.Sums, err error) {
	if err = t.tell(toSum, 0); err == nil {
		s, err = t.Simulator.Sums()
	}
	return s, t.failed(err)
}

// Snapshot implements grid.Simulator: that of all planes.
func (t *together) Snapshot() (s *grid.Snapshot, err error) {
	if err = t.tell(toSnapshot, 0); err == nil {
		s, err = t.Simulator.Snapshot()
	}
	if err == nil {
		err = collect(t.processes, s)
	}
	return s, t.failed(err)
}

// Checkpoint implements grid.Simulator.
func (t *together) Checkpoint() (c *sph.Checkpoint, err error) {
	if err = t.tell(toCheckpoint, 0); err == nil {
		c, err = t.Simulator.Checkpoint()
	}
	return c, t.failed(err)
}

// Close implements grid.Simulator.
func (t *together) Close() error {
	if t.processes.Failed() == nil {
		t.tell(toEnd, 0) // who does not hear it has failed
	}
	return t.Simulator.Close()
}

// follow makes the calls that the first process tells, until the end.
func follow(sim grid.Simulator, p exchange.Processes) error {
	for {
		words := []int64{0, 0}
		if err := p.Sum(words); err != nil {
			return err
		}
		var err error
		switch words[0] {
		case toEnd:
			return nil
		case toAdvance:
			_, err = sim.Advance(int(words[1]))
		case toSum:
			_, err = sim.Sums()
		case toSnapshot:
			var s *grid.Snapshot
			if s, err = sim.Snapshot(); err == nil {
				err = collect(p, s)
			}
		case toCheckpoint:
			_, err = sim.Checkpoint()
		}
		if err != nil {
			return err
		}
	}
}

// collect brings the planes of all processes to the first, which has those of all afterwards.
func collect(p exchange.Processes, s *grid.Snapshot) error {
	planes := make([]int64, p.Count())
	planes[p.Rank()] = int64(s.Planes)
	if err := p.Sum(planes); err != nil {
		return err
	}
	cells := s.Cells[0] * s.Cells[1]
	for i := range s.Fields {
		f := &s.Fields[i]
		var out, in []exchange.Message
		if p.Rank() > 0 {
			out = append(out, exchange.Message{Peer: 0, Tag: exchange.HostTag, Bytes: bytesOf(f.Values)})
		} else {
			for rank := 1; rank < p.Count(); rank++ {
				in = append(in, exchange.Message{Peer: rank, Tag: exchange.HostTag,
					Bytes: make([]byte, 8*int(planes[rank])*cells*f.Components)})
			}
		}
		if err := p.Swap(out, in); err != nil {
			return err
		}
		for _, m := range in {
			for at := 0; at < len(m.Bytes); at += 8 {
				f.Values = append(f.Values, math.Float64frombits(binary.LittleEndian.Uint64(m.Bytes[at:])))
			}
		}
	}
	if p.Rank() == 0 {
		s.Planes = s.Cells[2]
	}
	return nil
}

// bytesOf are the bytes of numbers.
func bytesOf(values []float64) []byte {
	data := make([]byte, 0, 8*len(values))
	for _, v := range values {
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
	}
	return data
}

// computeFor computes with the devices of this process what the first one asks for.
func computeFor(ctx context.Context, args cli.Line, world *mpi.World) error {
	r := &run{Run: running.Run{World: world}}
	if err := r.prepare(ctx, args); err != nil || r.GridConfig == nil {
		return err
	}
	defer r.system.Close()
	defer r.sim.Close()
	if _, err := deviceNames(world, r.system); err != nil { // which the first asks for
		return err
	}
	return follow(r.sim, world)
}

// deviceNames are those of all processes.
func deviceNames(world *mpi.World, system *gpu.System) (names []string, err error) {
	for _, d := range system.Devices {
		names = append(names, d.Name())
	}
	if world == nil {
		return names, nil
	}
	all, err := exchange.GatherOf(&exchange.Group{Processes: world}, names)
	if err != nil {
		return nil, fmt.Errorf("the devices of the other processes are not known: %w", err)
	}
	names = nil
	for _, of := range all {
		names = append(names, of...)
	}
	return names, nil
}
