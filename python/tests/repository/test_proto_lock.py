import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
TOOL = ROOT / "python" / "tools" / "proto_lock.py"

CONTRACT = """
syntax = "proto3";
package p;
message Frame { bytes hash = 1; repeated uint64 rows = 2; oneof x { bool a = 3; Kind kind = 4; } }
enum Kind { NONE = 0; ROWS = 1; STATE = 2; }
"""


def run(verb: str, proto: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOOL), verb, str(proto)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def proto(tmp_path: Path) -> Path:
    (tmp_path / "frame.proto").write_text(CONTRACT)
    assert run("update", tmp_path).returncode == 0
    return tmp_path


def change(proto: Path, old: str, new: str) -> None:
    assert old in CONTRACT
    (proto / "frame.proto").write_text(CONTRACT.replace(old, new))


def test_the_contract_of_this_project_is_locked() -> None:
    assert run("check", ROOT / "proto").stderr == ""


def test_an_unchanged_contract_passes(proto: Path) -> None:
    assert run("check", proto).returncode == 0


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("bytes hash = 1; ", "", id="field removed"),
        pytest.param("bytes hash = 1", "bytes hash = 5", id="field renumbered"),
        pytest.param("bytes hash", "bytes digest", id="field renamed"),
        pytest.param("bytes hash", "string hash", id="field of another type"),
        pytest.param("repeated uint64", "uint64", id="field not repeated any more"),
        pytest.param("ROWS = 1; STATE = 2;", "STATE = 1; ROWS = 2;", id="enum values swapped"),
        pytest.param("STATE = 2;", "", id="enum value removed"),
        pytest.param(
            "{ bool a = 3; Kind kind = 4; }", "{ bool a = 3; } Kind kind = 4;", id="out of oneof"
        ),
    ],
)
@pytest.mark.parametrize("verb", ["check", "update"])
def test_a_change_that_breaks_readers_is_refused(
    proto: Path, old: str, new: str, verb: str
) -> None:
    change(proto, old, new)
    lock = (proto / "proto.lock").read_text()
    result = run(verb, proto)
    assert result.returncode == 1
    assert "the wire contract is broken" in result.stderr
    assert (proto / "proto.lock").read_text() == lock


def test_a_new_field_has_to_be_locked(proto: Path) -> None:
    change(proto, "bytes hash = 1;", "bytes hash = 1; bool last = 9;")
    assert "Frame 9 = last TYPE_BOOL" in run("check", proto).stderr
    assert run("update", proto).returncode == 0
    assert run("check", proto).returncode == 0


def test_a_removed_field_whose_number_is_reserved_passes_and_stays_reserved(proto: Path) -> None:
    change(proto, "bytes hash = 1;", "reserved 1;")
    assert run("update", proto).returncode == 0
    assert run("check", proto).returncode == 0
    (proto / "frame.proto").write_text(CONTRACT)
    assert "was reserved" in run("check", proto).stderr


def test_wrong_usage_prints_the_usage() -> None:
    assert "Usage" in run("compare", ROOT / "proto").stderr
