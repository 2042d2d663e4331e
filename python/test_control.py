"""A run that a program steers: what it sets, what it is told, and the run by the log."""

import ast
import contextlib
import glob
import io
import json
import os
import runpy
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import gpusph
from testruns import HERE, PROGRAM, ROOT, program

CASE = """
name = "Inputs"
about = "a gate, an inlet, a flap with a motor, and a float"
dimension = 2
spacing = 0.025
end = 0.3

[domain]
min = [0, 0]
max = [2, 0.6]
open = ["zmax"]

[[fluid]]
name = "water"
fill = { seed = [0.6, 0.1], level = 0.3 }

[[inlet]]
name = "river"
side = "xmin"
discharge = 0

[[wall]]
name = "gate"
box = { min = [1.5, 0.1], max = [1.575, 0.5] }

[[wall.motion.moves]]
along = [0, 1]
control = { range = [0, 0.1], speed = 0.4, acceleration = 8 }

[[body]]
name = "float"
box = { min = [0.3, 0.2], max = [0.5, 0.3] }
density = 500

[[body]]
name = "flap"
box = { min = [1, 0.1], max = [1.1, 0.4] }
density = 500

[[joint]]
name = "hinge"
kind = "hinge"
body = "flap"
at = [1.05, 0.05]
motor-force = 0

[[gauge]]
name = "level"
at = [0.8]
"""

AIR = """
name = "Air"
dimension = 2
spacing = 0.04
end = 0.2

[domain]
min = [0, 0]
max = [2, 1]
open = ["zmax"]

[[fluid]]
name = "water"
box = { min = [0, 0], max = [2, 0.2] }

[[body]]
name = "box"
box = { min = [0.5, 0.5], max = [0.7, 0.7] }
density = 250
"""


def case_file():
    path = os.path.join(ROOT, "inputs.toml")
    if not os.path.exists(path):
        with open(path, "w") as f:
            f.write(CASE)
    return path


def start(directory, *options, by=()):
    return gpusph.start(case_file(), "--dir", os.path.join(ROOT, directory), *options,
                        program=[*by, PROGRAM] if by else PROGRAM)


def push(run, k):
    """What a program sets at the k-th exchange."""
    run.set("gate", 0.05 * (1 - np.cos(k)))
    run.set("river", 0.005 * k)
    run.set("float", [50, 0, 0])
    run.set("hinge", 20 * np.sin(k))


def steered(directory, *options, by=()):
    """A run in which all is set, and its states."""
    states = []
    with start(directory, *options, by=by) as run:
        for k, state in enumerate(run.steps(every=10)):
            states.append(state)
            if not state.ended:
                push(run, k)
    return states


