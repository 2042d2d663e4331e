package grid

import (
	"errors"
	"fmt"
	"math"
	"time"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/grid/atmosphere"
)

// air is a device's part of a flow of the atmosphere. Sweeps read one set of fields and write the
// other, and each step has two, so between steps the flow is in the first set.
type air struct {
	*part
	flow  *atmosphere.Flow
	sets  [2][cuda.AirVariables]*field
	rows  gpu.Ptr // of the first own plane
	state gpu.Ptr // the cuda.AirClock
	depth int     // cells that a thread of a sweep along z has
	now   cuda.AirClock
	seen  []byte // where now arrives: what a copy writes to must not lie beside Go pointers
}

func (e *Air) scheme(p *part) scheme { return &air{part: p, flow: e.of(p.sim.flow)} }

// open implements scheme.
func (p *air) open() (err error) {
	if p.planes < cuda.AirHalo {
		return fmt.Errorf("%s has %d planes along z, and a neighbour reads %d; use fewer devices, or "+
			"other --bounds", p.device.Name(), p.planes, cuda.AirHalo)
	}
	cells, size := p.sim.flow.Cells, p.sim.flow.Precision.Bytes()
	for set := range p.sets {
		for v := range p.sets[set] {
			p.sets[set][v], err = p.newFieldOf(cells, p.planes, size, cuda.AirHalo, [2][]piece{})
			if err != nil {
				return err
			}
		}
	}
	var numbers []float64
	for _, r := range p.flow.Rows(p.first-cuda.AirHalo, p.first+p.planes+cuda.AirHalo) {
		row := r.Numbers()
		numbers = append(numbers, row[:]...)
	}
	data := p.sim.flow.Precision.encode(numbers)
	base, err := p.alloc(len(data))
	if err != nil {
		return err
	}
	p.main.Upload(base, data)
	p.rows = base + gpu.Ptr(cuda.AirHalo*cuda.AirRow*size)
	p.depth = p.chunk()
	p.seen = make([]byte, unsafe.Sizeof(p.now))
	p.state, err = p.alloc(len(p.seen))
	return err
}

// Planes that a thread of a sweep along z has. The more it has, the less it computes twice: the
// polynomials of two cells and one flux. A GPU needs fewThreads at least, which is most of the
// 50,688 that an H100 runs at once; the host's threads are lines, whose caches hold a chunk of any
// depth. With chunks of 16 planes, 2560 x 640 cells have a few threads more than an H100 runs in
// two turns, and take 3 % longer.
const (
	deepestChunk = 17
	fewThreads   = 40_000
)

func (p *air) chunk() int {
	if gpu.Identity(p.device) == "" {
		return min(deepestChunk, p.planes)
	}
	return min(max(p.planes*p.flow.Cells[0]/fewThreads, 1), deepestChunk)
}

// start implements scheme.
func (p *air) start() error {
	if p.flow.Theta != nil {
		p.set(p.sets[0][atmosphere.Rho], func(x [3]int) float64 { return p.flow.RhoAtStart(x[0], x[2]) })
	}
	return p.begin()
}

// begin measures speeds where a pair of steps begins, and finds its Δt.
func (p *air) begin() error {
	launch(p.part, cuda.AirSums, p.sumArgs(), threads(&p.slab))
	p.tick(0)
	return p.readClock()
}

func (p *air) sumArgs() cuda.AirSumArgs {
	args := cuda.AirSumArgs{Slab: p.slab, Rows: p.rows, Slots: p.slots, Cell: p.flow.Cell}
	for v, f := range p.sets[0] {
		args.In[v] = f.at
	}
	return args
}

// tick advances the clock by a step, or by none at the beginning. After pairs it takes what the
// last kernel has tallied.
func (p *air) tick(steps int) {
	args := cuda.AirClockArgs{Clock: p.state, End: p.flow.End, Reach: p.flow.CFL * p.flow.Cell,
		Fixed: p.sim.flow.Step, Cell: p.flow.Cell, Steps: int32(steps)}
	args.Slots, args.Words = p.tallied()
	gpu.Launch(p.main, cuda.SetAirClock, args, 0, 1)
}

