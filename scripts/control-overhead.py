#!/usr/bin/env python3
"""What an exchange each 10 steps costs: rounds of steps without exchanges, and with, in one run.

    PYTHONPATH=python python3 scripts/control-overhead.py [--rounds N] [options of gpusph run]

With a million particles on a GPU: DamBreak3D --deltap 0.0057 --devices cuda:0
"""

import os
import shutil
import statistics
import sys
import tempfile
import time

import gpusph

STEPS, EVERY = 200, 10


def main(words):
    rounds = 10
    if words[:1] == ["--rounds"]:
        rounds, words = int(words[1]), words[2:]
    words = words or ["DamBreak3D", "--deltap", "0.02", "--devices", "host:1"]
    folder = tempfile.mkdtemp()
    plain, exchanged = [], []
    try:
        with gpusph.start(*words, "--dir", os.path.join(folder, "run"), "--formats", "none",
                          "--tend", "1000", "--checkpoint-interval", "0",
                          program=os.environ.get("GPUSPH", "gpusph")) as run:
            run.advance(steps=STEPS)
            for _ in range(rounds):
                begun = time.perf_counter()
                run.advance(steps=STEPS)
                middle = time.perf_counter()
                for _ in range(STEPS // EVERY):
                    run.advance(steps=EVERY)
                plain.append(middle - begun)
                exchanged.append(time.perf_counter() - middle)
            run.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    ms = [1000 * statistics.median(x) / STEPS for x in (plain, exchanged)]
    cost = statistics.median(b / a - 1 for a, b in zip(plain, exchanged))
    print(f"{rounds} rounds of {STEPS} steps: {ms[0]:.3f} ms a step without exchanges, "
          f"{ms[1]:.3f} ms with one each {EVERY} steps; {100 * cost:+.1f} % (median of the rounds)")


if __name__ == "__main__":
    main(sys.argv[1:])
