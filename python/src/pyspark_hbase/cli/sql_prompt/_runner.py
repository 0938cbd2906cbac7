"""Runs what is typed: statements, and commands of the prompt that begin with a backslash."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pyspark_hbase._text.nearest import did_you_mean
from pyspark_hbase._text.text_table import table as text_table
from pyspark_hbase.cli.sql_prompt import _formats, _statements
from pyspark_hbase.cli.sql_prompt._completion import Names
from pyspark_hbase.cli.sql_prompt._destination import Output, ProgressLine, complain
from pyspark_hbase.cli.sql_prompt._engines import Engine
from pyspark_hbase.cli.sql_prompt._errors import described
from pyspark_hbase.errors import SetupError

HELP: Final = """\
Statements end with a semicolon. Commands of the prompt:
  \\d [TABLE]        tables, or the columns of one
  \\explain SQL      what a query reads, and what runs where
  \\format [NAME]    of results: auto table csv tsv json jsonl markdown vertical arrow parquet;
                    auto is table, or vertical where a row is wider than the terminal
  \\types [on|off]   show the types of columns
  \\o [FILE]         write results to a file; without one show them again
  \\timing [on|off]  say how long each statement took
  \\pager [on|off]   long results wait in $PAGER
  \\q                leave, as quit, exit and Ctrl-D do
  \\?                this help, as help"""

_WORDS: Final = {"help": "\\?", "quit": "\\q", "exit": "\\q"}
_READS: Final = re.compile(r"\s*(SELECT|WITH|EXPLAIN|SHOW|DESCRIBE|DESC|VALUES)\b", re.IGNORECASE)


class QuitError(Exception):
    """The prompt is to end."""


@dataclass
class Settings:
    """The settings that commands of the prompt change."""

    format: str = "auto"
    shows_types: bool = False
    is_timed: bool = False
    is_interactive: bool = False


class Runner:
    """Runs one after the other over an engine. Not thread-safe."""

    def __init__(self, engine: Engine, output: Output, settings: Settings) -> None:
        self.names: Final = Names(engine)
        self._engine = engine
        self._output = output
        self._settings = settings
        self._commands: dict[str, Callable[[str], None]] = {
            "\\d": self._describe,
            "\\explain": self._explain,
            "\\format": self._format,
            "\\o": self._redirect,
            "\\timing": self._timing,
            "\\types": self._types,
            "\\pager": self._pager,
            "\\q": self._quit,
            "\\?": self._help,
        }

    def run(self, text: str) -> bool:
        """One statement or command; whether it succeeded. An error has been said then.

        Raises:
            QuitError: the command to leave.
        """
        try:
            if text.startswith("\\"):
                self._command(text)
            else:
                self._statement(text)
        except QuitError:
            raise
        except Exception as error:
            # Spark, Arrow and Thrift raise what they like; the prompt says it and goes on.
            complain(described(error))
            return False
        return True

    def close(self) -> None:
        """Close the output."""
        self._output.close()

    def _statement(self, text: str) -> None:
        self._output.check(self._settings.format)
        began = time.monotonic()
        line = ProgressLine(sys.stderr)
        try:
            found = self._engine.run(text, line.show if sys.stderr.isatty() else None)
        finally:
            line.clear()
        seconds = time.monotonic() - began
        if not _READS.match(text):
            self.names.forget()
        if found is not None:
            self._output.show(found, self._settings.format, with_types=self._settings.shows_types)
        elif self._settings.is_interactive:
            print("OK")
        if self._settings.is_timed:
            print(f"Time: {seconds:.3f} s", file=sys.stderr)

    def _command(self, text: str) -> None:
        name, _, rest = text.partition(" ")
        command = self._commands.get(name)
        if command is None:
            hint = did_you_mean(name, self._commands)
            raise SetupError(f"There is no command {name}.{hint} \\? lists them.")
        command(rest.strip().rstrip(";").strip())

    def _describe(self, table: str) -> None:
        if not table:
            self._output.say("\n".join(self._engine.tables()) or "no tables")
            return
        rows = [
            [c.name, c.type, "row key" if c.is_key else "", "" if c.is_nullable else "NOT NULL"]
            for c in self._engine.columns(table)
        ]
        self._output.say(text_table(["COLUMN", "TYPE", "KEY", "NULL"], rows))

    def _explain(self, statement: str) -> None:
        if not statement:
            raise SetupError("\\explain needs a query: \\explain SELECT ...")
        self._output.say(self._engine.explain(statement))

    def _format(self, name: str) -> None:
        if not name:
            print(self._settings.format)
            return
        if name not in _formats.NAMES:
            hint = did_you_mean(name, _formats.NAMES)
            raise SetupError(
                f"There is no format {name}.{hint} There are {', '.join(_formats.NAMES)}."
            )
        self._settings.format = name

    def _redirect(self, name: str) -> None:
        output = Output(Path(name) if name else None, is_paged=self._output.is_paged)
        self._output.close()
        self._output = output

    def _timing(self, value: str) -> None:
        self._settings.is_timed = _switched(self._settings.is_timed, value)
        print(f"Timing is {'on' if self._settings.is_timed else 'off'}.")

    def _types(self, value: str) -> None:
        self._settings.shows_types = _switched(self._settings.shows_types, value)
        print(f"Types are {'shown' if self._settings.shows_types else 'not shown'}.")

    def _pager(self, value: str) -> None:
        self._output.is_paged = _switched(self._output.is_paged, value)
        print(f"The pager is {'on' if self._output.is_paged else 'off'}.")

    def _quit(self, _: str) -> None:
        raise QuitError

    def _help(self, _: str) -> None:
        print(HELP)


def inputs(text: str) -> Iterator[str]:
    r"""The statements and commands of a text, in order; the last one needs no semicolon.

    A command begins its line, where no statement is open.

    >>> list(inputs("\\d\nSELECT 1;\nSELECT\n2"))
    ['\\d', 'SELECT 1', 'SELECT\n2']
    """
    return _inputs(text.splitlines(keepends=True))


def is_finished(text: str) -> bool:
    r"""Whether Enter runs a text rather than begin its next line.

    >>> is_finished("SELECT 1"), is_finished("SELECT 1;"), is_finished("\\d t"), is_finished("quit")
    (False, True, True, True)
    """
    stripped = text.strip()
    if not stripped or stripped.startswith("\\") or stripped.lower() in _WORDS:
        return True
    statements, rest = _statements.split(text)
    return bool(statements) and _statements.is_blank(rest)


def _inputs(lines: Iterable[str]) -> Iterator[str]:
    open_text = ""
    for line in lines:
        stripped = line.strip()
        if _statements.is_blank(open_text) and stripped.startswith("\\"):
            yield stripped
            continue
        if _statements.is_blank(open_text) and stripped.lower().rstrip(";") in _WORDS:
            yield _WORDS[stripped.lower().rstrip(";")]
            continue
        statements, open_text = _statements.split(open_text + line)
        # The split takes the space at the end away, and with it the end of a line of comment.
        open_text += "\n" if open_text else ""
        yield from statements
    if not _statements.is_blank(open_text):
        yield open_text.strip()


def _switched(is_on: bool, value: str) -> bool:
    if value not in {"", "on", "off"}:
        raise SetupError(f"on or off is expected, not {value}.")
    return not is_on if not value else value == "on"
