package engine

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
)

// mostPreviewed is how many fields a preview may have, and mostPlaces how many places for particles.
const (
	mostPreviewed = len(cuda.PreviewArgs{}.To)
	mostPlaces    = 1 << 22
)

// Preview is some of the particles that move, as they were at the beginning of a list period: enough to be looked at. To take it costs the
// devices a kernel and a copy that runs beside the steps. It changes no bit of the flow.
type Preview struct {
	Time  float64 // [s]
	Step  int     // steps done before
	Every int     // one of so many particles is there
	Names []string

	sim    *Simulation
	turn   uint32
	first  uint32
	places int
	parts  []gpu.Shared // by device
	offset []int        // of each field in a part, and of the turns
	fields []sph.FlowField
}

// Previewed is one particle of a Preview.
type Previewed struct {
	Device   uint8
	Position [3]float64 // from Params.Origin [m]
	Velocity [3]float32 // [m/s]
	Rel      float32    // relative density ρ/ρ0 - 1
	Extra    []float32  // values of the fields of Preview.Names; the next particle uses the same memory
}

// previews is what a simulation knows of them.
type previews struct {
	asked   bool // of the next Advance
	most    int
	layout  *Preview // where things are in memory; nil before the first
	room    int      // bytes of each part
	taken   *Preview // by the last Advance
	lastUse uint32   // turn
}

// previewMemory is where a device has a preview, before it comes to the host.
type previewMemory struct {
	stream gpu.Stream
	memory gpu.Ptr
}

// AskPreview lets the next Advance take a Preview of at most about so many particles. One that was taken before is not valid any more. An error says
// that there is no memory for it; the flow goes on all the same.
func (s *Simulation) AskPreview(most int) error {
	s.previews.taken = nil
	if s.group.Processes != nil {
		return errors.New("there are no previews of flows that several processes compute")
	}
	if s.previews.layout == nil || s.previews.most != most {
		if err := s.layPreviews(most); err != nil {
			s.previews.layout, s.previews.room = nil, 0
			return err
		}
	}
	s.previews.asked = true
	return nil
}

// TakenPreview is what the last Advance has taken, or nil. It is valid until the next is asked for, or the simulation is closed.
func (s *Simulation) TakenPreview() *Preview { return s.previews.taken }

// layPreviews makes room for previews of so many particles.
func (s *Simulation) layPreviews(most int) error {
	p := previewOf(s.Case, most)
	p.sim = s
	for _, f := range s.FlowFields.Fields {
		usual := f.Index == sph.PositionField || f.Index == sph.VelocityField
		further := f.Kind.Kept() && len(f.Columns) == 1 && f.Bytes == 4
		if (usual || further) && len(p.fields) < mostPreviewed {
			p.fields = append(p.fields, f)
			if further {
				p.Names = append(p.Names, f.Name)
			}
		}
	}
	bytes := 0
	for _, f := range p.fields {
		p.offset = append(p.offset, bytes)
		bytes += p.places * f.Bytes
	}
	p.offset = append(p.offset, bytes)
	bytes += 4 * p.places
	if bytes > s.previews.room {
		p.parts = nil
		for range s.domains {
			m, err := s.options.System.Share(bytes)
			if err != nil {
				return fmt.Errorf("a preview of %d particles: %w", most, err)
			}
			p.parts = append(p.parts, m)
		}
		if err := s.onAllDomains(func(d *domain) error { return d.reservePreview(bytes) }); err != nil {
			return fmt.Errorf("a preview of %d particles: %w", most, err)
		}
		s.previews.room = bytes
	} else {
		p.parts = s.previews.layout.parts
	}
	s.previews.layout, s.previews.most = p, most
	return nil
}

func (d *domain) reservePreview(bytes int) (err error) {
	m := &d.preview
	if m.stream == nil {
		if m.stream, err = d.newStream("preview", false); err != nil {
			return err
		}
	}
	if m.memory != 0 {
		d.device.Free(m.memory)
		m.memory = 0
	}
	m.memory, err = d.device.Alloc(bytes)
	return err
}

