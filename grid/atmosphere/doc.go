// Package atmosphere has the mathematics of system 002, Norman's two-dimensional model of a dry
// nonhydrostatic atmosphere: the hydrostatic base, the initial states, the operations of a cell and
// an interface, and the table of the author's timings. It is plain Go and knows no devices.
//
// The variables are the differences of density ρ, momenta ρu and ρw and ρθ from those of a base at
// rest, as averages over cells: q = (ρ', ρu, ρw, (ρθ)'). Along each axis
//
//	∂q/∂t + ∂f/∂x = 0, f = (ρu, ρu u + p', ρw u, ρθ u), p = p0 (R ρθ / p0)^γ
//
// and along z the weight -g ρ' acts on ρw.
//
// The scheme is the author's characteristics-based flux-form semi-Lagrangian one (M. Norman,
// abstract at the 2009 conference of the DOE Computational Science Graduate Fellowship; Norman,
// Nair and Semazzi, J. Comput. Phys. 230 (2011) 1567). A sweep along one axis takes one stage:
// cells are reconstructed by WENO, the characteristic variables L f of an interface are integrated
// by Gaussian quadrature over the interval from which each wave arrives within Δt, and that gives
// the fluxes averaged over Δt. Since ∂f/∂t = -A ∂f/∂x, this is of second order in time. Where the
// author's pages are silent, we chose:
//
//   - Axes alternate: x z, then z x with the same Δt, which is Strang's splitting (SIAM J. Numer.
//     Anal. 5, 1968) over 2 Δt. The pages name kernels of x before those of z, the abstract
//     Strang.
//   - Half of the weight acts before a sweep along z and half after it, with ρ' of that time.
//   - The reconstruction is CWENO-Z of fifth order, a quartic polynomial in each cell and three
//     parabolas (Capdeville, J. Comput. Phys. 227, 2008; Cravero et al., Math. Comp. 87, 2018),
//     with most of the weight on the quartic.
//   - Two Gauss points an interval; the Jacobian is that of the mean of both cells.
//   - Walls on all sides, free-slip, by mirror images: ρ', (ρθ)' and the momentum along a wall are
//     even, the momentum across it is odd. The sides along x may be periodic instead.
//   - Δt = 0.8 Δx / max(|u| + c, |w| + c). The intervals must lie within one cell, so 1 is the
//     limit.
//   - Norman gives no amplitude of the rising thermal: 2 K, as Bryan and Fritsch (2002).
//   - p' = p̄ ((1 + (ρθ)'/(ρ̄θ0))^γ - 1) by its series, without pow, so that it is zero at rest
//     and has the same bits on all processors. It is (ρθ)' γ p̄/(ρ̄θ0) (1 + ...), and γ p̄/(ρ̄θ0) =
//     γ R Π̄ is linear in z, so kernels need no profile of p̄.
//
// Mirrored flows have mirrored bits. A mirror image exchanges the two cells of an interface and
// negates u. So each sum of a left and a right term is a sum of its own, (left + right), before
// other terms join it. Odd coefficients of a polynomial are differences (right - left), whose image
// is their exact negative. Waves that do not move (u = 0) take the mean of both sides.
//
// What a kernel needs. An update reads three cells on both sides, so the halo has three planes, and
// only the sweep across the cut needs it: once a step, 96 bytes for each column and side in double
// precision. A sweep in one kernel reads four variables and writes four others, 64 bytes a cell, so
// a step moves 128. With fluxes in memory, as in the author's kernels, it moves 320. FlopsStep is
// what a step computes where each polynomial and each flux is computed once, without fused
// operations, and FlopsStepRecomputed what it does where each cell computes all that it needs. The
// base is a Row for each row of cells. Half of the weight before a sweep acts as the kernel reads.
// Divisions are dear, so there is one in a polynomial and one in each point of a flux.
package atmosphere
