package neighbor

import (
	"gpusph/cuda"
	"gpusph/gpu"
)

// Probe sums W/W(0) and P W/W(0) over the fluid around each of n points
// (positions as in Particles.Pos) in slices that the device owns, into pairs of
// float32 at out.
func (l *List) Probe(s gpu.Stream, p Particles, physics cuda.Physics, points, out gpu.Ptr, n int) {
	gpu.Launch(s, cuda.Probe, cuda.ProbeArgs{
		P: physics, Grid: l.grid.window(l.window),
		Pos: p.Pos, Vel: p.Vel, Start: l.start, Point: points, Out: out,
		ToSupport: physics.ToSupport * float32(l.grid.Quantum/l.grid.Unit),
	}, 0, n)
}

// WallPressure writes the pressure [Pa] at the particles [from, to) as float32 to out: at walls, that
// of the fluid around them; at fluid, 0. The lists are fresh.
func (l *List) WallPressure(s gpu.Stream, p Particles, physics cuda.Physics, out gpu.Ptr, from, to int) {
	gpu.Launch(s, cuda.WallPressure, cuda.ProbeArgs{
		P: physics, Grid: l.grid.window(l.window),
		Pos: p.Pos, Vel: p.Vel, Start: l.start, Out: out - gpu.Ptr(4*from),
		ToSupport: physics.ToSupport * float32(l.grid.Quantum/l.grid.Unit),
	}, from, to)
}
