"""Sources are parsed whatever finalizers do."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator

import pytest
from syntax_trees import syntax_tree


class Parsing:
    """Garbage in a circle, whose finalizer parses as the format of a traceback does."""

    finalized = 0

    def __init__(self) -> None:
        self.circle = self

    def __del__(self) -> None:
        Parsing.finalized += 1
        syntax_tree("def f(a):\n    return [a + 1]")


@pytest.fixture
def eager_collector() -> Iterator[None]:
    threshold = gc.get_threshold()
    gc.set_threshold(20)
    yield
    gc.set_threshold(*threshold)


@pytest.mark.usefixtures("eager_collector")
def test_a_finalizer_may_parse_while_a_source_is_parsed() -> None:
    before = Parsing.finalized
    source = "\n".join(f"x{number} = [{number}, f(a=1)]" for number in range(200))
    for _ in range(20):
        Parsing()
        assert len(syntax_tree(source).body) == 200
    assert gc.isenabled()
    gc.collect()
    assert Parsing.finalized == before + 20
    assert isinstance(syntax_tree("1").body[0], ast.Expr)
