package live

import (
	"encoding/binary"
	"math"
	"slices"

	"gpusph/sph"
	"gpusph/sph/measure"
)

// The kinds of binary messages, in their first four bytes.
const (
	frameKind  = 1 // particles that move, of a run that computes
	wallsKind  = 2 // those that do not
	storedKind = 3 // particles that move, of a snapshot in files
	curvesKind = 4 // curves of the frame that comes next
)

// mostPlaces is how many places a frame of a snapshot has at most. Where particles are born their
// ids rise for as long as the flow goes on.
const mostPlaces = 1 << 22

// nowhere is the device of a place without a particle.
const nowhere = 255

// frameHead is how many bytes there are before the places.
const frameHead = 32

// frame is a message with particles by their places, little-endian: kind, number of places (uint32
// each), time [s] (float64), step, one of how many, the first id, number of further fields (uint32
// each). Then, for all places each: position (3 uint16, 0 to 65535 from one end of the domain to
// the other), padding to four bytes, velocity [m/s] (3 float32), relative density (float32),
// further fields (float32 each), device (uint8; 255 is none). It is what a browser can hand to its
// graphics without looking at it.
type frame struct {
	number  uint64 // of this page's, from 1 on
	message []byte
	curves  []byte // a message that goes before it; nil is none
	places  int
	further int
	at      struct{ velocity, density, devices int }
	low     [3]float64 // of the domain [m]
	scale   [3]float64 // to 65535
}

// newFrame makes room for places.
func newFrame(p *sph.Params, places, further int, time float64, step, every, first int) *frame {
	f := &frame{places: places, further: further, low: p.Min}
	for a := range 3 {
		if size := p.Max[a] - p.Min[a]; size > 0 {
			f.scale[a] = 65535 / size
		}
	}
	f.at.velocity = frameHead + (6*places+3)/4*4
	f.at.density = f.at.velocity + 12*places
	f.at.devices = f.at.density + 4*(1+further)*places
	f.message = make([]byte, f.at.devices+places)
	m := f.message
	binary.LittleEndian.PutUint32(m, frameKind)
	binary.LittleEndian.PutUint32(m[4:], uint32(places))
	binary.LittleEndian.PutUint64(m[8:], math.Float64bits(time))
	for k, n := range []int{step, every, first, further} {
		binary.LittleEndian.PutUint32(m[16+4*k:], uint32(n))
	}
	devices := m[f.at.devices:]
	for i := range devices {
		devices[i] = nowhere
	}
	return f
}

// put puts a particle at a place.
func (f *frame) put(place int, q *measure.Previewed) {
	m := f.message
	position := m[frameHead+6*place:][:6]
	for a, x := range q.Position {
		at := min(max((x-f.low[a])*f.scale[a], 0), 65535)
		binary.LittleEndian.PutUint16(position[2*a:], uint16(int(at+0.5)))
	}
	velocity := m[f.at.velocity+12*place:][:12]
	for a, v := range q.Velocity {
		binary.LittleEndian.PutUint32(velocity[4*a:], math.Float32bits(v))
	}
	binary.LittleEndian.PutUint32(m[f.at.density+4*place:], math.Float32bits(q.Rel))
	for k, v := range q.Extra {
		binary.LittleEndian.PutUint32(m[f.at.density+4*(1+k)*f.places+4*place:], math.Float32bits(v))
	}
	m[f.at.devices+place] = min(q.Device, nowhere-1)
}

// frameOf makes one of a preview.
func frameOf(p *sph.Params, v *measure.Preview) *frame {
	f := newFrame(p, v.Places(), len(v.Names), v.Time, v.Step, v.Every, v.First())
	v.Each(f.put)
	return f
}

// frameOfSnapshot makes a frame of every n-th of a snapshot's particles: of fluid, and of walls of
// the bodies that move. The parameters are those of the run, and so are the quantities of further
// fields: what the snapshot does not have of these is 0.
func frameOfSnapshot(p *sph.Params, s *sph.Snapshot, moves map[uint8]bool, further []sph.Quantity,
	most int) *frame {
	moving := func(i int) bool { return s.Type[i] == sph.Fluid || moves[s.Body[i]] }
	fluid, least, greatest := 0, uint32(math.MaxUint32), uint32(0)
	for i, id := range s.ID {
		if moving(i) {
			fluid++
			least, greatest = min(least, id), max(greatest, id)
		}
	}
	least = min(least, greatest)
	span := int(greatest - least)
	every := max(1, (fluid+most-1)/max(most, 1), (span+mostPlaces)/mostPlaces)
	of := make([][]float32, len(further))
	for k := range further {
		name := further[k].Field.Name
		at := slices.IndexFunc(s.Extra, func(v sph.Values) bool { return v.Name == name })
		if at >= 0 && len(s.Extra[at].Of) == s.Len()*len(s.Extra[at].Columns) {
			of[k] = s.Extra[at].Of
		}
	}
	f := newFrame(p, span/every+1, len(further), s.Time, s.Step, every, int(least))
	binary.LittleEndian.PutUint32(f.message, storedKind)
	q := measure.Previewed{Extra: make([]float32, len(further))}
	for i, id := range s.ID {
		id -= least
		group := id / uint32(every)
		if !moving(i) || id%uint32(every) != sph.Taken(group, uint32(every)) {
			continue
		}
		q.Device, q.Velocity = s.Device[i], s.Velocity[i]
		for a, x := range s.Position[i] {
			q.Position[a] = float64(x)
		}
		q.Rel = relative(p, float64(s.Density[i]), float64(s.Pressure[i]))
		for k := range of {
			if of[k] != nil {
				q.Extra[k] = of[k][i*len(further[k].Columns)+further[k].Column]
			}
		}
		f.put(int(group), &q)
	}
	return f
}

// relative is how far a density is off the fluid's, as a part of it. Where the density was not kept
// it is that of the pressure.
func relative(p *sph.Params, density, pressure float64) float32 {
	if p.Rho0 > 0 && density > 0 {
		return float32(density/p.Rho0 - 1)
	}
	// not where the flow's parameters are not known
	if rel := p.RelativeDensity(pressure); rel > -1 && !math.IsInf(rel, 1) {
		return float32(rel)
	}
	return 0
}

// furtherOf are the quantities of further fields that a snapshot has.
func furtherOf(s *sph.Snapshot) []sph.Quantity {
	var fields []*sph.Field
	for _, v := range s.Extra {
		if len(v.Of) == s.Len()*len(v.Columns) {
			fields = append(fields, v.Field)
		}
	}
	return sph.Quantities(fields)
}
