"""Reads the runs of gpusph: snapshots, tables, reports, checkpoints, and how far a run is.

    import gpusph
    run = gpusph.Run("runs/DamBreak3D_2026-11-21T15-04-05")
    gauges = run.table("gauges.csv")       # gauges["t"], gauges["G1"], gauges.unit("G1")
    last = run.snapshots[-1]               # last["Velocity"] [n, 3], last.time, last.fluid
    for snapshot in run.snapshots.between(0.2, 0.4):
        print(snapshot.time, snapshot["Position"][snapshot.fluid, 0].max())
    print(run.wait().state)

It takes Python 3.9 and NumPy. All units are SI. docs/guide/python.md has examples, and
docs/reference/files.md describes the files. What cannot be read is an Error, a sentence that names
the file.
"""

from .arrays import Arrays
from .checkpoints import Checkpoint, read_checkpoint
from .control import LiveRun, State, start
from .files import Error, Missing
from .run import Run
from .snapshots import GridSnapshot, Series, Snapshot, read_snapshot
from .status import Status, read_status
from .tables import Table, read_table

__all__ = ["Arrays", "Checkpoint", "Error", "GridSnapshot", "LiveRun", "Missing", "Run", "Series",
           "Snapshot", "State", "Status", "Table", "read_checkpoint", "read_snapshot",
           "read_status", "read_table", "start"]
