"""The last of many things that were made, by what they were made of."""

from __future__ import annotations

import threading
from collections.abc import Hashable
from typing import Final, Generic, TypeVar

_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")

_MOST: Final = 256


class Recent(Generic[_Key, _Value]):
    """Keeps 256 of them. Threads may share it.

    >>> names = Recent[int, str]()
    >>> names.keep(1, "one")
    'one'
    >>> names.find(1), names.find(2)
    ('one', None)
    """

    def __init__(self) -> None:
        self._found: dict[_Key, _Value] = {}
        self._lock = threading.Lock()

    def find(self, key: _Key) -> _Value | None:
        """The one of this key, which is the last to be forgotten now."""
        with self._lock:
            value = self._found.pop(key, None)
            if value is not None:
                # The last one that was asked for is the last of the dictionary.
                self._found[key] = value
            return value

    def keep(self, key: _Key, value: _Value) -> _Value:
        """Remember a value, and forget the one that was asked for the longest time ago."""
        with self._lock:
            self._found.pop(key, None)
            self._found[key] = value
            if len(self._found) > _MOST:
                del self._found[next(iter(self._found))]
        return value
