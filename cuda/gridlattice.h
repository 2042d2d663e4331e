// A site of the thermal lattice Boltzmann method D2Q37 (Calore et al., Parallel Computing 58,
// 2016), with the operations of package lattice in the same order.
#pragma once
#include "args_lattice.h"
#include "gridcell.h"

// Velocities along x and z, in the order of package lattice: by distance, then by angle.
static constexpr int VELOCITIES[LATTICE_POPULATIONS][2] = {
	{0, 0},
	{1, 0}, {0, 1}, {-1, 0}, {0, -1},
	{1, 1}, {-1, 1}, {-1, -1}, {1, -1},
	{2, 0}, {0, 2}, {-2, 0}, {0, -2},
	{2, 1}, {1, 2}, {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}, {1, -2}, {2, -1},
	{2, 2}, {-2, 2}, {-2, -2}, {2, -2},
	{3, 0}, {0, 3}, {-3, 0}, {0, -3},
	{3, 1}, {1, 3}, {-1, 3}, {-3, 1}, {-3, -1}, {-1, -3}, {1, -3}, {3, -1},
};
static constexpr int FIRST_OF_SHELL[LATTICE_SHELLS + 1] = {0, 1, 5, 9, 13, 21, 25, 29, 37};

// The slot of a population in memory: by falling c_z, then by c_x.
static constexpr int slotOf(int l)
{
	int before = 0;
	for (int k = 0; k < LATTICE_POPULATIONS; k++)
		before += VELOCITIES[k][1] > VELOCITIES[l][1] ||
			(VELOCITIES[k][1] == VELOCITIES[l][1] && VELOCITIES[k][0] < VELOCITIES[l][0]);
	return before;
}

// A population, as constants.
template <int L> struct Population {
	static constexpr int index = L, x = VELOCITIES[L][0], z = VELOCITIES[L][1], slot = slotOf(L);
};

// Calls f(Population) for those from L to before END.
template <int L, int END, class F> FN void populations(F f)
{
	if constexpr (L < END) {
		f(Population<L>{});
		populations<L + 1, END>(f);
	}
}
template <class F> FN void everyPopulation(F f) { populations<0, LATTICE_POPULATIONS>(f); }

// The velocities with the same distance. The second half of them are opposite to the first.
template <int S> struct Shell {
	static constexpr int index = S, first = FIRST_OF_SHELL[S], end = FIRST_OF_SHELL[S + 1];
	static constexpr int square = VELOCITIES[first][0] * VELOCITIES[first][0] +
		VELOCITIES[first][1] * VELOCITIES[first][1];
};
template <int S, class F> FN void shellsFrom(F f)
{
	if constexpr (S < LATTICE_SHELLS) {
		f(Shell<S>{});
		shellsFrom<S + 1>(f);
	}
}
template <class F> FN void everyShell(F f) { shellsFrom<0>(f); }

typedef double Populations[LATTICE_POPULATIONS]; // of a site, by index

// Density, velocity and temperature.
struct FluidState {
	double density, x, z, temperature;
};

FN FluidState momentsOf(const Populations &f)
{
	double density = 0, x = 0, z = 0, energy = 0;
	everyShell([&](auto s) INLINED {
		double sum = 0;
		populations<s.first, s.end>([&](auto p) INLINED {
			sum += f[p.index];
			if constexpr (p.x != 0)
				x += (double)p.x * f[p.index];
			if constexpr (p.z != 0)
				z += (double)p.z * f[p.index];
		});
		density += sum;
		energy += (double)s.square * sum;
	});
	double per = 1 / density;
	x *= per;
	z *= per;
	return {density, x, z, (energy * per - x * x - z * z) / 2};
}

// Calls f(population, ω times its equilibrium). Terms that a shell shares are computed once, and
// opposite velocities share the even and the odd part.
template <class F>
FN void equilibrium(const LatticeCollision &m, const FluidState &u, double omega, F f)
{
	double per = m.perTemperature;
	double e = u.temperature * per - 1, v = (u.x * u.x + u.z * u.z) * per;
	double x = u.x * per, z = u.z * per;
	everyShell([&](auto s) INLINED {
		constexpr int k = s.index, half = (s.end - s.first) / 2;
		double weight = m.weights[k] * u.density * omega;
		double even0 = 1 + e * m.even[0][k] - v / 2 + v * v / 8 +
			e * (v * m.even[1][k] + e * m.even[2][k]);
		double even1 = 0.5 - v / 4 + e * m.ofEven1[k], odd0 = 1 - v / 2 + e * m.ofOdd[k];
		if constexpr (half == 0)
			f(Population<s.first>{}, weight * even0);
		populations<s.first, s.first + half>([&](auto p) INLINED {
			double along = p.z == 0 ? p.x * x : p.x == 0 ? p.z * z : p.x * x + p.z * z;
			double square = along * along;
			double even = even0 + square * (even1 + square * (1.0 / 24));
			double odd = along * (odd0 + square * (1.0 / 6));
			f(p, weight * (even + odd));
			f(Population<p.index + half>{}, weight * (even - odd));
		});
	});
}

// Relaxes the populations of a site under an acceleration: f += (f_eq - f)/τ.
FN void collide(const LatticeCollision &m, Populations &f)
{
	FluidState u = momentsOf(f);
	u.x += m.push[0];
	u.z += m.push[1];
	u.temperature += m.warming;
	equilibrium(m, u, m.omega, [&](auto p, double part) INLINED {
		f[p.index] = m.kept * f[p.index] + part;
	});
}
