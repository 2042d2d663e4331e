package measure

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"runtime"
	"sync"

	"gpusph/cuda"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// StateCopy is a copy of the devices' particles as they lie there, those of their own. A snapshot can be made of it
// beside the computation.
type StateCopy struct {
	Parts []Part // by device
	plan  *Plan
	time  float64
	step  int
	part  bool // it has those of this process only
	place int  // of the devices' copies, until these are on the host
}

// NewStateCopy is a copy for a number of devices, which has no particles yet.
func (p *Plan) NewStateCopy(time float64, step, devices int) *StateCopy {
	return &StateCopy{Parts: make([]Part, devices), plan: p, time: time, step: step}
}

// Len is how many particles there are.
func (p *Part) Len() int { return len(p.Of[sph.IDField]) / neighbor.IDBytes }

// id is that of the i-th.
func (p *Part) id(i int) uint32 {
	return binary.LittleEndian.Uint32(p.Of[sph.IDField][neighbor.IDBytes*i:])
}

// info says what the i-th is: see cuda.Info.
func (p *Part) info(i int) uint32 {
	return binary.LittleEndian.Uint32(p.Of[sph.PositionField][neighbor.PosBytes*i+12:])
}

// isImage reports whether the i-th is an image of another, along a periodic axis.
func (p *Part) isImage(i int) bool {
	return cuda.IsImage(p.info(i))
}

// TypeOf is the type that a particle's info says: see cuda.Info.
func TypeOf(info uint32) sph.Type {
	if cuda.IsWall(info) {
		return sph.Wall
	}
	return sph.Fluid
}

// Time is that of the particles [s].
func (c *StateCopy) Time() float64 { return c.time }

// Step is how many steps were done before.
func (c *StateCopy) Step() int { return c.step }

// Part reports whether it has the particles of this process only.
func (c *StateCopy) Part() bool { return c.part }

// Bring brings the particles of all processes to the leading one. An error is that the processes have lost each other.
func (c *StateCopy) Bring(g *exchange.Group) error {
	if g.Processes == nil {
		return nil
	}
	own := c.Parts[g.First:][:len(g.Members)]
	counts := make([]int, len(own))
	for i := range own {
		counts[i] = own[i].Len()
	}
	all, err := exchange.GatherOf(g, counts)
	if err != nil {
		return err
	}
	var out, in []exchange.Message
	eachField := func(p *Part, do func(at *[]byte, bytes int)) {
		for _, f := range c.plan.Fields.Kept {
			do(&p.Of[f.Index], f.Bytes)
		}
		do(&p.Words, 4)
	}
	if !g.Leads() {
		for i := range own {
			eachField(&own[i], func(at *[]byte, _ int) {
				out = append(out, exchange.Message{Peer: 0, Tag: exchange.HostTag, Bytes: *at})
			})
		}
	} else {
		for rank := 1; rank < len(all); rank++ {
			for i, n := range all[rank] {
				eachField(&c.Parts[g.Firsts[rank]+i], func(at *[]byte, bytes int) {
					*at = make([]byte, n*bytes)
					in = append(in, exchange.Message{Peer: rank, Tag: exchange.HostTag, Bytes: *at})
				})
			}
		}
	}
	return g.Processes.Swap(out, in)
}

