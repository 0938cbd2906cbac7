"""Single rows through the gateway: several questions under way, and what is lost with a socket."""

from __future__ import annotations

from typing import Any

import pytest
from fake_gateway import FakeGateway, row_result
from Hbase_thrift import IOError
from thriftpy2.thrift import TApplicationException
from thriftpy2.transport import TTransportException

from pyspark_hbase._thrift.row_requests import RowRequest, ask


class Rows(FakeGateway):
    """Rows by table and row key; an exception among them is raised."""

    def __init__(self, found: dict[bytes, Any]) -> None:
        super().__init__()
        self.found = found
        self.asked: list[tuple[bytes, bytes, Any]] = []

    def getRowWithColumns(self, table: bytes, row: bytes, columns: Any, attributes: Any) -> Any:  # noqa: N802
        assert not attributes
        self.asked.append((table, row, columns))
        found = self.found.get(row, {})
        if isinstance(found, BaseException):
            raise found
        return [row_result(row, found)] if found else []


def request(row: bytes, columns: list[bytes] | None = None) -> RowRequest:
    return RowRequest(b"t", row, columns)


def values(answers: Any) -> list[dict[bytes, bytes]]:
    return [{name: cell.value for name, cell in cells.items()} for cells in answers]


def test_rows_are_asked_for_together_and_answered_in_their_order() -> None:
    hbase = Rows({b"a": {b"f:x": b"1", b"f:y": b""}, b"c": {b"g:z": b"\xff" * 5000}})
    found = ask(hbase, request(b"a"), request(b"b", [b"f"]), request(b"c", [b"g:z"]))
    assert values(found) == [{b"f:x": b"1", b"f:y": b""}, {}, {b"g:z": b"\xff" * 5000}]
    assert hbase.asked == [(b"t", b"a", None), (b"t", b"b", [b"f"]), (b"t", b"c", [b"g:z"])]
    assert hbase.reconnects == 0


@pytest.mark.parametrize("error", [IOError(message=b"no"), TApplicationException(message="no")])
def test_a_refusal_leaves_the_connection_ready_for_the_next_question(error: Exception) -> None:
    hbase = Rows({b"a": error, b"b": {b"f:x": b"1"}})
    assert ask(hbase, request(b"a"), request(b"b")) is None
    assert ask(hbase, request(b"b"), request(b"a")) is None
    assert values(ask(hbase, request(b"b"))) == [{b"f:x": b"1"}]
    assert hbase.reconnects == 0


@pytest.mark.parametrize("error", [TTransportException(message="reset"), OSError("reset")])
def test_a_lost_connection_is_opened_again(error: Exception) -> None:
    hbase = Rows({b"a": {b"f:x": b"1"}, b"b": error})
    assert ask(hbase, request(b"a"), request(b"b")) is None
    assert hbase.reconnects == 1
    # The answer about a was never read.
    hbase.found[b"b"] = {b"f:x": b"2"}
    assert values(ask(hbase, request(b"b"))) == [{b"f:x": b"2"}]


def test_an_answer_that_is_not_waited_for_is_nobody_elses() -> None:
    hbase = Rows({b"a": {b"f:x": b"1"}, b"b": KeyboardInterrupt()})
    with pytest.raises(KeyboardInterrupt):
        ask(hbase, request(b"a"), request(b"b"))
    hbase.found[b"b"] = {b"f:x": b"2"}
    assert values(ask(hbase, request(b"b"))) == [{b"f:x": b"2"}]
