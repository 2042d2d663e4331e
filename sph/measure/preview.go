package measure

import (
	"encoding/binary"
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

// Preview is some of the particles that move, as they were at the beginning of a period: enough to be looked at. To take it costs the
// devices a kernel and a copy that runs concurrently with the steps.
type Preview struct {
	Time  float64  // [s]
	Step  int      // steps done before
	Every int      // one particle in this many is there
	Names []string // of quantities of further fields

	plan   *Plan
	turn   uint32
	first  uint32
	places int
	parts  []Part // by device
	fields []sph.FlowField
}

// Previewed is one particle of a Preview.
type Previewed struct {
	Device   uint8
	Position [3]float64 // from Params.Origin [m]
	Velocity [3]float32 // [m/s]
	Rel      float32    // relative density ρ/ρ0 - 1
	Extra    []float32  // values of Preview.Names; the next particle uses the same memory
}

// moving are the ids of particles that move.
type moving struct{ first, last, count int }

func movingOf(c *sph.Case) moving {
	m := moving{first: -1}
	for id := range c.Particles.Len() {
		if c.Moves(id) {
			if m.count == 0 {
				m.first = id
			}
			m.last = id
			m.count++
		}
	}
	return m
}

// bornPlaces is how many places for a particle a preview has at most where particles are born: the
// ids of those that are gone take places, too.
const bornPlaces = 8

// withBorn are those with particles of the ids from began on, below a number. The last of these is
// a power of two, so that places stay the same for long.
func (m moving) withBorn(began, ids int) moving {
	if m.count == 0 {
		m.first = began
	}
	born := 1
	for born < ids-began {
		born *= 2
	}
	m.last = min(began+born, math.MaxUint32)
	return m
}

// NewPreview is one of at most about n particles, without memory. Where particles are born, all ids
// are below a number; it is 0 where all are those of the case.
func (p *Plan) NewPreview(most, ids int) *Preview {
	of, room := p.moving, mostPlaces
	if ids > 0 {
		of, room = of.withBorn(p.Case.Particles.Len(), ids), min(room, bornPlaces*max(most, 1))
	}
	span := of.last - of.first
	every := max(1, (of.count+most-1)/max(most, 1), (span+room)/room)
	v := &Preview{plan: p, Every: every, first: uint32(of.first), places: span/every + 1}
	for _, f := range p.Fields.Fields {
		usual := f.Index == sph.PositionField || f.Index == sph.VelocityField
		var further []sph.Quantity
		if f.Kind.Kept() {
			further = sph.Quantities([]*sph.Field{f.Field})
		}
		if (usual || further != nil) && len(v.fields) < mostPreviewed {
			v.fields = append(v.fields, f)
			for _, q := range further {
				v.Names = append(v.Names, q.Name)
			}
		}
	}
	return v
}

// Bytes is what it takes of a device, and of the host for each device.
func (p *Preview) Bytes() int {
	each := 4
	for _, f := range p.fields {
		each += f.Bytes
	}
	return each*p.places + stampBytes
}

// cut makes the parts of memory that the host shares with the devices.
func (p *Preview) cut(memory []gpu.Shared) {
	p.parts = make([]Part, len(memory))
	for i, m := range memory {
		left := m.Bytes
		cut := func(n int) (b []byte) {
			b, left = left[:n:n], left[n:]
			return b
		}
		p.parts[i] = newPart(p.fields, p.places, cut)
		p.parts[i].stamp = cut(stampBytes)
	}
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
	for device, part := range p.parts {
		q.Device = uint8(device)
		for place := range p.places {
			if word(part.Words[4*place:]) != p.turn {
				continue
			}
			further := 0
			for _, f := range p.fields {
				b := part.Of[f.Index][place*f.Bytes:][:f.Bytes]
				switch f.Index {
				case sph.PositionField:
					quanta := [3]int32{int32(word(b)), int32(word(b[4:])), int32(word(b[8:]))}
					q.Position = p.plan.Grid.Position(p.plan.Grid.Wrapped(quanta))
				case sph.VelocityField:
					q.Velocity, q.Rel = [3]float32{at(b), at(b[4:]), at(b[8:])}, at(b[12:])
				default:
					for range sph.Quantities([]*sph.Field{f.Field}) {
						q.Extra[further], b = at(b), b[4:]
						further++
					}
				}
			}
			tell(place, &q)
		}
	}
}

// Previews is what has become of those that are asked for.
type Previews struct {
	Asked *Preview // of the next period; nil is none
	Taken *Preview // by the last, until the next is asked for

	memory []gpu.Shared // by device
	room   int          // places in it
	turn   uint32
}

// Ask asks for a preview of at most about n particles, whose ids are below a number: see NewPreview. Where there is no room for it, reserve makes some in the memory of
// each device and of the host for each.
func (v *Previews) Ask(plan *Plan, most, ids int, reserve func(*Preview) ([]gpu.Shared, error)) (err error) {
	v.Asked, v.Taken = nil, nil
	p := plan.NewPreview(most, ids)
	if p.places > v.room {
		v.room = 0
		if v.memory, err = reserve(p); err != nil {
			return fmt.Errorf("a preview of %d particles: %w", most, err)
		}
		v.room = p.places
	}
	p.cut(v.memory)
	v.turn++
	p.turn, v.Asked = v.turn, p
	return nil
}

// End ends a period that began at a time and a step. An error is that the preview is of another.
func (v *Previews) End(time float64, step int, failed bool) error {
	p := v.Asked
	v.Asked = nil
	if p == nil || failed {
		return nil
	}
	p.Time, p.Step = time, step
	if err := p.check(); err != nil {
		return err
	}
	v.Taken = p
	return nil
}
