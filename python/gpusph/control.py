"""Steers a run while it is computed, over the socket of gpusph run --control."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time as clock
from typing import Any, Dict, Iterator, List, Optional, Sequence, Union

import numpy as np

from .arrays import Arrays, as_is
from .files import Error, Missing
from .run import Run

FORMAT, VERSION = "gpusph control", 1
MAX_LINE = 64 << 20  # of a message [bytes]
MAX_ARRAYS = 1 << 36  # behind a message [bytes]


class State:
    """Where a flow is: the rows that a sample adds to the tables of the run."""

    def __init__(self, message: Dict[str, Any], columns: Dict[str, List[str]]) -> None:
        self.time: float = message["t"]  # [s]
        self.step: int = message["step"]
        self.dt: float = message["dt"]  # of the last step [s]
        self.ended: str = message.get("ended", "")  # done, stopped, failed; "" while it is computed
        self.why: str = message.get("why", "")
        self._columns, self._rows = columns, message.get("rows", {})

    def __repr__(self) -> str:
        return f"<State of step {self.step}, {self.time:.6g} s>"

    @property
    def tables(self) -> List[str]:
        """Names of the tables, as gauges.csv."""
        return list(self._columns)

    def row(self, table: str) -> Dict[str, float]:
        """The values of a table by column; NaN where there is none."""
        if table not in self._columns:
            raise Missing(f"the flow has no {table}; it has {', '.join(self._columns)}")
        names = (name.split("[")[0] for name in self._columns[table])
        return {name: np.nan if x is None else x for name, x in zip(names, self._rows[table])}

    def value(self, table: str, column: str) -> float:
        """One value."""
        row = self.row(table)
        if column not in row:
            raise Missing(f"{table} has no column {column!r}; it has {', '.join(row)}")
        return row[column]

    def gauge(self, name: str) -> float:
        """The height of the surface at a gauge, on the map [m]."""
        return self.value("gauges.csv", name)

    def probe(self, name: str) -> float:
        """The pressure at a probe [Pa]."""
        return self.value("probes.csv", name)

    def vector(self, table: str, name: str) -> np.ndarray:
        """Three columns, as those of "gate F"."""
        row = self.row(table)
        try:
            return np.array([row[name + axis] for axis in "xyz"])
        except KeyError:
            raise Missing(f"{table} has no columns {name}x to {name}z; "
                          f"it has {', '.join(row)}") from None

    def force(self, body: str) -> np.ndarray:
        """The force of the fluid on a body [N], in two dimensions of a metre of width."""
        return self.vector("forces.csv", body + " F")

    def moment(self, body: str) -> np.ndarray:
        """Its moment about the centre of the body [N m]."""
        return self.vector("forces.csv", body + " M")

    def position(self, body: str) -> np.ndarray:
        """Where the centre of a body is that moves [m]."""
        return self.vector("bodies.csv", body + " ")

    def velocity(self, body: str) -> np.ndarray:
        """How fast that is [m/s]."""
        return self.vector("bodies.csv", body + " v")


class LiveRun(Run):
    """A run that this program steers. It is a Run, too: its files grow."""

    def __init__(self, path: str, process: Optional[subprocess.Popen] = None,
                 folder: Optional[str] = None) -> None:
        self.process, self._folder = process, folder
        self._socket = _connected(path, process)
        self._lines = self._socket.makefile("rb")
        hello = self._receive()
        if hello.get("format") != FORMAT or hello.get("version") != VERSION:
            raise Error(f"{path} is no socket of a run that this package can steer")
        self.inputs: List[Dict[str, Any]] = hello["inputs"]
        self.end: float = hello["end"]  # [s]
        self._columns = hello["columns"]
        self._set: List[Dict[str, Any]] = []
        super().__init__(hello["directory"])
        self.state = State(self._receive(), self._columns)

    # Messages.

    def _send(self, message: Dict[str, Any]) -> None:
        try:
            self._socket.sendall(json.dumps(message).encode() + b"\n")
        except OSError as err:
            raise Error(f"the run has ended: {err.strerror or err}{self._words()}") from None

    def _receive(self) -> Dict[str, Any]:
        try:
            line = self._lines.readline(MAX_LINE)
        except OSError:
            line = b""
        if not line.endswith(b"\n"):
            raise Error("the run has ended" + self._words())
        message = json.loads(line)
        if message.get("error"):
            raise Error(message["error"])
        return message

    def _words(self) -> str:
        """What the process of the run has said, once it has ended."""
        if self.process is None or self.process.stderr is None:
            return ""
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            return ""
        if self.process.stderr.closed:
            return ""
        words = self.process.stderr.read().decode(errors="replace").strip()
        self.process.stderr.close()
        return ": " + words if words else ""

    # What a program does with a run.

    def set(self, name: str, value: Optional[Union[float, Sequence[float]]] = None, *,
            velocity: float = 0.0, over: float = 0.0, **quantities: Any) -> None:
        """Sets an input, of those in inputs, from the next steps on. With one quantity its value is
        enough; else set("inlet", discharge=0.1). A position is reached as soon as it can be or,
        with over, in that time [s] and with a velocity. An Error comes with the next steps."""
        if value is not None:
            known = [i["quantity"] for i in self.inputs if i["name"] == name]
            if len(known) != 1:
                raise Missing(f"{name!r} has {', '.join(known) or 'no input'}; inputs are "
                              + ", ".join(f"{i['name']} ({i['quantity']})" for i in self.inputs))
            quantities[known[0]] = value
        for quantity, x in quantities.items():
            numbers = np.asarray(x, float).tolist()
            self._set.append({"name": name, "quantity": quantity, "value": numbers,
                              "velocity": float(velocity), "over": float(over)})

    def advance(self, steps: Optional[int] = None, until: Optional[float] = None) -> State:
        """Does some steps, or those until a time [s], with what was set, and returns the state."""
        request: Dict[str, Any] = {"set": self._set}
        if steps is not None:
            request["steps"] = int(steps)
        else:
            request["until"] = float(self.end if until is None else until)
        self._set = []
        self._send(request)
        self.state = State(self._receive(), self._columns)
        if self.state.ended:
            self.close()
            if self.state.ended == "failed":
                raise Error(f"the run has failed: {self.state.why}")
        return self.state

    def steps(self, dt: Optional[float] = None, every: Optional[int] = None) -> Iterator[State]:
        """Yields the state now, then each dt [s] or each few steps, and at the end of the run."""
        if (dt is None) == (every is None):
            raise TypeError("steps takes dt, a time in seconds, or every, a number of steps")
        yield self.state
        begun, k = self.state.time, 0
        while not self.state.ended:
            k += 1
            if dt is None:
                yield self.advance(steps=every)
                continue
            while begun + k * dt <= self.state.time + 1e-9 * dt:
                k += 1
            yield self.advance(until=begun + k * dt)

    def particles(self, *fields: str) -> Arrays:
        """Fields of all particles now, in the order of their ids: Position, Velocity, Density,
        Pressure, Type (0 is fluid), Body, Id."""
        self._send({"particles": list(fields or ("Position", "Velocity", "Density"))})
        message = self._receive()
        if not 0 <= message["bytes"] <= MAX_ARRAYS:
            raise Error("the run sends arrays of a size that cannot be")
        data, at = self._lines.read(message["bytes"]), 0
        arrays = Arrays(f"the state of {message['t']:.6g} s")
        for a in message["arrays"]:
            kind, shape = np.dtype(a["type"]), tuple(a["shape"])
            size = kind.itemsize * int(np.prod(shape))
            values = np.frombuffer(data[at:at + size], kind).reshape(shape)
            arrays._add(a["name"], a["unit"], as_is, values)
            at += size
        return arrays

    def checkpoint_now(self) -> None:
        """Lets the run write a checkpoint of now."""
        self._send({"checkpoint": True})
        self._receive()

    def stop(self) -> State:
        """Ends the run in order, with a checkpoint."""
        if not self.state.ended:
            self._send({"stop": True})
            self.state = State(self._receive(), self._columns)
            self.close()
        return self.state

    def close(self) -> None:
        """Leaves the run, which ends, or goes on with --control-lost continue."""
        self._lines.close()
        self._socket.close()
        if self.process is not None:
            self.process.wait()
            if self.process.stderr is not None:
                self.process.stderr.close()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> LiveRun:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()


def _connected(path: str, process: Optional[subprocess.Popen]) -> socket.socket:
    """A connection, once the run waits for it."""
    begun = clock.monotonic()
    while True:
        s = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            s.connect(path)
            return s
        except OSError as err:
            s.close()
            if process is None and clock.monotonic() - begun < 2:
                pass  # it may just have been made
            elif process is None:
                raise Error(f"{path} is no socket of a run: {err.strerror or err}") from None
            elif process.poll() is not None:
                words = process.stderr.read().decode(errors="replace").strip()
                process.stderr.close()
                raise Error(f"the run has not begun: {words}") from None
        clock.sleep(0.01)


def start(*words: str, program: Union[str, Sequence[str]] = "gpusph") -> LiveRun:
    """Starts a run that this program steers. The words are those of a command line, as
    start("gate.toml", "--dir", "gate", "--tend", "2"). The program may have words before it, as
    program=["mpirun", "-n", "2", "gpusph"]."""
    folder = tempfile.mkdtemp(prefix="gpusph-")  # which only this user may enter
    path = os.path.join(folder, "control")
    by = [program] if isinstance(program, str) else list(program)
    process = subprocess.Popen([*by, *map(os.fspath, words), "--control", path, "-q"],
                               stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        return LiveRun(path, process, folder)
    except BaseException:
        process.kill()
        process.wait()
        process.stderr.close()
        shutil.rmtree(folder, ignore_errors=True)
        raise
