// Package grid computes flows on a uniform grid, beside the particles: systems 000 (turbulence in a
// periodic box), 001 (cavities, with heat), 002 (a dry atmosphere) and 004 (lattice Boltzmann) of
// the literature on many GPUs. It gives reference solutions for flows that particles compute, too.
//
// A Flow is what is computed: a grid and Equations. A Simulation computes it on devices: its planes
// along z are cut into slabs, one for each device, which exchange the planes at their edges by
// package exchange. A scheme, one for each kind of equations, takes a device's slab on in time.
// Kernels are those of cuda/grid.h, in one text for GPUs and the processor. Sums over cells are of
// integers, so a flow has the same bits on any number of devices, and on GPUs and the processor.
//
// Incompressible: velocities are on the faces of cells (Harlow and Welch, Phys. Fluids 8, 1965),
// everything else is in their centres. The pressure is that of a fractional step, with a solver of
// one's choice.
//
// Air: a sweep along an axis is one kernel, which reads four fields and writes four others. A sweep
// along z reads three planes of each neighbour, which come with the sweep before. Devices find Δt
// from what the last sweep of a pair of steps tallies, so the host waits only where it looks.
package grid
