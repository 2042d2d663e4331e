"""Holds the level before a sluice gate, though the inflow grows by a quarter from 3 s on.

    python gate_level.py [DIRECTORY] [options of gpusph run]

The controller is a PI law on the mean of four gauges: the gate opens by K e + K/T ∫ e dt, e the level less the one
that is wanted. The last line has the greatest error from 10 s on; with matplotlib a figure is
written, too.
"""

import os
import sys

import gpusph

HERE = os.path.dirname(os.path.abspath(__file__))
WANTED = 0.2  # level [m]
GAIN = 1.0  # K
TIME = 2.0  # T [s]
EVERY = 0.02  # between two settings [s]
SMOOTH = 0.2  # time constant of the filter of the gauge [s]


def main(directory="gate-level", *options):
    program = os.environ.get("GPUSPH", "gpusph")
    rows, integral, level = [], 0.0, None
    with gpusph.start(os.path.join(HERE, "gate_level.toml"), "--dir", directory, *options,
                      program=program) as run:
        for state in run.steps(EVERY):
            measured = sum(state.gauge(f"level {k}") for k in range(1, 5)) / 4
            level = measured if level is None else level + EVERY / SMOOTH * (measured - level)
            error = level - WANTED
            opening = GAIN * (error + integral / TIME)
            if 0 < opening < 0.15:  # the integral waits while the gate is at an end
                integral += error * EVERY
            opening = min(max(opening, 0.0), 0.15)
            run.set("gate", opening)
            rows.append((state.time, measured, opening))
    late = [abs(h - WANTED) / WANTED for t, h, _ in rows if t >= 10]
    mean = sum(h for t, h, _ in rows if t >= 10) / max(1, len(late)) / WANTED - 1
    print(f"{len(rows)} exchanges; from 10 s on the level is off by {100 * max(late, default=0):.2f} % "
          f"at most, by {100 * mean:+.2f} % in the mean")
    figure(rows, os.path.join(directory, "level.png"))
    return rows


def figure(rows, path):
    """The level and the opening of the gate."""
    try:
        import matplotlib
        matplotlib.use("Agg")
        import matplotlib.pyplot as plt
    except ImportError:
        return
    t, h, opening = zip(*rows)
    _, (above, below) = plt.subplots(2, sharex=True, figsize=(7, 5))
    above.plot(t, h, label="computed")
    above.axhline(WANTED, color="grey", linewidth=0.8, label="wanted")
    above.set_ylabel("level before the gate [m]")
    above.legend(frameon=False)
    below.plot(t, [0.05 + x for x in opening])
    below.set_ylabel("opening [m]")
    below.set_xlabel("t [s]")
    plt.tight_layout()
    plt.savefig(path, dpi=120)


if __name__ == "__main__":
    main(*sys.argv[1:])
