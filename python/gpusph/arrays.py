"""Arrays by name, each with its unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, Mapping

import numpy as np

from .files import Missing

if TYPE_CHECKING:
    Values = np.ndarray[Any, Any]
else:
    Values = np.ndarray


class Arrays(Mapping[str, Values]):
    """Arrays by name. One is read when it is first asked for, and kept."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._reads: Dict[str, Callable[[], Values]] = {}
        self._units: Dict[str, str] = {}
        self._values: Dict[str, Values] = {}

    def _add(self, name: str, unit: str, read: Callable[..., Values], *args: Any) -> None:
        """Adds an array that read(*args) reads."""
        self._reads[name], self._units[name] = lambda: read(*args), unit

    def _has(self, name: str) -> None:
        if name not in self._reads:
            raise Missing(f"{self.path} has no {name}; it has {', '.join(self) or 'nothing'}")

    def __getitem__(self, name: str) -> Values:
        self._has(name)
        if name not in self._values:
            self._values[name] = self._reads[name]()
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._reads)

    def __len__(self) -> int:
        return len(self._reads)

    def __contains__(self, name: object) -> bool:
        return name in self._reads

    def unit(self, name: str) -> str:
        """The unit of an array, such as m/s, or "" for none."""
        self._has(name)
        return self._units[name]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.path}: {', '.join(self)}>"


def as_is(values: Values) -> Values:
    """Values that have been read already."""
    return values
