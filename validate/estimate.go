package validate

import (
	"gpusph/internal/jobs"
	"gpusph/sph/engine"
)

// Room for what an outline does not know: cells, lists that grow, and particles that come in.
const roomToGrow = 1.5

// Estimate is what a run of the case at a spacing to a time takes.
func (c *Case) Estimate(deltaP, end float64) (n jobs.Needs) {
	p, err := c.problem()
	if err != nil {
		return n
	}
	o, err := p.Outline(deltaP)
	if err != nil {
		return n
	}
	particles := o.Fluid + o.Wall
	copies := particles * float64(o.Params.CopyBytes(c.Snapshots))
	n.Work = jobs.Work(end/o.Params.DtMax(), particles)
	n.Device = roomToGrow * (engine.DeviceBytes(&o.Params, particles, o.Fluid) + copies)
	n.Host = roomToGrow*engine.HostBytesPerParticle*particles + copies
	return n
}
