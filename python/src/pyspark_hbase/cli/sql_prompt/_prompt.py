"""The prompt on a terminal: keys, history, completion."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import Completer, Completion, ThreadedCompleter
from prompt_toolkit.filters import completion_is_selected
from prompt_toolkit.history import FileHistory
from prompt_toolkit.key_binding import KeyBindings

from pyspark_hbase.cli.sql_prompt._completion import Names, suggestions
from pyspark_hbase.cli.sql_prompt._runner import QuitError, Runner, inputs, is_finished

if TYPE_CHECKING:
    from prompt_toolkit.document import Document
    from prompt_toolkit.key_binding import KeyPressEvent

_PROMPT: Final = "hbase> "
_CONTINUATION: Final = "    -> "
_PRIVATE: Final = 0o600


def converse(runner: Runner) -> None:
    """Run what is typed until the user leaves."""
    session: PromptSession[str] = PromptSession(
        history=FileHistory(str(history_file())),
        completer=ThreadedCompleter(_Completer(runner.names)),
        complete_while_typing=False,
        multiline=True,
        prompt_continuation=lambda *_: _CONTINUATION,
        key_bindings=_keys(),
    )
    while True:
        try:
            text = session.prompt(_PROMPT)
        except KeyboardInterrupt:
            continue
        except EOFError:
            return
        try:
            for each in inputs(text):
                if not runner.run(each):
                    break
        except QuitError:
            return
        except KeyboardInterrupt:
            print("interrupted")


def history_file() -> Path:
    """``sql_history`` in the folder for states of programs, only for this user to read."""
    base = os.environ.get("XDG_STATE_HOME")
    folder = (Path(base) if base else Path.home() / ".local" / "state") / "pyspark-hbase"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "sql_history"
    file.touch(_PRIVATE)
    return file


class _Completer(Completer):
    def __init__(self, names: Names) -> None:
        self._names = names

    def get_completions(self, document: Document, complete_event: Any) -> Iterator[Completion]:
        before, after = document.text_before_cursor, document.text_after_cursor
        for each in suggestions(before, after, self._names):
            yield Completion(each.text, start_position=-each.replaced, display_meta=each.kind)


def _keys() -> KeyBindings:
    bindings = KeyBindings()

    @bindings.add("enter", filter=~completion_is_selected)
    def _(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if is_finished(buffer.text):
            buffer.validate_and_handle()
        else:
            buffer.insert_text("\n")

    return bindings
