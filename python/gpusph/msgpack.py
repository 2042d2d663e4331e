"""Reads MessagePack, as far as gpusph writes it."""

from __future__ import annotations

import struct
from typing import Any

from .files import Bytes, Damaged

MAX_DEPTH = 16  # of values in values


class Unpacker:
    """Reads values of MessagePack one after the other. Long bytes are views of the file's."""

    def __init__(self, data: Bytes, at: int = 0) -> None:
        self.data, self.at, self.depth = memoryview(data), at, 0

    def take(self, count: int) -> memoryview:
        """The next bytes."""
        part = self.data[self.at:self.at + count]
        if len(part) != count:
            raise Damaged(f"it is cut or damaged: at byte {self.at} it says that {count} bytes "
                          f"follow, but there are {len(part)}")
        self.at += count
        return part

    def number(self, count: int, signed: bool = False) -> int:
        """A whole number of some bytes."""
        return int.from_bytes(self.take(count), "big", signed=signed)

    def text(self, count: int) -> str:
        """Text of some bytes."""
        try:
            return str(self.take(count), "utf-8")
        except UnicodeDecodeError:
            raise Damaged(f"it is damaged: the text before byte {self.at} is none") from None

    def value(self) -> Any:
        """The next value: None, bool, int, float, str, memoryview, list or dict."""
        c = self.number(1)
        if c < 0x80 or c >= 0xE0:
            return c if c < 0x80 else c - 256
        if c < 0xA0:
            return self.values(c & 15, c < 0x90)
        if c < 0xC0:
            return self.text(c & 31)
        if c in (0xC0, 0xC2, 0xC3):
            return {0xC0: None, 0xC2: False, 0xC3: True}[c]
        if 0xC4 <= c <= 0xC6:
            return self.take(self.number(1 << c - 0xC4))
        if c in (0xCA, 0xCB):
            return struct.unpack(">f" if c == 0xCA else ">d", self.take(4 << c - 0xCA))[0]
        if 0xCC <= c <= 0xD3:
            return self.number(1 << (c & 3), signed=c >= 0xD0)
        if 0xD9 <= c <= 0xDB:
            return self.text(self.number(1 << c - 0xD9))
        if c >= 0xDC:
            return self.values(self.number(2 << (c & 1)), c >= 0xDE)
        raise Damaged(f"it is damaged: at byte {self.at - 1} there is {c:#x}, which gpusph does "
                      "not write")

    def values(self, count: int, pairs: bool) -> Any:
        """A list of values, or a dict of pairs. Each takes a byte or more."""
        if count * (1 + pairs) > len(self.data) - self.at:
            raise Damaged(f"it is cut or damaged: at byte {self.at} it says that {count} values "
                          "follow")
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Damaged(f"it is damaged: at byte {self.at} values lie in values more than "
                          f"{MAX_DEPTH} deep")
        result: Any
        if pairs:
            result = {}
            for _ in range(count):
                key = self.value()
                if not isinstance(key, str):
                    raise Damaged(f"it is damaged: before byte {self.at} a name is no text")
                result[key] = self.value()
        else:
            result = [self.value() for _ in range(count)]
        self.depth -= 1
        return result
