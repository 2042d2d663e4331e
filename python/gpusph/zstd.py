"""Decompresses Zstandard frames, for gpusph.py: the values in checkpoints of particles are such.

Python has this in compression.zstd from 3.14 on, and the package zstandard has it; decompress uses
them where they are. Without them this module decodes in Python, about 3 MB/s. The format is that of
RFC 8878, whose section numbers stand below. There are no dictionaries, and the checksum of contents
is not compared: a checkpoint has a SHA-256 of each field.
"""

from __future__ import annotations

import re
from typing import Any, Callable, List, NamedTuple, Optional, Tuple

import numpy as np

MAGIC = b"\x28\xb5\x2f\xfd"
MAX_BLOCK = 1 << 17  # of what a block holds [bytes] (3.1.1.2.4)


class Damaged(ValueError):
    """Bytes that are no whole Zstandard frame; a clause that says why."""


def decompress(data: bytes, size: int) -> bytes:
    """The content of a frame, which has size bytes. A frame with more or fewer is refused."""
    library = _library()
    try:
        if library is not None:
            content = library(data, size)
        else:
            content = _Frame(data, size).decode()
    except (IndexError, OverflowError):
        raise Damaged("its compressed bytes end too early or contradict each other") from None
    if len(content) != size:
        raise Damaged(f"it has {len(content)} bytes, but should have {size}")
    return content


def _library() -> Optional[Callable[[bytes, int], bytes]]:
    """A faster decoder, where Python has one."""
    try:
        from compression import zstd  # type: ignore

        def builtin(data: bytes, size: int) -> bytes:
            try:
                decoder = zstd.ZstdDecompressor()
                content = bytes(decoder.decompress(data, size + 1))
            except zstd.ZstdError as err:
                raise Damaged(str(err)) from None
            if not decoder.eof or decoder.unused_data:
                raise Damaged("it does not end where its frame does")
            return content

        return builtin
    except ImportError:
        pass
    try:
        import zstandard
    except ImportError:
        return None

    def package(data: bytes, size: int) -> bytes:
        try:
            return bytes(zstandard.ZstdDecompressor().decompress(data, max_output_size=size))
        except zstandard.ZstdError as err:
            raise Damaged(str(err)) from None

    return package


class _Bits:
    """Bits that are read from the end of some bytes, as Huffman and FSE codes are (4.1, 4.2.2)."""

    def __init__(self, data: bytes) -> None:
        if not data or data[-1] == 0:
            raise Damaged("a stream of bits has no end mark")
        self.left = 8 * len(data) + data[-1].bit_length() - 9  # without the mark
        self.data = data

    def read(self, count: int) -> int:
        """The next bits, at most 57."""
        self.left -= count
        if self.left < 0:
            raise Damaged("a stream of bits is too short")
        at = self.left >> 3
        word = int.from_bytes(self.data[at:at + 8], "little")
        return word >> (self.left & 7) & ((1 << count) - 1)


class _Table(NamedTuple):
    """A decoding table of FSE: of each state the symbol, and how the next state follows."""

    log: int
    symbol: List[int]
    bits: List[int]
    base: List[int]


def _fse_table(counts: List[int], log: int) -> _Table:
    """Builds the table of normalised counts; -1 is a probability below 1 (4.1.1)."""
    size = 1 << log
    symbol = [0] * size
    high = size
    for s, count in enumerate(counts):
        if count == -1:
            high -= 1
            symbol[high] = s
    step, at = (size >> 1) + (size >> 3) + 3, 0
    for s, count in enumerate(counts):
        for _ in range(max(0, count)):
            symbol[at] = s
            at = (at + step) & (size - 1)
            while at >= high:
                at = (at + step) & (size - 1)
    if at != 0:
        raise Damaged("a table of probabilities does not add up")
    following = [max(1, abs(count)) for count in counts]
    bits, base = [0] * size, [0] * size
    for state in range(size):
        n = following[symbol[state]]
        following[symbol[state]] += 1
        bits[state] = log - (n.bit_length() - 1)
        base[state] = (n << bits[state]) - size
    return _Table(log, symbol, bits, base)


