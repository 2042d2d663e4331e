"""Reads the forms of VTK's XML that gpusph writes: .vtp, .vti and .vtr, their pieces, and .pvd.

Arrays of particles are appended as blocks that zlib has compressed, those of grids as they are.
"""

from __future__ import annotations

import os
import struct
import xml.etree.ElementTree as xml
import zlib
from typing import Any, BinaryIO, List, NamedTuple, Optional, Tuple

import numpy as np

from .files import (MAX_TEXT, Damaged, crc32c, open_file, read_at, read_file, unreadable,
                    within)

MAX_HEAD = 1 << 22  # of what stands before the arrays [bytes]
MAX_CELLS = 1 << 40  # of a grid


class Array(NamedTuple):
    """An array of a file of VTK, as the XML describes it."""

    name: str
    unit: str
    dtype: str  # as NumPy has it; "" is text
    components: int
    offset: int  # in the appended data [bytes]; -1 if its values are in the XML
    text: str


DTYPES = {"Float32": "<f4", "Float64": "<f8", "UInt8": "|u1", "UInt32": "<u4", "Int32": "<i4",
          "Int64": "<i8", "String": ""}
BLOCK = 1 << 16  # most bytes of a block before it is compressed
RATIO = 1032  # of deflate, at most


class VTKFile:
    """A file of VTK's XML: what stands before the arrays. Arrays are read when asked for."""

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            f, self.size = open_file(path)
            with f:
                self._read(f)
        except (Damaged, xml.ParseError, ValueError) as err:
            raise unreadable(path, f"it is cut or damaged: {err}") from None

    def _read(self, f: BinaryIO) -> None:
        head = bytes(read_at(f, 0, min(self.size, MAX_HEAD)))
        before, found, after = head.partition(b"<AppendedData ")
        tag = after.find(b">\n_")
        self.data = len(before) + len(found) + tag + 3  # where the arrays begin
        end = b"</VTKFile>"
        if found and tag < 0 or not found and self.size > len(head):
            raise Damaged(f"it has no arrays in its first {len(head)} bytes")
        if not bytes(read_at(f, max(0, self.size - 40), min(self.size, 40))).rstrip().endswith(end):
            raise Damaged("it has no end")
        if b"<!" in before:
            raise Damaged("it has declarations, which gpusph does not write")
        self.root = xml.fromstring(before + end if found else before)
        self.kind = self.root.get("type", "")
        for name, want in (("byte_order", "LittleEndian"), ("header_type", "UInt64"),
                           ("compressor", "vtkZLibDataCompressor")):
            if self.root.get(name, want) != want:
                raise Damaged(f"its {name} is {self.root.get(name)!r}, but gpusph writes {want}")
        self.compressed = self.root.get("compressor") is not None
        self.field = {a.name: a for a in self.arrays("FieldData")}

    def arrays(self, parent: str) -> List[Array]:
        """The arrays of an element, such as PointData."""
        found = []
        for element in self.root.iterfind(f".//{parent}/*"):
            name, _, unit = element.get("Name", "").partition(" [")
            dtype = DTYPES.get(element.get("type", ""))
            components = int(element.get("NumberOfComponents", "1"))
            appended = element.get("format") == "appended"
            offset = int(element.get("offset", "-1")) if appended else -1
            if dtype is None or not 1 <= components <= 9 or appended and offset < 0:
                raise Damaged(f"its {name} is no array that gpusph writes")
            found.append(Array(name, unit.rstrip("]"), dtype, components, offset,
                               element.text or ""))
        return found

    def numbers(self, name: str, count: int) -> List[float]:
        """Numbers of the field data."""
        words = self.field[name].text.split() if name in self.field else []
        if len(words) != count:
            raise unreadable(self.path, f"it has {len(words)} values of {name}, not {count}")
        try:
            return [float(word) for word in words]
        except ValueError:
            raise unreadable(self.path, f"its {name} is {' '.join(words)!r:.60}") from None

    def strings(self, array: Array) -> List[str]:
        """Text in the XML, which VTK writes as numbers of bytes, with a 0 after each text."""
        try:
            data = bytes(int(word) for word in array.text.split())
            return data.decode().split("\0")[:-1]
        except ValueError:
            raise unreadable(self.path, f"its {array.name} is damaged") from None

    def read(self, array: Array, count: int, crc: Optional[int] = None) -> Any:
        """The values of an array that has count tuples: [count], or [count, components]."""
        if array.dtype == "":
            return np.array(self.strings(array))
        values = count * array.components
        width = np.dtype(array.dtype).itemsize
        try:
            if array.offset < 0:
                flat = np.array(array.text.split(), array.dtype)
            else:
                f, size = open_file(self.path)
                with f:
                    read = self._inflate if self.compressed else self._raw
                    data = read(f, size, self.data + array.offset, values * width)
                if crc is not None and crc32c(data) != crc:
                    raise Damaged("it has another checksum than was written")
                flat = np.frombuffer(data, array.dtype)
            if len(flat) != values:
                raise Damaged(f"it has {len(flat)} values, but should have {values}")
        except (Damaged, ValueError, OverflowError) as err:
            raise unreadable(self.path, f"its {array.name} is damaged: {err}") from None
        return flat if array.components == 1 else flat.reshape(count, array.components)

    def _raw(self, f: BinaryIO, size: int, at: int, want: int) -> bytearray:
        """Bytes that their number stands before."""
        has = int.from_bytes(read_at(f, at, 8), "little")
        if has != want or want > size - at - 8:
            raise Damaged(f"it has {has} bytes, but should have {want}, and the file has "
                          f"{max(0, size - at - 8)} more")
        return read_at(f, at + 8, want)

    def _inflate(self, f: BinaryIO, size: int, at: int, want: int) -> bytearray:
        """Bytes in blocks: before these, how many there are, how long each was, how long the last
        was if it was shorter, and how long each is now."""
        blocks, block, last = struct.unpack("<3Q", read_at(f, at, 24))
        has = blocks * block - (block - last if last else 0)
        if block > BLOCK or last and last >= block or has != want or not blocks and last:
            raise Damaged(f"it has about {has} bytes, but should have {want}")
        if blocks > (size - at) // 8:
            raise Damaged("it is cut")
        sizes = struct.unpack(f"<{blocks}Q", read_at(f, at + 24, 8 * blocks))
        if max(sizes, default=0) > 2 * BLOCK or at + 24 + 8 * blocks + sum(sizes) > size:
            raise Damaged("it is cut")
        if want > RATIO * sum(sizes):
            raise Damaged(f"it has {want} bytes, which {sum(sizes)} compressed ones cannot hold")
        packed = memoryview(read_at(f, at + 24 + 8 * blocks, sum(sizes)))
        out, begin = bytearray(want), 0
        for k, count in enumerate(sizes):
            room = min(block, want - k * block)
            z = zlib.decompressobj()
            try:
                part = z.decompress(packed[begin:begin + count], room + 1)
            except zlib.error as err:
                raise Damaged(str(err)) from None
            if len(part) != room or not z.eof or z.unused_data:
                raise Damaged(f"a block has other than {room} bytes")
            out[k * block:k * block + room] = part
            begin += count
        return out


