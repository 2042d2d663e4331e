package engine

import (
	"gpusph/neighbor"

	"gpusph/sph"
)

// HostBytesPerParticle is about what a particle takes in the host's memory while a snapshot is written.
// A third is the case, the rest the copy and what Go has not collected yet.
const HostBytesPerParticle = 336

// DeviceBytes is the memory [bytes] that a device takes at first for a number of particles of a flow with
// so much fluid, cells aside.
func DeviceBytes(p *sph.Params, particles, fluid float64) float64 {
	if p.Boundary.TakesPart() {
		fluid = particles
	}
	return bytesOfParticles(p, particles, min(particles, fluid), p.ListCapacity())
}

// bytesOfParticles is what particles take on a device of which so many may be active, with lists of a capacity.
func bytesOfParticles(p *sph.Params, particles, active float64, capacity int) float64 {
	return particles*float64(p.FieldBytes()+neighbor.BytesPerParticle) + active*float64(neighbor.BytesPerActive(capacity))
}

// maxActive bounds how many of a number of particles take part in a step. Walls of some kinds do, and those that move.
func (s *config) maxActive(particles int) int {
	if s.Case.Params.Boundary.TakesPart() {
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
