"""Packages that users install when they want them."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from pyspark_hbase.errors import SetupError

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa


def require(package: str) -> None:
    """Raise :class:`SetupError` if ``package`` is not installed; before a query runs in vain."""
    if find_spec(package) is None:
        raise SetupError(
            f"{package} is not installed. Install it: pip install {package}; or use to_arrow()."
        )


def pandas_frame(table: pa.Table) -> pd.DataFrame:
    """``table`` in pandas, which is installed."""
    from pyspark_hbase._codec.arrow_values import to_pandas  # noqa: PLC0415  (needs pyarrow)

    return to_pandas(table)


def polars_frame(table: pa.Table) -> pl.DataFrame:
    """``table`` in Polars, which is installed; most columns without a copy."""
    import polars  # noqa: PLC0415  (an optional dependency)

    found = polars.from_arrow(table)
    assert isinstance(found, polars.DataFrame)
    return found
