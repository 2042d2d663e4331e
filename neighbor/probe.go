package neighbor

import (
	"gpusph/cuda"
	"gpusph/gpu"
)

// Probe sums W/W(0) and P W/W(0) over the fluid around each of n points (positions as in Particles.Pos) in
// slices that the device owns. The arguments say where the points are, where the sums go, and when. Positions
// and velocities need be those of active particles only.
func (l *List) Probe(s gpu.Stream, pos, vel gpu.Ptr, physics cuda.Physics, args cuda.ProbeArgs, n int) {
	args.P, args.Grid, args.Pos, args.Vel, args.Kind, args.Start = physics, l.grid.window(l.window), pos, vel, l.predictedPos, l.start
	args.ToSupport = physics.ToSupport * float32(l.grid.Quantum/l.grid.Unit)
	gpu.Launch(s, cuda.Probe, args, 0, 32*n)
}

// WallPressure writes the pressure [Pa] at the particles [from, to) as float32 to out: at walls, that
// of the fluid around them; at fluid, 0. The lists are fresh, and the record is of the step that comes next.
func (l *List) WallPressure(s gpu.Stream, p Particles, physics cuda.Physics, record gpu.Ptr, frame cuda.Frame, out gpu.Ptr, from, to int) {
	gpu.Launch(s, cuda.WallPressure, cuda.ProbeArgs{
		P: physics, Grid: l.grid.window(l.window),
		Pos: p.Pos, Vel: p.Vel, Kind: p.Pos, Start: l.start, Record: record, Frame: frame, Out: out - gpu.Ptr(4*from),
		ToSupport: physics.ToSupport * float32(l.grid.Quantum/l.grid.Unit),
	}, from, to)
}
