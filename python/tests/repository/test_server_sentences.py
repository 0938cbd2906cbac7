"""Sentences are for people: servers' hold for every client, and no program takes them apart."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from message_texts import messages
from syntax_trees import syntax_tree

from tracked_files import tracked

SERVER: Final = re.compile(r"jvm/(codec|wire|engine|filter|coprocessor)/src/main/.*\.java$")
OF_ONE_CLIENT: Final = re.compile(
    r"\btry_|\bspark\.sql\.|\bget\(\)|\bthe client (does|reads|runs|computes|goes)\b|in the client"
)
"""Remedies and consequences that depend on who asks: users over Thrift have no ``try_cast``."""
TEXTS: Final = frozenset({"sentence", "what", "why"})
"""The texts of errors and refusals, as attributes and as fields of documents."""
TAKES_APART: Final = frozenset(
    "endswith find findall finditer fullmatch index match partition removeprefix removesuffix rfind"
    " rpartition rsplit search split startswith sub subn".split()
)
ON_THE_JVM: Final = re.compile(
    r"\b(sentence|what|why)(\(\))?\.(contains|startsWith|endsWith|indexOf|split|matches|takeWhile"
    r"|stripPrefix|substring|span|r)\b"
)


def taken_apart(name: str, text: str) -> Iterator[str]:
    """Yield the places that look for something inside a sentence or a refusal."""
    if not name.endswith(".py"):
        for match in ON_THE_JVM.finditer(text):
            yield f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {match.group()}"
        return
    for node in ast.walk(syntax_tree(text)):
        inside: list[ast.AST] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in TAKES_APART:
                inside = [node.func.value, *node.args]
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            inside = list(node.comparators)
        if any(is_text(part) for each in inside for part in ast.walk(each)):
            yield f"{name}:{node.lineno}: {ast.unparse(node)}"


def is_text(node: ast.AST) -> bool:
    """Whether an expression is the text of an error or of a refusal."""
    if isinstance(node, ast.Attribute):
        return node.attr in TEXTS
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        return node.slice.value in TEXTS
    return False


def test_sentences_of_servers_hold_for_every_client() -> None:
    found = [
        f"{name}:{line}: {message}"
        for name, text in tracked().items()
        if SERVER.match(name)
        for line, message in messages(name, text)
        if OF_ONE_CLIENT.search(message)
    ]
    assert found == []


def test_no_program_takes_a_sentence_apart() -> None:
    found = [
        place
        for name, text in tracked().items()
        if re.match(r"jvm/.*/src/main/.*\.(java|scala)$|python/src/.*\.py$", name)
        for place in taken_apart(name, text)
    ]
    assert found == []


def test_places_that_take_a_sentence_apart_are_found() -> None:
    python = (
        "error.sentence.split('. ')\nPATTERN.sub('', error.sentence)\n'a' in refusal.why\n"
        "each['what'].startswith('Join(')\nrow.why\nre.search(re.escape(self.what), text)\n"
    )
    places = [place.partition(": ")[0] for place in taken_apart("a.py", python)]
    assert sorted(places) == ["a.py:1", "a.py:2", "a.py:3", "a.py:4", "a.py:6"]
    java = "if (error.sentence().contains(x)) { why.length(); }"
    assert list(taken_apart("A.java", java)) == ["A.java:1: sentence().contains"]