// Snapshot puts the particles in the order of their ids. SHA256 hashes, for each
// particle, its id, position in quanta, velocity and relative density, as 32-bit
// little-endian words, and further fields: the bits that the devices hold, so that
// equal hashes mean equal flows.
func (c *StateCopy) Snapshot() *sph.Snapshot {
	all := c.inOrder()
	all.zones = c.zonesNow(&all)
	owner := all.owner
	hash := make(chan string, 1)
	go func() {
		if c.part {
			hash <- ""
		} else {
			hash <- hashOf(all.records, owner)
		}
	}()
	var before [snapshotParts + 1]int // particles that are there in the parts before
	inParts(len(owner), func(part, from, to int) {
		here := 0
		for place := from; place < to; place++ {
			if c.shows(&all, place) {
				here++
			}
		}
		before[part+1] = here
	})
	for part := range snapshotParts {
		before[part+1] += before[part]
	}
	s := sph.NewSnapshot(c.plan.Fields.Extra, before[snapshotParts])
	s.Case, s.Time, s.Step, s.Devices, s.Part = c.plan.Case, c.time, c.step, len(c.Parts), c.part
	s.AddMaterials(s.Case)
	s.OfMaterials = all.ofMaterials(len(s.Case.Materials))
	equations := s.Case.Equations()
	inParts(len(owner), func(part, from, to int) {
		i := before[part]
		for place := from; place < to; place++ {
			if !c.shows(&all, place) {
				continue
			}
			c.take(s, i, &all, place, equations)
			i++
		}
	})
	s.SHA256 = <-hash
	return s
}

// take takes the particle at a place as the i-th of a snapshot.
func (c *StateCopy) take(s *sph.Snapshot, i int, all *ordered, place int,
	equations []sph.StateEquation) {
	r, info, params := all.record(place), all.info[place], &c.plan.Case.Params
	material := cuda.MaterialOf(info)
	of := &equations[min(int(material), len(equations)-1)]
	word := func(k int) uint32 { return binary.LittleEndian.Uint32(r[4*k:]) }
	x, fineness, _ := c.plan.Case.Actual(c.position(r))
	rel := float64(math.Float32frombits(word(7)))
	s.Type[i] = TypeOf(info)
	if cuda.IsWall(info) {
		if pressure := all.walls[place]; pressure == 0 || !params.Boundary.HasState() {
			rel = of.RelativeDensity(float64(pressure))
		}
	}
	s.ID[i] = word(0)
	s.Position[i] = [3]float32{float32(x[0]), float32(x[1]), float32(x[2])}
	s.Velocity[i] = [3]float32{math.Float32frombits(word(4)), math.Float32frombits(word(5)), math.Float32frombits(word(6))}
	s.Density[i] = float32(of.Density(rel))
	s.Pressure[i] = float32(of.Pressure(rel))
	s.Body[i], s.Device[i] = uint8(c.plan.Case.BodyOfMover(int(cuda.BodyOf(info)))), all.owner[place]-1
	s.TakeExtra(c.plan.Fields.Extra, i, r[furtherAt:])
	s.SetMaterial(c.plan.Case, i, material, fineness)
}

// position is that of a record, where it is simulated [m].
func (c *StateCopy) position(record []byte) [3]float64 {
	var at [3]int32
	for a := range 3 {
		at[a] = int32(binary.LittleEndian.Uint32(record[4+4*a:]))
	}
	return c.plan.Grid.Position(c.plan.Grid.Wrapped(at))
}

// shows reports whether the particle at a place is there, and is part of the flow.
func (c *StateCopy) shows(all *ordered, place int) bool {
	if all.owner[place] == 0 {
		return false
	}
	if len(c.plan.Case.Zones) == 0 {
		return true
	}
	info, of := all.info[place], c.plan.Case
	if !cuda.IsWall(info) {
		return cuda.BufferOf(info) < cuda.ZoneBuffers
	}
	at := c.position(all.record(place))
	x, _, _ := of.Actual(at)
	return sph.FinestAt(all.zones, x) == of.ZoneAt(at)
}

// zonesNow are the zones where their boxes are. What moves a zone freely is known by how far its
// particles have gone on the mean.
func (c *StateCopy) zonesNow(all *ordered) []sph.Zone {
	of := c.plan.Case
	if !of.ZonesMove() {
		return of.Zones
	}
	m := &sph.Sample{Time: c.time}
	for _, body := range of.Free() {
		pose, n := sph.BodyPose{Turn: [4]float64{1}}, 0.0
		for i, x := range of.Particles.Position {
			if int(of.Particles.Body[i]) != body+1 || i >= len(all.owner) || all.owner[i] == 0 ||
				of.InZone(i) {
				continue
			}
			n++
			for a, now := range c.position(all.record(i)) {
				pose.Shift[a] += now - x[a]
			}
		}
		for a := range 3 {
			pose.Shift[a] /= max(1, n)
		}
		m.Poses = append(m.Poses, pose)
	}
	return of.ZonesAt(m)
}