def _read_fse(data: bytes, at: int, max_log: int, max_symbol: int) -> Tuple[_Table, int]:
    """Reads a table's description, which begins at a byte; returns where it ends, too (4.1.1)."""
    word = int.from_bytes(data[at:at + 600], "little")  # no description is longer
    used = 4
    log = (word & 15) + 5
    if log > max_log:
        raise Damaged("a table of probabilities is too large")
    left = (1 << log) + 1
    counts: List[int] = []
    while left > 1:
        if len(counts) > max_symbol:
            raise Damaged("a table of probabilities has too many symbols")
        width = left.bit_length()
        value = word >> used & ((1 << width) - 1)
        short = (1 << width) - 1 - left
        if value & ((1 << width - 1) - 1) < short:
            value &= (1 << width - 1) - 1
            used += width - 1
        else:
            if value >= 1 << width - 1:
                value -= short
            used += width
        count = value - 1
        left -= abs(count)
        counts.append(count)
        while count == 0:  # how many zeros follow
            repeat = word >> used & 3
            used += 2
            counts.extend([0] * repeat)
            if repeat < 3:
                break
    at += (used + 7) >> 3
    if left != 1 or len(counts) > max_symbol + 1 or at > len(data):
        raise Damaged("a table of probabilities does not add up")
    return _fse_table(counts, log), at


class _Huffman(NamedTuple):
    """A decoding table of Huffman codes: of the next log bits the symbol and its length."""

    log: int
    symbol: np.ndarray[Any, Any]  # uint8 [2^log]
    length: np.ndarray[Any, Any]  # uint8 [2^log]


def _huffman_table(weights: List[int]) -> _Huffman:
    """Builds the table; the last symbol's weight follows from the others (4.2.1)."""
    total = sum(1 << w - 1 for w in weights if w)
    if not total:
        raise Damaged("a Huffman table is empty")
    log = total.bit_length()
    rest = (1 << log) - total
    if log > 11 or rest & (rest - 1) or len(weights) > 255:
        raise Damaged("a Huffman table does not add up")
    weights = weights + [rest.bit_length()]
    symbol = np.zeros(1 << log, np.uint8)
    length = np.zeros(1 << log, np.uint8)
    at = 0
    for weight in range(1, log + 1):
        for s, w in enumerate(weights):
            if w == weight:
                symbol[at:at + (1 << w - 1)] = s
                length[at:at + (1 << w - 1)] = log + 1 - w
                at += 1 << w - 1
    return _Huffman(log, symbol, length)


