package neighbor

import (
	"gpusph/cuda"
	"gpusph/gpu"
)

// Probe lets a kernel sum over the fluid around each of n points (positions as in Particles.Pos) in
// slices that the device owns: cuda.Probe W/W(0) and P W/W(0), and v W/W(0) around those that
// measure velocities. The arguments say where the points are, with which bodies they move, where
// the sums go, and when. Positions and velocities need be those of active particles only.
func (l *List) Probe(kernel cuda.KernelOf[cuda.ProbeArgs], s gpu.Stream, pos, vel gpu.Ptr,
	physics cuda.Physics, args cuda.ProbeArgs, n int) {
	gpu.Launch(s, kernel, l.probe(pos, vel, physics, args), 0, 32*n)
}

// Around says where the fluid is, for kernels that sum over it as Probe's do.
func (l *List) Around(pos, vel gpu.Ptr, physics cuda.Physics) cuda.ProbeArgs {
	return l.probe(pos, vel, physics, cuda.ProbeArgs{})
}

// Before says where particles are, and where steps take them, that are to be sorted for a window.
func (l *List) Before(w Window, period Prediction) (cuda.Grid, cuda.Prediction) {
	before := l.period
	l.period = period
	by := l.prediction()
	l.period = before
	return l.grid.window(w), by
}

// WallPressure writes the pressure [Pa] at the particles [from, to) as float32 to out: at walls,
// that of the water there; at fluid, 0. The arguments have the record of the step that begins with
// these and, where it may be due, its moment.
func (l *List) WallPressure(s gpu.Stream, pos, vel gpu.Ptr, physics cuda.Physics,
	args cuda.ProbeArgs, out gpu.Ptr, from, to int) {
	args.Out = out - gpu.Ptr(4*from)
	gpu.Launch(s, cuda.WallPressure, l.probe(pos, vel, physics, args), from, to)
}

// Copy copies the particles [from, to), which the device owns, as a step begins with them. The
// arguments say what they have, where it goes, and when. With walls, walls take part in steps.
func (l *List) Copy(s gpu.Stream, walls bool, args cuda.CopyArgs, from, to int) {
	args.Active, args.First = l.activeArgs(walls), int32(from)
	gpu.Launch(s, cuda.Copy, args, from, to)
}

// probe adds to arguments where fluid is.
func (l *List) probe(pos, vel gpu.Ptr, physics cuda.Physics, args cuda.ProbeArgs) cuda.ProbeArgs {
	args.P, args.Grid, args.Pos, args.Vel, args.Kind, args.Start = physics, l.grid.window(l.window),
		pos, vel, l.predictedPos, l.start
	args.ToSupport = physics.ToSupport * float32(l.grid.Quantum/l.grid.Unit)
	return args
}
