"""The texts in the sources that people read: errors, reasons, settings, help of commands, logs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from syntax_trees import syntax_tree

LITERAL: Final = re.compile(r'(\bs)?"((?:[^"\\\n]|\\.)*)"')
SILENT: Final = re.compile(
    r"'(?:[^'\\\n]|\\[^\n]{1,6})'|//[^\n]*|/\*.*?\*/|\"\"\".*?\"\"\"", re.DOTALL
)
"""Characters and comments, and the text blocks of Scala and Java, which are programs and tables."""
HOLE: Final = re.compile(r"\$\{(?:[^{}]|\{[^{}]*\})*\}|\$\w+")
WORDS: Final = 4
"""A text of fewer words is a name, a key or a unit."""
END: Final = re.compile(r"(?<=[.?!])(?<!\.\.\.)\s+|\n")
PROSE: Final = re.compile(r"\b(a|an|the|is|are|of|to|in|and|or|no|not|that)\b")
VALUE: Final = "<value>"


def messages(name: str, text: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of each message of a source file, with ``<value>`` for its values."""
    found = _of_python(text) if name.endswith(".py") else _of_jvm(text)
    for line, message in found:
        if len(message.split()) >= WORDS and PROSE.search(message):
            yield line, message


def sentences(message: str) -> list[str]:
    """The sentences of a message."""
    return [" ".join(part.split()) for part in END.split(message) if part.strip()]


def _of_python(text: str) -> Iterator[tuple[int, str]]:
    tree = syntax_tree(text)
    inner = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            inner.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            inner.update(map(id, ast.walk(node)))
            inner.discard(id(node))
    for node in ast.walk(tree):
        if id(node) in inner:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
        elif isinstance(node, ast.JoinedStr):
            parts = [p.value if isinstance(p, ast.Constant) else VALUE for p in node.values]
            yield node.lineno, "".join(str(part) for part in parts)


def _of_jvm(text: str) -> Iterator[tuple[int, str]]:
    """Yield the literals, those joined by ``+`` as one."""
    start, message, is_joined, at = 0, "", False, 0
    while at < len(text):
        silent = SILENT.match(text, at)
        literal = None if silent else LITERAL.match(text, at)
        char = text[at]
        if silent:
            at = silent.end()
            continue
        if literal:
            part = literal[2].replace('\\"', '"').replace("\\n", "\n")
            part = HOLE.sub(VALUE, part) if literal[1] else part
            if not is_joined and message:
                yield text.count("\n", 0, start) + 1, message
                message = ""
            if not message:
                start = at
                message = VALUE if text[:at].rstrip().endswith("+") else ""
            message, is_joined, at = message + part, False, literal.end()
            continue
        if char == "+" and message:
            is_joined = True
            if not re.match(r'\s*s?"', text[at + 1 :]):
                message += VALUE
        elif char in ",;?:{}=" or (char == ")" and not is_joined):
            if message:
                yield text.count("\n", 0, start) + 1, message
            message, is_joined = "", False
        at += 1
    if message:
        yield text.count("\n", 0, start) + 1, message
