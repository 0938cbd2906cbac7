"""The reasons that errors and EXPLAIN name, as the sources write them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from syntax_trees import syntax_tree

LITERAL: Final = re.compile(r'(s?)(?:"""(.*?)"""|"((?:[^"\\\n]|\\.)*)")', re.DOTALL)
HOLE: Final = re.compile(r"\$\{(?:[^{}]|\{[^{}]*\})*\}|\$\w+")
CHARACTER: Final = re.compile(r"'(?:[^'\\\n]|\\.)'")
PIECE: Final = re.compile(
    rf"(?P<kept>{LITERAL.pattern}|{CHARACTER.pattern})|//[^\n]*|/\*.*?\*/", re.DOTALL
)
DEFINITION: Final = re.compile(r"(\w+)\s*\(")
PARAMETER: Final = re.compile(r"\s*(?:final |val )?(?:reason: (?:=> )?String|String reason)\s*$")
ASSIGNED: Final = re.compile(
    r'(?:\b(?:val|String) reason =|"(?:reason|problem)"\s*(?:->|,))\s*(?=[s"(\w])'
)
KEYWORDS: Final = ("reason", "problem")
ANY: Final = "<value>"


def reasons(sources: dict[str, str]) -> Iterator[tuple[str, int, str]]:
    """Yield file, line and text of each reason of the sources, with ``<value>`` for its values."""
    jvm = {name: _bare(text) for name, text in sources.items() if not name.endswith(".py")}
    places = {name: dict(_takers(text)) for name, text in jvm.items()}
    for name, text in jvm.items():
        yield from ((name, *found) for found in _of_jvm(name, text, places))
    for name, text in sources.items():
        if name.endswith(".py"):
            yield from ((name, *found) for found in _of_python(text))


def _bare(text: str) -> str:
    """The text without its comments, on as many lines."""
    return PIECE.sub(lambda m: m[0] if m["kept"] else "\n" * m[0].count("\n"), text)


def _arguments(text: str, opening: int) -> list[tuple[int, str]]:
    """Place and text of each argument of the brackets that open there."""
    depth, start, at = 0, opening + 1, opening
    found: list[tuple[int, str]] = []
    while at < len(text):
        skipped = LITERAL.match(text, at) or CHARACTER.match(text, at)
        if skipped:
            at = skipped.end()
            continue
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if depth == 0 or (depth == 1 and text[at] == ","):
            found.append((start, text[start:at]))
            start = at + 1
        if depth == 0:
            break
        at += 1
    return found


def _takers(text: str) -> Iterator[tuple[str, int]]:
    """Name and position of ``reason`` of each function or class that takes one as a text."""
    for match in DEFINITION.finditer(text):
        head = text[max(0, match.start() - 40) : match.end() + 400]
        if "reason" in head:
            for position, (_, parameter) in enumerate(_arguments(text, match.end() - 1)):
                if PARAMETER.match(parameter):
                    yield match[1], position


def _of_jvm(name: str, text: str, places: dict[str, dict[str, int]]) -> Iterator[tuple[int, str]]:
    own = places[name]
    foreign = {
        (re.sub(r"\.\w+$", "", file.rpartition("/")[2]), function): position
        for file, functions in places.items()
        for function, position in functions.items()
    }
    found = [(match.end(), text[match.end() :]) for match in ASSIGNED.finditer(text)]
    for match in re.finditer(r"(?:(\w+)\.)?(?<!def )\b(\w+)\(", text):
        position = foreign.get((match[1] or match[2], match[2]))
        if position is None and (match[1] is None or match[1] in ("this", "codec")):
            position = own.get(match[2])
        given = [] if position is None else _arguments(text, match.end() - 1)
        if position is not None and position < len(given):
            found.append(given[position])
    for at, argument in found:
        message = _joined(argument)
        if message:
            yield text.count("\n", 0, at + len(argument) - len(argument.lstrip())) + 1, message


def _joined(argument: str) -> str:
    """The text of literals joined by ``+``; empty if the argument is something else."""
    at, message = 0, ""
    while True:
        at += len(argument[at:]) - len(argument[at:].lstrip(" \n\t("))
        literal = LITERAL.match(argument, at)
        if not literal:
            value = re.match(
                r"[\w.]+(?:\([^()]*\))?(?=\s*\+)|(?<=\+ )[\w.]+(?:\([^()]*\))?", argument[at:]
            )
            if not value or (not message and not re.match(r"\s*\+", argument[at + value.end() :])):
                return message
            message, at = message + ANY, at + value.end()
        else:
            part = literal[2] if literal[2] is not None else literal[3]
            message += HOLE.sub(ANY, part) if literal[1] else part
            at = literal.end()
        plus = re.match(r"\s*\+", argument[at:])
        if not plus:
            return message
        at += plus.end()


def _of_python(text: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(syntax_tree(text)):
        if isinstance(node, ast.Call):
            for keyword in node.keywords:
                if keyword.arg in KEYWORDS:
                    yield from _literals(keyword.value)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            if node.targets[0].id in KEYWORDS:
                yield from _literals(node.value)


def _literals(node: ast.expr) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.lineno, node.value
    elif isinstance(node, ast.JoinedStr):
        parts = [p.value if isinstance(p, ast.Constant) else ANY for p in node.values]
        yield node.lineno, "".join(map(str, parts))
    elif isinstance(node, ast.IfExp):
        yield from _literals(node.body)
        yield from _literals(node.orelse)