// readClock waits for the device and takes its clock.
func (p *air) readClock() error {
	p.main.Download(p.seen, p.state)
	if err := p.main.Sync(); err != nil {
		return err
	}
	copy(bytesOf(&p.now), p.seen)
	n := &p.now
	p.clock.Time, p.clock.Step, p.clock.Dt, p.clock.Pair = n.Time, int(n.Steps), n.Last, n.Dt
	p.clock.Speed, p.clock.done = n.Speed, n.Done == cuda.AirFinished
	if n.Done == cuda.AirBlewUp {
		p.clock.Speed = math.Inf(1)
	}
	return nil
}

// sweepArgs are those of a sweep from a set of fields to the other.
func (p *air) sweepArgs(from int) cuda.AirSweepArgs {
	args := cuda.AirSweepArgs{Slab: p.slab, Rows: p.rows, Clock: p.state,
		Rate: p.flow.K / p.flow.Cell, Depth: int32(p.depth), Edge: int32(p.edge())}
	for v, f := range p.sets[from] {
		args.In[v], args.Out[v].At = f.at, p.sets[1-from][v].at
	}
	return args
}

// alongX and alongZ are the threads of sweeps. Edges have the planes that neighbours read.
func (p *air) alongX() work {
	tiles := (p.flow.Cells[0] + cuda.AirTile - 1) / cuda.AirTile
	return work{32 * tiles * p.planes, p.planes, cuda.AirHalo}
}

func (p *air) alongZ() work {
	edge := p.edge()
	chunks := 2*edge + (p.planes-2*edge+p.depth-1)/p.depth
	w := work{p.flow.Cells[0] * chunks, chunks, edge}
	if edge == 0 {
		w.edge = chunks // all is at an edge
	}
	return w
}

// edge is how many planes at each end threads have one by one, so that few threads that neighbours
// wait for are not slow.
func (p *air) edge() int {
	if p.planes <= 2*cuda.AirHalo {
		return 0
	}
	return cuda.AirHalo
}

// sweep advances along an axis, from a set of fields to the other.
func (p *air) sweep(axis, from int, tally bool) {
	kernel, of := cuda.AirSweepX, p.alongX()
	if axis == 1 {
		kernel, of = cuda.AirSweepZ, p.alongZ()
	}
	args := p.sweepArgs(from)
	if tally {
		args.Slots = p.slots
	}
	launch(p.part, kernel, args, of.threads)
}

// sweepBefore is one before a sweep along z, which reads planes of neighbours.
func (p *air) sweepBefore(axis, from int) {
	kernel, of := cuda.AirSweepX, p.alongX()
	if axis == 1 {
		kernel, of = cuda.AirSweepZ, p.alongZ()
	}
	args, to := p.sweepArgs(from), &p.sets[1-from]
	for v, f := range to {
		args.Out[v] = p.out(f)
	}
	exchanged(p.part, kernel, args, of, to[:]...)
}

// step puts one on the device: x z, and then z x with the same Δt.
func (p *air) step(number int) {
	if number%2 == 0 {
		p.sweepBefore(0, 0)
		p.sweepBefore(1, 1)
	} else {
		p.sweep(1, 0, false)
		p.sweep(0, 1, true)
	}
	p.tick(1)
}

// advance implements scheme. The host waits at the end only.
func (p *air) advance(steps int) error {
	first, end := p.clock.Step, p.clock.Step+steps
	for n := first; n < end && !p.clock.done; {
		pair := min(2-n%2, end-n)
		p.together(func() {
			for k := range pair {
				p.step(n + k)
			}
		})
		n += pair
	}
	if err := p.readClock(); err != nil {
		return errors.Join(err, p.abandon(err))
	}
	return nil
}

