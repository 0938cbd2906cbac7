"""The closest name to a misspelled one; ``NearestName`` of the JVM does the same."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The most similar of the known names whatever their case, None where none is similar.

    A name is similar if at most a third of its letters are to be changed.

    >>> nearest("STARTROWS", ["LIMIT", "STARTROW"]), nearest("x", ["LIMIT"])
    ('STARTROW', None)
    >>> nearest("tabel", ["time", "label", "table"])
    'table'
    """
    first = name[:1].lower()
    by_distance = (
        # Few people mistake the first letter.
        (_distance(name.lower(), each.lower()), each[:1].lower() != first, each)
        for each in known
    )
    similar = [found for found in by_distance if found[0] * 3 <= max(len(name), len(found[2]))]
    return min(similar)[2] if similar else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A sentence for the end of an error, with a space before it; empty where none is similar.

    >>> did_you_mean("order", ["orders", "parts"])
    ' Did you mean orders?'
    """
    found = nearest(name, known)
    return f" Did you mean {found}?" if found else ""


def _distance(left: str, right: str) -> int:
    """Letters to insert, delete or replace; two neighbours that changed places count once."""
    before: list[int] = []
    last = list(range(len(right) + 1))
    for i, letter in enumerate(left, 1):
        row = [i]
        for j, other in enumerate(right, 1):
            steps = [last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != other)]
            if i > 1 and j > 1 and letter == right[j - 2] and left[i - 2] == other:
                steps.append(before[j - 2] + 1)
            row.append(min(steps))
        before, last = last, row
    return last[-1]
