"""Controls the power take-off of a flap in waves: a damper whose strength climbs to the most power.

    python wave_energy.py [DIRECTORY] [options of gpusph run]  # makes DIRECTORY/power.svg

The torque is -c ω each ten steps. After each wave the controller compares the mean power with that
of the wave before, and goes on with c in the same direction, or turns round.
"""

import math
import os
import sys

import gpusph
import plots

HERE = os.path.dirname(os.path.abspath(plots.__file__))
PERIOD = 1.6  # of the waves [s]
FIRST = 6.0  # c at first [N m s/rad]
FACTOR = 1.25  # of c from wave to wave


def main(directory="wave-energy", *options):
    program = os.environ.get("GPUSPH", "gpusph")
    damping, factor, before, wave, energy = FIRST, FACTOR, 0.0, 0, 0.0
    rows, last, begun = [], 0.0, 0.0

    # Each ten steps the hinge gets its torque, and after each wave c its next value.
    with gpusph.start(os.path.join(HERE, "wave_energy.toml"), "--dir", directory, *options,
                      program=program) as run:
        for state in run.steps(every=10):
            rate = math.radians(state.value("joints.csv", "hinge_rate"))
            energy += damping * rate**2 * (state.time - last)  # that the damper has taken [J]
            last = state.time
            if int(state.time / PERIOD) > wave:
                wave = int(state.time / PERIOD)
                power = (energy - begun) / PERIOD
                begun = energy
                if wave > 3:  # the waves are there
                    factor = factor if power > before else 1 / factor
                    damping *= factor
                before = power
            run.set("hinge", -damping * rate)
            rows.append((state.time, state.value("joints.csv", "hinge_angle"), energy,
                         state.value("joints.csv", "hinge_energy"), damping))

    t, angle, own, told, c = zip(*rows)
    print(f"{len(rows)} exchanges; the damper has taken {own[-1]:.2f} J by the controller, "
          f"{told[-1]:.2f} J by the flow; it ends with {damping:.1f} N m s/rad")

    plots.write(os.path.join(directory, "power.svg"), [
        ("angle of the flap [°]", [("", t, angle)]),
        ("energy taken [J/m]", [("by the controller", t, own), ("by the flow", t, told)]),
        ("damping [N m s/rad]", [("", t, c)])])

    return rows


if __name__ == "__main__":
    main(*sys.argv[1:])
