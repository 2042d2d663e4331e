"""Reads files that may be damaged or made up.

Nothing in a file is trusted: sizes are compared with each other and with that of the file before
there is memory for them, and sums with the values. What does not fit is an Error, a sentence that
names the file.
"""

from __future__ import annotations

import json
import os
import stat
from typing import Any, BinaryIO, Dict, Optional, Tuple, Union

import numpy as np

Bytes = Union[bytes, bytearray, memoryview]

# What Python raises where a document has other values than it should.
MADE_UP = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)

MAX_TEXT = 256 << 20  # of a list of files or a document of JSON [bytes]
MAX_TABLE = 1 << 30  # of a table [bytes]


class Error(Exception):
    """A sentence on a file that cannot be read, or on what a run does not have."""


class Damaged(Error):
    """A clause on what is wrong with a file, before its name is known."""


class Missing(Error, KeyError):
    """A name that is not there; the sentence has those that are."""

    __str__ = Exception.__str__


def unreadable(path: str, why: object) -> Error:
    """The sentence on a file that cannot be read."""
    return Error(f"{path} cannot be read: {why}")


def open_file(path: str) -> Tuple[BinaryIO, int]:
    """Opens a file, and tells its size [bytes]. A pipe or a device is refused, not waited for."""
    try:
        f = open(path, "rb", buffering=0,
                 opener=lambda name, flags: os.open(name, flags | getattr(os, "O_NONBLOCK", 0)))
    except OSError as err:
        raise unreadable(path, err.strerror or err) from err
    info = os.fstat(f.fileno())
    if not stat.S_ISREG(info.st_mode):
        f.close()
        raise unreadable(path, "it is not a file, but a pipe, a device or the like")
    return f, info.st_size


def read_at(f: BinaryIO, at: int, count: int) -> bytearray:
    """The bytes of a file from one on; Damaged where the file ends before."""
    size = os.fstat(f.fileno()).st_size
    if not 0 <= at <= at + count <= size:
        raise Damaged(f"it is cut: {count} bytes should be at byte {at}, but it has {size}")
    data = bytearray(count)
    view, done = memoryview(data), 0
    f.seek(at)
    while done < count:
        n = f.readinto(view[done:])  # type: ignore[attr-defined]
        if not n:
            raise Damaged("it is cut while it is read")
        done += n
    return data


def read_file(path: str, most: Optional[int] = None) -> bytearray:
    """The bytes of a file, of which there may be a number."""
    f, size = open_file(path)
    with f:
        if most is not None and size > most:
            raise unreadable(path, f"it has {size} bytes, and {most} are the most that are read")
        try:
            return read_at(f, 0, size)
        except Damaged as err:
            raise unreadable(path, err) from None


def parse_json(text: Union[str, Bytes]) -> Any:
    """A value of JSON. ValueError where it is none, or values lie in values too deep for Python."""
    try:
        return json.loads(text if isinstance(text, str) else bytes(text))
    except RecursionError:
        raise ValueError("values lie in values too deep") from None


def read_json(path: str) -> Dict[str, Any]:
    """An object of JSON."""
    try:
        found = parse_json(read_file(path, MAX_TEXT).decode())
    except ValueError as err:  # of the encoding, too
        raise unreadable(path, f"it is cut or damaged: {err}") from None
    if not isinstance(found, dict):
        raise unreadable(path, "it is no object of JSON")
    return found


def within(directory: str, name: str, of: str) -> str:
    """The path of a file that a list names, which must be in its directory."""
    path = os.path.normpath(name)
    if not name or os.path.isabs(path) or path.split(os.sep)[0] == os.pardir:
        raise unreadable(of, f"it names {name!r}, which is not in its directory")
    return os.path.join(directory, path)


def check_head(document: Dict[str, Any], kind: str, version: int, path: str) -> None:
    """Refuses a document of another format, or of a later version than this module knows."""
    has, of = document.get("version"), document.get("format")
    if of != f"gpusph {kind}":
        raise unreadable(path, f"its format is {of!r}, not 'gpusph {kind}'")
    if not isinstance(has, int) or has > version:
        raise unreadable(path, f"its version is {has!r}, which a newer program has written; this "
                               f"module knows versions up to {version}: use the module of that "
                               "program")


def _crc_table(bits: int) -> np.ndarray[Any, Any]:
    table = np.arange(1 << bits, dtype=np.uint32)
    for _ in range(bits):
        table = np.where(table & 1, table >> 1 ^ np.uint32(0x82F63B78), table >> 1)
    return table


_CRC_BYTE, _CRC_WORD = _crc_table(8).tolist(), _crc_table(16)


def crc32c(data: Bytes) -> int:
    """CRC-32C (Castagnoli), as iSCSI has it (RFC 3720, appendix B.4)."""
    crc, piece = 0xFFFFFFFF, 16 << 20
    view = np.frombuffer(data, np.uint8)
    for at in range(0, len(view), piece):
        crc = _crc_of(crc, view[at:at + piece])
    return crc ^ 0xFFFFFFFF


def _crc_of(crc: int, part: np.ndarray[Any, Any]) -> int:
    """Continues a sum. Lanes of the bytes are summed at the same time, two bytes a step. The sum
    of some bytes that others follow is a linear function of its bits, which 32 more lanes of zeros
    give, one for each bit."""
    lanes = min(4096, len(part) >> 8)
    each = len(part) // lanes & ~1 if lanes else 0
    if lanes:
        rows = np.zeros((each // 2, lanes + 32), np.uint16)
        rows[:, :lanes] = part[:lanes * each].view("<u2").reshape(lanes, each // 2).T
        sums = np.zeros(lanes + 32, np.uint32)
        sums[0] = crc
        sums[lanes:] = np.uint32(1) << np.arange(32, dtype=np.uint32)
        for row in rows:
            sums = _CRC_WORD[(sums ^ row) & 0xFFFF] ^ sums >> 16
        bits = sums[lanes:].tolist()
        crc = int(sums[0])
        for lane in sums[1:lanes].tolist():
            moved = 0
            for k in range(32):
                if crc >> k & 1:
                    moved ^= bits[k]
            crc = moved ^ lane
    for byte in part[lanes * each:].tolist():
        crc = _CRC_BYTE[(crc ^ byte) & 255] ^ crc >> 8
    return crc
