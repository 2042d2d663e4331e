"""A beam of finite elements behind a gate: the flow gives forces, the beam positions, each 10 steps.

    python beam.py [DIRECTORY] [options of gpusph run]  # makes DIRECTORY/beam.svg

The beam is clamped at its foot: elements of Euler and Bernoulli with cubic shape functions, and
Newmark's average acceleration in time (Hughes 2000, The finite element method, 9.1). In the flow it
is five walls, which move horizontally to where their middles are.
"""

import os
import sys

import gpusph
import numpy as np
import plots

HERE = os.path.dirname(os.path.abspath(plots.__file__))
PIECES, LENGTH = 5, 0.04  # walls, and the height of each [m]
STIFF = 12e6 * 0.03**3 / 12  # E I of a metre of width [N m]
MASS = 2000 * 0.03  # of a metre of height and width [kg/m²]
DAMPING = 2e-3  # of stiffness, C = DAMPING K [s]


def matrices():
    """Mass and stiffness without the clamped end; two elements are a piece."""
    n, h = 2 * PIECES, LENGTH / 2
    m, k = np.zeros((2 * n + 2,) * 2), np.zeros((2 * n + 2,) * 2)
    own_m = MASS * h / 420 * np.array([
        [156, 22 * h, 54, -13 * h], [22 * h, 4 * h * h, 13 * h, -3 * h * h],
        [54, 13 * h, 156, -22 * h], [-13 * h, -3 * h * h, -22 * h, 4 * h * h]])
    own_k = STIFF / h**3 * np.array([
        [12, 6 * h, -12, 6 * h], [6 * h, 4 * h * h, -6 * h, 2 * h * h],
        [-12, -6 * h, 12, -6 * h], [6 * h, 2 * h * h, -6 * h, 4 * h * h]])
    for e in range(n):
        at = slice(2 * e, 2 * e + 4)
        m[at, at] += own_m
        k[at, at] += own_k
    return m[2:, 2:], k[2:, 2:]


class Beam:
    """Deflections and rotations of the nodes, and their rates."""

    def __init__(self):
        self.m, self.k = matrices()
        self.c = DAMPING * self.k
        self.u = np.zeros(len(self.m))
        self.v, self.a = self.u.copy(), self.u.copy()

    def step(self, forces, dt):
        """Takes the beam on by the forces on its pieces [N/m], at their middles."""
        load = np.zeros_like(self.u)
        load[0::4] = forces
        u = self.u + dt * self.v + dt * dt / 4 * self.a
        v = self.v + dt / 2 * self.a
        self.a = np.linalg.solve(self.m + dt / 2 * self.c + dt * dt / 4 * self.k,
                                 load - self.c @ v - self.k @ u)
        self.u, self.v = u + dt * dt / 4 * self.a, v + dt / 2 * self.a

    def pieces(self):
        """Displacements [m] and velocities [m/s] of the middles of pieces."""
        return self.u[0::4], self.v[0::4]


def main(directory="beam", *options):
    program = os.environ.get("GPUSPH", "gpusph")
    beam, rows, last = Beam(), [], 0.0

    # The beam goes on by the forces of the water, and each wall to its piece of the beam until the
    # next exchange.
    with gpusph.start(os.path.join(HERE, "beam.toml"), "--dir", directory, *options,
                      program=program) as run:
        run.set("gate", 0.3)
        for state in run.steps(every=10):
            forces = np.array([state.force(f"piece {k + 1}")[0] for k in range(PIECES)])
            dt = state.time - last
            if dt > 0:
                beam.step(forces, dt)
                for k, (x, v) in enumerate(zip(*beam.pieces())):
                    run.set(f"piece {k + 1}", float(x), velocity=float(v), over=dt)
            last = state.time
            rows.append((state.time, forces.sum(), beam.u[-2],
                         state.position(f"piece {PIECES}")[0] - 0.465))

    t, force, tip, seen = zip(*rows)
    print(f"{len(rows)} exchanges; the greatest force is {max(force):.1f} N/m, the greatest deflection "
          f"of the tip {1000 * max(tip):.2f} mm")

    plots.write(os.path.join(directory, "beam.svg"), [
        ("force of the water [N/m]", [("", t, force)]),
        ("deflection [mm]", [("of the tip", t, [1000 * x for x in tip]),
                             ("of the uppermost wall", t, [1000 * x for x in seen])])])

    return rows


if __name__ == "__main__":
    main(*sys.argv[1:])