class TestControl(unittest.TestCase):
    def same(self, a, b):
        """Two runs have the same bits."""
        done = program(f"compare {a} {b}")
        self.assertIn("all are the same", done.stdout)

    def test_inputs(self):
        """All that can be set acts, and a log does the run again on other devices."""
        states = steered("steered", "--devices", "host:2")
        first, last = states[0], states[-1]
        self.assertEqual((first.step, first.time, last.ended), (0, 0, "done"))
        self.assertTrue(all(b.step == a.step + 10 for a, b in zip(states, states[1:-1])))
        move = last.position("float") - first.position("float")
        self.assertGreater(move[0], 0.05)  # 50 N on 10 kg and the water around for 0.3 s
        self.assertGreater(last.value("joints.csv", "hinge_angle"), 1)
        self.assertAlmostEqual(last.value("joints.csv", "hinge_torque"),
                               20 * np.sin(len(states) - 3), delta=20)
        self.assertGreater(last.value("boundaries.csv", "river_discharge"), 0.05)
        self.assertGreater(max(s.position("gate")[2] for s in states), first.position("gate")[2] + 0.05)
        self.assertEqual(last.force("gate").shape, (3,))
        with self.assertRaisesRegex(gpusph.Error, "no columns wall Fx"):
            last.force("wall")
        with self.assertRaisesRegex(gpusph.Error, "gauges.csv has no column 'x'; it has t, step, "):
            last.gauge("x")
        log = os.path.join(ROOT, "steered", "control.jsonl")
        for n in 1, 3:
            program(f"{case_file()} --replay {log} --devices host:{n} --dir replayed{n} -q")
            self.same("steered", f"replayed{n}")
            with open(log) as one, open(os.path.join(ROOT, f"replayed{n}", "control.jsonl")) as two:
                self.assertEqual(one.read(), two.read())

    def test_nothing_set(self):
        """Exchanges in which nothing is set change no bit, whenever they are."""
        program(f"{case_file()} --dir unbroken -q --devices host:1")
        for n, every in (1, 1), (2, 7), (3, 10):
            with start(f"watched{n}", "--devices", f"host:{n}") as run:
                for state in run.steps(every=every):
                    if state.step % 3 == 0 and not state.ended:
                        run.particles("Position")
            self.same("unbroken", f"watched{n}")

    def test_checkpoint(self):
        """A checkpoint that the program asks for is gone on from with the same bits."""
        with start("asked", "--devices", "host:2") as run:
            for k, state in enumerate(run.steps(every=10)):
                if k < 6:
                    push(run, k)
                if k == 8:  # lists go on there
                    run.checkpoint_now()
        checkpoint = min(glob.glob(os.path.join(ROOT, "asked", "checkpoint_*")))  # not that of the end
        shutil.copytree(os.path.join(ROOT, "asked"), os.path.join(ROOT, "went-on"))
        program(f"--resume went-on/{os.path.basename(checkpoint)} -q --devices host:1")
        self.same("asked", "went-on")
        log = os.path.join(ROOT, "asked", "control.jsonl")
        with open(log) as f:
            self.assertIn("end_lists", f.read())
        program(f"{case_file()} --replay {log} --devices host:3 --dir asked-again -q")
        self.same("asked", "asked-again")

    @unittest.skipUnless(shutil.which("mpirun"), "there is no mpirun")
    def test_processes(self):
        """Several processes have the bits of one, and go on from what it was set."""
        by, short = ["mpirun", "-n", "2"], ("--tend", "0.1")
        os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                          OMPI_MCA_rmaps_base_oversubscribe="1")
        alone = steered("alone-set", *short, "--devices", "host:2")
        states = steered("together", *short, "--devices", "host:1", by=by)
        self.same("alone-set", "together")
        self.assertEqual([s.step for s in states], [s.step for s in alone])
        for a, b in zip(states, alone):
            self.assertEqual(a.row("joints.csv"), b.row("joints.csv"))
        with start("kept", *short, "--devices", "host:1", by=by) as run:
            for k, state in enumerate(run.steps(every=10)):
                if k < 6:
                    push(run, k)
                if k == 8:
                    self.assertEqual(run.particles("Position")["Position"].shape[1], 3)
                    run.checkpoint_now()
        checkpoint = min(glob.glob(os.path.join(ROOT, "kept", "checkpoint_*")))
        shutil.copytree(os.path.join(ROOT, "kept"), os.path.join(ROOT, "kept-on"))
        program(f"--resume kept-on/{os.path.basename(checkpoint)} -q --devices host:2", by=by)
        self.same("kept", "kept-on")
        shutil.copy(os.path.join(ROOT, "together", "control.jsonl"), os.path.join(ROOT, "log"))
        program(f"{case_file()} --replay log --devices host:1 --dir log-together -q", *short, by=by)
        self.same("alone-set", "log-together")

    def test_time(self):
        """Steps to a time, and a position that is reached in a time, with a velocity."""
        with start("timed", "--devices", "host:1") as run:
            begun = run.state.position("gate")[2]
            for state in run.steps(0.05):
                k = round(state.time / 0.05)
                self.assertTrue(k * 0.05 - 1e-9 <= state.time < k * 0.05 + 2 * max(state.dt, 1e-9))
                if k == 1:
                    run.set("gate", 0.02, over=0.1, velocity=0.2)
                if k == 3:  # it began two steps late
                    self.assertAlmostEqual(state.position("gate")[2] - begun, 0.02, delta=4e-4)
                    self.assertAlmostEqual(state.velocity("gate")[2], 0.2, delta=0.02)
            self.assertAlmostEqual(state.position("gate")[2] - begun, 0.02 + 0.2**2 / 16, places=9)

    def test_force(self):
        """A body in the air that carries its weight, and is pushed: x = F/m t²/2."""
        path = os.path.join(ROOT, "air.toml")
        with open(path, "w") as f:
            f.write(AIR)
        with gpusph.start(path, "--dir", os.path.join(ROOT, "air"), "--devices", "host:1",
                          program=PROGRAM) as run:
            begun = run.state.position("box")
            run.set("box", [20, 0, 10 * 9.81])
            for state in run.steps(0.05):
                way = state.position("box") - begun
                np.testing.assert_allclose(way, [state.time**2, 0, 0], atol=1e-7)
                np.testing.assert_allclose(state.velocity("box"), [2 * state.time, 0, 0], atol=1e-6)

    def test_particles(self):
        """Arrays of all particles, at the time of the state."""
        with start("arrays", "--devices", "host:1") as run:
            run.advance(steps=30)
            now = run.particles("Position", "Velocity", "Density", "Pressure", "Type", "Body", "Id")
            self.assertEqual(run.stop().ended, "done")
        last = gpusph.Run(run.dir).snapshots[-1]
        there = np.isin(now["Id"], last["Id"])  # the file has no walls that stay
        self.assertGreater(there.sum(), 900)
        for name in now:
            self.assertEqual(now.unit(name), last.unit(name))
            mine = now[name][there].astype(last[name].dtype)
            np.testing.assert_array_equal(mine, last[name][np.argsort(last["Id"])])

    def test_wrong(self):
        """What cannot be set is refused, and the run waits for another message."""
        with start("wrong", "--devices", "host:1") as run:
            for set_, words in ((lambda: run.set("gate", 0.2), "may be 0 to 0.1"),
                                (lambda: run.set("gate", 0.09, over=0.01), "its speed is 0.4 m/s"),
                                (lambda: run.set("gate", 0.09, velocity=1), "use over"),
                                (lambda: run.set("float", force=[1, 2]), "3 numbers, but got 2"),
                                (lambda: run.set("wall", position=1), "what can be set is: gate"),
                                (lambda: run.set("hinge", torque=float("nan")), "cannot be read")):
                set_()
                with self.assertRaisesRegex(gpusph.Error, words):
                    run.advance(steps=1)
            with self.assertRaisesRegex(gpusph.Error, "no field .Colour."):
                run.particles("Colour")
            with self.assertRaisesRegex(gpusph.Error, "'wall' has no input"):
                run.set("wall", 1)
            self.assertEqual(run.advance(steps=3).step, 3)
            run.stop()

    def leave(self, directory, *options):
        """A program that is killed after some exchanges; returns the run's process."""
        folder = tempfile.mkdtemp(dir=ROOT)
        path = os.path.join(folder, "s")
        run = subprocess.Popen([PROGRAM, case_file(), "--dir", directory, "--control", path, "-q",
                                "--devices", "host:1", *options], cwd=ROOT, stderr=subprocess.PIPE,
                               text=True)
        code = f"""
import os, signal, time, gpusph
from test_control import push
while not os.path.exists({path!r}): time.sleep(0.01)
run = gpusph.LiveRun({path!r})
for k, state in enumerate(run.steps(every=10)):
    push(run, k)
    if k == 5: os.kill(os.getpid(), signal.SIGKILL)
"""
        done = subprocess.run([sys.executable, "-c", code], cwd=HERE)
        self.assertEqual(done.returncode, -signal.SIGKILL)
        words = run.communicate(timeout=100)[1]
        return run.returncode, words

    def test_killed(self):
        """Without its program a run ends in order, and continues; or it goes on as asked."""
        code, words = self.leave("ended")
        self.assertEqual(code, 1)
        self.assertRegex(words, "program that controls the run has ended.*--control-lost continue")
        self.assertEqual(len(glob.glob(os.path.join(ROOT, "ended", "checkpoint_*"))), 1)
        code, words = self.leave("alone", "--control-lost", "continue")
        self.assertEqual((code, gpusph.Run(os.path.join(ROOT, "alone")).status().state), (0, "done"))
        program("--resume ended -q --devices host:3")
        self.same("ended", "alone")  # with what was set, not set again

    def test_socket(self):
        """The socket is the user's, in a folder of the user."""
        folder = tempfile.mkdtemp(dir=ROOT)
        path = os.path.join(folder, "s")
        os.chmod(folder, 0o777)
        done = program(f"{case_file()} --dir open -q --control {path}", check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("others may write into the folder", done.stderr)
        os.chmod(folder, 0o700)
        run = subprocess.Popen([PROGRAM, case_file(), "--dir", "modes", "--control", path, "-q"],
                               cwd=ROOT)
        while not os.path.exists(path):
            pass
        self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)
        with socket.socket(socket.AF_UNIX) as s, s.makefile("rw") as f:
            s.connect(path)
            self.assertEqual(json.loads(f.readline())["problem"], "Inputs")
            f.readline()
            for words in "{", '{"x": 1}', "{}", '{"steps": 1, "until": 1}', '{"steps": -1}':
                f.write(words + "\n")
                f.flush()
                self.assertIn("error", json.loads(f.readline()))
            f.write('{"stop": true}\n')
            f.flush()
            self.assertIn("asked for it", json.loads(f.readline())["why"])
        self.assertEqual(run.wait(60), 0)


