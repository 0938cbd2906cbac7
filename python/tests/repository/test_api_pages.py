"""Every public name has types, units, errors and an example that runs; the site has all of them."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import Enum
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any, Final

import pyarrow as pa
from public_modules import public_module
from syntax_trees import syntax_tree

import pyspark_hbase
from pyspark_hbase import SubPlan, TableSchema, expressions, functions, types
from pyspark_hbase.expressions import AggregateExpression
from pyspark_hbase.table_schema import CellPlace, Column, KeyPlace

ROOT: Final = Path(__file__).resolve().parents[3]
COMMANDS: Final = frozenset({"cli", "demo"})
"""Modules for the command line; docs/SHELL.md and ``--help`` have them."""
MODULES: Final = sorted(
    path.stem
    for path in Path(pyspark_hbase.__path__[0]).iterdir()
    if not path.name.startswith("_")
    and path.suffix in {"", ".py"}
    and path.name != "jars"
    and path.stem not in COMMANDS
)
UNIT: Final = re.compile(r"(seconds|millis|bytes|bits|rows|days|months)$")
WORKED: Final = re.compile(r"``(\w+\(.*?\))`` is\s+``(.*?)``(?=[\s,;.])", re.DOTALL)
"""An example in a sentence: a call of the documented function, and its value."""
ROWS: Final = pa.table({"n": pa.array([1, 2, None], pa.int32()), "id": pa.array([1, 2, 3])})
TABLE: Final = TableSchema(
    name="default.few",
    hbase_table="few",
    columns=(
        Column("id", types.BIGINT, KeyPlace(0), nullable=False),
        Column("n", types.INT, CellPlace(b"f", b"n")),
    ),
)


@dataclass(frozen=True)
class Named:
    """A public function, method or class, and the docstrings around it."""

    path: str
    value: Any
    around: tuple[str, ...]

    @property
    def text(self) -> str:
        return inspect.getdoc(self.value) or ""

    @property
    def examples(self) -> str:
        """The examples that may hold it: its own, and those around it."""
        return "\n".join(map(examples, [self.text, *self.around]))

    @property
    def own(self) -> str:
        """The docstring that may tell of it: its own, or that of its class."""
        return "\n".join([self.text, *self.around[1:]])


def package_only(holder: Any) -> set[str]:
    """The names that a module or a class says are not for users; the site leaves them out."""
    found = re.search(r"For this package alone: (.*?)\.", holder.__doc__ or "", re.DOTALL)
    return set(re.findall(r"\w+", found[1])) if found else set()


def public(module: str) -> Iterator[Named]:
    """The functions and classes of a module's ``__all__``, and the methods of the classes."""
    found = public_module(module)
    values = {name: getattr(found, name) for name in found.__all__}
    documented = {n: v for n, v in values.items() if isinstance(v, FunctionType | type)}
    homes = (import_module(v.__module__).__doc__ or "" for v in documented.values())
    own = (v.__doc__ or "" for v in documented.values())
    docstring = "\n".join([found.__doc__ or "", *own, *homes])
    for name in documented.keys() - package_only(found):
        value = documented[name]
        yield Named(f"{module}.{name}", value, (docstring,))
        if isinstance(value, type):
            yield from methods(f"{module}.{name}", value, (docstring, value.__doc__ or ""))


def methods(path: str, kind: type, around: tuple[str, ...]) -> Iterator[Named]:
    """The methods that the documentation of a class shows."""
    hidden = package_only(kind)
    for name, value in vars(kind).items():
        function = getattr(value, "__func__", None) or getattr(value, "fget", None) or value
        # Another name of a method is documented with it.
        if isinstance(function, FunctionType) and function.__name__ == name not in hidden:
            if not name.startswith("_"):
                yield Named(f"{path}.{name}", function, around)


NAMES: Final = [named for module in ["", *MODULES] for named in public(module)]


def examples(docstring: str) -> str:
    """The code of a docstring that tests run."""
    prompts = re.findall(r"^\s*(?:>>>|\.\.\.) (.*)$", docstring, re.MULTILINE)
    fences = re.findall(r"^\s*```python\n(.*?)^\s*```", docstring, re.MULTILINE | re.DOTALL)
    return "\n".join([*prompts, *fences, *(call for call, _ in WORKED.findall(docstring))])


