"""A run directory."""

from __future__ import annotations

import os
import time as clock
from typing import Any, Dict, Iterator, List, Optional

from .checkpoints import Checkpoint, checkpoint_paths, last_checkpoint
from .files import Error, Missing, read_json, within
from .snapshots import Series, Snapshot, head_of_msgpack, read_snapshot
from .status import Status, process_of, read_status, status_of_files
from .tables import Table, read_table
from .vtk import read_pvd

LISTS = {"vtk": "particles.pvd", "vtk-walls": "walls.pvd", "grid": "grid.pvd"}
FORMATS = ("vtk", "msgpack", "csv", "vtk-walls")


class Run:
    """The directory of a run, which may have ended or be computed now."""

    def __init__(self, directory: str) -> None:
        self.dir = os.fspath(directory)
        if not os.path.isdir(self.dir):
            raise Error(f"there is no directory {self.dir}; use that of a run, as "
                        "runs/DamBreak3D_2026-11-21T15-04-05")
        there = os.listdir(self.dir)
        is_grid = "sums.csv" in there or any(name.endswith(".grid") for name in there)
        if not is_grid and not {"summary.json", "energies.csv", "run.log", "run.lock", "data"} & \
                set(there):
            raise Error(f"{self.dir} has no files of a run; use the directory of a run")
        self.kind = "grid" if is_grid else "particles"

    def __repr__(self) -> str:
        return f"<Run {self.dir} of {'a grid' if self.kind == 'grid' else 'particles'}>"

    def path(self, name: str) -> str:
        """The path of a file of the run."""
        return within(self.dir, name, self.dir)

    def has(self, name: str) -> bool:
        """Whether the run has a file."""
        return os.path.exists(self.path(name))

    # What the run is like.

    @property
    def report(self) -> Dict[str, Any]:
        """What the run was like: summary.json of particles, report.json of a grid. A run writes it
        at its end."""
        path = self._report()
        if path is None:
            raise Error(f"{self.dir} has no report, so the run is not at its end, or was killed")
        return read_json(path)

    def _report(self) -> Optional[str]:
        path = self.path("report.json" if self.kind == "grid" else "summary.json")
        return path if os.path.exists(path) else None

    @property
    def trouble(self) -> Optional[Dict[str, Any]]:
        """What trouble.json tells of where the flow went wrong; None if there is no such file."""
        return read_json(self.path("trouble.json")) if self.has("trouble.json") else None

    # Tables.

    @property
    def tables(self) -> List[str]:
        """Names of the tables in the run directory."""
        return sorted(name for name in os.listdir(self.dir) if name.endswith(".csv"))

    def table(self, name: str) -> Table:
        """A table, such as "probes.csv". Each call reads it anew."""
        if not self.has(name):
            raise Missing(f"{self.dir} has no table {name}; it has {', '.join(self.tables)}")
        return read_table(self.path(name), growing=not self._over())

    # Snapshots.

    @property
    def snapshots(self) -> Series[Any]:
        """The snapshots: of particles those of the format vtk, or where there are none of msgpack
        or csv. While a run is computed, each use lists them anew."""
        if self.kind == "grid":
            return self.snapshots_in("grid")
        found = (self.snapshots_in(name) for name in FORMATS[:3])
        return next((series for series in found if len(series)), Series([], read_snapshot))

    def snapshots_in(self, name: str) -> Series[Any]:
        """The snapshots of a format: vtk, vtk-walls, msgpack or csv."""
        if name in LISTS:
            path = self.path(LISTS[name])
            return Series(read_pvd(path) if os.path.exists(path) else [], read_snapshot)
        if name == "msgpack":
            data = self.path("data")
            names = sorted(os.listdir(data)) if os.path.isdir(data) else []
            paths = [os.path.join(data, n) for n in names if n.endswith(".msgpack")]
            return Series([(head_of_msgpack(path)[0], path) for path in paths], read_snapshot)
        if name == "csv":
            if not self.has("particles.csv"):
                return Series([], read_snapshot)
            t = self.table("particles.csv")
            return Series([(time, self.path(f"data/part_{int(part):05d}.csv"))
                           for part, time in zip(t["part"], t["t"])], read_snapshot)
        raise Missing(f"{name!r} is no format of snapshots; these are {', '.join(FORMATS)}")

    def snapshot(self, time: Optional[float] = None) -> Any:
        """The snapshot nearest to a time [s], or the last."""
        found = self.snapshots
        if not len(found):
            raise Missing(f"{self.dir} has no snapshots; use the directory of a run that kept some")
        return found[-1] if time is None else found.at(time)

    @property
    def walls(self) -> Optional[Snapshot]:
        """The walls that stay where they are, where the run has them once; else None."""
        for suffix in ("vtp", "msgpack", "csv"):
            if self.has("walls." + suffix):
                found = read_snapshot(self.path("walls." + suffix))
                return found if isinstance(found, Snapshot) else None
        return None

    # Checkpoints.

    @property
    def checkpoints(self) -> List[str]:
        """Paths of the checkpoints, in the order of their steps."""
        return checkpoint_paths(self.dir)

    def checkpoint(self) -> Checkpoint:
        """The last checkpoint whose beginning is sound."""
        return last_checkpoint(self.checkpoints, self.dir)

    # While it is computed.

    def status(self, url: Optional[str] = None, token: Optional[str] = None) -> Status:
        """How far the run is, from its page at an address, with the token if it has one. Without
        an address, from the page that run.log tells of, or else from the files."""
        if url is not None:
            return read_status(url, token)
        return status_of_files(os.path.abspath(self.dir), self._report())

    def _over(self) -> bool:
        return not process_of(self.dir)[0]

    def wait(self, timeout: Optional[float] = None, every: float = 0.5) -> Status:
        """Waits until nothing computes the run, and returns how it has ended. After a number of
        seconds it is a TimeoutError."""
        begun = clock.monotonic()
        while not self._over():
            if timeout is not None and clock.monotonic() - begun > timeout:
                raise TimeoutError(f"the run in {self.dir} has not ended in {timeout:g} s")
            clock.sleep(every)
        return self.status()

    def follow(self, every: float = 0.5) -> Iterator[Any]:
        """Yields all snapshots so far, and then each that is written, until the run ends."""
        seen = 0
        while True:
            over = self._over()
            series = self.snapshots
            for k in range(seen, len(series)):
                yield series[k]
            seen = max(seen, len(series))
            if over:
                return
            clock.sleep(every)
