"""The jars inside the wheel and the published copy of the region servers' one."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyspark_hbase import _jars
from pyspark_hbase.errors import SetupError


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "jars"
    folder.mkdir()
    monkeypatch.setattr(_jars, "_FOLDER", folder)
    monkeypatch.setenv("PYSPARK_HBASE_CACHE", str(tmp_path / "cache"))
    return folder


def test_a_wheel_without_jars_says_how_to_make_one_with(wheel: Path) -> None:
    with pytest.raises(SetupError, match=r"built without its jars.*build\.sh python"):
        _jars.spark_jar()


def test_each_content_gets_a_path_of_its_own_and_keeps_it(wheel: Path) -> None:
    jar = wheel / "pyspark-hbase-region-server.jar"
    jar.write_bytes(b"one")
    first = _jars.published_region_server_jar()
    assert _jars.published_region_server_jar() == first
    jar.write_bytes(b"two")
    second = _jars.published_region_server_jar()
    assert second != first
    assert (first.read_bytes(), second.read_bytes()) == (b"one", b"two")
    assert sorted(first.parent.iterdir()) == sorted([first, second])
