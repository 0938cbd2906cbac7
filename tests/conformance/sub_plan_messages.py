"""Walks the messages of which a sub-plan is made."""

from __future__ import annotations

from collections.abc import Iterator


def messages(message, kind) -> Iterator:
    """Every message of a kind inside another one."""
    if isinstance(message, kind):
        yield message
    for field, value in message.ListFields():
        if field.message_type is not None:
            for part in value if field.is_repeated else [value]:
                yield from messages(part, kind)
