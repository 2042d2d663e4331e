package engine

import (
	"errors"
	"fmt"

	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
)

// HostBytesPerParticle is about what a particle takes in the host's memory while a snapshot is
// written. A third is the case, the rest the copy and what Go has not collected yet.
const HostBytesPerParticle = 336

// DeviceBytes is the memory [bytes] that a device takes at first for a number of particles of a
// flow with so much fluid, cells aside.
func DeviceBytes(p *sph.Params, particles, fluid float64) float64 {
	if p.Boundary.TakesPart() {
		fluid = particles
	}
	return bytesOfParticles(p, particles, min(particles, fluid), p.ListCapacity())
}

// bytesOfParticles is what particles take on a device some of which may be active, with lists of a
// capacity.
func bytesOfParticles(p *sph.Params, particles, active float64, capacity int) float64 {
	return particles*float64(p.FieldBytes()+neighbor.BytesPerParticle) + active*float64(neighbor.BytesPerActive(capacity))
}

// maxActive bounds how many of a number of particles take part in a step. Walls of some kinds do,
// and those that move.
func (s *config) maxActive(particles int) int {
	if s.Case.Params.Boundary.TakesPart() || s.Case.HasBirths() {
		return particles
	}
	return min(particles, s.fluid+s.walls.Particles)
}

// bytes is what a number of particles take on a device with their copies, cells aside.
func (s *config) bytes(particles, capacity int) int64 {
	p := &s.Case.Params
	return int64(bytesOfParticles(p, float64(particles), float64(s.maxActive(particles)), capacity)) + int64(particles*p.CopyBytes(s.options.CopyInterval))
}

// BytesPerParticle is the mean of that, copies of neighbours' aside.
func (s *Simulation) BytesPerParticle() int {
	particles := max(s.Case.Particles.Len()/len(s.subdomains), 1)
	return int(s.bytes(particles, s.capacity) / int64(particles))
}

// Cells are the cells that particles are sorted into.
type Cells struct {
	Along [3]int  // along x, y, z, with a ring of two around the domain
	Edge  float64 // [m]
	Bytes int64   // that those of all layers take on devices
}

// CellsOf are the cells of a flow's domain.
func CellsOf(p *sph.Params) (Cells, error) {
	g, err := gridOf(&sph.Case{Params: *p})
	if err != nil {
		return Cells{}, err
	}
	return Cells{g.Cells, g.Edge, g.Bytes(g.Layers())}, nil
}

// gridOf is made for the flow's longest lists.
func gridOf(c *sph.Case) (neighbor.Grid, error) {
	p := &c.Params
	low, high := c.Bounds()
	return neighbor.NewGrid(low, high, p.ListRadius(), int(p.SplitAxis), p.Periodic)
}

// reserve makes room for a number of particles in a window, with images, and for lists of a
// capacity. The particles that the domain has are kept.
func (d *domain) reserve(particles, images int, w neighbor.Window, capacity int) error {
	particles += images
	if err := d.checkRoom(particles); err != nil {
		return err
	}
	if particles > d.room {
		room := min(particles+d.spare(particles), sph.MaxOnDevice)
		if err := d.checkMemory(room); err != nil {
			return err
		}
		before := *d
		if err := d.allocParticles(room); err != nil {
			d.freeParticles()
			d.states = before.states
			return d.memoryError(room, err)
		}
		if before.room > 0 {
			for _, f := range d.Kept {
				d.main.Copy(d.states[sph.StateEven][f.Index], before.states[sph.StateEven][f.Index], d.count*f.Bytes)
			}
			if err := d.main.Sync(); err != nil {
				return err
			}
			before.freeParticles()
		}
		d.room = room
		if err := d.reserveStaging(); err != nil {
			return d.memoryError(room, err)
		}
	}
	layers := w.Layers
	if !d.list.Holds(d.room, d.maxActive(d.room), w, capacity) && d.group.Count > 1 {
		layers = min(layers+layers/4+8, d.grid.Layers())
	}
	if err := d.list.Reserve(d.room, d.maxActive(d.room), layers, capacity); err != nil {
		return d.memoryError(d.room, err)
	}
	if images > d.list.ImagesRoom() {
		if err := d.list.ReserveImages(images); err != nil {
			return d.memoryError(d.room, err)
		}
	}
	return nil
}

// spare is room for what the balancer and the flow bring. Making more takes as long as tens of
// steps of a small flow, since all devices wait, so there is much where memory is left.
func (d *domain) spare(particles int) int {
	if d.group.Count == 1 && !d.Case.HasBirths() {
		return 0
	}
	if free, _ := d.device.Memory(); d.bytes(particles, d.capacity) < free/8 {
		return particles / 2
	}
	return particles / 8
}

// checkRoom refuses more particles than a device can number.
func (d *domain) checkRoom(particles int) error {
	if particles > sph.MaxOnDevice {
		return fmt.Errorf("%s would have %d particles, with copies of its neighbours' and images along periodic axes, but the maximum is %d on a device; use more devices or a larger deltap",
			d.name, particles, sph.MaxOnDevice)
	}
	return nil
}

// checkMemory refuses a number of particles that cannot fit.
func (d *domain) checkMemory(particles int) error {
	free, _ := d.device.Memory()
	if free > 0 && d.bytes(particles, d.capacity) > free+d.bytes(d.room, d.capacity) {
		return d.memoryError(particles, gpu.ErrMemory)
	}
	return nil
}

// checkCells rejects layers of cells that cannot fit, however few particles there are.
func (d *domain) checkCells(layers int) error {
	free, total := d.device.Memory()
	if bytes := d.grid.Bytes(layers); free > 0 && bytes > free {
		return fmt.Errorf("%s has no room for the cells of the domain, %d x %d x %d: %d layers along %v take %d MiB, and %d of %d MiB are free; use a larger deltap or h-factor, a smaller domain or more devices: %w",
			d.name, d.grid.Cells[0], d.grid.Cells[1], d.grid.Cells[2], layers, sph.Axis(d.grid.Axis), bytes>>20, free>>20, total>>20, gpu.ErrMemory)
	}
	return nil
}

// memoryError says how many particles would fit.
func (d *domain) memoryError(particles int, err error) error {
	each := d.bytes(particles, d.capacity) / int64(particles)
	free, total := d.device.Memory()
	would := "a larger deltap, a smaller skin or more devices"
	if d.measures.Places > 0 {
		would = "a longer output-interval, " + would
	}
	return fmt.Errorf("%s has no room for %d particles of %d bytes: %d of %d MiB are free, enough for about %d; use %s: %w",
		d.name, particles, each, free>>20, total>>20, (free+d.bytes(d.room, d.capacity))/each, would, err)
}

func (d *domain) allocParticles(room int) error {
	var errs []error
	for _, f := range d.Fields {
		for state := range d.states {
			if f.In(state) {
				p, err := d.device.Alloc((room + neighbor.Padding) * f.Bytes)
				d.states[state][f.Index] = p
				errs = append(errs, err)
			}
		}
	}
	return errors.Join(errs...)
}

func (d *domain) freeParticles() {
	for _, f := range d.Fields {
		for state := range d.states {
			if f.In(state) {
				d.device.Free(d.states[state][f.Index])
			}
		}
	}
}
