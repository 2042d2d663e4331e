package engine

import (
	"fmt"
	"math"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/internal/text"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// freeBodies are what a device has of the bodies that the fluid carries: see cuda/freebody.h. All
// devices have the same states.
type freeBodies struct {
	memory   gpu.Ptr // of all that follows; 0 where no body is free
	args     cuda.FreeBodiesArgs
	contacts cuda.ContactArgs
	sums     gpu.Ptr // a cuda.Moment that is due, and a device's sums behind it
	index    gpu.Ptr // of each body
	ofAll    *exchange.Combined
}

const (
	bodyStateBytes = int(unsafe.Sizeof(cuda.BodyState{}))
	momentBytes    = int(unsafe.Sizeof(cuda.Moment{}))
	bodySums       = 6 // words of 64 bits
)

// summed are words behind a cuda.Moment that is due, which devices sum in a step.
func summed(words int) exchange.Global {
	return exchange.Global{
		Bytes: 8 * words, Packet: 16 * words, Across: exchange.Sums,
		Publish: func(s gpu.Stream, from, out gpu.Ptr) {
			args := cuda.CombineArgs{Moment: from, Own: from + gpu.Ptr(momentBytes), Words: int32(words),
				Out: [cuda.MaxGPUs]gpu.Ptr{out}}
			gpu.Launch(s, cuda.PublishSums, args, 0, words)
		},
	}
}

// sumOfAll lets the control stream add up the words of all devices that are behind a moment.
func (d *domain) sumOfAll(of *exchange.Combined, moment gpu.Ptr, words int) {
	if d.group.Count == 1 {
		return
	}
	r := of.Combine(d.control, moment)
	gpu.Launch(d.control, cuda.Combine, cuda.CombineArgs{
		Moment: moment, Own: moment + gpu.Ptr(momentBytes), Words: int32(words), In: r.In, Out: r.Out,
		Outs: r.Outs, Devices: r.Devices, Turn: r.Turn, Patience: r.Patience,
	}, 0, words)
}

// openBodyForces makes room for the forces on free bodies of all devices.
func (s *Simulation) openBodyForces() error {
	if len(s.carried) == 0 {
		return nil
	}
	s.allForces = summed(bodySums * len(s.carried))
	return s.allForces.Open(s.group)
}

// bodyTables are the tables of free bodies, as kernels read them. They are made once for all
// devices of a process, since distances take time.
type bodyTables struct {
	bodies   []cuda.FreeBody
	ties     tieRows
	touching contactTables
}

func (s *config) newBodyTables() (t bodyTables) {
	t.bodies, t.ties = s.freeRows()
	t.touching = s.contactTables()
	return t
}

// freeRows are the rows of free bodies and of what ties them.
func (s *config) freeRows() (bodies []cuda.FreeBody, ties tieRows) {
	pivots, _ := s.Case.Pivots()
	layers := s.Case.LayerMasses()
	for _, i := range s.carried {
		b := &s.Case.Bodies[i]
		row := cuda.FreeBody{
			Mass: b.Free.Mass, Directions: int32(len(b.Free.Directions)), Axes: int32(len(b.Free.Axes)),
			Smoothing: b.Free.Smoothing(layers[i]), Body: int32(i + 1), FirstTie: int32(len(ties.ties)),
		}
		copy(row.Direction[:], b.Free.Directions)
		copy(row.Axis[:], b.Free.Axes)
		inertia := b.PivotInertia()
		inverse := sph.Inverse(inertia)
		for a := range 3 {
			row.Arm[a] = b.Centre[a] - pivots[i][a]
			for k := range 3 {
				row.Inertia[3*a+k], row.Inverse[3*a+k] = inertia[a][k], inverse[a][k]
			}
		}
		s.addTies(&ties, i, pivots)
		row.EndTie = int32(len(ties.ties))
		bodies = append(bodies, row)
	}
	return bodies, ties
}

// openBodies gives the device all that does not change of free bodies, and room for the rest.
func (d *domain) openBodies() (err error) {
	if len(d.carried) == 0 {
		return nil
	}
	tables := d.bodyTables()
	touching := &tables.touching
	index := make([]int32, len(d.Case.Bodies))
	for i := range index {
		index[i] = -1
	}
	for k, i := range d.carried {
		index[i] = int32(k)
	}
	n := len(d.carried)
	due := cuda.Moment{Due: 1}
	parts := [][]byte{
		sph.BytesOf(tables.bodies), sph.BytesOf(tables.ties.ties), sph.BytesOf(tables.ties.lines),
		sph.BytesOf(index),
		make([]byte, 3*n*bodyStateBytes),
		append(sph.BytesOf([]cuda.Moment{due}), make([]byte, 8*bodySums*n)...),
		sph.BytesOf(touching.obstacles), sph.BytesOf(touching.distances), sph.BytesOf(touching.points),
		make([]byte, 8*cuda.OverlapWords*n*len(touching.obstacles)), make([]byte, 8*bodySums*n),
		make([]byte, 2*d.springs()*springBytes),
	}
	b := &d.bodies
	var places []gpu.Ptr
	if b.memory, places, err = d.uploadTables(parts); err != nil {
		return err
	}
	b.index, b.sums = places[3], places[5]
	b.args = cuda.FreeBodiesArgs{
		Clock: d.clock, Bodies: places[0], Ties: places[1], Lines: places[2], States: places[4],
		Sums: b.sums + gpu.Ptr(momentBytes), Motion: d.motions.table,
		Contacts: places[10], Scale: d.Case.Params.ForceScale(d.Case.Levers()), Count: int32(n),
	}
	fastest := float32(d.Case.Params.FastestSound())
	b.args.MaxSpeed2 = fastest * fastest
	b.contacts = cuda.ContactArgs{
		Clock: d.clock, Obstacles: places[6], Distances: places[7], Points: places[8], Bodies: places[0],
		Overlaps: places[9], Sums: places[10], Springs: places[11], Scale: b.args.Scale,
		Quantum: d.grid.Quantum,
		Spacing: d.Case.Params.DeltaP, Rate: d.Case.Params.ContactRate(), Free: int32(n),
		Count: int32(len(touching.obstacles)), Chunks: touching.chunks(),
	}
	return nil
}

// beginningStates are those of free bodies at time 0.
func (s *config) beginningStates() []byte {
	var all []cuda.BodyState
	for _, i := range s.carried {
		b := &s.Case.Bodies[i]
		begins := b.Beginning(b.Pivot())
		state := cuda.BodyState{Turn: [4]float64{1}, Velocity: begins.Velocity, Spin: b.Free.Spin}
		inertia := b.PivotInertia()
		for a := range 3 {
			for k, w := range b.Free.Spin {
				state.Momentum[a] += inertia[a][k] * w
			}
		}
		all = append(all, state)
	}
	return sph.BytesOf(all)
}

// setBodies makes the states of free bodies and of their contacts those of a checkpoint, or else
// those of time 0. The clock is set.
func (d *domain) setBodies(states, springs []byte) {
	if len(d.carried) == 0 {
		return
	}
	if states == nil {
		states = d.beginningStates()
	}
	d.setContacts(springs)
	d.main.Upload(d.bodies.args.States, states)
	d.main.Fill(d.bodies.args.Sums, 0, 8*bodySums*len(d.carried))
	d.main.Fill(d.bodies.args.Contacts, 0, 8*bodySums*len(d.carried))
	d.launchRestoreBodies(d.always)
}

// restoreBodies takes free bodies to the state of even steps.
func (d *domain) restoreBodies() {
	if len(d.carried) > 0 {
		d.launchRestoreBodies(d.clock)
	}
}

func (d *domain) launchRestoreBodies(clock gpu.Ptr) {
	args := d.bodies.args
	args.Clock = clock
	gpu.Launch(d.main, cuda.RestoreBodies, args, 0, len(d.carried))
	d.restoreContacts(clock)
}

// carryBodies lets a stream sum the forces on free bodies in half a step, after Forces.
func (d *domain) carryBodies(s gpu.Stream, forces *cuda.ForcesArgs, tasks int) {
	if len(d.carried) == 0 {
		return
	}
	gpu.Launch(s, cuda.Carry(d.boundary()), cuda.CarryArgs{
		Forces: *forces, Sum: d.bodies.args.Sums, Index: d.bodies.index, Scale: d.bodies.args.Scale,
		Tasks: int32(tasks), Bodies: d.motions.table.Bodies, Count: d.motions.table.Count,
	}, 0, (tasks+31)/32*32) // whole warps
}

// moveBodies moves free bodies in half a step, by the forces of all devices. The event is when
// it is known where they are. It is in the control stream, so that devices combine what they have
// in the same order.
func (d *domain) moveBodies(h stepStage) gpu.Event {
	d.awaitEvaluated(d.control)
	args := d.bodies.args
	args.Record, args.Half, args.Step = d.recordOf(d.step), int32(h), int32(d.step)
	args.Maxima = d.maximaOf(d.step)
	if h == predictor && d.Case.Params.Scheme() == sph.Verlet {
		args.Predicts = 1
	} else {
		d.contactBodies(h)
		d.sumOfAll(d.bodies.ofAll, d.bodies.sums, bodySums*len(d.carried))
	}
	gpu.Launch(d.control, cuda.FreeBodies, args, 0, len(d.carried))
	return d.keep(d.control.Signal())
}

// bodyStates is where the states of free bodies are that a step of a period begins with; 0 where
// there are none.
func (d *domain) bodyStates(step int) gpu.Ptr {
	if len(d.carried) == 0 {
		return 0
	}
	return d.bodies.args.States + gpu.Ptr(step%2*len(d.carried)*bodyStateBytes)
}

// bodiesName is what checkpoints call the states of free bodies.
const bodiesName = "states of free bodies"

// keepBodies gives a checkpoint the states of free bodies and of their contacts, which all devices
// have.
func (s *Simulation) keepBodies(k *sph.Checkpoint) error {
	if len(s.carried) == 0 {
		return nil
	}
	states, springs, err := s.downloadBodies()
	if err = s.agree(err); err != nil {
		return err
	}
	k.SetGlobal(bodiesName, states)
	k.SetGlobal(contactsName, springs)
	return nil
}

// downloadBodies are the states of free bodies and of their contacts between rebuild intervals.
func (s *Simulation) downloadBodies() (states, springs []byte, err error) {
	states = make([]byte, len(s.carried)*bodyStateBytes)
	springs = make([]byte, s.springs()*springBytes)
	err = s.onLocalDomains(func(d *domain) error {
		if d.index > s.group.First {
			return nil
		}
		d.main.Download(states, d.bodyStates(0))
		d.main.Download(springs, d.bodies.contacts.Springs)
		return d.main.Sync()
	})
	return states, springs, err
}

// fastBodies names the bodies that have ended the flow, as a sentence: those whose state is not a
// number, or else those that are faster than sound. It is empty if there are none.
func (s *Simulation) fastBodies() string {
	if len(s.carried) == 0 {
		return ""
	}
	data, _, err := s.downloadBodies()
	if err != nil {
		return ""
	}
	states := make([]cuda.BodyState, len(s.carried))
	copy(sph.BytesOf(states), data)
	c0 := s.Case.Params.FastestSound()
	levers := s.Case.Levers()
	var lost, fast []string
	for k, i := range s.carried {
		b, state := &s.Case.Bodies[i], &states[k]
		far := levers[i].Far + sph.Norm(b.Arm())
		speed := sph.Norm(state.Velocity) + sph.Norm(state.Spin)*far
		switch {
		case math.IsNaN(speed) || math.IsInf(speed, 0):
			lost = append(lost, b.Name)
		case speed > c0:
			fast = append(fast, fmt.Sprintf("%s with %s m/s", b.Name, text.Number(speed)))
		}
	}
	const remedy = "; use a larger mass, or weaker forces of springs, contacts and gravity on it"
	switch {
	case len(lost) > 0:
		return "the velocity of the " + bodiesNamed(lost) + " is not a number" + remedy
	case len(fast) > 0:
		return "faster than sound, which has " + text.Number(c0) + " m/s: " + bodiesNamed(fast) + remedy
	}
	return ""
}

func bodiesNamed(names []string) string {
	if len(names) == 1 {
		return "body " + names[0]
	}
	return "bodies " + text.And(names)
}

// bodiesIn are the states of bodies and contacts of a checkpoint.
func (s *config) bodiesIn(c *sph.Checkpoint) (states, springs []byte, err error) {
	if len(s.carried) == 0 {
		return nil, nil, nil
	}
	states, err = c.Global(bodiesName, len(s.carried)*bodyStateBytes)
	if err != nil {
		return nil, nil, fmt.Errorf("where free bodies are: %w", err)
	}
	springs, err = c.Global(contactsName, s.springs()*springBytes)
	if err != nil {
		return nil, nil, fmt.Errorf("what friction of free bodies holds: %w", err)
	}
	return states, springs, nil
}
