package sph

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"

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
type part struct{ pos, vel, id []byte }

// Capture copies the particles to the host.
func (s *Simulation) Capture() (*Capture, error) {
	c := &Capture{sim: s, time: s.clock.Time, step: int(s.clock.Step), parts: make([]part, len(s.domains))}
	if !s.started {
		if err := s.BuildNeibs(); err != nil {
			return nil, err
		}
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
		return d.main.Sync()
	})
}

// Snapshot puts the particles in the order of their ids. SHA256 hashes, for each
// particle, its id, position in quanta, velocity and relative density, as 32-bit
// little-endian words: the bits that the devices hold, so that equal hashes mean
// equal flows.
func (c *Capture) Snapshot() *Snapshot {
	const record = 32
	total := c.sim.Case.Particles.Len()
	records := make([]byte, total*record)
	present := make([]uint8, total) // 1 + device
	count := 0
	for d, p := range c.parts {
		n := len(p.id) / neighbor.IDBytes
		count += n
		for i := range n {
			id := binary.LittleEndian.Uint32(p.id[4*i:])
			r := records[int(id)*record:][:record]
			copy(r, p.id[4*i:4*i+4])
			copy(r[4:], p.pos[16*i:16*i+12])
			copy(r[16:], p.vel[16*i:16*i+16])
			present[id] = uint8(d + 1)
		}
	}
	s := &Snapshot{
		Case: c.sim.Case, Time: c.time, Step: c.step, Devices: len(c.parts),
		ID: make([]uint32, 0, count), Position: make([][3]float32, 0, count), Velocity: make([][3]float32, 0, count),
		Density: make([]float32, 0, count), Pressure: make([]float32, 0, count),
		Type: make([]Type, 0, count), Body: make([]uint8, 0, count), Device: make([]uint8, 0, count),
	}
	hash := sha256.New()
	params, particles := &c.sim.Case.Params, &c.sim.Case.Particles
	for id, device := range present {
		if device == 0 {
			continue
		}
		r := records[id*record:][:record]
		hash.Write(r)
		var fixed [3]int32
		var words [4]float32
		binary.Decode(r[4:16], binary.LittleEndian, &fixed)
		binary.Decode(r[16:32], binary.LittleEndian, &words)
		x := c.sim.grid.Position(fixed)
		s.ID = append(s.ID, uint32(id))
		s.Position = append(s.Position, [3]float32{float32(x[0]), float32(x[1]), float32(x[2])})
		s.Velocity = append(s.Velocity, [3]float32(words[:3]))
		s.Density = append(s.Density, float32(params.Rho0*(1+float64(words[3]))))
		s.Pressure = append(s.Pressure, float32(params.Pressure(float64(words[3]))))
		s.Type = append(s.Type, particles.Type[id])
		s.Body = append(s.Body, particles.Body[id])
		s.Device = append(s.Device, device-1)
	}
	s.SHA256 = hex.EncodeToString(hash.Sum(nil))
	return s
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

// BytesPerParticle is the device memory that a particle takes, copies of
// neighbours' and cells aside.
func (s *Simulation) BytesPerParticle() int {
	state := neighbor.PosBytes + neighbor.VelBytes + neighbor.PackedBytes
	return states*state + 2*neighbor.IDBytes + neighbor.BytesPerParticle(s.capacity)
}
