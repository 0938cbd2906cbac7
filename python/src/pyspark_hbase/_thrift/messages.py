"""The messages of HBase's Thrift gateway, which exist once happybase is imported."""

from __future__ import annotations

import happybase  # noqa: F401  (makes Hbase_thrift importable)
from Hbase_thrift import (
    AlreadyExists,
    ColumnDescriptor,
    Hbase,
    IllegalArgument,
    IOError,
    Mutation,
    TAppend,
    TScan,
)

__all__ = [
    "AlreadyExists",
    "ColumnDescriptor",
    "Hbase",
    "IOError",
    "IllegalArgument",
    "Mutation",
    "TAppend",
    "TScan",
]
