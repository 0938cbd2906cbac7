import struct
import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[3] / "jvm" / "tools" / "package_arrows.py"
BASE = "org/apache/spark/sql/hbase"


def class_file(name: str, source: str, uses: list[str]) -> bytes:
    """A class without members whose constant pool names other classes."""
    pool = b""
    names = [name, *uses]
    for position, each in enumerate(names):
        pool += struct.pack(">BH", 1, len(each)) + each.encode()
        pool += struct.pack(">BH", 7, 2 * position + 1)
    for text in ("SourceFile", source):
        pool += struct.pack(">BH", 1, len(text)) + text.encode()
    count = 2 * len(names) + 2
    head = struct.pack(">IHHH", 0xCAFEBABE, 0, 61, count + 1)
    body = struct.pack(">HHHHHH", 1, 2, 0, 0, 0, 0)
    return head + pool + body + struct.pack(">HHIH", 1, count - 1, 2, count)


class Module:
    """A module ``m`` of sources and class files; names lie below the package of the project."""

    def __init__(self, jvm: Path) -> None:
        self.jvm = jvm

    def add(self, name: str, *uses: str, code: str = "", language: str = "java") -> None:
        source = self.jvm / f"m/src/main/{language}/{BASE}/{name}.{language}"
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(code)
        compiled = self.jvm / f"m/target/classes/{BASE}/{name}.class"
        compiled.parent.mkdir(parents=True, exist_ok=True)
        compiled.write_bytes(
            class_file(f"{BASE}/{name}", source.name, [f"{BASE}/{each}" for each in uses])
        )

    def run(self, verb: str) -> str:
        command = [sys.executable, str(TOOL), verb, "m", "--jvm", str(self.jvm)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == (1 if done.stderr else 0)
        return done.stderr

    @property
    def list(self) -> str:
        return (self.jvm / "m/package-arrows.txt").read_text()


@pytest.fixture
def module(tmp_path: Path) -> Module:
    module = Module(tmp_path)
    module.add("m/low/Bottom")
    module.add("m/low/Other")
    module.add("m/high/Top", "m/low/Bottom")
    assert module.run("write") == ""
    return module


def test_a_list_has_the_lowest_package_first(module: Module) -> None:
    assert module.list.splitlines()[-2:] == ["m.low:", "m.high: m.low"]
    assert module.run("check") == ""


def test_a_new_arrow_fails(module: Module) -> None:
    module.add("m/middle/Planted", "m/low/Bottom")
    assert "m: new arrow: m.middle -> m.low" in module.run("check")


def test_an_arrow_that_is_gone_fails_so_that_lists_shrink(module: Module) -> None:
    module.add("m/high/Top")
    assert "m: listed and gone: m.high -> m.low" in module.run("check")


@pytest.mark.parametrize("language", ["java", "scala"])
def test_a_circle_of_packages_fails(module: Module, language: str) -> None:
    module.add("m/low/Back", "m/high/Top", language=language)
    assert "m: new circle of packages: m.high m.low" in module.run("check")


@pytest.mark.parametrize("language", ["java", "scala"])
def test_a_circle_of_files_in_a_package_fails_until_it_is_listed(
    module: Module, language: str
) -> None:
    module.add("m/low/Chicken", "m/low/Egg", language=language)
    module.add("m/low/Egg", "m/low/Chicken", language=language)
    assert "m: new circle m.low: Chicken Egg" in module.run("check")
    module.run("write")
    assert "circle m.low: Chicken Egg" in module.list
    assert module.run("check") == ""


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("java", "import org.apache.spark.sql.hbase.m.high.Top;"),
        ("java", "import static org.apache.spark.sql.hbase.m.high.Top.LIMIT;"),
        ("scala", "import org.apache.spark.sql.hbase.m.high.{Other, Top => LIMIT}"),
    ],
)
def test_a_constant_that_the_compiler_copied_is_an_arrow_too(
    module: Module, language: str, line: str
) -> None:
    module.add("m/low/Copy", code=f"{line}\nint limit = Top.LIMIT;", language=language)
    assert "m: new arrow: m.low -> m.high" in module.run("check")


def test_an_import_for_comments_alone_is_no_arrow(module: Module) -> None:
    code = "import org.apache.spark.sql.hbase.m.high.Top;\n/** See {@link Top}. */"
    module.add("m/low/Documented", code=code)
    assert module.run("check") == ""


def test_class_files_of_an_older_build_do_not_count(module: Module) -> None:
    module.add("m/low/Removed", "m/high/Top")
    (module.jvm / f"m/src/main/java/{BASE}/m/low/Removed.java").unlink()
    assert module.run("check") == ""


def test_a_source_without_a_class_asks_for_a_build(module: Module) -> None:
    (module.jvm / f"m/target/classes/{BASE}/m/low/Bottom.class").unlink()
    assert "Compile it first" in module.run("check")