def _read_huffman(data: bytes, at: int) -> Tuple[_Huffman, int]:
    """Reads a table's description, which begins at a byte; returns where it ends, too (4.2.1)."""
    head = data[at]
    at += 1
    if head >= 128:  # four bits a weight
        count = head - 127
        packed = data[at:at + (count + 1) // 2]
        weights = [w for byte in packed for w in (byte >> 4, byte & 15)][:count]
        if len(weights) != count or max(weights) > 11:
            raise Damaged("a Huffman table is cut")
        return _huffman_table(weights), at + len(packed)
    end = at + head
    if end > len(data):
        raise Damaged("a Huffman table is cut")
    table, at = _read_fse(data[:end], at, 6, 12)
    bits = _Bits(data[at:end])
    weights = []
    states = [bits.read(table.log), bits.read(table.log)]
    which = 0
    while True:  # two states take turns, until one has no bits for the next
        state = states[which]
        weights.append(table.symbol[state])
        if bits.left < table.bits[state]:
            weights.append(table.symbol[states[1 - which]])
            break
        states[which] = table.base[state] + bits.read(table.bits[state])
        which = 1 - which
        if len(weights) > 255:
            raise Damaged("a Huffman table has too many symbols")
    return _huffman_table(weights), end


def _huffman_stream(data: bytes, table: _Huffman, count: int) -> bytes:
    """Decodes count symbols. Lengths are looked up for codes that would end at any bit, at once."""
    end = _Bits(data).left
    padded = np.frombuffer(b"\0\0" + data + b"\0\0", np.uint8).astype(np.uint32)
    words = padded[:-2] | padded[1:-1] << 8 | padded[2:] << 16  # words[i]: from byte i - 2 on
    place = np.arange(end + 1) + 16 - table.log  # of the log bits before bit i
    window = words[place >> 3] >> (place & 7) & ((1 << table.log) - 1)
    back = table.length[window].tolist()
    at, ends = end, []
    for _ in range(count):
        ends.append(at)
        at -= back[at]
        if at < 0:
            raise Damaged("a stream of literals is too short")
    if at != 0:
        raise Damaged("a stream of literals has too many bits")
    return bytes(table.symbol[window[ends]])


def _codes(text: str) -> List[Tuple[int, int]]:
    """Base values and extra bits of codes, from words as 3x0 (three codes without a bit more)."""
    base, codes = 0, []
    for repeat, bits in re.findall(r"(\d+)x(\d+)", text):
        for _ in range(int(repeat)):
            codes.append((base, int(bits)))
            base += 1 << int(bits)
    return codes


# Literal lengths, match lengths less 3 (3.1.1.3.2.1.1), and predefined counts (3.1.1.3.2.2).
_LITERALS = _codes("16x0 4x1 2x2 2x3 1x4 1x6 1x7 1x8 1x9 1x10 1x11 1x12 1x13 1x14 1x15 1x16")
_MATCHES = _codes("32x0 4x1 2x2 2x3 2x4 1x5 1x7 1x8 1x9 1x10 1x11 1x12 1x13 1x14 1x15 1x16")
_DEFAULTS = (
    _fse_table([4, 3] + [2] * 11 + [1] * 3 + [2] * 9 + [3, 2] + [1] * 5 + [-1] * 4, 6),
    _fse_table([1] * 6 + [2, 2, 2] + [1] * 15 + [-1] * 5, 5),
    _fse_table([1, 4, 3, 2, 2, 2, 2, 2, 2] + [1] * 37 + [-1] * 7, 6))
_LIMITS = ((9, 35), (8, 31), (9, 52))  # greatest log and symbol


class _Frame:
    """A frame that is being decoded."""

    def __init__(self, data: bytes, size: int) -> None:
        self.data, self.size = bytes(data), size
        self.out = bytearray()
        self.offsets = [1, 4, 8]
        self.huffman: Optional[_Huffman] = None
        self.tables: List[Optional[_Table]] = [None, None, None]

    def decode(self) -> bytes:
        data = self.data
        if data[:4] != MAGIC:
            raise Damaged("it does not begin as a Zstandard frame")
        flags = data[4]
        single, checked = flags >> 5 & 1, flags >> 2 & 1
        if flags & 11:
            raise Damaged("it needs a dictionary, or a later format")
        at = 6 - single
        width = (single, 2, 4, 8)[flags >> 6]
        at += width  # the size, which the caller knows
        last = 0
        while not last:
            if at + 3 > len(data):
                raise Damaged("it is cut")
            head = int.from_bytes(data[at:at + 3], "little")
            last, kind, count = head & 1, head >> 1 & 3, head >> 3
            at += 3
            stored = 1 if kind == 1 else count
            if kind == 3 or count > MAX_BLOCK and kind != 1 or at + stored > len(data):
                raise Damaged("a block of it is cut or too long")
            block = data[at:at + stored]
            at += stored
            if kind == 1 and len(self.out) + count > self.size:
                raise Damaged("it has more bytes than it should")
            if kind == 2:
                self._block(block)
            else:
                self.out += block * count if kind == 1 else block
            if len(self.out) > self.size:
                raise Damaged("it has more bytes than it should")
        if at + 4 * checked != len(data):
            raise Damaged("it does not end where its frame does")
        return bytes(self.out)

    def _block(self, block: bytes) -> None:
        """Decodes a compressed block (3.1.1.3)."""
        literals, at = self._literals(block)
        count: int = block[at]
        at += 1
        if count >= 128:
            if count < 255:
                count, at = (count - 128 << 8) + block[at], at + 1
            else:
                count, at = block[at] + (block[at + 1] << 8) + 0x7F00, at + 2
        if count == 0:
            self.out += literals
            return
        modes = block[at]
        at += 1
        if modes & 3:
            raise Damaged("a block has unknown modes")
        for k in range(3):
            at = self._sequence_table(block, at, k, modes >> 6 - 2 * k & 3)
        self._sequences(_Bits(block[at:]), count, literals)

    def _literals(self, block: bytes) -> Tuple[bytes, int]:
        """The literals of a block, and where they end in it (3.1.1.3.1)."""
        kind, form = block[0] & 3, block[0] >> 2 & 3
        if kind < 2:  # raw, or one byte repeated
            width = (1, 2, 1, 3)[form]
            count = int.from_bytes(block[:width], "little") >> (3 if width == 1 else 4)
            if count > MAX_BLOCK:
                raise Damaged("a block has too many literals")
            stored = block[width:width + (count if kind == 0 else 1)]
            if len(stored) != (count if kind == 0 else 1):
                raise Damaged("the literals of a block are cut")
            return stored if kind == 0 else stored * count, width + len(stored)
        width, bits = ((3, 10), (3, 10), (4, 14), (5, 18))[form]
        head = int.from_bytes(block[:width], "little")
        count = head >> 4 & ((1 << bits) - 1)
        end = width + (head >> 4 + bits)
        if end > len(block) or count > MAX_BLOCK:
            raise Damaged("the literals of a block are cut or too long")
        at = width
        if kind == 2:
            self.huffman, at = _read_huffman(block[:end], at)
        if self.huffman is None:
            raise Damaged("a block has no Huffman table")
        if form == 0:
            return _huffman_stream(block[at:end], self.huffman, count), end
        sizes = [int.from_bytes(block[at + k:at + k + 2], "little") for k in (0, 2, 4)]
        at += 6
        each = (count + 3) // 4
        counts = [each, each, each, count - 3 * each]
        sizes.append(end - at - sum(sizes))
        if min(sizes + counts) < 0:
            raise Damaged("the literals of a block contradict each other")
        streams = []
        for length, symbols in zip(sizes, counts):
            streams.append(_huffman_stream(block[at:at + length], self.huffman, symbols))
            at += length
        return b"".join(streams), end

    def _sequence_table(self, block: bytes, at: int, k: int, mode: int) -> int:
        """Sets one of the tables of a block's sequences; returns where its description ends."""
        if mode == 0:
            self.tables[k] = _DEFAULTS[k]
        elif mode == 1:
            self.tables[k] = _Table(0, [block[at]], [0], [0])
            if block[at] > _LIMITS[k][1]:
                raise Damaged("a block has an unknown code")
            at += 1
        elif mode == 2:
            self.tables[k], at = _read_fse(block, at, *_LIMITS[k])
        if self.tables[k] is None:
            raise Damaged("a block repeats a table that there is not")
        return at

    def _sequences(self, bits: _Bits, count: int, literals: bytes) -> None:
        """Appends literals and matches in turn (3.1.1.4)."""
        lengths, offsets, matches = (t for t in self.tables if t is not None)
        a, b, c = bits.read(lengths.log), bits.read(offsets.log), bits.read(matches.log)
        out, at, read = self.out, 0, bits.read
        for left in range(count - 1, -1, -1):
            code = offsets.symbol[b]
            value = (1 << code) + read(code)
            base, extra = _MATCHES[matches.symbol[c]]
            length = base + 3 + read(extra)
            base, extra = _LITERALS[lengths.symbol[a]]
            run = base + read(extra)
            offset = self._offset(value, run)
            out += literals[at:at + run]
            at += run
            start = len(out) - offset
            if start < 0 or at > len(literals) or len(out) + length > self.size:
                raise Damaged("a match of a block is out of range")
            if offset >= length:
                out += out[start:start + length]
            else:  # the match overlaps what it makes
                piece = bytes(out[start:])
                out += (piece * (length // offset + 1))[:length]
            if left:
                a = lengths.base[a] + read(lengths.bits[a])
                c = matches.base[c] + read(matches.bits[c])
                b = offsets.base[b] + read(offsets.bits[b])
        if bits.left:
            raise Damaged("a block has bits after its last sequence")
        out += literals[at:]

    def _offset(self, value: int, run: int) -> int:
        """The offset that a value stands for; the last three are kept (3.1.1.5)."""
        last = self.offsets
        if value > 3:
            self.offsets = [value - 3, last[0], last[1]]
            return value - 3
        which = value - 1 + (run == 0)
        offset = last[which] if which < 3 else last[0] - 1
        if offset < 1:
            raise Damaged("a match of a block is out of range")
        if which:
            self.offsets = [offset, last[0], last[2] if which == 1 else last[1]]
        return offset
