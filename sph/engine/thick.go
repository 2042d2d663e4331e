package engine

import (
	"slices"
	"unsafe"

	"gpusph/cuda"
	"gpusph/sph"
)

// Thick fluids: see cuda/thick.h and docs/design/viscosity.md.

const rheologyBytes = int(unsafe.Sizeof(cuda.Rheology{}))

// openRheologies gives the device the rheologies of the materials, where the flow has thick
// fluids.
func (d *domain) openRheologies() (err error) {
	c := d.Case
	if !c.Params.Thick() {
		return nil
	}
	if d.rheologies, err = d.device.Alloc(len(c.Materials) * rheologyBytes); err != nil {
		return err
	}
	table := make([]cuda.Rheology, len(c.Materials))
	for k := range c.Materials {
		table[k] = rheologyOf(c, k)
	}
	d.main.Upload(d.rheologies, sph.BytesOf(table))
	return d.main.Sync()
}

// rheologyOf is that of a material as kernels have it.
func rheologyOf(c *sph.Case, material int) cuda.Rheology {
	p, m, r := &c.Params, c.PropertiesOf(material), c.BoundedRheology(material)
	least, most := r.ShearRates(p)
	return cuda.Rheology{
		Consistency: float32(r.Consistency), Power: float32(r.Index - 1),
		Least: max(float32(least), leastShear), Most: float32(most),
		YieldStress: float32(r.YieldStress), Regularisation: float32(r.Regularisation),
		Thinning: float32(r.Thinning), T0: float32(m.T0), Limit: float32(p.Further.Viscosity *
			m.Rho0),
		Lightness: float32(p.Rho0 / m.Rho0),
	}
}

// leastShear is a shear rate that logarithms of single precision have no trouble with [1/s].
const leastShear = 1e-30

// viscousArgs gives a pass what it takes of thick fluids: the viscosity and the velocities of the
// stage before, or what the last stage has left.
func (d *domain) viscousArgs(p *readyPass, args *cuda.PassArgs, forces *cuda.ForcesArgs) {
	at := d.states[sph.StateMiddle]
	args.Maxima, args.Rheologies = forces.Maxima, d.rheologies
	if slices.Contains(p.Neighbours, sph.ViscosityField) {
		args.Viscosity = at[sph.ViscosityField]
	}
	for _, f := range []int{sph.EvenStageField, sph.OddStageField} {
		if slices.Contains(p.Neighbours, f) {
			args.Vel = at[f]
		}
	}
	if p.Own > 0 {
		args.Own = at[p.Own]
	}
}
