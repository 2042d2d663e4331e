"""Snapshots of particles and of flows on grids."""

from __future__ import annotations

import os
import zlib
from typing import Any, Callable, Dict, Generic, List, Optional, Sequence, Tuple, TypeVar, Union

import numpy as np

from .arrays import Arrays, Values, as_is
from .files import MADE_UP, Damaged, Missing, check_head, open_file, read_at, read_file, unreadable
from .msgpack import Unpacker
from .tables import read_table
from .vtk import Array, Extent, VTKFile, extent_of, read_pieces


class Snapshot(Arrays):
    """Particles at a time, in no order. Names and units are those of docs/reference/files.md:
    "Position" [n, 3] in m, "Velocity" [n, 3] in m/s, "Density" [n] in kg/m3, "Pressure" [n] in Pa,
    "Type" [n] (0 fluid, 1 wall), "Body" [n], "Id" [n] and others."""

    def __init__(self, path: str, count: int, time: float, step: int, problem: str = "",
                 bodies: Sequence[str] = (), parameters: Optional[Dict[str, Any]] = None) -> None:
        super().__init__(path)
        self.count = count  # of particles
        self.time = time  # [s]
        self.step = step  # -1 if the file does not tell
        self.problem = problem
        self.bodies = list(bodies)  # names; body 1 is the first
        self.parameters = parameters or {}  # DeltaP, H, Min, Max [m], Rho0 [kg/m3], C0 [m/s]

    @property
    def fluid(self) -> Values:
        """Which particles are fluid: bool [n]. Without types, all of a .vtp are."""
        if "Type" not in self and self.path.endswith("vtp"):
            return np.ones(self.count, bool)
        return np.equal(self["Type"], 0)

    def body(self, name: str) -> Values:
        """Which particles are of a body: bool [n]."""
        if name not in self.bodies:
            raise Missing(f"{self.path} has no body {name}; it has "
                          f"{', '.join(self.bodies) or 'none'}")
        return np.equal(self["Body"], self.bodies.index(name) + 1)


class GridSnapshot(Arrays):
    """A flow on a grid at a time, in the centres of cells: "Velocity" [z, y, x, 3] in m/s,
    "Pressure" [z, y, x] in m2/s2, with heat "Temperature" [z, y, x] in K."""

    def __init__(self, path: str, extent: Extent, time: float, step: int,
                 periodic: Tuple[bool, ...]) -> None:
        super().__init__(path)
        self.cells = extent.cells  # along x, y and z
        self.spacing = extent.spacing  # along x, y and z, of stretched axes the mean [m]
        self._faces = extent.faces
        self.origin = extent.origin  # the lower corner [m]
        self.periodic = periodic  # along x, y and z
        self.time = time  # [s]
        self.step = step

    def centres(self, axis: str) -> Values:
        """Coordinates of the centres of cells along "x", "y" or "z": [cells], in m."""
        k = "xyz".index(axis)
        if self._faces[k]:
            faces = self.faces(axis)
            return np.asarray((faces[1:] + faces[:-1]) / 2)
        return np.asarray(self.origin[k] + (np.arange(self.cells[k]) + 0.5) * self.spacing[k])


    def faces(self, axis: str) -> Values:
        """Coordinates of both ends of all cells along "x", "y" or "z": [cells + 1], in m."""
        k = "xyz".index(axis)
        return np.asarray(self.origin[k] + (np.array(self._faces[k]) if self._faces[k] else
                                            np.arange(self.cells[k] + 1) * self.spacing[k]))


S = TypeVar("S")


class Series(Sequence[S], Generic[S]):
    """Snapshots in the order of time. One is opened when it is asked for."""

    def __init__(self, entries: List[Tuple[float, str]], read: Callable[[str, float], S]) -> None:
        self._entries = entries
        self._read: Callable[[str, float], S] = read

    @property
    def times(self) -> Values:
        """Their times [s]: float64 [snapshots]."""
        return np.array([time for time, _ in self._entries], np.float64)

    @property
    def paths(self) -> List[str]:
        """Their files."""
        return [path for _, path in self._entries]

    def __len__(self) -> int:
        return len(self._entries)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return Series(self._entries[index], self._read)
        time, path = self._entries[index]
        return self._read(path, time)

    def at(self, time: float) -> S:
        """The snapshot nearest to a time [s]."""
        if not self._entries:
            raise Missing("there are no snapshots to choose from")
        found: S = self[int(np.argmin(np.abs(self.times - time)))]
        return found

    def between(self, begin: float, end: float) -> "Series[S]":
        """Those from one time to another, both included [s]."""
        return Series([e for e in self._entries if begin <= e[0] <= end], self._read)


