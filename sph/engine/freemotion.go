package engine

import (
	"fmt"
	"sync"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/exchange"
	"gpusph/sph/launch"
	"gpusph/sph/scheme"
)

const bodyStateBytes = int(unsafe.Sizeof(cuda.BodyState{}))

// freeMotion moves the bodies of a flow that no law moves: see launch.FreeMotion.
type freeMotion struct {
	*launch.FreeMotion
	of     *sph.Feature    // that has it
	global int             // that Forces sum for it
	words  int             // of its sums
	bytes  []int           // of each of the states
	sums   exchange.Global // of all devices
	shared func() any
}

// freeMotionOf is that of a case; nil is none.
func freeMotionOf(c *sph.Case, g *neighbor.Grid) *freeMotion {
	of, feature, forces := launch.FreeMotionOf(c)
	if of == nil {
		return nil
	}
	f := &freeMotion{FreeMotion: of, of: feature, global: sph.GlobalPlace(forces.Name),
		words: of.Sums(c), shared: sync.OnceValue(func() any { return of.Shared(c, g) })}
	for _, s := range of.States {
		f.bytes = append(f.bytes, s.Bytes(c))
	}
	f.sums = summed(f.words)
	return f
}

// deviceBodies are what a device has of the bodies. It is launch.Bodies for the feature.
type deviceBodies struct {
	*domain
	memory gpu.Ptr // of all that follows; 0 where no body is free
	tables launch.Tables
	copies []gpu.Ptr // of each of the states
	moment gpu.Ptr   // that is always due, and the sums behind it
	all    *exchange.Combined
	stream gpu.Stream      // that works for them
	by     gpu.Ptr         // its clock
	forces cuda.ForcesArgs // that Forces is given, which a step must not allocate
}

func (b *deviceBodies) Case() *sph.Case          { return b.domain.Case }
func (b *deviceBodies) Grid() *neighbor.Grid     { return &b.grid }
func (b *deviceBodies) Stream() gpu.Stream       { return b.stream }
func (b *deviceBodies) Step() int                { return b.step }
func (b *deviceBodies) Clock() gpu.Ptr           { return b.by }
func (b *deviceBodies) Record() gpu.Ptr          { return b.recordOf(b.step) }
func (b *deviceBodies) Maxima() gpu.Ptr          { return b.maximaOf(b.step) }
func (b *deviceBodies) Motion() cuda.MotionTable { return b.motions.table }
func (b *deviceBodies) Motions() gpu.Ptr         { return b.motionsOf(b.step) }
func (b *deviceBodies) Tables() *launch.Tables   { return &b.tables }
func (b *deviceBodies) States(k int) gpu.Ptr     { return b.copies[k] }
func (b *deviceBodies) Sums() gpu.Ptr            { return b.moment + gpu.Ptr(momentBytes) }
func (b *deviceBodies) Combine()                 { b.sumOfAll(b.all, b.moment, b.bodyMotion.words) }

// Pull lets states of features add to the sums of all devices.
func (b *deviceBodies) Pull(half scheme.Stage) {
	for k := range b.featureStates {
		if f := &b.featureStates[k]; f.of.Pull != nil {
			f.of.Pull(f, b, half)
		}
	}
}

// on is the bodies for a stream that goes by a clock.
func (b *deviceBodies) on(s gpu.Stream, clock gpu.Ptr) *deviceBodies {
	b.stream, b.by = s, clock
	return b
}

// joinBodies lets the device add its sums to those of others.
func (d *domain) joinBodies() (err error) {
	if d.bodyMotion != nil {
		d.bodies.domain = d
		d.bodies.all, err = d.bodyMotion.sums.On(d.member)
	}
	return err
}

