package sph

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"runtime"
	"sync"

	"gpusph/neighbor"
)

// Capture is a copy of the devices' particles as they lie there. Taking it
// holds the devices up for as long as the copy takes; Snapshot can be made of it
// beside the computation.
type Capture struct {
	sim   *Simulation
	time  float64
	step  int
	parts []part
}

// part is one device's internal particles, as neighbor.Particles.
type part struct {
	pos, vel, id []byte
	walls        []byte // pressure at walls that have none of their own, float32; nil if they have
}

// Capture copies the particles to the host. As Sample does, it builds the lists that come next.
func (s *Simulation) Capture() (*Capture, error) {
	c := &Capture{sim: s, time: s.clock.Time, step: int(s.clock.Step), parts: make([]part, len(s.domains))}
	if err := s.BuildNeibs(); err != nil {
		return nil, err
	}
	return c, s.each(func(d *domain) error {
		own := d.owned()
		copies := []struct {
			dst   *[]byte
			src   uint64
			bytes int
		}{
			{&c.parts[d.index].pos, d.now().Pos, neighbor.PosBytes},
			{&c.parts[d.index].vel, d.now().Vel, neighbor.VelBytes},
			{&c.parts[d.index].id, d.now().ID, neighbor.IDBytes},
		}
		for _, k := range copies {
			*k.dst = make([]byte, own.len()*k.bytes)
			d.main.Download(*k.dst, k.src+uint64(own.from*k.bytes))
		}
		if s.Case.Params.Boundary.HasState() {
			return d.main.Sync()
		}
		memory := d.states[odd].Packed // nothing is there between periods
		walls := make([]byte, 4*own.len())
		d.list.WallPressure(d.main, d.now(), d.physics, memory, own.from, own.to)
		d.main.Download(walls, memory)
		c.parts[d.index].walls = walls
		return d.main.Sync()
	})
}

// wallPressures is the pressure [Pa] at each wall particle by id, or nil if walls have their own.
func (c *Capture) wallPressures() []float32 {
	if c.sim.Case.Params.Boundary.HasState() {
		return nil
	}
	all := make([]float32, c.sim.Case.Particles.Len())
	for _, p := range c.parts {
		inParts(len(p.id)/neighbor.IDBytes, func(_, from, to int) {
			for i := from; i < to; i++ {
				all[binary.LittleEndian.Uint32(p.id[4*i:])] = math.Float32frombits(binary.LittleEndian.Uint32(p.walls[4*i:]))
			}
		})
	}
	return all
}

// Snapshot puts the particles in the order of their ids. SHA256 hashes, for each
// particle, its id, position in quanta, velocity and relative density, as 32-bit
// little-endian words: the bits that the devices hold, so that equal hashes mean
// equal flows.
func (c *Capture) Snapshot() *Snapshot {
	records, owner := c.records()
	walls := c.wallPressures()
	hash := make(chan string, 1)
	go func() { hash <- hashOf(records, owner) }()
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
	s := newSnapshot(before[snapshotParts])
	s.Case, s.Time, s.Step, s.Devices = c.sim.Case, c.time, c.step, len(c.parts)
	params, particles := &c.sim.Case.Params, &c.sim.Case.Particles
	inParts(len(owner), func(part, from, to int) {
		i := before[part]
		for id := from; id < to; id++ {
			if owner[id] == 0 {
				continue
			}
			r := records[id*recordBytes:][:recordBytes]
			word := func(k int) uint32 { return binary.LittleEndian.Uint32(r[4*k:]) }
			x := c.sim.grid.Position([3]int32{int32(word(1)), int32(word(2)), int32(word(3))})
			rel := float64(math.Float32frombits(word(7)))
			if walls != nil && particles.Type[id] == Wall {
				rel = params.RelativeDensity(float64(walls[id]))
			}
			s.ID[i] = uint32(id)
			s.Position[i] = [3]float32{float32(x[0]), float32(x[1]), float32(x[2])}
			s.Velocity[i] = [3]float32{math.Float32frombits(word(4)), math.Float32frombits(word(5)), math.Float32frombits(word(6))}
			s.Density[i] = float32(params.Rho0 * (1 + rel))
			s.Pressure[i] = float32(params.Pressure(rel))
			s.Type[i], s.Body[i], s.Device[i] = particles.Type[id], particles.Body[id], owner[id]-1
			i++
		}
	})
	s.SHA256 = <-hash
	return s
}

const recordBytes = 32 // of a particle, as they are hashed

// records puts the particles in the order of their ids; owner is 1 + the device that has
// each, or 0 where none has.
func (c *Capture) records() (records []byte, owner []uint8) {
	total := c.sim.Case.Particles.Len()
	records, owner = make([]byte, total*recordBytes), make([]uint8, total)
	for d, p := range c.parts {
		inParts(len(p.id)/neighbor.IDBytes, func(_, from, to int) {
			for i := from; i < to; i++ {
				id := binary.LittleEndian.Uint32(p.id[4*i:])
				r := records[int(id)*recordBytes:][:recordBytes]
				copy(r, p.id[4*i:4*i+4])
				copy(r[4:], p.pos[16*i:16*i+12])
				copy(r[16:], p.vel[16*i:16*i+16])
				owner[id] = uint8(d + 1)
			}
		})
	}
	return records, owner
}

// hashOf is the hash of the records of particles that are there.
func hashOf(records []byte, owner []uint8) string {
	hash := sha256.New()
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
func (s *Simulation) Snapshot() (*Snapshot, error) {
	c, err := s.Capture()
	if err != nil {
		return nil, err
	}
	return c.Snapshot(), nil
}

// Neighbours counts the entries of all neighbour lists, which hold the pairs
// that Forces computes, each from both sides.
func (s *Simulation) Neighbours() (int, error) {
	if err := s.BuildNeibs(); err != nil {
		return 0, err
	}
	counts := make([]int, len(s.domains))
	err := s.each(func(d *domain) error {
		n, err := d.list.Entries(d.main)
		counts[d.index] = n
		return err
	})
	total := 0
	for _, n := range counts {
		total += n
	}
	return total, err
}
