"""Fixtures that the conformance suites share."""

from __future__ import annotations

from collections.abc import Iterator

import happybase
import pytest

from pyspark_hbase.embedded import EmbeddedHBase


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update",
        action="store_true",
        help="rewrite what is recorded of pushdown: tpch/plans and capabilities",
    )
    parser.addoption(
        "--every-variant",
        action="store_true",
        help="run each case in every variant, not only in those that take it",
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
