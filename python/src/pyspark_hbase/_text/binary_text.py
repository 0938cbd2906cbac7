"""Bytes as HBase's shell shows them."""

from __future__ import annotations

from typing import Final

_PLAIN: Final = frozenset(range(ord(" "), ord("~") + 1)) - {ord("\\")}
"""Bytes that stand for themselves."""


def shown(value: bytes) -> str:
    r"""The notation of HBase's ``Bytes.toStringBinary``.

    >>> shown(b"a\x00"), shown(b"")
    ('a\\x00', '')
    """
    return "".join(chr(byte) if byte in _PLAIN else f"\\x{byte:02X}" for byte in value)
