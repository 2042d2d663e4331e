package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"runtime"
	"sync"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// StateCopy is a copy of the devices' particles as they lie there. Snapshot can be made of it
// beside the computation. To take one by Capture holds the devices up for as long as the copy takes.
type StateCopy struct {
	sim   *Simulation
	time  float64
	step  int
	parts []part
	part  bool // it has those of this process only
}

// part is one device's internal particles.
type part struct {
	of    [sph.MaxFields][]byte // the kept fields, by their places in the table
	walls []byte                // pressure at walls, float32
}

// len is how many there are.
func (p *part) len() int { return len(p.of[sph.IDField]) / neighbor.IDBytes }

// id is that of the i-th.
func (p *part) id(i int) uint32 {
	return binary.LittleEndian.Uint32(p.of[sph.IDField][neighbor.IDBytes*i:])
}

// info says what the i-th is: see cuda.Info.
func (p *part) info(i int) uint32 {
	return binary.LittleEndian.Uint32(p.of[sph.PositionField][neighbor.PosBytes*i+12:])
}

// isImage says whether the i-th is an image of another, along a periodic axis.
func (p *part) isImage(i int) bool {
	return cuda.IsImage(p.info(i))
}

// typeOf is the type that a particle's info says: see cuda.Info.
func typeOf(info uint32) sph.Type {
	if cuda.IsWall(info) {
		return sph.Wall
	}
	return sph.Fluid
}

// CopyState copies the particles to the host. As Sample does, it builds the lists that come next.
func (s *Simulation) CopyState() (*StateCopy, error) {
	if err := s.broadcast(task{what: captureTask}); err != nil {
		return nil, err
	}
	defer s.broadcastDone()
	c := s.newStateCopy(s.clock.Time, int(s.clock.Step))
	lists := s.BuildNeibs
	if s.Case.Params.Boundary == sph.MDBC {
		lists = s.buildLastingLists // pressures of walls are computed by them
	}
	if err := lists(); err != nil {
		return nil, err
	}
	err := s.onAllDomains(func(d *domain) error {
		own := d.owned()
		walls := d.states[sph.StateOdd][sph.PackedField] // nothing is there between periods
		d.evaluateFields(sph.MDBCField)
		d.wallPressures(d.main, cuda.ProbeArgs{}, walls)
		c.parts[d.index].download(d, d.main, d.states[sph.StateEven].at(own.from), walls, own.len())
		return d.main.Sync()
	})
	if err == nil {
		err = s.bring(c)
	}
	return c, err
}

// wallPressures lets a stream write the pressures at the domain's own walls, of the particles that the step begins with.
func (d *domain) wallPressures(s gpu.Stream, args cuda.ProbeArgs, out gpu.Ptr) {
	own, now := d.owned(), d.states[d.step%2].state()
	args.Record, args.Motions, args.Frame, args.Central = d.recordOf(d.step), d.motionsOf(d.step), d.frame, d.central
	if d.Case.Params.Boundary.TakesPart() {
		args.Walls = d.wallStates(predictor)
	}
	d.list.WallPressure(s, now.Pos, now.Vel, d.constants(), args, out, own.from, own.to)
}

func (s *Simulation) newStateCopy(time float64, step int) *StateCopy {
	return &StateCopy{sim: s, time: time, step: step, parts: make([]part, len(s.subdomains))}
}

// Time is that of the particles [s].
func (c *StateCopy) Time() float64 { return c.time }

// Step is how many steps were done before.
func (c *StateCopy) Step() int { return c.step }

// Part says whether it has the particles of this process only.
func (c *StateCopy) Part() bool { return c.part }

// download takes a number of a device's particles, and pressures at walls. They are there when the
// stream is done.
func (p *part) download(d *domain, s gpu.Stream, from arrays, walls gpu.Ptr, n int) {
	take := func(from gpu.Ptr, bytes int) []byte {
		to := make([]byte, n*bytes)
		s.Download(to, from)
		return to
	}
	for _, f := range d.Kept {
		p.of[f.Index] = take(from[f.Index], f.Bytes)
	}
	p.walls = take(walls, 4)
}

// Snapshot puts the particles in the order of their ids. SHA256 hashes, for each
// particle, its id, position in quanta, velocity and relative density, as 32-bit
// little-endian words, and further fields: the bits that the devices hold, so that
// equal hashes mean equal flows.
func (c *StateCopy) Snapshot() *sph.Snapshot {
	all := c.inOrder()
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
		for _, device := range owner[from:to] {
			if device > 0 {
				here++
			}
		}
		before[part+1] = here
	})
	for part := range snapshotParts {
		before[part+1] += before[part]
	}
	s := sph.NewSnapshot(c.sim.Extra, before[snapshotParts])
	s.Case, s.Time, s.Step, s.Devices, s.Part = c.sim.Case, c.time, c.step, len(c.parts), c.part
	s.AddMasses(s.Case)
	inParts(len(owner), func(part, from, to int) {
		i := before[part]
		for place := from; place < to; place++ {
			if owner[place] == 0 {
				continue
			}
			c.take(s, i, &all, place)
			i++
		}
	})
	s.SHA256 = <-hash
	return s
}

