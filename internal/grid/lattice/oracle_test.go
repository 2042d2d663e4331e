package lattice

import "math"

// The oracle is a step of the method as plain loops over arrays, one site at a time: pull, walls,
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
type oracle struct {
	nx, ny int
	tau    float64 // [steps]
	g      [2]float64
	walls  bool
	wall   [2]float64 // temperatures at the bottom and at the top
	excess float64    // WallExcess; 0 is flat walls
	f      [][Populations]float64
}

// newOracle is a lattice whose fluid has a state at each site.
func newOracle(nx, ny int, tau float64, g [2]float64,
	state func(x, y int) (rho, ux, uy, t float64)) *oracle {
	o := &oracle{nx: nx, ny: ny, tau: tau, g: g, f: make([][Populations]float64, nx*ny)}
	for n := range o.f {
		rho, ux, uy, t := state(n%nx, n/nx)
		ux, uy, t = Kinetic(ux, uy, t, g[0], g[1])
		o.f[n] = oracleEquilibrium(rho, ux, uy, t)
	}
	return o
}

// withWalls gives the oracle walls of these temperatures.
func (o *oracle) withWalls(bottom, top float64) *oracle {
	o.walls, o.wall, o.excess = true, [2]float64{bottom, top}, WallExcess
	return o
}

// at is the state of the fluid at a site.
func (o *oracle) at(x, y int) (rho, ux, uy, t float64) {
	rho, ux, uy, t = oracleMoments(&o.f[y*o.nx+x])
	ux, uy, t = Hydrodynamic(ux, uy, t, o.g[0], o.g[1])
	return rho, ux, uy, t
}

func oracleMoments(f *[Populations]float64) (rho, ux, uy, t float64) {
	for l, c := range D2Q37().Velocities {
		rho += f[l]
		ux += float64(c[0]) * f[l]
		uy += float64(c[1]) * f[l]
	}
	ux, uy = ux/rho, uy/rho
	for l, c := range D2Q37().Velocities {
		dx, dy := float64(c[0])-ux, float64(c[1])-uy
		t += (dx*dx + dy*dy) * f[l]
	}
	return rho, ux, uy, t / (2 * rho)
}

// collided are the populations of all sites after a collision.
func (o *oracle) collided() [][Populations]float64 {
	all := make([][Populations]float64, len(o.f))
	for n := range o.f {
		rho, ux, uy, t := oracleMoments(&o.f[n])
		g2 := o.g[0]*o.g[0] + o.g[1]*o.g[1]
		eq := oracleEquilibrium(rho, ux+o.tau*o.g[0], uy+o.tau*o.g[1], t+o.tau*(1-o.tau)*g2/2)
		for l := range eq {
			all[n][l] = o.f[n][l] + (eq[l]-o.f[n][l])/o.tau
		}
	}
	return all
}

// step collides, pulls, and sets the rows at walls. So the state between two steps is the one
// before a collision; kernels may store the one after it, which is collided.
func (o *oracle) step() {
	m := D2Q37()
	from := o.collided()
	for y := range o.ny {
		for x := range o.nx {
			for l, c := range m.Velocities {
				row, value := y-c[1], 0.0
				if !o.walls || row >= 0 && row < o.ny {
					value = from[(row+o.ny)%o.ny*o.nx+((x-c[0])%o.nx+o.nx)%o.nx][l]
				}
				o.f[y*o.nx+x][l] = value
			}
		}
	}
	if o.walls {
		for x := range o.nx {
			o.edge(from, x, 0, 1, o.wall[0])
			o.edge(from, x, o.ny-1, -1, o.wall[1])
		}
	}
}

// edge sets the three rows of a column at a wall. first is the row at the wall, and up the way into
// the fluid.
func (o *oracle) edge(from [][Populations]float64, x, first, up int, temperature float64) {
	site := func(k int) int { return (first+k*up)*o.nx + x }
	mass := 0.0
	for k := range Reach {
		for l, c := range D2Q37().Velocities {
			mass += o.f[site(k)][l] // missing populations are 0
			if c[1]*up < -k {
				mass += from[site(k)][l]
			}
		}
	}
	beyond := o.f[site(Reach)]
	rho, ux, uy, t := oracleMoments(&beyond)
	for l, f := range oracleEquilibrium(rho, ux, uy, t) {
		beyond[l] -= f
	}
	wx, wy, warm := Kinetic(0, 0, temperature, o.g[0], o.g[1])
	var state [Reach][3]float64
	var density [Reach]float64
	shape := 0.0
	for k := range Reach {
		d := float64(Reach - 1 - k) // rows from the wall
		slip := limited(d*(wx-ux), o.excess)
		state[k] = [3]float64{wx + slip, wy, warm + limited(d*(warm-t), o.excess*warm)}
		density[k] = math.Exp(o.g[1]*float64(k*up)/temperature) / state[k][2]
		shape += density[k]
	}
	for k, s := range state {
		o.f[site(k)] = oracleEquilibrium(mass/shape*density[k], s[0], s[1], s[2])
		for l := range beyond {
			o.f[site(k)][l] += beyond[l]
		}
	}
}

func limited(x, bound float64) float64 { return max(-bound, min(bound, x)) }

// run takes steps.
func (o *oracle) run(steps int) *oracle {
	for range steps {
		o.step()
	}
	return o
}

// totals are mass, momentum and energy of all sites, before a collision.
func (o *oracle) totals() (mass, px, py, energy float64) {
	for n := range o.f {
		rho, ux, uy, t := oracleMoments(&o.f[n])
		mass, px, py = mass+rho, px+rho*ux, py+rho*uy
		energy += rho * (t + (ux*ux+uy*uy)/2)
	}
	return mass, px, py, energy
}
