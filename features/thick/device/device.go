// Package device launches the kernels of thick fluids.
package device

import (
	"gpusph/cuda"
	"gpusph/features/heat"
	"gpusph/features/thick"
	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/launch"
)

// Feature is what thick fluids give devices.
var Feature = launch.Feature{
	Kernels: map[string]launch.Launcher{
		"effective_viscosity": viscosity, "viscous_stage": stage, "viscous_end": end,
	},
	Tables: func(c *sph.Case, _ *neighbor.Grid) launch.Tables {
		rows := make([]cuda.Rheology, len(c.Materials))
		for k := range rows {
			rows[k] = row(c, k)
		}
		return launch.Tables{Bytes: [][]byte{sph.BytesOf(rows)}}
	},
}

// leastShear is a shear rate that logarithms of single precision have no trouble with [1/s].
const leastShear = 1e-30

// row is the rheology of a material as kernels have it.
func row(c *sph.Case, material int) cuda.Rheology {
	p, m, r := &c.Params, c.PropertiesOf(material), thick.Bounded(c, material)
	least, most := r.ShearRates(p)
	row := cuda.Rheology{
		Consistency: float32(r.Consistency), Power: float32(r.Index - 1),
		Least: max(float32(least), leastShear), Most: float32(most),
		YieldStress: float32(r.YieldStress), Regularisation: float32(r.Regularisation),
		Thinning: float32(r.Thinning), Limit: float32(*p.Number(thick.Viscosity) * m.Rho0),
		Lightness: float32(p.Rho0 / m.Rho0),
	}
	if h := heat.Of(c); h != nil {
		row.T0 = float32(h.Fluids[material].T0)
	}
	return row
}

func viscosity(w launch.Work) { launchPass(w, w.Pass()) }

// stage reads the velocities of the stage before; the first, those of the step's beginning. The
// last of the pass's constants is its number, below 0 for the last stage.
func stage(w launch.Work) {
	args := w.Pass()
	args.Viscosity = w.Reads(sph.FieldPlace(thick.ViscosityField))
	k := int(w.Constants()[3])
	if k = max(k, -k); k > 1 {
		args.Vel = w.Reads(thick.StageField(k - 1))
	}
	launchPass(w, args)
}

func end(w launch.Work) {
	args := w.Pass()
	args.Maxima = w.Forces().Maxima
	launchPass(w, args)
}

func launchPass(w launch.Work, args cuda.PassArgs) {
	args.Rheologies = w.Tables(thick.Name).At[0]
	gpu.Launch(w.Stream(), w.Kernel(), args, 0, w.Len())
}