def test_the_site_has_every_public_module() -> None:
    pages = "\n".join(page.read_text() for page in (ROOT / "docs/api").glob("*.md"))
    shown = re.findall(r"^::: pyspark_hbase\.(\w+)$", pages, re.MULTILINE)
    assert sorted(shown) == MODULES
    assert "::: pyspark_hbase\n" in pages


def test_a_public_name_has_an_example() -> None:
    """Not errors: programs meet them and do not make them; the module shows how to catch them."""
    without = [
        named.path
        for named in NAMES
        if not (inspect.isclass(named.value) and issubclass(named.value, Exception))
        and not re.search(rf"\b{named.path.rpartition('.')[2]}\b", named.examples)
    ]
    assert without == []


def test_a_public_name_has_types() -> None:
    assert [named.path for named in NAMES if not named.text] == []
    untyped = [
        f"{named.path}({parameter.name})"
        for named in NAMES
        if isinstance(named.value, FunctionType)
        for parameter in inspect.signature(named.value).parameters.values()
        if parameter.annotation is parameter.empty and parameter.name not in ("self", "cls")
    ]
    assert untyped == []


def test_a_number_has_a_unit() -> None:
    """In its name, or its documentation says in double backticks what it counts."""
    unclear = [
        f"{named.path}({name})"
        for named in NAMES
        for name in _numbers(named.value)
        if not UNIT.search(name) and f"``{name}``" not in named.own
    ]
    assert unclear == []


def _numbers(value: Any) -> Iterator[str]:
    """Parameters that are numbers, and fields of classes that nothing is written behind."""
    if isinstance(value, FunctionType):
        for parameter in inspect.signature(value).parameters.values():
            if re.search(r"\b(int|float)\b", str(parameter.annotation)):
                yield parameter.name
    elif not issubclass(value, Enum | Exception):
        tree = _tree(value)
        assert isinstance(tree, ast.ClassDef)
        for field, after in zip(tree.body, [*tree.body[1:], None], strict=True):
            if isinstance(field, ast.AnnAssign) and not isinstance(after, ast.Expr):
                if re.search(r"\b(int|float)\b", ast.unparse(field.annotation)):
                    yield ast.unparse(field.target)


def test_errors_that_are_raised_are_told() -> None:
    untold = [
        f"{named.path}: {error}"
        for named in NAMES
        for error in _raised(_tree(named.value))
        if error not in "\n".join([named.own, *named.around])
    ]
    assert untold == []


def _raised(tree: ast.AST) -> set[str]:
    """The names of the errors that a function makes and raises, or a class when it is made."""
    if isinstance(tree, ast.ClassDef):
        makers = ("__init__", "__post_init__")
        functions = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name in makers]
        return {error for function in functions for error in _raised(function)}
    return {
        node.exc.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Raise)
        and isinstance(node.exc, ast.Call)
        and isinstance(node.exc.func, ast.Name)
        and node.exc.func.id[0].isupper()
    }


def _tree(value: Any) -> ast.AST:
    return syntax_tree(textwrap.dedent(inspect.getsource(value))).body[0]


def test_values_of_examples_are_those_of_the_engine() -> None:
    worked = [
        (named.path, call, value)
        for named in NAMES
        if named.path.startswith(("expressions.", "functions."))
        for call, value in WORKED.findall(named.text)
    ]
    assert len(worked) > 80
    known: dict[str, Any] = {"date": date}
    for module in (functions, expressions):
        known |= {name: getattr(module, name) for name in module.__all__}
    made = [eval(" ".join(call.split()), known) for _, call, _ in worked]
    groups = [each for each in made if isinstance(each, AggregateExpression)]
    rows = [each for each in made if not isinstance(each, AggregateExpression)]
    answers = iter(_row(SubPlan.scan(TABLE).agg(*_aliased(groups))))
    values = iter(_row(SubPlan.scan(TABLE).select(*_aliased(rows))))
    for (path, call, expected), expression in zip(worked, made, strict=True):
        found = next(answers if isinstance(expression, AggregateExpression) else values)
        assert repr(found) == " ".join(expected.split()), f"{path}: {call}"


def _aliased(expressions: list[Any]) -> list[Any]:
    return [each.alias(f"c{i}") for i, each in enumerate(expressions)]


def _row(plan: SubPlan) -> list[Any]:
    return list(plan.run_local(ROWS).to_pylist()[0].values())
