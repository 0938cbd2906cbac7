"""Single rows through the Thrift gateway: happybase's call, with less work here.

thriftpy2's client looks up with each call which arguments it has. It makes an object with a time of
each cell. Here a request is made once, cells are their values, and several requests may be on their
way before the first answer is read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from thriftpy2.thrift import TApplicationException, TException, TMessageType, TType

from pyspark_hbase._thrift.calls import begin, drop, end, next_number, read_kind
from pyspark_hbase._thrift.messages import Hbase, IOError

__all__ = ["Cell", "Cells", "RowRequest", "ask"]

_CALL: Final = "getRowWithColumns"


class Cell:
    """A cell as far as it is read. thriftpy2 skips the fields that ``thrift_spec`` leaves out."""

    thrift_spec: ClassVar = {1: (TType.STRING, "value", False)}
    value: bytes = b""


Cells = Mapping[bytes, Cell]


class _Row:
    thrift_spec: ClassVar = {2: (TType.MAP, "columns", (TType.STRING, (TType.STRUCT, Cell)), False)}
    columns: Cells | None = None


class _Answer:
    thrift_spec: ClassVar = {
        0: (TType.LIST, "success", (TType.STRUCT, _Row), False),
        1: (TType.STRUCT, "io", IOError, False),
    }
    success: Sequence[_Row] | None = None
    io: Exception | None = None


class RowRequest:
    """Asks for the newest cells of one row. Immutable; threads may share it."""

    __slots__ = ("_arguments", "row")

    def __init__(self, table: bytes, row: bytes, columns: Sequence[bytes] | None) -> None:
        """``columns`` are families, or ``family:qualifier``; None is all."""
        self.row = row
        self._arguments = Hbase.getRowWithColumns_args(table, row, columns, {})

    def send(self, client: Any) -> int:
        """Send it; the number is that of its answer, the next that is not read."""
        client._seqid = number = next_number(client)
        protocol = client._oprot
        protocol.write_message_begin(_CALL, TMessageType.CALL, number)
        protocol.write_struct(self._arguments)
        protocol.write_message_end()
        # Of two messages in one frame, gateways that do not block would read the first only.
        protocol.trans.flush()
        return number


def ask(connection: Any, *requests: RowRequest) -> list[Cells] | None:
    """The cells of each row by ``family:qualifier``, none where there is no row.

    None if HBase or the gateway refuses one of them, or the connection is lost; the next call opens
    it again then.
    """
    try:
        client = begin(connection)
        numbers = [request.send(client) for request in requests]
        answers = [_receive(client, number) for number in numbers]
        end(client)
    except (TException, OSError):
        drop(connection)
        return None
    except BaseException:
        drop(connection)
        raise
    whole = [cells for cells in answers if cells is not None]
    return whole if len(whole) == len(requests) else None


def _receive(client: Any, number: int) -> Cells | None:
    """The cells of a row; None if it is refused."""
    protocol = client._iprot
    if read_kind(protocol, _CALL, number) == TMessageType.EXCEPTION:
        protocol.read_struct(TApplicationException())
        protocol.read_message_end()
        return None
    answer = _Answer()
    protocol.read_struct(answer)
    protocol.read_message_end()
    if answer.success is None:
        return None
    return (answer.success[0].columns or {}) if answer.success else {}
