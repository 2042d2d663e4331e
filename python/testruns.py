"""Runs that tests of the package gpusph read. The program is gpusph of PATH, or ./gpusph of the
tree."""

import atexit
import os
import shutil
import subprocess
import tempfile

import gpusph

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = shutil.which("gpusph") or os.path.join(HERE, "..", "gpusph")

RUNS = {
    # walls that move, and walls that do not, in all formats
    "moving": "MovingSquare --deltap 0.2 --maxiter 120 --output-interval 0.25 --devices host:2 "
              "--formats vtk,vtk-walls,msgpack,csv",
    # a snapshot of each step, one of which is of the step of the checkpoint
    "steps": "DambreakColumn --deltap 0.0057 --maxiter 60 --output-interval 0.00005 "
             "--formats msgpack --devices host:1",
    "dam": "DamBreak3D --preset classic --deltap 0.05 --tend 0.2 --output-interval 0.1 --devices host:1",
    "periodic": "ShearWave3D --deltap 0.1 --drift 2 --maxiter 40 --output-interval 1e-9 "
                "--formats msgpack --devices host:1",
    "heat": "GridHeatedCavity --cells 16 --tend 5 --output-interval 1 --devices host:1",
    "stretched": "GridCavity --cells 16 --stretch 4 --tend 1 --output-interval 0.5 --devices host:2",
    "cube": "IsotropicTurbulence --cells 32 --tend 0.1 --precision single --boxes 2 "
            "--devices host:2",
}

ROOT = tempfile.mkdtemp(prefix="gpusph-python-")  # the runs are made there
atexit.register(shutil.rmtree, ROOT)
_made = {}


def program(line, *more, check=True, by=()):
    """Runs the program in the directory of the tests."""
    done = subprocess.run([*by, PROGRAM, *line.split(), *more], cwd=ROOT, capture_output=True,
                          text=True, timeout=300)
    if check and done.returncode:
        raise AssertionError(f"gpusph {line}: {done.returncode}: {done.stderr}")
    return done


def made(name):
    """A run of RUNS, which is made once."""
    if name not in _made:
        program(f"{RUNS[name]} --dir {name} -q")
        _made[name] = os.path.join(ROOT, name)
    return gpusph.Run(_made[name])