def read_snapshot(path: str, time: float = float("nan")) -> Union[Snapshot, GridSnapshot]:
    """Reads a snapshot: .vtp, .pvtp, .msgpack or .csv of particles, .vti, .vtr, .pvti or .pvtr of a
    grid. The time [s] is for a .csv, which has none of its own."""
    suffix = os.path.splitext(path)[1]
    try:
        if suffix == ".vtp":
            return _read_vtp(path)
        if suffix == ".pvtp":
            return _join([_read_vtp(piece) for piece in read_pieces(path)], path)
        if suffix == ".msgpack":
            return _read_msgpack(path)
        if suffix == ".csv":
            return _read_csv(path, time)
        if suffix in (".vti", ".vtr", ".pvti", ".pvtr"):
            return _read_grid(path, [path] if suffix[1] == "v" else read_pieces(path))
    except Damaged as err:
        raise unreadable(path, err) from None
    raise unreadable(path, "its name does not end as that of a snapshot: .vtp, .pvtp, .msgpack, "
                           ".csv, .vti, .vtr, .pvti or .pvtr")


def _read_vtp(path: str) -> Snapshot:
    file = VTKFile(path)
    piece = file.root.find("PolyData/Piece")
    count = piece.get("NumberOfPoints", "") if piece is not None else ""
    if not count.isdecimal() or int(count) > 1 << 31:
        raise Damaged("it does not give its number of points")
    parameters: Dict[str, Any] = {}
    texts: Dict[str, List[str]] = {}
    for name, array in file.field.items():
        if array.dtype == "":
            texts[name] = file.strings(array)
        else:
            values = file.numbers(name, array.components)
            parameters[name.replace("Domain", "")] = values if len(values) > 1 else values[0]
    s = Snapshot(path, int(count), parameters.pop("TimeValue", float("nan")),
                 int(parameters.pop("Step", -1)), "".join(texts.get("Problem", [])[:1]),
                 [text.partition(" ")[2] for text in texts.get("BodyNames", [])[1:]], parameters)
    for array in file.arrays("Points") + file.arrays("PointData"):
        s._add(array.name, array.unit, file.read, array, s.count)
    return s


def _join(pieces: List[Snapshot], path: str) -> Snapshot:
    """A snapshot of pieces, one after the other."""
    p = pieces[0]
    for other in pieces:
        if (other.time, other.step, list(other)) != (p.time, p.step, list(p)):
            raise Damaged(f"its piece {other.path} is of another snapshot than {p.path}")
    s = Snapshot(path, sum(q.count for q in pieces), p.time, p.step, p.problem, p.bodies,
                 p.parameters)
    for name in p:
        s._add(name, p.unit(name), _joined, pieces, name)
    return s


def _joined(pieces: Sequence[Arrays], name: str) -> Values:
    return np.concatenate([piece[name] for piece in pieces])


UNITS = {"Position": "m", "Velocity": "m/s", "Density": "kg/m3", "Pressure": "Pa",
         "ParticleMass": "kg", "Temperature": "K"}  # of arrays whose files have none
SUM_BYTES = 5  # of a checksum at the end of a file of MessagePack
VERSION, WITH_SUMS = 4, 4  # the last version of snapshots, and the first that has sums


def _read_msgpack(path: str) -> Snapshot:
    data = read_file(path)
    d = Unpacker(data).value()
    if not isinstance(d, dict):
        raise Damaged("it is no snapshot")
    check_head(d, "snapshot", VERSION, path)
    if d["version"] >= WITH_SUMS and \
            zlib.crc32(memoryview(data)[:-SUM_BYTES]) != d.get("crc32"):
        raise Damaged("it is damaged: it has another checksum than was written")
    try:
        s = Snapshot(path, int(d["arrays"]["Position"]["shape"][0]), float(d["t"]), int(d["step"]),
                     d["problem"], d["bodies"], d["parameters"])
        for name, a in d["arrays"].items():
            shape, dtype = tuple(int(n) for n in a["shape"]), np.dtype(a["dtype"])
            want = int(np.prod(shape, dtype=object)) * dtype.itemsize
            if min(shape) < 0 or shape[0] != s.count or len(a["data"]) != want:
                raise Damaged(f"it is damaged: its {name} has {len(a['data'])} bytes, but should "
                              f"have {want}")
            s._add(name, UNITS.get(name, ""), as_is,
                   np.frombuffer(a["data"], dtype).reshape(shape))
    except MADE_UP as err:
        raise Damaged(f"it is damaged: {type(err).__name__} {err}") from None
    return s


