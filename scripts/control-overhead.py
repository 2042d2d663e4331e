#!/usr/bin/env python3
"""What exchanges with a program that steers a run cost: rounds of steps with and without, in one run.

    python3 scripts/control-overhead.py PROGRAM [--rounds N] [--steps N] [options of gpusph run]

PROGRAM is gpusph, built already. Without options it is DamBreak3D with a million particles on
cuda:0, which takes less than a minute. Each exchange waits for its steps and the state then.
"""

import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

EVERY = 10, 5, 1


class Run:
    """A run that is steered by messages: see python/control.md."""

    def __init__(self, program, folder, words):
        path = os.path.join(folder, "s")
        self.process = subprocess.Popen([program, "run", *words, "--dir", os.path.join(folder, "run"),
                                         "--control", path, "--formats", "none", "--tend", "1000",
                                         "--checkpoint-interval", "0", "-q"])
        while not os.path.exists(path):
            if self.process.poll() is not None:
                sys.exit(f"{program} has ended with exit code {self.process.returncode}")
            time.sleep(0.02)
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.lines = self.socket.makefile("rb")
        self.hello, self.state = self.take(), self.take()

    def take(self):
        line = self.lines.readline()
        if not line:
            sys.exit("the run has ended: its error is above")
        return json.loads(line)

    def ask(self, **message):
        self.socket.sendall(json.dumps(message).encode() + b"\n")
        self.state = self.take()
        if "error" in self.state:
            sys.exit(self.state["error"])

    def move(self, steps, every):
        """The time that some steps take, with an exchange behind some of them [s]."""
        begun = time.perf_counter()
        for _ in range(steps // every):
            self.ask(steps=every)
        return time.perf_counter() - begun

    def stop(self):
        self.ask(stop=True)
        self.process.wait()


def option(words, name, usual):
    if name not in words:
        return usual
    k = words.index(name)
    value = int(words[k + 1])
    del words[k:k + 2]
    return value


def main(words):
    if not words or words[0].startswith("-"):
        sys.exit(__doc__)
    rounds, steps = option(words, "--rounds", 15), option(words, "--steps", 200)
    program, words = words[0], words[1:]
    words = words or ["DamBreak3D", "--deltap", "0.0057", "--devices", "cuda:0"]
    folder = tempfile.mkdtemp()
    whole, parts = [], {every: [] for every in EVERY}
    try:
        run = Run(program, folder, words)
        run.move(2 * steps, 2 * steps)
        for every in EVERY:
            run.move(steps, every)  # graphs are made
        for _ in range(rounds):
            whole.append(run.move(steps, steps))
            for every in EVERY:
                parts[every].append(run.move(steps, every))
        where = f"{run.hello['problem']} on {', '.join(run.hello['devices'])}, to {run.state['t']:.4g} s"
        run.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    ms = 1000 * statistics.median(whole) / steps
    print(f"{where}; medians of {rounds} rounds of {steps} steps\n")
    print(f"| exchange each | ms a step | ms an exchange | cost |\n|---|---|---|---|\n| none | {ms:.3f} | | |")
    for every, all_ in parts.items():
        more = statistics.median(b - a for a, b in zip(whole, all_)) * 1000 * every / steps
        cost = statistics.median(b / a - 1 for a, b in zip(whole, all_))
        each = "step" if every == 1 else f"{every} steps"
        print(f"| {each} | {1000 * statistics.median(all_) / steps:.3f} | {more:.3f} | "
              f"{100 * cost:+.1f} % |")


if __name__ == "__main__":
    main(sys.argv[1:])
