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

// called tells the others to make a call, and makes it. An error of this process ends what the
// processes do together.
func called[T any](t *together, call, steps int, do func() (T, error)) (result T, err error) {
	if err = t.tell(call, steps); err == nil {
		result, err = do()
	}
	if err != nil {
		t.processes.Fail(err)
	}
	return result, err
}

// Advance implements grid.Simulator.
func (t *together) Advance(steps int) (grid.Progress, error) {
	return called(t, toAdvance, steps,
		func() (grid.Progress, error) { return t.Simulator.Advance(steps) })
}

// Sums implements grid.Simulator.
func (t *together) Sums() (grid.Sums, error) { return called(t, toSum, 0, t.Simulator.Sums) }

// Snapshot implements grid.Simulator: that of all planes.
func (t *together) Snapshot() (*grid.Snapshot, error) {
	return called(t, toSnapshot, 0,
		func() (*grid.Snapshot, error) { return collect(t.processes, t.Simulator) })
}

// Checkpoint implements grid.Simulator.
func (t *together) Checkpoint() (*sph.Checkpoint, error) {
	return called(t, toCheckpoint, 0, t.Simulator.Checkpoint)
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
			_, err = collect(p, sim)
		case toCheckpoint:
			_, err = sim.Checkpoint()
		}
		if err != nil {
			return err
		}
	}
}

// collect is a snapshot. The first process gets the planes of all.
func collect(p exchange.Processes, sim grid.Simulator) (*grid.Snapshot, error) {
	s, err := sim.Snapshot()
	if err != nil {
		return nil, err
	}
	planes := make([]int64, p.Count())
	planes[p.Rank()] = int64(s.Planes)
	if err := p.Sum(planes); err != nil {
		return nil, err
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
			return nil, err
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
	return s, nil
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
