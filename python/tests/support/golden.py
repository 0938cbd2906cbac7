"""Access to ``tests/golden``: vectors that Java and Python both read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from pyspark_hbase.types import DataType, TypeKind
from pyspark_hbase.values import Value

ROOT = Path(__file__).resolve().parents[3] / "tests" / "golden"

PLAIN_KINDS = [k for k in TypeKind if k < TypeKind.STRUCT and k is not TypeKind.DECIMAL]
"""Kinds that are a type without parameters."""

Json = Any
"""The result of ``json.loads``."""


def load(path: str) -> Json:
    """Read one file, named by its path below ``tests/golden``."""
    return json.loads((ROOT / path).read_text(encoding="utf-8"))


def cases(folder: str, kind: str = "cases") -> list[Any]:
    """Make a pytest parameter (file content, case) of every case, or other list, of a folder."""
    return list(_cases(folder, kind))


def _cases(folder: str, kind: str) -> Iterator[Any]:
    paths = sorted((ROOT / folder).glob("*.json"))
    assert paths, f"no golden files in {ROOT / folder}"
    for path in paths:
        content = load(f"{folder}/{path.name}")
        for case in content[kind]:
            yield pytest.param(content, case, id=f"{path.stem}-{case['name']}")


def to_python(value: Json, data_type: DataType) -> Value | None:
    """Make the Python value of a golden file's JSON value."""
    if value is None:
        return None
    match data_type.kind:
        case TypeKind.FLOAT | TypeKind.DOUBLE:
            return float(value)
        case TypeKind.DECIMAL:
            return Decimal(value)
        case TypeKind.BINARY:
            return bytes.fromhex(value)
        case TypeKind.DATE:
            return date.fromisoformat(value)
        case TypeKind.TIMESTAMP | TypeKind.TIMESTAMP_NTZ:
            # Python 3.10 does not know Z.
            return datetime.fromisoformat(value.replace("Z", "+00:00"))
        case _:
            result: Value = value
            return result


def comparable(value: Value | None) -> tuple[str, str]:
    """Make values compare by type and text: NaN equals itself, -0.0 differs from 0.0."""
    return type(value).__name__, repr(value)
