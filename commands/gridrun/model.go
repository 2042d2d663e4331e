package gridrun

import (
	"gpusph/gpu"
	"gpusph/grid"
	"gpusph/internal/measure"
)

// measureModel measures what a model of the flow is made of, before the first step. Flows without a
// model take no time, and devices of several processes have none.
func (r *run) measureModel() error {
	if r.World != nil || r.flow.Equations.Model(r.flow, &grid.Measured{Devices: 1}) == nil {
		return nil
	}
	m, err := measuredOf(r.sim, r.system)
	r.measured = m
	return err
}

// measuredOf measures on the devices of a system.
func measuredOf(sim grid.Simulator, system *gpu.System) (*grid.Measured, error) {
	m := &grid.Measured{Devices: len(system.Devices)}
	var err error
	if m.Stages, err = sim.Stages(); err == nil {
		m.Copy, err = measure.CopyBandwidth(system.Devices[0])
	}
	return m, err
}

// model compares the steps of the run with its model.
func (r *run) model() {
	if r.measured == nil || r.report.Steps == 0 {
		return
	}
	r.measured.Step = r.report.Wall / float64(r.report.Steps)
	r.report.Model = r.flow.Equations.Model(r.flow, r.measured)
}