// take takes the particle at a place as the i-th of a snapshot.
func (c *StateCopy) take(s *sph.Snapshot, i int, all *ordered, place int) {
	r, info, params := all.record(place), all.info[place], &c.sim.Case.Params
	word := func(k int) uint32 { return binary.LittleEndian.Uint32(r[4*k:]) }
	x := c.sim.grid.Position(c.sim.grid.Wrapped([3]int32{int32(word(1)), int32(word(2)), int32(word(3))}))
	rel := float64(math.Float32frombits(word(7)))
	s.Type[i] = typeOf(info)
	if cuda.IsWall(info) {
		if pressure := all.walls[place]; pressure == 0 || !params.Boundary.HasState() {
			rel = params.RelativeDensity(float64(pressure))
		}
	}
	s.ID[i] = word(0)
	s.Position[i] = [3]float32{float32(x[0]), float32(x[1]), float32(x[2])}
	s.Velocity[i] = [3]float32{math.Float32frombits(word(4)), math.Float32frombits(word(5)), math.Float32frombits(word(6))}
	s.Density[i] = float32(params.Rho0 * (1 + rel))
	s.Pressure[i] = float32(params.Pressure(rel))
	s.Body[i], s.Device[i] = cuda.BodyOf(info), all.owner[place]-1
	s.TakeExtra(c.sim.Extra, i, r[furtherAt:])
	s.SetMass(c.sim.Case, i, cuda.MaterialOf(info))
}

// furtherAt is where further fields begin in a record: behind id, position, velocity and density.
const furtherAt = 4 + 12 + 16

// ordered are the particles of a capture in the order of their ids, by place: see index.
type ordered struct {
	records []byte    // what the hash is of
	owner   []uint8   // 1 + the device that has the particle; 0 where none has
	info    []uint32  // see cuda.Info
	walls   []float32 // pressure at walls [Pa]
}

// record is that at a place.
func (o *ordered) record(place int) []byte {
	n := len(o.records) / len(o.owner)
	return o.records[place*n:][:n]
}

// index is that of the particles which any device has had since the flow began.
func (c *StateCopy) index() sph.IDIndex {
	began := c.sim.ledger.Began
	var born []uint32
	for _, p := range c.parts {
		for i := range p.len() {
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
	for _, f := range c.sim.Kept {
		recordBytes += f.HashedBytes()
	}
	all := ordered{make([]byte, total*recordBytes), make([]uint8, total), make([]uint32, total), make([]float32, total)}
	for d, p := range c.parts {
		inParts(p.len(), func(_, from, to int) {
			for i := from; i < to; i++ {
				if p.isImage(i) {
					continue
				}
				place := places.Slot(p.id(i))
				r := all.record(place)
				for _, f := range c.sim.Kept {
					r = r[copy(r, p.of[f.Index][f.Bytes*i:][:f.HashedBytes()]):]
				}
				all.owner[place], all.info[place] = uint8(d+1), p.info(i)
				all.walls[place] = math.Float32frombits(binary.LittleEndian.Uint32(p.walls[4*i:]))
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

// Snapshot copies the particles to the host and puts them in order.
func (s *Simulation) Snapshot() (*sph.Snapshot, error) {
	c, err := s.CopyState()
	if err != nil {
		return nil, err
	}
	return c.Snapshot(), nil
}

// Neighbours counts the entries of all neighbour lists, which hold the pairs
// that Forces computes, each from both sides.
func (s *Simulation) Neighbours() (int, error) {
	if err := s.broadcast(task{what: neighboursTask}); err != nil {
		return 0, err
	}
	defer s.broadcastDone()
	if err := s.BuildNeibs(); err != nil {
		return 0, err
	}
	counts := make([]int, len(s.domains))
	err := s.onAllDomains(func(d *domain) error {
		n, err := d.list.Entries(d.main)
		counts[d.index-s.group.First] = n
		return err
	})
	total := 0
	for _, n := range counts {
		total += n
	}
	if s.group.Processes == nil || err != nil {
		return total, err
	}
	all, err := exchange.GatherOf(s.group, total)
	total = 0
	for _, n := range all {
		total += n
	}
	return total, err
}
