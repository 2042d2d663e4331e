"""Checkpoints: the exact state between two steps, from which a run continues."""

from __future__ import annotations

import hashlib
import math
import os
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from .arrays import Arrays, Values
from .files import (MADE_UP, Damaged, Error, check_head, open_file, parse_json, read_at,
                    read_file,
                    unreadable)
from .msgpack import Unpacker
from .zstd import Damaged as NoFrame, decompress

VERSION, GRID_VERSION = 8, 1  # the last that this module knows
PIECE = 16 << 20  # of a field, compressed by itself [bytes]
PACKING = 1 << 10  # more than zstd packs a state
MAX_PARTICLES = 1 << 31


class Checkpoint:
    """The state of a flow between two steps.

    Of particles, fields are "Position" [n, 3] in m, to a part of 2^-20 of a cell, "Type", "Body"
    and "Id" [n], "Velocity" [n, 3] in m/s, "RelDensity" [n], ρ/ρ0 - 1, and those that the flow's
    options need. Of a grid they are [z, y, x]: "U", "V" and "W" in m/s at the lower faces of cells
    along x, y and z, their rates in m/s2, "Pressure" in m2/s2, "Temperature" in K.
    """

    def __init__(self, path: str, head: Dict[str, Any], time: float, step: int,
                 fields: Arrays) -> None:
        self.path = path
        self.head = head  # what stands before the values: problem, options, devices and so on
        self.problem: str = head.get("problem", "")
        self.time = time  # [s]
        self.step = step
        self.fields = fields

    def __repr__(self) -> str:
        return f"<Checkpoint {self.path}: step {self.step}, {self.time:g} s>"


def read_checkpoint(path: str) -> Checkpoint:
    """Reads a checkpoint, .msgpack of particles or .grid. Values are read when asked for, and
    compared with their sums then."""
    try:
        return (_read_grid if path.endswith(".grid") else _read_particles)(path)
    except Damaged as err:
        raise unreadable(path, err) from None
    except MADE_UP as err:
        raise unreadable(path, f"it is damaged: {type(err).__name__} {err}") from None


class Field(NamedTuple):
    """A field as a file has it."""

    name: str
    bytes: int  # of all values
    sha256: str


def _check(data: bytes, of: Field, path: str) -> bytes:
    if hashlib.sha256(data).hexdigest() != of.sha256:
        raise unreadable(path, f"it is damaged: its {of.name} has another checksum than was "
                               "written")
    return data


def _read_grid(path: str) -> Checkpoint:
    f, size = open_file(path)
    with f:
        line, found, _ = bytes(read_at(f, 0, min(size, 4096))).partition(b"\n")
        if not found:
            raise Damaged("it does not begin as a checkpoint")
        first = parse_json(line)
        check_head(first, "grid-checkpoint", GRID_VERSION, path)
        count = int(first["bytes"])
        at = len(line) + 1 + count
        if count < 0 or at > size:
            raise Damaged("it is damaged: its beginning is longer than the file")
        body = bytes(read_at(f, len(line) + 1, count))
    if hashlib.sha256(body).hexdigest() != first["sha256"]:
        raise Damaged("it is damaged: its beginning has another checksum than was written")
    head = parse_json(body)
    cells = [int(n) for n in head["report"]["cells"]]
    values, fields = math.prod(cells), Arrays(path)
    for entry in head["fields"]:
        field = Field(entry["name"], int(entry["length"]), entry["sha256"])
        width = int(entry["bytes"])
        if field.bytes != values * width or width not in (4, 8):
            raise Damaged(f"it is damaged: its {field.name} has {field.bytes} bytes for {values} "
                          "cells")
        fields._add(field.name, _unit(field.name), _read_cells, path, at, field, cells[::-1])
        at += field.bytes
    if at != size:
        raise Damaged(f"it is cut or damaged: it has {size} bytes, but should have {at}")
    return Checkpoint(path, head, float(head["state"]["t"]), int(head["state"]["step"]), fields)


def _unit(name: str) -> str:
    """The unit of a field of a grid."""
    rate, of = name.startswith("Rate"), name.replace("Rate", "")
    unit = {"U": "m/s", "V": "m/s", "W": "m/s", "Pressure": "m2/s2", "Temperature": "K"}.get(of, "")
    return {"m/s": "m/s2", "K": "K/s"}.get(unit, unit) if rate else unit


def _read_cells(path: str, at: int, field: Field, shape: List[int]) -> Values:
    f, _ = open_file(path)
    with f:
        data = read_at(f, at, field.bytes)
    return np.frombuffer(_check(data, field, path),
                         f"<f{field.bytes // math.prod(shape)}").reshape(shape)


