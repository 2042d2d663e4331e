// Package lattice is the mathematics of the thermal lattice Boltzmann method D2Q37, system 004 of
// the literature on many GPUs (Calore, Gabbana, Kraus, Pellegrini, Schifano and Tripiccione,
// Parallel Computing 58, 2016): velocities, weights, equilibrium and force. It knows no devices.
// Package latticetest has a whole step as plain loops.
//
// # Units
//
// Lengths are in cells and times in steps, so c is an integer and T is near T₀ = 0.698. The
// literature has T₀ = 1: its velocities and accelerations are r = 1/√T₀ = 1.197 times those here,
// and its temperatures T/T₀. The fluid is an ideal gas in a plane with p = ρ T, γ = 2, sound speed
// √(2 T), viscosity ν = (τ - 1/2) T, and the same thermal diffusivity, so its Prandtl number is 1.
//
// # A step
//
// Populations are stored after their collision, in two arrays that take turns. A step of a site
// pulls 37 populations, f_l(x - c_l), from up to three cells away, sets rows at walls, collides,
// and stores. Moved in one kernel that is 37 numbers read and 37 written: 592 bytes a site in
// double precision.
//
// Of density, velocity and temperature a collision changes the velocity only, by g. So what is
// stored has the fluid's fields: Hydrodynamic of its moments, with -g.
//
// A collision takes 571 operations in double precision: 288 additions, 282 multiplications and a
// division, of which moments take 147. That is with constants folded, no products by 0 or ±1, the
// eight shells' terms computed once, and a velocity and its opposite sharing even and odd parts.
// Calore et al. count 6472 for theirs, so compare sites a second and not operations a second. With
// 0.96 operations a byte, memory is the limit.
//
// # Walls
//
// A wall is the third row from the end of the lattice. After the pull, that row and the two beyond
// it get the equilibrium of the wall's temperature at rest, the outer two with velocity along the
// wall and temperature on the straight line through the third and the fourth row (within
// WallExcess), and what the fourth row has beyond its equilibrium. The column's mass in these rows
// is kept: what they have pulled and what has left them, from their populations before the pull.
// The oracle in latticetest is the exact text. Heat between walls is straight to 0.001 cells; a jet
// sees its walls up to 0.09 cells off at τ = 1.5, 0.04 at 0.7.
//
// # What crosses a plane
//
// Of the row next to a plane 15 populations cross it upwards, of the second 8, of the third 3: 26 a
// boundary site, 208 bytes, and as many downwards. They are those with c_y > 0, 1 and 2. Where
// arrays are [row][slot][x] with slots by falling c_y, they are the first slots of each row, and
// those that cross downwards are the last: three copies a side, without packing.
//
// A slab has at least three rows, so that its halo comes from its neighbour only, and four where it
// has a wall: the three rows at a wall also take the fourth row's populations after the pull, which
// come from the first seven rows.
//
// # Range
//
// Weights are positive. Populations of the equilibrium are where T/T₀ is in 0.8 to 1.9 and |u| up
// to √T₀/2, Mach 0.35; at rest in 0.6 to 2.3. Waves set a narrower range: with little viscosity
// those a few cells long grow where T/T₀ is below 0.9 or above 1.2. Stable has the limits.
//
// # Flows, references and models
//
// RayleighTaylor is a flow. Growth has what a small wave of it does by the linear equations, Mode
// and Duff rates of growth. MixingHeight is that of the layer which follows, of a gas or of
// particles. TilingModel predicts the time of a step on several devices; Published and
// PublishedEnergies are the tables of Calore et al.
package lattice