// openBodies gives the device all that does not change of bodies that are free, and room for the
// rest.
func (d *domain) openBodies() (err error) {
	if d.bodyMotion == nil {
		return nil
	}
	b := &d.bodies
	b.tables = d.bodyMotion.Tables(b, d.bodyMotion.shared())
	parts := append(b.tables.Bytes, dueSums(d.bodyMotion.words))
	for k, s := range d.bodyMotion.States {
		parts = append(parts, make([]byte, s.Copies*d.bodyMotion.bytes[k]))
	}
	memory, at, err := d.uploadTables(parts)
	if err != nil {
		return err
	}
	n := len(b.tables.Bytes)
	b.memory, b.tables.At, b.tables.Bytes = memory, at[:n], nil
	b.moment, b.copies = at[n], at[n+1:]
	return nil
}

// setBodies makes the states of bodies that are free those of a checkpoint, or else those of time
// 0. The clock is set.
func (d *domain) setBodies(states [][]byte) {
	if d.bodyMotion == nil {
		return
	}
	for k, s := range d.bodyMotion.States {
		of := make([]byte, d.bodyMotion.bytes[k])
		switch {
		case states != nil:
			of = states[k]
		case s.Start != nil:
			of = s.Start(d.Case)
		}
		d.main.Upload(d.bodies.copies[k], of)
	}
	d.main.Fill(d.bodies.Sums(), 0, 8*d.bodyMotion.words)
	d.bodyMotion.Restore(d.bodies.on(d.main, d.always), true)
}

// restoreBodies takes bodies that are free to the states of even steps.
func (d *domain) restoreBodies() {
	if d.bodyMotion != nil {
		d.bodyMotion.Restore(d.bodies.on(d.main, d.clock), false)
	}
}

// moveBodies moves bodies that are free in half a step, by the forces of all devices. The event is
// when it is known where they are. It is in the control stream, so that devices combine what they
// have in the same order.
func (d *domain) moveBodies(h stepStage) gpu.Event {
	d.awaitEvaluated(d.control)
	d.moveAllStates(h)
	d.bodyMotion.Move(d.bodies.on(d.control, d.clock), h)
	return d.keep(d.control.Signal())
}

// bodyStates is where the states of bodies that are free are that a step of a period begins with; 0
// where there are none.
func (d *domain) bodyStates(step int) gpu.Ptr {
	if d.bodyMotion == nil {
		return 0
	}
	return d.bodies.copies[0] + gpu.Ptr(step%2*d.bodyMotion.bytes[0])
}

// keepBodies gives a checkpoint the states of bodies that are free, which all devices have.
func (s *Simulation) keepBodies(k *sph.Checkpoint) error {
	if s.bodyMotion == nil {
		return nil
	}
	states, err := s.downloadBodies()
	if err = s.agree(err); err != nil {
		return err
	}
	for i, of := range s.bodyMotion.States {
		k.SetGlobal(of.Name, states[i])
	}
	return nil
}

// downloadBodies are the states of bodies that are free between rebuild intervals.
func (s *Simulation) downloadBodies() (states [][]byte, err error) {
	for _, n := range s.bodyMotion.bytes {
		states = append(states, make([]byte, n))
	}
	err = s.onLocalDomains(func(d *domain) error {
		if d.index > s.group.First {
			return nil
		}
		for k := range states {
			d.main.Download(states[k], d.bodies.copies[k])
		}
		return d.main.Sync()
	})
	return states, err
}

// failedBodies is why bodies that are free have ended the flow, as a sentence; "" is that they have
// not.
func (s *Simulation) failedBodies() string {
	if s.bodyMotion == nil {
		return ""
	}
	states, err := s.downloadBodies()
	if err != nil {
		return ""
	}
	return s.bodyMotion.Failed(s.Case, states[0])
}

// bodiesIn are the states of bodies that are free of a checkpoint.
func (s *config) bodiesIn(c *sph.Checkpoint) (states [][]byte, err error) {
	if s.bodyMotion == nil {
		return nil, nil
	}
	for k, of := range s.bodyMotion.States {
		state, err := c.Global(of.Name, s.bodyMotion.bytes[k])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", of.About, err)
		}
		states = append(states, state)
	}
	return states, nil
}
