"""Holds the level before a sluice gate, though the inflow grows by a quarter from 3 s on.

    python gate_level.py [DIRECTORY] [options of gpusph run]  # makes DIRECTORY/level.svg

The controller is a PI law on the mean of four gauges: the gate opens by K e + K/T ∫ e dt, e the
level less the one that is wanted.
"""

import os
import sys

import gpusph
import plots

HERE = os.path.dirname(os.path.abspath(plots.__file__))
WANTED = 0.2  # level [m]
GAIN = 1.0  # K
TIME = 2.0  # T [s]
EVERY = 0.02  # between two settings [s]
SMOOTH = 0.2  # time constant of the filter of the level [s]
MOST = 0.15  # that the gate opens further [m]


def main(directory="gate-level", *options):
    program = os.environ.get("GPUSPH", "gpusph")
    rows, integral, level = [], 0.0, None

    # The run does steps for 0.02 s, tells the state there, and waits for the opening of the gate.
    with gpusph.start(os.path.join(HERE, "gate_level.toml"), "--dir", directory, *options,
                      program=program) as run:
        for state in run.steps(EVERY):
            measured = sum(state.gauge(f"level {k}") for k in range(1, 5)) / 4
            level = measured if level is None else level + EVERY / SMOOTH * (measured - level)
            error = level - WANTED
            opening = GAIN * (error + integral / TIME)
            if 0 < opening < MOST:  # the integral waits while the gate is at an end
                integral += error * EVERY
            opening = min(max(opening, 0.0), MOST)
            run.set("gate", opening)
            rows.append((state.time, measured, 0.05 + opening))

    # The step of the inflow has died down by 10 s.
    late = [h / WANTED - 1 for t, h, _ in rows if t >= 10]
    print(len(rows), "exchanges")
    if late:
        print(f"from 10 s on the level is off by {100 * max(map(abs, late)):.2f} % at most, by "
              f"{100 * sum(late) / len(late):+.2f} % in the mean")

    t, h, a = zip(*rows)
    plots.write(os.path.join(directory, "level.svg"), [
        ("level before the gate [m]", [("computed", t, h), ("wanted", t, [WANTED] * len(t))]),
        ("opening of the gate [m]", [("", t, a)])])

    return rows


if __name__ == "__main__":
    main(*sys.argv[1:])