def _read_particles(path: str) -> Checkpoint:
    data = read_file(path)
    reader = Unpacker(data)
    first, sealed = reader.value(), reader.value()
    check_head(first, "checkpoint", VERSION, path)
    if hashlib.sha256(sealed["body"]).hexdigest() != sealed["sha256"]:
        raise Damaged("it is damaged: its beginning has another checksum than was written")
    head = Unpacker(sealed["body"]).value()
    state = Unpacker(head.pop("state")).value()["State"]
    count, described = int(state["Starts"][-1]), state["Fields"]
    each = {f["Name"]: int(f["Bytes"]) for f in described}
    if not 1 <= count <= MAX_PARTICLES or not all(1 <= b <= 64 for b in each.values()) or \
            count * sum(each.values()) > PACKING * len(data) or len(head["sums"]) != len(each):
        raise Damaged(f"it is damaged: it says that {count} particles follow, which {len(data)} "
                      "bytes cannot hold")
    packed: Dict[str, Tuple[Field, List[bytes]]] = {}
    for (name, width), sha256 in zip(each.items(), head.pop("sums")):
        pieces = [reader.value() for _ in range(-(-count * width // PIECE))]
        packed[name] = Field(name, count * width, sha256), pieces
    if reader.at != len(data):
        raise Damaged(f"it is damaged: {len(data) - reader.at} bytes follow its last field")
    fields = Arrays(path)
    words = _Words(path, count, packed)
    for name, (field, _) in packed.items():
        if name == "Position":
            fields._add("Position", "m", _positions, words, head["parameters"])
            fields._add("Type", "", words.info, 0, 1)
            fields._add("Body", "", words.info, 8, 255)
        elif name == "Velocity":
            fields._add("Velocity", "m/s", words.part, name, slice(0, 3))
            fields._add("RelDensity", "", words.part, name, 3)
        else:
            unit = {"Temperature": "K"}.get(name, "")
            fields._add(name, unit, words.part, name, slice(None))
    return Checkpoint(path, head, float(state["Time"]), int(state["Step"]), fields)


class _Words:
    """Fields of particles, as words of four bytes, without images along periodic axes."""

    WHOLE = {"Id": "<u4", "Position": "<i4", "Remainder": "<u4"}  # fields of whole numbers

    def __init__(self, path: str, count: int, packed: Dict[str, Tuple[Field, List[bytes]]]) -> None:
        self.path, self.count, self.packed = path, count, packed
        self.places: Optional[Values] = None  # words of positions
        self.own: Optional[Values] = None  # which particles are no images

    def all(self, name: str) -> Values:
        """The words of a field: [n], or [n, words]."""
        if self.own is None:
            places = self._read("Position")
            self.own = places[:, 3] & IMAGE == 0
            self.places = places[self.own]
        if name == "Position" and self.places is not None:
            return self.places
        return self._read(name)[self.own]

    def _read(self, name: str) -> Values:
        field, pieces = self.packed[name]
        try:
            data = b"".join(decompress(piece, min(PIECE, field.bytes - k * PIECE))
                            for k, piece in enumerate(pieces))
        except (NoFrame, TypeError) as err:
            raise unreadable(self.path, f"its {name} is damaged: {err}") from None
        values: Values = np.frombuffer(_check(data, field, self.path), self.WHOLE.get(name, "<f4"))
        return values if len(values) == self.count else values.reshape(self.count, -1)

    def part(self, name: str, which: Any) -> Values:
        """Some words of a field."""
        values = self.all(name)
        return values if values.ndim == 1 else np.asarray(values[:, which])

    def info(self, shift: int, mask: int) -> Values:
        """Bits of the word that says what a particle is, which is with its position."""
        bits: Values = self.all("Position")[:, 3] >> shift & mask
        return bits.astype(np.uint8)


IMAGE = 2  # bit of that word, of images (cuda/args.h)
REACH, MAX_SHIFT, MIN_SHIFT = 2, 20, 16  # of package neighbor
PERIOD = 4  # quanta that the length of a periodic axis is a multiple of


def _positions(words: _Words, parameters: Dict[str, Any]) -> Values:
    """Positions on the map [m]: quanta from the corner of the ring of cells around the domain. A
    cell is 2^20 quanta, fewer in long domains (docs/design/positions.md)."""
    try:
        corner, quantum, ring = grid_of(parameters)
    except MADE_UP as err:
        raise unreadable(words.path, f"its parameters are damaged: {err}") from None
    places = words.all("Position")[:, :3].astype(np.int64)
    for a in range(3):
        if parameters.get("Periodic", [False] * 3)[a]:
            length = parameters["Max"][a] - parameters["Min"][a]
            period = round(length / quantum / PERIOD) * PERIOD
            places[:, a] = ring + (places[:, a] - ring) % period
    return np.asarray(corner + places * quantum)


def grid_of(parameters: Dict[str, Any]) -> Tuple[List[float], float, int]:
    """The corner of the grid of cells on the map [m], the quantum of positions [m], and how many
    quanta the ring of cells around the domain is wide."""
    low, high = parameters["Min"], parameters["Max"]
    support = parameters["H"] * (3 if parameters["Kernel"] == "quintic" else 2)
    edge = (support + parameters["Skin"]) / REACH
    axis, periodic = "xyz".index(parameters["SplitAxis"]), parameters.get("Periodic", [False] * 3)
    if periodic[axis]:
        edge = (high[axis] - low[axis]) / math.floor((high[axis] - low[axis]) / edge)
    shift = MAX_SHIFT
    for a in range(3):
        cells = (high[a] - low[a]) / edge
        cells = math.ceil(cells - 1e-9) if periodic[a] else math.floor(cells) + 1
        while cells + 2 * REACH << shift > 0x7FFFFFFF and shift > MIN_SHIFT:
            shift -= 1
    return [x - REACH * edge for x in low], edge / (1 << shift), REACH << shift


def last_checkpoint(paths: List[str], directory: str) -> Checkpoint:
    """The last of some, whose steps rise, with a sound beginning."""
    why = []
    for path in reversed(paths):
        try:
            return read_checkpoint(path)
        except Error as err:
            why.append(str(err))
    raise Error("; ".join(why) or f"{directory} has no checkpoint; --checkpoint-interval 10m makes "
                                  "some in a run")


def checkpoint_paths(directory: str) -> List[str]:
    """The paths of the checkpoints of a run directory, in the order of their steps."""
    steps = {}
    for name in os.listdir(directory):
        stem, suffix = os.path.splitext(name)
        step = stem.replace("checkpoint_", "", 1)
        if stem != step and step.isdecimal() and suffix in (".msgpack", ".grid"):
            steps[os.path.join(directory, name)] = int(step)
    return sorted(steps, key=steps.__getitem__)