def read_xml(path: str) -> xml.Element:
    """A file of XML without arrays, as .pvd, .pvtp and .pvti."""
    data = bytes(read_file(path, MAX_TEXT))
    try:
        if b"<!" in data:
            raise Damaged("it has declarations, which gpusph does not write")
        return xml.fromstring(data)
    except (Damaged, xml.ParseError) as err:
        raise unreadable(path, err) from None


def read_pvd(path: str) -> List[Tuple[float, str]]:
    """The times [s] and the paths of the files that a .pvd lists."""
    directory, found = os.path.dirname(path), []
    for element in read_xml(path).iterfind("Collection/DataSet"):
        name = element.get("file", "")
        try:
            time = float(element.get("timestep", ""))
        except ValueError:
            raise unreadable(path, f"it has no time of {name!r}") from None
        found.append((time, within(directory, name, path)))
    return found


def read_pieces(path: str) -> List[str]:
    """The paths of the pieces that a .pvtp, .pvti or .pvtr lists, which are beside it."""
    suffix = "." + path.rpartition(".")[2][1:]
    names = [e.get("Source", "") for e in read_xml(path).iterfind("./*/Piece")]
    for name in names:
        if os.path.basename(name) != name or not name.endswith(suffix):
            raise unreadable(path, f"it lists {name!r}, which is not a {suffix} file beside it")
    if not names:
        raise unreadable(path, "it lists no pieces")
    return [os.path.join(os.path.dirname(path), name) for name in names]


class Extent(NamedTuple):
    """What a .vti or .vtr tells of its cells."""

    cells: Tuple[int, int, int]  # of the whole grid, along x, y and z
    first: int  # plane that the file begins with
    planes: int  # that it has
    spacing: Tuple[float, float, float]  # of stretched axes the mean [m]
    origin: Tuple[float, float, float]  # the lower corner of the whole [m]
    faces: Tuple[List[float], List[float], List[float]]  # of stretched axes, from origin on [m]


def faces_of(file: VTKFile, axis: str, cells: int) -> List[float]:
    """The faces of the cells along a stretched axis; none of another."""
    if "Faces" + axis not in file.field:
        return []
    faces = file.numbers("Faces" + axis, cells + 1)
    if not all(a < b for a, b in zip(faces, faces[1:])) or abs(faces[0]) + abs(faces[-1]) == \
            float("inf"):
        raise Damaged(f"its Faces{axis} do not ascend")
    return faces


def extent_of(file: VTKFile) -> Extent:
    """The cells of a .vti or .vtr. Only planes along z may begin elsewhere than at 0."""
    try:
        image = file.root.find(file.kind) if file.kind in ("ImageData", "RectilinearGrid") else None
        piece = image.find("Piece") if image is not None else None
        if image is None or piece is None:
            raise Damaged("it is no ImageData or RectilinearGrid with a piece")
        whole = [int(word) for word in image.get("WholeExtent", "").split()]
        own = [int(word) for word in piece.get("Extent", "").split()]
        spacing = [float(word) for word in image.get("Spacing", "").split()]
        origin = [float(word) for word in image.get("Origin", "").split()]
        if len(whole) != 6 or len(own) != 6 or whole[::2] != [0, 0, 0] or whole[:4] != own[:4] or \
                not 0 <= own[4] < own[5] <= whole[5] or min(whole[1::2]) < 1 or \
                max(whole) > 1 << 31 or whole[1] * whole[3] * whole[5] > MAX_CELLS:
            raise Damaged(f"its piece has the Extent {own} of {whole}")
        if len(spacing) != 3 or not all(0 < h < float("inf") for h in spacing):
            raise Damaged(f"its Spacing is {spacing}, not three lengths")
        if len(origin) != 3 or not all(abs(x) < float("inf") for x in origin):
            raise Damaged(f"its Origin is {origin}, not a place")
        faces = (faces_of(file, "X", whole[1]), faces_of(file, "Y", whole[3]),
                 faces_of(file, "Z", whole[5]))
    except (Damaged, ValueError) as err:
        raise unreadable(file.path, err) from None
    return Extent((whole[1], whole[3], whole[5]), own[4], own[5] - own[4],
                  (spacing[0], spacing[1], spacing[2]), (origin[0], origin[1], origin[2]), faces)
