"""Fixtures that the conformance suites share."""

from __future__ import annotations

from collections.abc import Iterator

import happybase
import pytest

from pyspark_hbase.embedded import EmbeddedHBase


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "every_other(x=[...], y={...}): x with every second y, the next x with the others; the"
        " next turn has those that are left out",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Pairs of the marker ``every_other``, or every pair."""
    every = metafunc.config.getoption("--every-variant")
    turn = metafunc.config.getoption("--turn")
    for mark in metafunc.definition.iter_markers("every_other"):
        (row, rows), (column, columns) = mark.kwargs.items()
        pairs = [
            pytest.param(each, value, id=f"{each}-{name}")
            for i, each in enumerate(rows)
            for j, (name, value) in enumerate(columns.items())
            if every or (i + j + turn) % 2 == 0
        ]
        metafunc.parametrize((row, column), pairs)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update",
        action="store_true",
        help="rewrite what is recorded of pushdown: tpch/plans and capabilities",
    )
    parser.addoption(
        "--every-variant",
        action="store_true",
        help="run each test in every variant, not only in those that take it in this turn",
    )
    parser.addoption(
        "--turn", type=int, default=0, help="the turn, which chooses variants; build.sh counts them"
    )
    parser.addoption(
        "--one-case-in", type=int, default=1, help="of so many cases run one, always the same ones"
    )


@pytest.fixture(scope="session")
def update(request: pytest.FixtureRequest) -> bool:
    """Whether this run rewrites the records."""
    return bool(request.config.getoption("--update"))


@pytest.fixture(scope="session")
def thrift(hbase: EmbeddedHBase) -> Iterator[happybase.Connection]:
    """The Thrift gateway."""
    host, port = hbase.thrift.split(":")
    connection = happybase.Connection(host, int(port))
    yield connection
    connection.close()
