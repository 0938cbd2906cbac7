"""docs/OPERATIONS.md lists every setting with the default that the code has."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pyspark_hbase.cli._arguments import parse
from pyspark_hbase.errors import AdminError

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "OPERATIONS.md").read_text(encoding="utf-8")
SCALA = ROOT / "jvm/spark/src/main/scala/org/apache/spark/sql/hbase"
SESSION_CONF = SCALA / "conf/HBaseConf.scala"
TABLE_PROPERTIES = SCALA / "catalog/definition/TableProperties.scala"


def _listed(prefix: str) -> dict[str, str]:
    return dict(re.findall(rf"^\| `({re.escape(prefix)}[^`]+)` \| `([^`]*)` \|", PAGE, re.M))


def test_every_server_property_is_listed_with_its_default() -> None:
    template = ElementTree.parse(ROOT / "hbase-site.xml.template").getroot()
    in_code = {p.findtext("name"): p.findtext("value") for p in template.iter("property")}
    assert in_code
    assert _listed("hbase.sparksql.") == in_code


def test_every_session_setting_is_listed_with_its_default() -> None:
    source = SESSION_CONF.read_text(encoding="utf-8")
    in_code = {
        f"spark.sql.hbase.{name}": default.strip('"').removesuffix("L") or "empty"
        for name, default in re.findall(
            r'buildConf\(Prefix \+ "([^"]+)"\).*?createWithDefault(?:String)?\(([^)]*)\)',
            source,
            re.S,
        )
    }
    assert in_code
    assert _listed("spark.sql.hbase.") == in_code


def test_every_table_property_is_listed() -> None:
    source = TABLE_PROPERTIES.read_text(encoding="utf-8")
    names = re.findall(r'Property\(\s*"([^"]+)"', source)
    in_code = {name if "." in name else f"hbase.column.<column>.{name}" for name in names}
    listed = set(re.findall(r"^\| `(hbase\.(?!sparksql)[^`]+)` \|", PAGE, re.M))
    assert in_code
    assert listed == in_code


def _commands() -> list[str]:
    whole_lines = re.findall(r"^ {4}(pyspark-hbase [^#\n]*)", PAGE, re.M)
    return [*whole_lines, *re.findall(r"`(pyspark-hbase [^`]+)`", PAGE)]


@pytest.mark.parametrize("command", _commands())
def test_every_command_is_understood(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYSPARK_HBASE_QUORUM", "zk1:2181")
    words = [word for word in shlex.split(command)[1:] if not word.startswith(("[", "..."))]
    assert parse(words).verb == words[0]


def test_every_error_of_the_command_is_listed() -> None:
    codes = set(re.findall(r"``([A-Z_]+)``", AdminError.__doc__ or ""))
    assert codes
    assert set(re.findall(r"^\| `([A-Z_]+)` \| [^|]* \|$", PAGE, re.M)) >= codes
