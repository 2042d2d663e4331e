package gridrun

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"time"

	"gpusph/grid"
	"gpusph/sph"
)

// fake is a simulator without devices: one value of each cell, which depends on all steps until
// then. Its time step shrinks a little with each step.
type fake struct {
	flow   *grid.Flow
	values []float64
	p      grid.Progress
	fails  int    // step at which a step fails; 0 is never
	blows  int    // step at which velocities are no numbers
	after  func() // is called after each batch; nil is nothing
}

func newFake(f *grid.Flow) *fake {
	k := &fake{flow: f, values: make([]float64, cellsOf(f))}
	for i := range k.values {
		k.values[i] = math.Sin(float64(i))
	}
	return k
}

// Advance implements grid.Simulator.
func (k *fake) Advance(steps int) (grid.Progress, error) {
	p := &k.p
	p.Steps, p.Iterations, p.Solves, p.Wall = 0, 0, 0, 0
	for p.Steps < steps && !p.Done {
		if k.fails > 0 && p.Step >= k.fails {
			return *p, errors.New("the device is lost")
		}
		p.Dt = 0.01 / (1 + 0.001*float64(p.Step))
		for i := range k.values {
			k.values[i] += p.Dt * math.Cos(k.values[i])
		}
		p.Time, p.Step, p.Steps = p.Time+p.Dt, p.Step+1, p.Steps+1
		p.Iterations, p.Solves, p.Wall = p.Iterations+6, p.Solves+1, p.Wall+1e-4
		p.Speed, p.Change, p.Divergence = 1, math.Exp(-4*p.Time), 1e-11
		if k.blows > 0 && p.Step >= k.blows {
			p.Speed = math.NaN()
		}
		p.Done = p.Time >= k.flow.End || p.Change < k.flow.Steady
	}
	if k.after != nil {
		k.after()
	}
	p.Devices = []grid.DeviceProgress{{Name: "host", Planes: k.flow.Cells[2], Busy: p.Wall}}
	return *p, nil
}

// Sums implements grid.Simulator.
func (k *fake) Sums() (grid.Sums, error) {
	s := grid.Sums{Time: k.p.Time, Of: make([]float64, len(k.flow.Quantities()))}
	for _, v := range k.values {
		s.Of[grid.Energy] += v * v / 2 / float64(len(k.values))
	}
	if len(s.Of) > grid.Temperature {
		s.Of[grid.Temperature] = 0.5
	}
	for n := grid.FirstNusselt; n < len(s.Of); n++ {
		s.Of[n] = 2
	}
	return s, nil
}

// Snapshot implements grid.Simulator.
func (k *fake) Snapshot() (*grid.Snapshot, error) {
	s := &grid.Snapshot{Time: k.p.Time, Step: k.p.Step, Cells: k.flow.Cells,
		Spacing: k.flow.Spacing, Origin: k.flow.Origin, Planes: k.flow.Cells[2],
		Periodic: k.flow.Periodic, Shown: "Temperature"}
	velocity := grid.Field{Name: "Velocity", Components: 3, Unit: "m/s"}
	for _, v := range k.values {
		velocity.Values = append(velocity.Values, v, 0, 0)
	}
	s.Fields = append(s.Fields, velocity, grid.Field{Name: "Temperature", Components: 1, Unit: "K",
		Values: slices.Clone(k.values)})
	return s, nil
}

// Checkpoint implements grid.Simulator.
func (k *fake) Checkpoint() (*sph.Checkpoint, error) {
	var data []byte
	for _, v := range k.values {
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
	}
	return &sph.Checkpoint{Slabs: sph.Slabs{Time: k.p.Time, Step: k.p.Step,
		Bounds: []int{0, k.flow.Cells[2]}, Starts: []int{0, len(k.values)},
		Globals: []sph.GlobalState{{Name: "scale", Data: []byte{1, 2, 255}}},
		Fields:  []sph.CheckpointField{{Name: "value", Bytes: 8, Data: data}}}}, nil
}

// Resume implements grid.Simulator.
func (k *fake) Resume(c *sph.Checkpoint) error {
	if len(c.Globals) != 1 || len(c.Globals[0].Data) != 3 {
		return errors.New("the globals are others")
	}
	k.p.Time, k.p.Step = c.Time, c.Step
	for i := range k.values {
		k.values[i] = math.Float64frombits(binary.LittleEndian.Uint64(c.Fields[0].Data[8*i:]))
	}
	return nil
}

// Close implements grid.Simulator.
func (*fake) Close() error { return nil }

// Stages are made up.
func (k *fake) Stages() (grid.Stages, error) {
	return grid.Stages{B: time.Millisecond, Copy: time.Microsecond, F: time.Microsecond}, nil
}
