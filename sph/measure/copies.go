package measure

import (
	"errors"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// All copies of particles come to the host in the same way. A kernel copies them to a store in the device's memory before
// any step may write over them: those of a step that begins nearest to a time asked for (kernel copy), or some that are
// enough to be looked at (kernel preview). A stream of its own brings what is in the store to Parts, concurrently with the steps:
// previews in the period that they are of, copies of steps in the next.

// store is room for copies of particles in a device's memory.
type store struct {
	of    [sph.MaxFields]gpu.Ptr // an array of each field, by places in the table
	words gpu.Ptr                // a word of each particle, see Part
	// cuda.Stamp of each copy; 0 is that the particles are not copied, but lie on the device
	stamps gpu.Ptr
	room   int // particles
}

// reserve makes room for fields of some particles, in a number of copies. What there was is lost.
func (b *store) reserve(device gpu.Device, fields []sph.FlowField, room, copies int) (err error) {
	b.free(device)
	alloc := func(bytes int) (p gpu.Ptr) {
		if err == nil {
			p, err = device.Alloc(bytes)
		}
		return p
	}
	for _, f := range fields {
		b.of[f.Index] = alloc(room * f.Bytes)
	}
	b.stamps = alloc(copies * stampBytes)
	if b.words = alloc(4 * room); err == nil {
		b.room = room
	}
	return err
}

func (b *store) free(device gpu.Device) {
	for _, p := range append(b.of[:], b.words, b.stamps) {
		if p != 0 {
			device.Free(p)
		}
	}
	*b = store{}
}

// Part is what one device has of a copy.
type Part struct {
	Of    [sph.MaxFields][]byte // fields, by their places in the table
	Words []byte                // of a copy of the state: pressures at walls, float32; of a preview: its turn where a particle is
	stamp []byte                // cuda.Stamp; nil is none
	of    *exchange.Member      // of a preview: the device, where it has particles
}

// newPart has room for fields of n particles.
func newPart(fields []sph.FlowField, n int, room func(bytes int) []byte) (p Part) {
	for _, f := range fields {
		p.Of[f.Index] = room(n * f.Bytes)
	}
	p.Words = room(4 * n)
	return p
}

func newBytes(n int) []byte { return make([]byte, n) }

// download lets a stream bring particles of a store, from the i-th on.
func (p *Part) download(s gpu.Stream, fields []sph.FlowField, from *store, i int) {
	for _, f := range fields {
		s.Download(p.Of[f.Index], from.of[f.Index]+gpu.Ptr(i*f.Bytes))
	}
	s.Download(p.Words, from.words+gpu.Ptr(4*i))
}

// openStream makes the stream of copies where there is none.
func (r *Recorder) openStream() (err error) {
	if r.stream == nil {
		r.stream, err = r.newStream("copies")
	}
	return err
}

// Room is how many particles each copy of a step has room for.
func (r *Recorder) Room() int { return r.copies.room / max(r.Places, 1) }

// Reserve makes room for copies of a given number of particles.
func (r *Recorder) Reserve(room int) error {
	if r.Places == 0 || r.Room() >= room {
		return nil
	}
	if err := r.openStream(); err != nil {
		return err
	}
	return r.copies.reserve(r.member.Device, r.Fields.Kept, r.Places*room, r.Places)
}

// mostCopied is how many fields a kernel copies.
const mostCopied = len(cuda.CopyArgs{}.To)

// copyStep lets a stream copy the particles that the step begins with, if it is nearest to a time asked for.
func (r *Recorder) copyStep(s gpu.Stream, t *Step) {
	walls, kept, moment := r.Case.Params.Boundary.HasState(), r.Fields.Kept, r.momentAt(t.index())
	for from := 0; from < len(kept); from += mostCopied {
		args := cuda.CopyArgs{Moment: moment, Stamps: r.copies.stamps, Room: int32(r.Room())}
		for k, f := range kept[from:min(from+mostCopied, len(kept))] {
			args.Even[k], args.To[k], args.Bytes[k] = t.States[sph.StateEven][f.Index], r.copies.of[f.Index], int32(f.Bytes)
			if t.index()%2 == sph.StateOdd && f.Changes() {
				args.Odd[k] = t.States[sph.StateOdd][f.Index]
			}
			args.Walls |= number(f.Walls) << k
			args.Solids |= number(r.Case.Params.ChangesSolids(f.Index)) << k
			args.Fields++
		}
		r.list.Copy(s, walls, args, t.From, t.To)
	}
	r.wallPressures(s, t, cuda.ProbeArgs{Moment: moment, Room: int32(r.Room())}, r.copies.words)
}

// wallPressures lets a stream write the pressures at the device's own walls, of the particles that the step begins with.
func (r *Recorder) wallPressures(s gpu.Stream, t *Step, args cuda.ProbeArgs, out gpu.Ptr) {
	f := &t.Forces
	args.Porosity = f.Porosity
	args.Record, args.Motions, args.References, args.Frame, args.Central = f.Record, f.Euler.Motions, f.Euler.References, f.Frame, f.Central
	if r.Case.Params.Boundary.TakesPart() {
		args.Walls = f.WallVel
	}
	r.list.WallPressure(s, f.Euler.From.Pos, f.Euler.From.Vel, f.P, args, out, t.From, t.To)
}

// CopyNow brings the device's particles between two periods to the host, or between two steps of
// one, in the state of even steps.
func (r *Recorder) CopyNow(s gpu.Stream, t *Step, c *StateCopy) error {
	walls := t.States[sph.StateOdd][sph.PackedField] // nothing is there between periods
	if t.index() > 0 {
		room, err := r.member.Device.Alloc(4 * t.To)
		if err != nil {
			return err
		}
		defer r.member.Device.Free(room)
		walls = room
	}
	r.wallPressures(s, t, cuda.ProbeArgs{}, walls)
	from := store{of: t.States[sph.StateEven], words: walls - gpu.Ptr(4*t.From)}
	r.bring(s, &c.Parts[r.member.Index], &from, t.From, t.To-t.From)
	var clock cuda.Clock
	s.Download(clock.Bytes(), t.Forces.Clock)
	if err := s.Sync(); err != nil {
		return err
	}
	stamp := cuda.Stamp{Time: clock.Time, Step: clock.Step}
	return checkStamp(r.member, "the state", stamp, c.step, c.time)
}

// bring lets a stream bring n particles of a store to the host, from the i-th on.
func (r *Recorder) bring(s gpu.Stream, to *Part, from *store, i, n int) {
	*to = newPart(r.Fields.Kept, n, newBytes)
	to.download(s, r.Fields.Kept, from, i)
}

// bringCopy is bring of the copy at a place, with its stamp.
func (r *Recorder) bringCopy(s gpu.Stream, to *Part, place int) {
	r.bring(s, to, &r.copies, place*r.Room(), r.count)
	to.stamp = newBytes(stampBytes)
	s.Download(to.stamp, r.copies.stamps+gpu.Ptr(place*stampBytes))
}

// ReservePreview makes room for such a preview.
func (r *Recorder) ReservePreview(p *Preview) error {
	if err := r.openStream(); err != nil {
		return err
	}
	return r.preview.reserve(r.member.Device, p.fields, p.places, 1)
}

// TakePreview lets a stream copy the preview of a period whose first step this is. Nothing may write over these particles before
// the event that it returns.
func (r *Recorder) TakePreview(s gpu.Stream, t *Step, p *Preview) gpu.Event {
	now := &t.States[sph.StateEven]
	args := cuda.PreviewArgs{
		Pos: now[sph.PositionField], Id: now[sph.IDField], Turns: r.preview.words,
		Fields: int32(len(p.fields)), First: p.first, Every: uint32(p.Every), Turn: p.turn,
		Clock: t.Forces.Clock, Stamp: r.preview.stamps, Begin: int32(t.From),
	}
	for k, f := range p.fields {
		args.From[k], args.To[k], args.Bytes[k] = now[f.Index], r.preview.of[f.Index], int32(f.Bytes)
	}
	gpu.Launch(s, cuda.Preview, args, t.From, t.To)
	done := s.Signal()
	r.stream.Wait(done)
	part := &p.parts[r.member.Index]
	part.download(r.stream, p.fields, &r.preview, 0)
	if t.To > t.From {
		part.of = r.member
		r.stream.Download(part.stamp, r.preview.stamps)
	}
	r.taken = true
	return done
}

// Fetch waits until the preview of the period is on the host, and the copies of the one before.
func (r *Recorder) Fetch(a *Asked) error {
	begun := r.taken
	r.taken = false
	for _, c := range a.Copied {
		part := &c.Parts[r.member.Index]
		if part.Words == nil { // it has not been fetched
			r.bringCopy(r.stream, part, c.place)
			begun = true
		}
	}
	if !begun {
		return nil
	}
	if err := r.stream.Sync(); err != nil {
		return err
	}
	var all error
	for _, c := range a.Copied {
		all = errors.Join(all, c.check(r.member))
	}
	return all
}

// Copies is what has become of the times that copies are asked for. Each has the step that begins nearest to it.
type Copies struct {
	Pending []*StateCopy // of the last period, and not on the host of all devices yet
	done    []*StateCopy
}

// Find finds out which of the steps of a period that is over have been copied. One that was rejected
// was copied without use: where it begins, the next period does. An error is that there is no copy
// for a time asked for.
func (c *Copies) Find(m *Moments, p *Period) error {
	times := 0
	for place := p.From; place < p.Copying; place++ {
		n := m.copyOf(place)
		if step, time := m.Step(place); n > 0 && step < int(p.After.Step) {
			if err := p.check(place, step); err != nil {
				return err
			}
			s := m.NewStateCopy(time, step, len(m.Of))
			s.place = n - 1
			c.Pending = append(c.Pending, s)
			times += m.copyTimes(place)
		}
	}
	return p.checkCopies(m.Plan, times)
}

// Fetched are the copies that all devices of this process have fetched. With part they keep what they have of this process.
func (c *Copies) Fetched(part bool) []*StateCopy {
	pending := c.Pending
	for _, p := range pending {
		p.part = part
	}
	c.Pending = nil
	return pending
}

// Store keeps a copy that is on the host.
func (c *Copies) Store(s *StateCopy) { c.done = append(c.done, s) }

// Take takes the copies that are on the host, in their order.
func (c *Copies) Take() []*StateCopy {
	done := c.done
	c.done = nil
	return done
}