def head_of_msgpack(path: str) -> Tuple[float, float]:
    """The time of a snapshot and the end of the run [s], which stand before the arrays."""
    f, size = open_file(path)
    room, found = 1 << 14, {}  # type: int, Dict[str, Any]
    with f:
        while True:
            try:
                reader = Unpacker(read_at(f, 0, min(room, size)), 1)
                while not {"t", "end"} <= found.keys():
                    key = reader.value()
                    if key == "arrays":
                        raise Damaged("it has no time")
                    found[key] = reader.value()
                return float(found["t"]), float(found["end"])
            except (Damaged, *MADE_UP) as err:
                if room >= size:
                    raise unreadable(path, err) from None
                room *= 16


# Names of arrays, and the columns that they have in CSV.
COLUMNS = (("Position", ("x", "y", "z")), ("Velocity", ("vx", "vy", "vz")), ("Density", ("rho",)),
           ("Pressure", ("p",)), ("Type", ("type",)), ("Body", ("body",)), ("Id", ("id",)),
           ("Device", ("device",)), ("Scalar", ("scalar",)), ("ParticleMass", ("mass",)),
           ("Material", ("material",)), ("Temperature", ("temperature",)),
           ("Porosity", ("porosity",)),
           ("Surface", ("normal_x", "normal_y", "normal_z", "surface_distance")),
           ("Bending", ("von_mises", "strain", "displacement")),
           ("HeatFace", ("face_x", "face_y", "face_z", "heat_wall")))
DTYPES = {"Position": "<f8", "Type": "|u1", "Body": "|u1", "Device": "|u1", "Id": "<u4"}


def _read_csv(path: str, time: float) -> Snapshot:
    """Coordinates are float64, as their text has them; other values are as in other formats."""
    table = read_table(path)
    if "x" not in table:
        raise Damaged("it has no positions")
    s = Snapshot(path, table.rows, time, -1)
    for name, columns in COLUMNS:
        if columns[0] in table:
            values = np.stack([table[c] for c in columns], axis=-1).astype(DTYPES.get(name, "<f4"))
            s._add(name, table.unit(columns[0]), as_is,
                   values if len(columns) > 1 else values[:, 0])
    return s


def _read_grid(path: str, paths: List[str]) -> GridSnapshot:
    """A snapshot in one file, or in pieces of planes along z."""
    pieces = [VTKFile(p) for p in paths]
    extents = [extent_of(piece) for piece in pieces]
    layouts, plane = [piece.arrays("CellData") for piece in pieces], 0
    fields = ("TimeValue", 1), ("Step", 1), ("Periodic", 3)
    told = [[piece.numbers(*f) for f in fields] for piece in pieces]
    for p, e, layout, of in zip(paths, extents, layouts, told):
        if (e.cells, e.spacing, e.origin, e.faces) != \
                (extents[0].cells, extents[0].spacing, extents[0].origin, extents[0].faces) or \
                e.first != plane or \
                [a[:4] for a in layout] != [a[:4] for a in layouts[0]] or of != told[0]:
            raise Damaged(f"its piece {p} does not go with those before it")
        plane += e.planes
    if plane != extents[0].cells[2]:
        raise Damaged(f"it has {plane} planes, but should have {extents[0].cells[2]}")
    s = GridSnapshot(path, extents[0], told[0][0][0], int(told[0][1][0]),
                     tuple(end == 1 for end in told[0][2]))
    sums = [piece.numbers("CRC32C", len(layouts[0])) for piece in pieces]
    for k, array in enumerate(layouts[0]):
        parts = [(piece, layout[k], e, int(its[k]))
                 for piece, layout, e, its in zip(pieces, layouts, extents, sums)]
        s._add(array.name, array.unit, _read_planes, parts)
    return s


def _read_planes(parts: List[Tuple[VTKFile, Array, Extent, int]]) -> Values:
    """The values of an array in all planes: [z, y, x], or [z, y, x, components]."""
    all_planes = []
    for piece, array, e, crc in parts:
        shape = (e.planes, e.cells[1], e.cells[0])
        values = piece.read(array, shape[0] * shape[1] * shape[2], crc)
        all_planes.append(values.reshape(shape + values.shape[1:]))
    return np.asarray(all_planes[0] if len(all_planes) == 1 else np.concatenate(all_planes))