// measure implements scheme.
func (p *air) measure() (Sums, error) {
	s := Sums{Time: p.clock.Time, Of: make([]float64, len(p.sim.flow.Quantities()))}
	heavy := p.flow.Rows(0, 1)[0].MeanDensity
	largest := [2][2]float64{
		{heavy, atmosphere.BaseTheta * heavy},
		{heavy * p.now.Fastest * p.now.Fastest, // what a flow without shocks has at most
			atmosphere.SurfacePressure/(atmosphere.Gamma-1) +
				heavy*atmosphere.Gravity*p.flow.Cell*float64(p.flow.Cells[1])},
	}
	n := float64(p.sim.flow.count())
	for energies, size := range largest {
		args := p.sumArgs()
		args.Energies = int32(energies)
		args.PerUnit = [2]float64{p.unitsOf(size[0]), p.unitsOf(size[1])}
		launch(p.part, cuda.AirSums, args, threads(&p.slab))
		words, err := p.tallies()
		if err != nil {
			return s, err
		}
		for k, unit := range args.PerUnit {
			s.Of[2*energies+k] = float64(words[k]) / unit / n
		}
		m := maxima(words)
		s.Of[AirWarmest], s.Of[AirColdest] = m[2], -m[3]
	}
	return s, nil
}

// shown implements scheme. The second set of fields has nothing between steps.
func (p *air) shown() ([]Field, error) {
	args := cuda.AirFieldsArgs{Slab: p.slab, Rows: p.rows}
	for v := range p.sets[0] {
		args.In[v], args.Out[v] = p.sets[0][v].at, p.sets[1][v].at
	}
	launch(p.part, cuda.AirFields, args, threads(&p.slab))
	values, err := p.readFields(p.sets[1][:]...)
	if err != nil {
		return nil, err
	}
	velocity := make([]float64, 3*len(values[0]))
	for k := range values[0] {
		velocity[3*k], velocity[3*k+2] = values[1][k], values[2][k]
	}
	var still []End // fluid slips along walls
	for axis, periodic := range p.sim.flow.Periodic {
		if !periodic {
			still = append(still, End{axis, axis, false, 0}, End{axis, axis, true, 0})
		}
	}
	return []Field{{"Velocity", 3, "m/s", velocity, still},
		{"PotentialTemperature", 1, "K", values[0], nil}, {"Pressure", 1, "Pa", values[3], nil}}, nil
}

// checkpointed implements scheme.
func (p *air) checkpointed() (names []string, fields []*field) {
	return []string{"Rho", "RhoU", "RhoW", "RhoTheta"}, p.sets[0][:]
}

// resumed implements scheme. Within a pair Δt is that of the checkpoint; between pairs it is found
// anew, since the end may be another.
func (p *air) resumed() error {
	c := &p.clock
	p.now = cuda.AirClock{Time: c.Time, Dt: c.Pair, Last: c.Dt, Ratio: c.Pair / p.flow.Cell,
		Impulse: -(atmosphere.Gravity * (c.Pair / 2)), Speed: c.Speed, Steps: int32(c.Step)}
	c.done = false
	p.main.Upload(p.state, bytesOf(&p.now))
	if c.Step%2 == 0 {
		return p.begin()
	}
	return nil
}

// timeStages implements scheme. What the flow is remains, since the second set has nothing.
func (p *air) timeStages(t *Stages) error {
	args, k, of := p.sweepArgs(0), precise(p.part, cuda.AirSweepZ), p.alongZ()
	edge := min(of.threads/of.layers*of.edge, of.threads/2)
	for _, stage := range []struct {
		to *time.Duration
		do func()
	}{
		{&t.B, func() { gpu.Launch(p.main, k, args, edge, of.threads-edge) }},
		{&t.F, func() {
			gpu.Launch(p.main, k, args, 0, edge)
			gpu.Launch(p.main, k, args, of.threads-edge, of.threads)
		}},
		{&t.Copy, func() {
			for _, f := range p.sets[1] {
				p.copyEdges(f)
			}
		}},
	} {
		var err error
		if *stage.to, err = p.timed(stage.do); err != nil {
			return err
		}
	}
	return p.main.Sync()
}
