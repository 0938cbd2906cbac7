from __future__ import annotations

import pytest

import pyspark_hbase


@pytest.mark.parametrize(
    ("name", "says"),
    [("quorm", "Did you mean quorum?"), ("appName", "Did you mean app_name?"), ("x", "with dots")],
)
def test_a_misspelt_argument_is_no_setting_of_spark(name: str, says: str) -> None:
    with pytest.raises(TypeError, match=f"no argument '{name}'") as found:
        pyspark_hbase.session(**{name: "localhost:2181"})  # type: ignore[arg-type]
    assert says in str(found.value)
