"""Destinations of results: a terminal with a pager, a pipe, a file."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, TextIO

from pyspark_hbase._text import text_table
from pyspark_hbase._text.controls import without_controls
from pyspark_hbase.cli.sql_prompt import _formats
from pyspark_hbase.cli.sql_prompt._engines import Progress
from pyspark_hbase.errors import SetupError

if TYPE_CHECKING:
    import pyarrow as pa

_PAGER: Final = "less -FRSX"
_RED, _PLAIN = "\x1b[31m", "\x1b[0m"
_ERASE: Final = "\r\x1b[K"
_QUIET_SECONDS: Final = 0.5


class Output:
    """Shows results; ``is_paged`` lets long ones wait in a pager."""

    def __init__(self, file: Path | None = None, *, is_paged: bool = False) -> None:
        self.is_paged = is_paged
        self._file: BinaryIO | None = None
        if file is not None:
            try:
                self._file = file.open("wb")
            except OSError as error:
                raise SetupError(f"{file} cannot be written: {error.strerror}.") from error
        self._has_binary = False

    def check(self, name: str) -> None:
        """Refuse bytes for a terminal."""
        if name in _formats.BINARY and self._file is None and sys.stdout.isatty():
            raise SetupError(
                f"The format {name} is not for a terminal. Name a file: -o FILE, or \\o FILE at "
                "the prompt; or pipe the output."
            )

    def show(self, table: pa.Table, name: str, *, with_types: bool = False) -> None:
        """One result."""
        self.check(name)
        if name in _formats.BINARY:
            self._write(table, name)
        elif self._file is not None:
            text = _formats.render(table, name, with_types=with_types)
            self._file.write((text + "\n" if text else "").encode())
            self._file.flush()
        else:
            columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
            self.say(_formats.render(table, name, with_types=with_types, columns=columns))

    def say(self, text: str) -> None:
        """A text that may be long; nothing in it steers a terminal."""
        if sys.stdout.isatty():
            text = without_controls(text, kept="\n\t")
        if self.is_paged and sys.stdout.isatty() and _is_long(text) and _page(text):
            return
        print(text, flush=True)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def _write(self, table: pa.Table, name: str) -> None:
        if self._has_binary:
            raise SetupError(f"A file of {name} holds one result; run one statement.")
        self._has_binary = True
        # Parquet's writer asks where it is, which a pipe does not know.
        held = io.BytesIO()
        _formats.write(table, name, held)
        target = self._file or sys.stdout.buffer
        target.write(held.getvalue())
        target.flush()


class ProgressLine:
    """A line on a terminal's standard error that goes away; nothing within half a second."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._began = time.monotonic()
        self._is_shown = False

    def show(self, progress: Progress) -> None:
        """Put it in place of the line before."""
        if time.monotonic() - self._began >= _QUIET_SECONDS:
            self._stream.write(f"{_ERASE}{progress}")
            self._stream.flush()
            self._is_shown = True

    def clear(self) -> None:
        """Take it away."""
        if self._is_shown:
            self._stream.write(_ERASE)
            self._stream.flush()


def complain(text: str) -> None:
    """An error, in red on a terminal unless NO_COLOR says otherwise."""
    line = f"error: {without_controls(text, kept=chr(10))}"
    if sys.stderr.isatty() and not os.environ.get("NO_COLOR"):
        line = f"{_RED}{line}{_PLAIN}"
    print(line, file=sys.stderr, flush=True)


def _is_long(text: str) -> bool:
    size = shutil.get_terminal_size()
    lines = text.split("\n")
    return len(lines) >= size.lines or any(text_table.width(line) > size.columns for line in lines)


def _page(text: str) -> bool:
    """Whether a pager has shown the text."""
    line = os.environ.get("PAGER") or _PAGER
    if shutil.which(line.split()[0]) is None:
        return False
    # A pager that is left early breaks the pipe, and that is fine.
    return subprocess.run(line, shell=True, input=text.encode(), check=False).returncode == 0
