"""Tables of CSV with units in their headings."""

from __future__ import annotations

import csv
import io
import re
from typing import List, Tuple

import numpy as np

from .arrays import Arrays, Values, as_is
from .files import MAX_TABLE, Damaged, read_file, unreadable

SENSORS = {"name", "kind", "body"}  # columns of text in sensors.csv
TEXTS = {"gauge", "candidate"}  # in other tables

Column = Tuple[str, str, Values]  # name, unit and values


class Table(Arrays):
    """A table: columns of float64 [rows] by name, so that t[s] is table["t"], with the unit s.
    Columns of text are arrays of str. Of two columns with one name the second keeps its unit in
    it."""

    def __init__(self, path: str, columns: List[Column]) -> None:
        super().__init__(path)
        for name, unit, values in columns:
            self._add(name if name not in self else f"{name}[{unit}]", unit, as_is, values)
        self.rows = len(columns[0][2])

    def between(self, begin: float, end: float) -> "Table":
        """The rows from one time to another, both included [s]."""
        which = (self["t"] >= begin) & (self["t"] <= end)
        return Table(self.path, [(name, self.unit(name), self[name][which]) for name in self])


def read_table(path: str, growing: bool = False) -> Table:
    """Reads a table. The last row of one that grows may be cut, and is left out then."""
    try:
        text = read_file(path, MAX_TABLE).decode()
        end = text.rfind("\n") + 1
        if end < len(text) and not growing:
            raise Damaged("it is cut: its last row has no end")
        return Table(path, _columns(text[:end]))
    except (Damaged, UnicodeDecodeError, csv.Error) as err:
        raise unreadable(path, err) from None


def last_row(path: str) -> Tuple[List[str], List[float]]:
    """The headings of a table that may grow, and its last row, of no numbers if there is none."""
    text = bytes(read_file(path, MAX_TABLE))
    first = text[:text.find(b"\n") + 1].decode(errors="replace")
    head: List[str] = next(csv.reader(io.StringIO(first, newline="")), [])
    lines = text[:text.rfind(b"\n") + 1].splitlines()
    try:
        row = [float(word) for word in lines[-1].split(b",")] if len(lines) > 1 else []
    except ValueError as err:
        raise unreadable(path, err) from None
    return head, row if len(row) == len(head) else []


def _columns(text: str) -> List[Column]:
    """Names, units and values of the columns of a table."""
    lines = io.StringIO(text, newline="")
    head = next(csv.reader(lines), None)
    if not head:
        raise Damaged("it is empty")
    parts = [_heading(word) for word in head]
    texts = SENSORS if parts[0][0] == "name" else TEXTS
    textual = any(name in texts for name, _ in parts)
    body = lines.read()
    rows = list(csv.reader(io.StringIO(body, newline=""))) if textual else \
        [line.split(",") for line in body.split("\n")[:-1]]
    for k, row in enumerate(rows):
        if len(row) != len(head):
            raise Damaged(f"row {k + 1} has {len(row)} columns, but should have {len(head)}")
    found: List[Column] = []
    for k, (name, unit) in enumerate(parts):
        words = [row[k] for row in rows]
        if name in texts:
            found.append((name, unit, np.array(words, dtype=str)))
        else:
            found.append((name, unit, _numbers(words, head[k], textual)))
    times = found[0][2]
    if parts[0] == ("t", "s") and not (np.all(np.isfinite(times)) and np.all(np.diff(times) >= 0)):
        raise Damaged("its times are not in their order")
    return found


def _heading(word: str) -> Tuple[str, str]:
    """The name and the unit of a heading, as t[s]."""
    match = re.fullmatch(r"(.*)\[([^\[\]]*)\]", word, re.S)
    return (match.group(1), match.group(2)) if match else (word, "")


def _numbers(words: List[str], heading: str, gaps: bool) -> Values:
    """The numbers of a column, which may have gaps: these are NaN."""
    if gaps:
        words = [word or "nan" for word in words]
    try:
        return np.array(words, dtype=np.float64)
    except ValueError:
        pass
    for k, word in enumerate(words):
        try:
            float(word)
        except ValueError:
            break
    raise Damaged(f"row {k + 1} has {word!r:.40} for {heading}, which is not a number")
