"""The command ``list`` at a prompt, where ``list`` must go on being Python's."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

from pyspark_hbase.shell._values import Names


def list_command(command: Callable[..., Names]) -> type:
    """A ``list`` that lists tables: ``list()`` and ``list("pattern")``.

    With anything else it is Python's, as it is in ``isinstance(x, list)`` and ``list[int]``. Only
    the list of the characters of a text is lost, which is ``[*text]``.
    """

    class ListCommand(type):
        def __call__(cls, *arguments: Any) -> Any:
            if all(isinstance(each, str) for each in arguments):
                return command(*arguments)
            return builtins.list(*arguments)

        def __instancecheck__(cls, instance: object) -> bool:
            return isinstance(instance, builtins.list)

        def __subclasscheck__(cls, subclass: type) -> bool:
            return issubclass(subclass, builtins.list)

        def __repr__(cls) -> str:
            return "list (of tables; Python's for everything but a pattern)"

    return ListCommand("list", (builtins.list,), {})
