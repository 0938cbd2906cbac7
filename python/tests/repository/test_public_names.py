"""Tests of the public names: for completion, ``import *``, type checkers, and without extras."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest
from public_modules import public_module
from syntax_trees import syntax_tree

import pyspark_hbase
from pyspark_hbase._text.extras import ENTRY_POINTS, EXTRAS
from pyspark_hbase.cli import main

assert pyspark_hbase.__file__ is not None
ROOT = Path(pyspark_hbase.__file__)
PYTHON = Path(__file__).resolve().parents[2]
MODULES = sorted(file.stem for file in ROOT.parent.glob("*.py") if file != ROOT)


def test_completion_offers_public_names_that_are_there() -> None:
    assert "session" in dir(pyspark_hbase) and "Any" not in dir(pyspark_hbase)
    assert all(hasattr(pyspark_hbase, name) for name in dir(pyspark_hbase))


@pytest.mark.parametrize("module", [*MODULES, "shell", "admin", "embedded", "sql"])
def test_import_star_brings_names_of_the_package_alone(module: str) -> None:
    found = public_module(module)
    foreign = [
        name
        for name in found.__all__
        if isinstance(value := getattr(found, name), type)
        and not value.__module__.startswith("pyspark_hbase")
    ]
    assert foreign == []
    assert (
        not [name for name in found.__all__ if isinstance(getattr(found, name), ModuleType)]
        or module == "sql"
    )


def test_a_type_checker_knows_which_names_there_are() -> None:
    """A module function ``__getattr__`` that a checker sees makes it take any name."""
    tree = syntax_tree(ROOT.read_text(encoding="utf-8"))
    seen = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    for node in tree.body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            seen |= {name.name for each in node.body for name in getattr(each, "names", ())}
    assert "__getattr__" not in seen
    assert set(pyspark_hbase.__all__) <= seen


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out == f"pyspark-hbase {pyspark_hbase.__version__}\n"


def without(modules: Sequence[str], program: str) -> str:
    """The last line of the error of a program in a Python that lacks some packages."""
    hidden = f"""
import sys
from importlib.abc import MetaPathFinder
class Hidden(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {list(modules)!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
import importlib.util
known = importlib.util.find_spec
def find_spec(name, package=None):
    return None if name.partition(".")[0] in {list(modules)!r} else known(name, package)
importlib.util.find_spec = find_spec
sys.meta_path.insert(0, Hidden())
"""
    done = subprocess.run(
        [sys.executable, "-c", hidden + program], capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    return done.stderr.strip().splitlines()[-1]


_MAIN = "from pyspark_hbase.cli import main; sys.exit(main({!r}.split()))"
_SQL = "import pyspark_hbase; pyspark_hbase.connect('thrift://localhost:1').{}"
PROGRAMS = {
    "pyspark_hbase.session": "import pyspark_hbase; pyspark_hbase.session()",
    "pyspark_hbase.configure": "import pyspark_hbase; pyspark_hbase.configure(None)",
    "pyspark_hbase.explain": "import pyspark_hbase; pyspark_hbase.explain",
    "pyspark_hbase.add_to": "import pyspark_hbase; pyspark_hbase.add_to",
    "HBaseSQLContext": "from pyspark_hbase.sql import HBaseSQLContext as C; C(None)",
    "HBase's client in Java": "from pyspark_hbase._spark.jvm import Jvm; Jvm().__enter__()",
    "pyspark_hbase.connect": _SQL.format("tables()"),
    "connect().sql": _SQL.format("sql('SELECT 1 FROM t')"),
    "The format hbase_thrift": "import pyspark_hbase.datasource",
    "pyspark-hbase shell": "from pyspark_hbase.cli._shell import command; command(None, None)",
    "pyspark-hbase report": _MAIN.format("report --quorum a x.html --sql x"),
    "pyspark-hbase sql": _MAIN.format("sql --quorum a -e x"),
    "pyspark-hbase sql --connect": _MAIN.format("sql --connect thrift://localhost:1 -e x"),
    "The prompt": "from pyspark_hbase._text.extras import require_extras as r; r('The prompt')",
    "The embedded HBase": "import pyspark_hbase.embedded as e; e.EmbeddedHBase().__enter__()",
    "pyspark-hbase demo": _MAIN.format("demo"),
}
"""Uses each entry point."""


@pytest.mark.parametrize("entry", ENTRY_POINTS)
def test_what_an_entry_point_lacks_is_named_all_at_once(entry: str) -> None:
    needs = ENTRY_POINTS[entry]
    error = without(needs.modules, PROGRAMS[entry])
    assert f"{entry} needs " in error
    named = re.split(", | and ", error.partition(" needs ")[2].partition(", not installed")[0])
    assert tuple(named) == needs.modules
    assert error.endswith(f"pip install 'pyspark-hbase[{','.join(needs.extras)}]'")


def test_the_prompt_names_its_package_before_anything_is_asked() -> None:
    terminal = "sys.stdin = type('Terminal', (), {'isatty': lambda self: True})(); "
    program = _MAIN.format("sql --connect thrift://localhost:1")
    error = without(["prompt_toolkit"], terminal + program)
    assert error == (
        "pyspark-hbase sql --connect needs prompt_toolkit, not installed here. Run: pip install "
        "'pyspark-hbase[cli]'"
    )


def test_the_extras_of_an_entry_point_bring_its_modules() -> None:
    """Modules are named as pip names their packages, but for hyphens."""
    project = tomllib.loads((PYTHON / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]

    def brought(extra: str) -> set[str]:
        found = set()
        for requirement in extras[extra]:
            own = re.match(r"pyspark-hbase\[(.*)\]", requirement)
            others = own[1].split(",") if own else []
            found |= {name for other in others for name in brought(other)}
            found.add(re.split(r"[^\w-]", requirement)[0].replace("-", "_"))
        # PySpark asks for it.
        return found | ({"py4j"} if "pyspark" in found else set())

    for extra, modules in EXTRAS.items():
        assert set(modules) <= brought(extra), extra
    for entry, needs in ENTRY_POINTS.items():
        missing = set(needs.modules) - {m for extra in needs.extras for m in brought(extra)}
        assert missing == set(), entry
