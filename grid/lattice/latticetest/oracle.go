package latticetest

import (
	"math"

	"gpusph/grid/lattice"
)

// Oracle is a step of the method as plain loops over arrays, one site at a time: pull, walls,
// collide. It is slow. x is periodic; rows are periodic, too, or have walls.
//
// Walls: in the three rows next to a wall, 0, 1, 2 and the last three, populations that would come
// from beyond are missing after the pull. The wall is row 2, where the fluid is at rest at the
// wall's temperature. All populations of the three rows are made anew, in two parts:
//
//   - The equilibrium of the row's density, velocity and temperature. The velocity along the wall
//     and the temperature are those of the straight line through rows 2 and 3, within WallExcess of
//     the wall's; nothing moves across the wall. The three pressures ρ T of a column have the
//     hydrostatic ratio exp(g/T) from row to row, and its densities together are the mass of the
//     column: what has been pulled into its three rows, and what has left them through the wall.
//     So the mass of the fluid is kept to round-off.
//   - What row 3 has beyond the equilibrium of its moments, f - f_eq(ρ, u, T): stress and flow of
//     heat are those of the fluid nearby. It has neither mass, momentum nor energy.
//
// Flat walls have all three rows at rest at the wall's temperature. Calore et al. set these rows
// to a constant temperature and no velocity, and do not print how. TestWalls has the difference.
type Oracle struct {
	Nx, Ny int
	Excess float64 // lattice.WallExcess; 0 is flat walls

	tau   float64 // [steps]
	g     [2]float64
	walls bool
	wall  [2]float64 // temperatures at the bottom and at the top
	f     [][lattice.Populations]float64
}

// New is a lattice whose fluid has a state at each site.
func New(nx, ny int, tau float64, g [2]float64,
	state func(x, y int) (rho, ux, uy, t float64)) *Oracle {
	o := &Oracle{Nx: nx, Ny: ny, tau: tau, g: g, f: make([][lattice.Populations]float64, nx*ny)}
	for n := range o.f {
		rho, ux, uy, t := state(n%nx, n/nx)
		ux, uy, t = lattice.Kinetic(ux, uy, t, g[0], g[1])
		o.f[n] = Equilibrium(rho, ux, uy, t)
	}
	return o
}

// WithWalls gives the lattice walls of these temperatures.
func (o *Oracle) WithWalls(bottom, top float64) *Oracle {
	o.walls, o.wall, o.Excess = true, [2]float64{bottom, top}, lattice.WallExcess
	return o
}

// At is the state of the fluid at a site.
func (o *Oracle) At(x, y int) (rho, ux, uy, t float64) {
	rho, ux, uy, t = Moments(&o.f[y*o.Nx+x])
	ux, uy, t = lattice.Hydrodynamic(ux, uy, t, o.g[0], o.g[1])
	return rho, ux, uy, t
}

// Moments are density, velocity and temperature of populations.
func Moments(f *[lattice.Populations]float64) (rho, ux, uy, t float64) {
	for l, c := range lattice.D2Q37().Velocities {
		rho += f[l]
		ux += float64(c[0]) * f[l]
		uy += float64(c[1]) * f[l]
	}
	ux, uy = ux/rho, uy/rho
	for l, c := range lattice.D2Q37().Velocities {
		dx, dy := float64(c[0])-ux, float64(c[1])-uy
		t += (dx*dx + dy*dy) * f[l]
	}
	return rho, ux, uy, t / (2 * rho)
}

// Collided are the populations of all sites after a collision.
func (o *Oracle) Collided() [][lattice.Populations]float64 {
	all := make([][lattice.Populations]float64, len(o.f))
	for n := range o.f {
		rho, ux, uy, t := Moments(&o.f[n])
		g2 := o.g[0]*o.g[0] + o.g[1]*o.g[1]
		eq := Equilibrium(rho, ux+o.tau*o.g[0], uy+o.tau*o.g[1], t+o.tau*(1-o.tau)*g2/2)
		for l := range eq {
			all[n][l] = o.f[n][l] + (eq[l]-o.f[n][l])/o.tau
		}
	}
	return all
}

// Step collides, pulls, and sets the rows at walls. So the state between two steps is the one
// before a collision; kernels may store the one after it, which is Collided.
func (o *Oracle) Step() {
	m := lattice.D2Q37()
	from := o.Collided()
	for y := range o.Ny {
		for x := range o.Nx {
			for l, c := range m.Velocities {
				row, value := y-c[1], 0.0
				if !o.walls || row >= 0 && row < o.Ny {
					value = from[(row+o.Ny)%o.Ny*o.Nx+((x-c[0])%o.Nx+o.Nx)%o.Nx][l]
				}
				o.f[y*o.Nx+x][l] = value
			}
		}
	}
	if o.walls {
		for x := range o.Nx {
			o.edge(from, x, 0, 1, o.wall[0])
			o.edge(from, x, o.Ny-1, -1, o.wall[1])
		}
	}
}

// edge sets the three rows of a column at a wall. first is the row at the wall, and up the way into
// the fluid.
func (o *Oracle) edge(from [][lattice.Populations]float64, x, first, up int, temperature float64) {
	site := func(k int) int { return (first+k*up)*o.Nx + x }
	mass := 0.0
	for k := range lattice.Reach {
		for l, c := range lattice.D2Q37().Velocities {
			mass += o.f[site(k)][l] // missing populations are 0
			if c[1]*up < -k {
				mass += from[site(k)][l]
			}
		}
	}
	beyond := o.f[site(lattice.Reach)]
	rho, ux, uy, t := Moments(&beyond)
	for l, f := range Equilibrium(rho, ux, uy, t) {
		beyond[l] -= f
	}
	wx, wy, warm := lattice.Kinetic(0, 0, temperature, o.g[0], o.g[1])
	var state [lattice.Reach][3]float64
	var density [lattice.Reach]float64
	shape := 0.0
	for k := range lattice.Reach {
		d := float64(lattice.Reach - 1 - k) // rows from the wall
		slip := limited(d*(wx-ux), o.Excess)
		state[k] = [3]float64{wx + slip, wy, warm + limited(d*(warm-t), o.Excess*warm)}
		density[k] = math.Exp(o.g[1]*float64(k*up)/temperature) / state[k][2]
		shape += density[k]
	}
	for k, s := range state {
		o.f[site(k)] = Equilibrium(mass/shape*density[k], s[0], s[1], s[2])
		for l := range beyond {
			o.f[site(k)][l] += beyond[l]
		}
	}
}

func limited(x, bound float64) float64 { return max(-bound, min(bound, x)) }

// Run takes steps.
func (o *Oracle) Run(steps int) *Oracle {
	for range steps {
		o.Step()
	}
	return o
}

// Totals are mass, momentum and energy of all sites, before a collision.
func (o *Oracle) Totals() (mass, px, py, energy float64) {
	for n := range o.f {
		rho, ux, uy, t := Moments(&o.f[n])
		mass, px, py = mass+rho, px+rho*ux, py+rho*uy
		energy += rho * (t + (ux*ux+uy*uy)/2)
	}
	return mass, px, py, energy
}
