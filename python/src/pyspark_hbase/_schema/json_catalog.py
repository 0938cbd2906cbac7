"""The JSON catalog of SHC and hbase-spark as a CREATE TABLE statement.

What is refused, and why, is what ``format("hbase")`` refuses (``JsonCatalog.scala``); both read the
cases of ``tests/golden/json_catalog``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from pyspark_hbase._text.nearest import nearest
from pyspark_hbase.errors import CatalogError
from pyspark_hbase.types import DataType, TypeKind

_ROW_KEY: Final = "rowkey"
_PRIMITIVE: Final = "PrimitiveType"
_PHOENIX: Final = "Phoenix"
_ENCODINGS: Final = {_PRIMITIVE: "hbase", _PHOENIX: "phoenix"}
_WITHOUT_WIDTH: Final = frozenset({TypeKind.STRING, TypeKind.BINARY, TypeKind.DECIMAL})
_OF_ANY_LENGTH: Final = frozenset({TypeKind.STRING, TypeKind.BINARY})
_WIDTHS: Final = {
    TypeKind.BOOLEAN: 1,
    TypeKind.TINYINT: 1,
    TypeKind.SMALLINT: 2,
    TypeKind.INT: 4,
    TypeKind.FLOAT: 4,
    TypeKind.BIGINT: 8,
    TypeKind.DOUBLE: 8,
}
_TIMES: Final = frozenset({TypeKind.DATE, TypeKind.TIMESTAMP})


@dataclass(frozen=True, slots=True)
class _Column:
    name: str
    family: str
    col: str
    """Qualifier, or name of a part of the row key."""
    type: DataType
    length: int | None = None
    """Bytes of a part of the row key, where its type has no number of its own."""

    @property
    def is_key(self) -> bool:
        return self.family == _ROW_KEY


def create_table(text: str, table: str | None = None) -> str:
    """The statement that declares, once and for all, what a JSON catalog says with every query.

    ``table`` is the SQL table, by default ``hbase.<namespace>.<name>`` of the catalog.

    Raises:
        CatalogError: ``INVALID_OPTION``, the text is no such catalog; ``FOREIGN_ENCODING``, a
            column cannot be read exactly as those connectors write it.
    """
    document = _object("the document", _parsed(text))
    _check_members("the document", document, ("table", "rowkey", "columns"))
    header = _object("table", _member("the document", document, "table"))
    _check_members("table", header, ("namespace", "name", "tableCoder", "version"))
    coder = _coder(header)
    name = _text("table", header, "name")
    namespace = _text("table", header, "namespace") if "namespace" in header else "default"
    members = _object("columns", _member("the document", document, "columns"))
    columns = [_column(each, _object(f"column {each}", members[each]), coder) for each in members]
    key = _row_key(_text("the document", document, "rowkey"), columns)
    fixed = _with_length(key, coder)
    target = table or f"hbase.{_identifier(namespace)}.{_identifier(name)}"
    forms = [(f"hbase.column.{each.name}.form", f"fixed({each.length})") for each in fixed]
    properties = [
        ("hbase.table", f"{namespace}:{name}"),
        ("hbase.layout", "columns"),
        ("hbase.encoding", _ENCODINGS[coder]),
        *_properties_of_cells([column for column in columns if not column.is_key]),
        *forms,
    ]
    return _statement(target, columns, key, properties)


def _with_length(key: Sequence[_Column], coder: str) -> list[_Column]:
    """The parts of the row key whose length the catalog tells; refuses parts without an end."""
    # The last part goes to the end of the row key, whatever its length.
    inside = key[:-1]
    fixed = [column for column in inside if column.length and column.type.kind in _OF_ANY_LENGTH]
    for column in fixed:
        if coder == _PHOENIX:
            _refuse(
                column.name,
                column.type,
                "with a length, SHC's coder Phoenix writes no byte behind it and yet looks for "
                "one when it reads. If Phoenix wrote the rows, leave out the length. "
                "Otherwise declare the table with coder PrimitiveType",
            )
    for column in inside:
        if column in fixed:
            continue
        if coder == _PHOENIX and column.type.kind == TypeKind.BINARY:
            _refuse(
                column.name,
                column.type,
                "it has no fixed number of bytes and is not the last part of the row key, and may "
                "have the byte that ends it. Declare the row key as one BINARY column and take it "
                "apart in the query",
            )
        if coder == _PRIMITIVE and column.type.kind in _WITHOUT_WIDTH:
            _refuse(
                column.name,
                column.type,
                "it has no fixed number of bytes and is not the last part of the row key. The "
                "other connector does not tell where it ends, and does not fill it up to its "
                "length. Declare the row key as one BINARY column and take it apart in the "
                "query",
            )
    return fixed


def _properties_of_cells(cells: Sequence[_Column]) -> list[tuple[str, str]]:
    if not cells:
        return []
    properties = [("hbase.family", cells[0].family)]
    for column in cells:
        of_column = f"hbase.column.{column.name}"
        if column.family != cells[0].family:
            properties.append((f"{of_column}.family", column.family))
        if column.col != column.name:
            properties.append((f"{of_column}.qualifier", column.col.replace("\\", "\\x5C")))
    return properties


def _statement(
    target: str,
    columns: Sequence[_Column],
    key: Sequence[_Column],
    properties: Sequence[tuple[str, str]],
) -> str:
    lines = [
        f"  {_identifier(column.name)} {str(column.type).upper()}{' NOT NULL' * column.is_key}"
        for column in columns
    ]
    lines.append(f"  PRIMARY KEY ({', '.join(_identifier(column.name) for column in key)})")
    said = ",\n".join(f"  {_literal(name)} = {_literal(value)}" for name, value in properties)
    body = ",\n".join(lines)
    return f"CREATE TABLE {target} (\n{body})\nUSING hbase TBLPROPERTIES (\n{said})"


def _row_key(text: str, columns: Sequence[_Column]) -> list[_Column]:
    parts = [part.strip() for part in text.split(":")]
    keys = [column for column in columns if column.is_key]
    for column in keys:
        if column.col not in parts:
            _invalid(
                f"column {column.name} is the part {column.col} of the row key, which rowkey does "
                f"not name: {text}"
            )
    if len(set(parts)) < len(parts):
        _invalid(f"rowkey names a part twice: {text}")
    ordered = []
    for part in parts:
        found = [column for column in keys if column.col == part]
        if not found:
            _invalid(f'no column with "cf":"rowkey" has the "col" {part} of rowkey')
        if len(found) > 1:
            names = " and ".join(column.name for column in found)
            _invalid(f"the part {part} of rowkey is {names}")
        ordered.append(found[0])
    return ordered


def _column(name: str, members: dict[str, Any], coder: str) -> _Column:
    where = f"column {name}"
    _check_members(where, members, ("cf", "col", "type", "length", "coder", "avro", "serdes"))
    for foreign in ("avro", "serdes"):
        if foreign in members:
            instead = "; declare the column as binary and use from_avro(column, schema)"
            reason = f"{foreign} is not supported{instead if foreign == 'avro' else ''}"
            _refuse(name, DataType(TypeKind.BINARY), reason)
    _check_coder(name, members, coder)
    declared = _text(where, members, "type")
    try:
        data_type = DataType.parse(declared)
    except ValueError:
        _invalid(f"the type of column {name} is no SQL type: {declared}")
    family = _text(where, members, "cf") if "cf" in members else _ROW_KEY
    length = _length(name, members, family)
    width = _WIDTHS.get(data_type.kind)
    if length is not None and width is not None and width != length:
        _refuse(
            name,
            data_type,
            f"a value has always {width} bytes in the row key, not {length}; leave out the length",
        )
    _check_type(name, data_type, coder)
    return _Column(name, family, _text(where, members, "col"), data_type, length)


def _check_type(name: str, data_type: DataType, coder: str) -> None:
    if coder == _PHOENIX:
        if data_type.kind not in _WIDTHS and data_type.kind not in _OF_ANY_LENGTH:
            _refuse(
                name,
                data_type,
                "SHC's coder Phoenix has no such type; CREATE TABLE with property hbase.encoding "
                "= phoenix reads what Phoenix writes for it",
            )
        return
    if data_type.kind in _TIMES:
        _refuse(
            name,
            data_type,
            "hbase-spark stores it as milliseconds in 8 bytes, which would be read as another "
            "time; declare BIGINT and use timestamp_millis(column)",
        )
    if data_type.kind not in _WIDTHS and data_type.kind not in _WITHOUT_WIDTH:
        reason = "SHC and hbase-spark have no such type, or no bytes of their own for it"
        _refuse(name, data_type, reason)


def _length(name: str, members: dict[str, Any], family: str) -> int | None:
    if "length" not in members:
        return None
    try:
        length = int(members["length"])
    except (TypeError, ValueError):
        _invalid(f"the length of column {name} is no whole number")
    if length == -1:
        return None
    if length < 1:
        _invalid(f"the length of column {name} is {length}")
    if family != _ROW_KEY:
        _invalid(f"column {name} has a length, which only a part of the row key has")
    return length


def _coder(header: dict[str, Any]) -> str:
    """The coder of the table, which all its columns have."""
    version = _text("table", header, "version") if "version" in header else ""
    if "tableCoder" not in header:
        major = version.partition(".")[0]
        if major.isdigit() and int(major) >= 2:  # noqa: PLR2004  (SHC's version 2.0)
            _invalid('a catalog of version 2.0 or later names its "tableCoder"')
        return _PRIMITIVE
    coder = _text("table", header, "tableCoder")
    if coder not in _ENCODINGS:
        _refuse_coder("of the table", coder)
    return coder


def _check_coder(name: str, members: dict[str, Any], of_table: str) -> None:
    coder = _text(f"column {name}", members, "coder") if "coder" in members else of_table
    if coder not in _ENCODINGS:
        _refuse_coder(name, coder)
    if coder != of_table:
        _invalid(
            f"column {name} has the coder {coder} and its table {of_table}; a table has one for "
            "all its columns"
        )


def _refuse_coder(column: str, coder: str) -> NoReturn:
    _refuse(
        column,
        DataType(TypeKind.BINARY),
        f"coder {coder} is not supported; {_PRIMITIVE} and {_PHOENIX} are. A column can be "
        f"declared as binary with coder {_PRIMITIVE} and decoded in the query",
    )


def _parsed(text: str) -> Any:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        for name in names:
            if names.count(name) > 1:
                _invalid(f"an object has two members {name}")
        return dict(pairs)

    try:
        return json.loads(text, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        _invalid(f"it is not JSON: {error}")


def _check_members(where: str, members: Iterable[str], known: Sequence[str]) -> None:
    for name in members:
        if name not in known:
            near = nearest(name, known)
            advice = f"; did you mean {near}?" if near else ""
            _invalid(f"{where} has a member {name}, which nothing is known of{advice}")


def _object(where: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        _invalid(f"{where} is no JSON object")
    return value


def _member(where: str, members: dict[str, Any], name: str) -> Any:
    if name not in members:
        _invalid(f"{where} has no member {name}")
    return members[name]


def _text(where: str, members: dict[str, Any], name: str) -> str:
    value = _member(where, members, name)
    if not isinstance(value, str):
        _invalid(f"{name} of {where} is no text")
    return value


def _identifier(name: str) -> str:
    return name if name.isidentifier() and name.isascii() else "`" + name.replace("`", "``") + "`"


def _literal(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _invalid(reason: str) -> NoReturn:
    raise CatalogError(
        "INVALID_OPTION",
        "An option is missing or has a value that is not allowed. Give the option a value that "
        "docs/SQL.md lists for it, or docs/MIGRATION.md for format hbase.",
        option="catalog",
        reason=reason,
    )


def _refuse(column: str, data_type: DataType, reason: str) -> NoReturn:
    raise CatalogError(
        "FOREIGN_ENCODING",
        "This column cannot be read and written exactly as the other connector does it. Declare "
        "the column in another type or encoding, or leave it out (docs/MIGRATION.md).",
        column=column,
        type=str(data_type).upper(),
        reason=reason,
    )