// previewOf says which ids a preview of so many particles has.
func previewOf(c *sph.Case, most int) *Preview {
	first, last, n := -1, 0, 0
	for id := range c.Particles.Len() {
		if c.Moves(id) {
			if first < 0 {
				first = id
			}
			last = id
			n++
		}
	}
	every := max(1, (n+most-1)/max(most, 1), (last-first+mostPlaces)/mostPlaces)
	return &Preview{Every: every, first: uint32(first), places: (last-first)/every + 1}
}

// takePreview puts a preview on the device's streams, of the particles that the period begins with. Nothing writes over these before the
// second step of the period, which waits for what the control stream has checked in the first.
func (d *domain) takePreview() {
	p := d.previews.layout
	own := d.owned()
	now := d.states[sph.StateEven].at(0)
	args := cuda.PreviewArgs{
		Pos: now[sph.PositionField], Id: now[sph.IDField], Turns: d.preview.memory + gpu.Ptr(p.offset[len(p.fields)]),
		Fields: int32(len(p.fields)), First: p.first, Every: uint32(p.Every), Turn: d.previews.lastUse,
	}
	for k, f := range p.fields {
		args.From[k], args.To[k], args.Bytes[k] = now[f.Index], d.preview.memory+gpu.Ptr(p.offset[k]), int32(f.Bytes)
	}
	gpu.Launch(d.control, cuda.Preview, args, own.from, own.to)
	done := d.keep(d.control.Signal())
	d.checked = done // graphs do not wait for what was on the control stream before
	d.preview.stream.Wait(done)
	d.preview.stream.Download(p.parts[d.index].Bytes[:p.offset[len(p.fields)]+4*p.places], d.preview.memory)
}

// awaitPreview waits until the preview of the period, if there is one, is on the host.
func (d *domain) awaitPreview() error {
	if !d.previews.asked {
		return nil
	}
	return d.preview.stream.Sync()
}

// storePreview makes the preview that a period has taken, if it has.
func (s *Simulation) storePreview(time float64, step int, err error) {
	if !s.previews.asked {
		return
	}
	s.previews.asked = false
	if err == nil {
		p := *s.previews.layout
		p.Time, p.Step, p.turn = time, step, s.previews.lastUse
		s.previews.taken = &p
	}
}

func (d *domain) freePreview() error {
	if d.preview.memory == 0 {
		return nil
	}
	err := d.preview.stream.Sync()
	d.device.Free(d.preview.memory)
	d.preview.memory = 0
	return err
}

// Places is more than the greatest place that a particle of the Preview has.
func (p *Preview) Places() int { return p.places }

// First is the least id that a particle of the Preview may have: that of place k is First + k Every + Taken(k, Every).
func (p *Preview) First() int { return int(p.first) }

// ID is that of the particle at a place.
func (p *Preview) ID(place int) uint32 {
	return p.first + uint32(place*p.Every) + sph.Taken(uint32(place), uint32(p.Every))
}

// Each tells all particles of the Preview. A particle has the same place in all previews that have as many; some places are empty.
func (p *Preview) Each(tell func(place int, q *Previewed)) {
	q := Previewed{Extra: make([]float32, len(p.Names))}
	word := func(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }
	at := func(b []byte) float32 { return math.Float32frombits(word(b)) }
	turns := p.offset[len(p.fields)]
	for device, part := range p.parts {
		q.Device = uint8(device)
		for place := range p.places {
			if word(part.Bytes[turns+4*place:]) != p.turn {
				continue
			}
			further := 0
			for k, f := range p.fields {
				b := part.Bytes[p.offset[k]+place*f.Bytes:][:f.Bytes]
				switch f.Index {
				case sph.PositionField:
					quanta := [3]int32{int32(word(b)), int32(word(b[4:])), int32(word(b[8:]))}
					q.Position = p.sim.grid.Position(p.sim.grid.Wrapped(quanta))
				case sph.VelocityField:
					q.Velocity, q.Rel = [3]float32{at(b), at(b[4:]), at(b[8:])}, at(b[12:])
				default:
					q.Extra[further] = at(b)
					further++
				}
			}
			tell(place, &q)
		}
	}
}

// SliceAt is where a slice begins along the split axis, on the map [m], for a picture of it: slices are parts of a layer, and this is as if each were a part of its thickness.
func (s *Simulation) SliceAt(slice int) float64 {
	g := &s.grid
	return s.Case.Params.Origin[g.Axis] + g.Origin[g.Axis] + g.Edge*float64(slice)/float64(g.PerLayer)
}
