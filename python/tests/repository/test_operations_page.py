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

SERVER_SETTINGS = (
    ROOT / "jvm/coprocessor/src/main/java/org/apache/spark/sql/hbase/coprocessor/server"
) / "ServerSetting.java"
TEXT = r'"((?:[^"\\\n]|\\.)*)"'
JOINED = rf"((?:{TEXT}[\s+]*)+)"


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


def _descriptions() -> dict[str, str]:
    """The texts of settings and properties, as the code has them."""

    def found(file: Path, pattern: str) -> list[tuple[str, str]]:
        return [
            (match[1], re.sub(r"\\(.)", r"\1", "".join(re.findall(TEXT, match[2]))))
            for match in re.finditer(pattern, file.read_text(encoding="utf-8"))
        ]

    of_session = found(SESSION_CONF, rf'buildConf\(Prefix \+ "([^"]+)"\)\s*\.doc\(\s*{JOINED}\)')
    of_server = found(SERVER_SETTINGS, rf'\(\s*"([^"]+)",\s*"[^"]*",\s*"[^"]*",\s*{JOINED}\)')
    of_tables = found(TABLE_PROPERTIES, rf'Property\(\s*"([^"]+)",\s*{JOINED}\)')
    named = {n if "." in n else f"hbase.column.<column>.{n}": text for n, text in of_tables}
    return {f"spark.sql.hbase.{n}": text for n, text in of_session} | dict(of_server) | named


@pytest.mark.parametrize(("name", "text"), _descriptions().items())
def test_every_setting_is_described_as_in_the_code(name: str, text: str) -> None:
    rows = re.findall(rf"^\| `{re.escape(name)}` \|(?:.*\|)? ([^|\n]*) \|$", PAGE, re.MULTILINE)
    assert rows == [text]


def test_all_descriptions_are_found() -> None:
    assert len(_descriptions()) > 55


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
