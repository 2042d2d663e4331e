package sph

import (
	"math"

	"gpusph/cuda"
	"gpusph/gpu"
)

// stepFields takes the further fields of a stripe on by half a step. It is behind the stripe's Forces and
// reads what these read, so that stripes and devices wait for both alike.
func (d *domain) stepFields(h half, s *stripe) {
	for _, f := range d.fields {
		if f.Kernel != "" {
			gpu.Launch(s.stream, f.Kernel, d.fieldStepArgs(h, f, s.Part), 0, s.Len())
		}
	}
}

func (d *domain) fieldStepArgs(h half, f flowField, part cuda.Part) cuda.FieldStepArgs {
	at := &d.states[d.step%2]
	if h == correct {
		at = &d.states[halfStep]
	}
	to := d.written(h)
	args := cuda.FieldStepArgs{
		P: d.physics, List: d.list.Args(), Packed: at[packedField], Vel: at[velocityField], At: at[f.place],
		From: d.states[d.step%2][f.place], To: d.states[to][f.place], Clock: d.clock, Record: d.recordOf(d.step), Part: part,
		RightFrom: math.MaxInt32, Half: int32(h), Step: int32(d.step),
	}
	if f.Diffusivity != nil {
		args.Diffusivity = float32(2 * f.Diffusivity(&d.Case.Params) / d.grid.Unit)
	}
	if f.Sends>>to&1 > 0 {
		left, right, edges := d.outgoing(to)
		args.Left, args.Right, args.LeftTo, args.RightFrom = left[f.place], right[f.place], edges.LeftTo, edges.RightFrom
	}
	return args
}
