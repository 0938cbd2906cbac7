"""The embedded HBases of the benchmark: our tables in one, Phoenix in another."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final
from unittest.mock import patch

from peers import artifacts
from pyspark_hbase.embedded import EmbeddedHBase, _launch

# All store files fit into the block cache, and what is loaded is flushed early.
CONF: Final = {
    "hfile.block.cache.size": "0.7",
    "hbase.regionserver.global.memstore.size": "0.1",
    # What is loaded need not survive, and both HBases load without a log.
    "hbase.regionserver.hlog.enabled": "false",
    # As in production. The embedded HBase reports to its master every 100 ms, each time with all
    # running requests as text.
    "hbase.regionserver.msginterval": "3000",
}

# The default of hbase.sparksql.column.memory.fraction.
COLUMN_MEMORY_FRACTION: Final = 0.05


def embedded_jars() -> list[Path]:
    """Class path of the embedded HBase of the product, version 2.6.4."""
    home = _launch.home()
    return [*home.glob("embedded-*.jar"), *sorted((home / "lib").glob("*.jar"))]


def home(name: str, extra: Sequence[Path]) -> Path:
    """A folder as :class:`EmbeddedHBase` wants it, with more jars on the class path."""
    folder = artifacts.FOLDER / "servers" / name
    lib = folder / "lib"
    lib.mkdir(parents=True, exist_ok=True)
    for link in [*folder.glob("*.jar"), *lib.glob("*.jar")]:
        link.unlink()
    for jar in embedded_jars():
        (folder if jar.name.startswith("embedded-") else lib).joinpath(jar.name).symlink_to(
            jar.resolve()
        )
    for jar in extra:
        (lib / jar.name).symlink_to(jar.resolve())
    return folder


def class_path(home_folder: Path) -> list[Path]:
    """The jars of a folder that :func:`home` made."""
    return [*home_folder.glob("*.jar"), *sorted((home_folder / "lib").glob("*.jar"))]


def heap_gigabytes(table_bytes: float, column_bytes: float = 0) -> int:
    """Heap that holds tables in its block cache, and columns of them, with a tenth to spare.

    >>> heap_gigabytes(0.5e9), heap_gigabytes(5e9), heap_gigabytes(0.5e9, 0.2e9)
    (2, 9, 6)
    """
    needed = max(
        table_bytes / float(CONF["hfile.block.cache.size"]), column_bytes / COLUMN_MEMORY_FRACTION
    )
    return math.ceil(needed * 1.1 / 2**30 + 1)


@contextmanager
def started(
    home_folder: Path,
    table_bytes: float,
    conf: Mapping[str, str] | None = None,
    column_bytes: float = 0,
) -> Iterator[EmbeddedHBase]:
    """One region server, with a heap for tables of this size and columns that it remembers."""
    heap = heap_gigabytes(table_bytes, column_bytes)
    print(f"    HBase {home_folder.name}: a heap of {heap} GiB", flush=True)
    hbase = EmbeddedHBase(region_servers=1, heap=f"{heap}g", conf={**CONF, **(conf or {})})
    with ExitStack() as stack:
        with patch.dict(os.environ, {_launch.HOME_VARIABLE: str(home_folder)}):
            stack.enter_context(hbase)
        yield hbase
