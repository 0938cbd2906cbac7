"""Calls of a gateway that are cut short, and answers that belong to others."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from fake_gateway import FakeGateway
from Hbase_thrift import IOError
from thriftpy2.thrift import TApplicationException
from thriftpy2.transport import TTransportException

import pyspark_hbase
from pyspark_hbase._thrift import calls
from pyspark_hbase._thrift.calls import Client
from pyspark_hbase._thrift.row_requests import RowRequest, ask


class Tables(FakeGateway):
    """Answers the names of its tables; an exception in place of them is raised."""

    def __init__(self, tables: Any) -> None:
        super().__init__()
        self.tables = tables

    def getTableNames(self) -> list[bytes]:  # noqa: N802
        if isinstance(self.tables, BaseException):
            raise self.tables
        return list(self.tables)

    def isTableEnabled(self, table: bytes) -> bool:  # noqa: N802
        return False

    def getRowWithColumns(self, table: bytes, row: bytes, columns: Any, attributes: Any) -> Any:  # noqa: N802
        return []


class Interrupted:
    """A protocol that reads as far as the answer's header."""

    def __init__(self, protocol: Any) -> None:
        self._protocol = protocol

    def __getattr__(self, name: str) -> Any:
        return getattr(self._protocol, name)

    def read_struct(self, found: Any) -> None:
        raise KeyboardInterrupt


def test_an_answer_that_is_cut_short_is_nobody_elses() -> None:
    hbase = Tables([b"a", b"b"])
    for _ in range(3):
        hbase.client._iprot = Interrupted(hbase.client._iprot)
        with pytest.raises(KeyboardInterrupt):
            Client(hbase).getTableNames()
        assert Client(hbase).isTableEnabled(b"a") is False
        assert Client(hbase).getTableNames() == [b"a", b"b"]


def test_a_client_that_owes_an_answer_is_never_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hbase = Tables([b"a"])
    with monkeypatch.context() as patched:
        # A second Ctrl-C, before the first one has dropped the connection.
        patched.setattr(calls, "drop", lambda connection: None)
        hbase.client._iprot = Interrupted(hbase.client._iprot)
        with pytest.raises(KeyboardInterrupt):
            Client(hbase).getTableNames()
    assert not calls.is_in_step(hbase)
    assert Client(hbase).getTableNames() == [b"a"]
    assert calls.is_in_step(hbase)


@pytest.mark.parametrize("refusal", [IOError(message=b"no"), TApplicationException(message="no")])
def test_a_refusal_is_a_whole_answer(refusal: Exception) -> None:
    hbase = Tables(refusal)
    with pytest.raises(type(refusal)):
        Client(hbase).getTableNames()
    assert Client(hbase).isTableEnabled(b"a") is False
    assert hbase.reconnects == 0


def test_an_answer_to_somebody_elses_question_is_a_loss() -> None:
    hbase = Tables([b"a"])
    # happybase's own call leaves this when it is cut short.
    hbase.client._send("getTableNames")
    with pytest.raises(TTransportException, match="to getTableNames 0, not to getTableNames 1"):
        Client(hbase).getTableNames()
    assert Client(hbase).getTableNames() == [b"a"]
    hbase.client._send("getRowWithColumns", tableName=b"t", row=b"r", columns=None, attributes={})
    assert ask(hbase, RowRequest(b"t", b"r", None)) is None
    assert ask(hbase, RowRequest(b"t", b"r", None)) == [{}]


def test_no_other_module_asks_the_client_of_thrift() -> None:
    package = Path(pyspark_hbase.__file__).parent
    asking = {
        path.name
        for path in package.rglob("*.py")
        if re.search(
            r"\b(connection|gateway|opened)\.client\b(?!\.\w+\.)|\._recv\(", path.read_text()
        )
    }
    assert asking == {"calls.py"}