// furtherAt is where further fields begin in a record: behind id, position, velocity and density.
const furtherAt = 4 + 12 + 16

// ordered are the particles of a capture in the order of their ids, by place: see index.
type ordered struct {
	records []byte    // what the hash is of
	owner   []uint8   // 1 + the device that has the particle; 0 where none has
	info    []uint32  // see cuda.Info
	walls   []float32 // pressure at walls [Pa]
	zones   []sph.Zone
}

// record is that at a place.
func (o *ordered) record(place int) []byte {
	n := len(o.records) / len(o.owner)
	return o.records[place*n:][:n]
}

// ofMaterials counts the particles of fluid of each of some materials.
func (o *ordered) ofMaterials(n int) []int {
	counts := make([]int, n)
	for place, info := range o.info {
		k := int(cuda.MaterialOf(info))
		if o.owner[place] > 0 && TypeOf(info) == sph.Fluid && k < n {
			counts[k]++
		}
	}
	return counts
}

// index is that of the particles which any device has had since the flow began.
func (c *StateCopy) index() sph.IDIndex {
	began := c.plan.Case.Particles.Len()
	var born []uint32
	for _, p := range c.Parts {
		for i := range p.Len() {
			if id := p.id(i); int(id) >= began && !p.isImage(i) {
				born = append(born, id)
			}
		}
	}
	return sph.NewIDIndex(began, born)
}

// inOrder puts the particles in the order of their ids.
func (c *StateCopy) inOrder() ordered {
	places := c.index()
	total := places.Len()
	recordBytes := 0
	for _, f := range c.plan.Fields.Kept {
		recordBytes += f.HashedBytes()
	}
	all := ordered{records: make([]byte, total*recordBytes), owner: make([]uint8, total),
		info: make([]uint32, total), walls: make([]float32, total)}
	for d, p := range c.Parts {
		inParts(p.Len(), func(_, from, to int) {
			for i := from; i < to; i++ {
				if p.isImage(i) {
					continue
				}
				place := places.Slot(p.id(i))
				r := all.record(place)
				for _, f := range c.plan.Fields.Kept {
					r = r[copy(r, p.Of[f.Index][f.Bytes*i:][:f.HashedBytes()]):]
				}
				all.owner[place], all.info[place] = uint8(d+1), p.info(i)
				all.walls[place] = math.Float32frombits(binary.LittleEndian.Uint32(p.Words[4*i:]))
			}
		})
	}
	return all
}

// hashOf is the hash of the records of particles that are there.
func hashOf(records []byte, owner []uint8) string {
	hash, recordBytes := sha256.New(), len(records)/len(owner)
	for from, to := 0, 0; to <= len(owner); to++ {
		if to == len(owner) || owner[to] == 0 {
			hash.Write(records[from*recordBytes : to*recordBytes])
			from = to + 1
		}
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// snapshotParts is how many parts inParts cuts particles into.
const snapshotParts = 64

// inParts does f for parts of n particles, several at once, but leaves half of the
// processors to the devices.
func inParts(n int, f func(part, from, to int)) {
	var all sync.WaitGroup
	parts := make(chan int)
	for range max(1, runtime.GOMAXPROCS(0)/2) {
		all.Go(func() {
			for part := range parts {
				f(part, part*n/snapshotParts, (part+1)*n/snapshotParts)
			}
		})
	}
	for part := range snapshotParts {
		parts <- part
	}
	close(parts)
	all.Wait()
}