class TestExamples(unittest.TestCase):
    """The beginnings of the examples, from the tree."""

    def example(self, name, *options):
        sys.path.insert(0, os.path.join(HERE, "examples"))
        self.addCleanup(sys.path.remove, sys.path[0])
        os.environ["GPUSPH"] = PROGRAM
        module = __import__(name)
        with contextlib.redirect_stdout(io.StringIO()) as out:
            rows = module.main(os.path.join(ROOT, name), "--devices", "host:1", *options)
        self.assertIn(f"{len(rows)} exchanges", out.getvalue())
        figure, = glob.glob(os.path.join(ROOT, name, "[!r]*.svg"))
        with open(figure) as f:
            self.assertGreater(f.read().count("polyline"), 1)
        return rows

    def test_gate_level(self):
        rows = self.example("gate_level", "--tend", "0.5")
        self.assertTrue(all(abs(h - 0.2) < 0.02 for _, h, _ in rows))
        self.assertEqual(len(rows), 26)

    def test_wave_energy(self):
        rows = self.example("wave_energy", "--tend", "1.5", "--deltap", "0.04")
        self.assertGreater(max(abs(angle) for _, angle, *_ in rows), 0.05)
        _, _, own, told, _ = rows[-1]
        self.assertAlmostEqual(own / told, 1, delta=0.1)

    def test_beam(self):
        rows = self.example("beam", "--tend", "0.35")
        self.assertGreater(rows[-1][1], 50)  # the water is there
        self.assertGreater(rows[-1][2], 5e-4)
        tips = [row[2] for row in rows]
        for k in range(len(rows) - 20, len(rows)):  # the wall's middle is at 0.9 of the height, and
            near = tips[k - 2:k + 1]  # comes there an exchange later
            self.assertTrue(0.78 * min(near) < rows[k][3] < 0.94 * max(near), rows[k])

    def notebook(self, name, exchanges, *options):
        """Runs the cells of a notebook in its folder, as Jupyter does."""
        folder = os.path.join(ROOT, name + "-notebook")
        shutil.copytree(os.path.join(HERE, "examples"), folder)
        with open(os.path.join(folder, name + ".ipynb"), encoding="utf-8") as f:
            cells = json.load(f)["cells"]
        code = []
        for cell in cells:
            if cell["cell_type"] == "code":
                self.assertEqual((cell["outputs"], cell["execution_count"]), ([], None))
                code.append("".join(cell["source"]))
                if "parameters" in cell["metadata"].get("tags", []):
                    code.append(f"options = {['--devices', 'host:1', '-q', *options]!r}")
        last, = ast.parse(code[-1]).body[-1:]
        code[-1] += f"\nassert '<svg' in ({ast.unparse(last.value)})._repr_svg_()"
        done = subprocess.run([sys.executable, "-B", "-W", "error", "-c", "\n\n".join(code)],
                              cwd=folder, capture_output=True, text=True, timeout=300,
                              env={**os.environ, "PYTHONPATH": HERE, "GPUSPH": PROGRAM})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"{exchanges} exchanges", done.stdout)

    def test_notebooks(self):
        """They are those that scripts/notebooks.py makes of the scripts, and run."""
        made = runpy.run_path(os.path.join(HERE, "..", "scripts", "notebooks.py"))
        names = set()
        for path in made["scripts"]():
            names.add(os.path.basename(path)[:-3])
            with open(path[:-2] + "ipynb", encoding="utf-8") as f:
                self.assertEqual(f.read(), made["notebook"](path), "use scripts/notebooks.py")
        self.assertEqual(names, {"beam", "gate_level", "wave_energy"})
        self.notebook("gate_level", 6, "--tend", "0.1")
        self.notebook("wave_energy", "", "--tend", "0.1", "--deltap", "0.04")
        self.notebook("beam", "", "--tend", "0.05")


if __name__ == "__main__":
    unittest.main()
