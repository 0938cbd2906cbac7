"""docs/OPERATIONS.md lists every setting with the default that the code has."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "OPERATIONS.md").read_text(encoding="utf-8")
SESSION_CONF = ROOT / "jvm/spark/src/main/scala/org/apache/spark/sql/hbase/HBaseConf.scala"
TABLE_PROPERTIES = (
    ROOT / "jvm/spark/src/main/scala/org/apache/spark/sql/hbase/catalog/TableProperties.scala"
)


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
