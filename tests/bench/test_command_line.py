"""Command lines of ``./build.sh bench`` that are refused before anything is measured."""

from __future__ import annotations

import pytest
import run


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["idl"], "'load', 'peers'"),
        (["--rows", "5", "peers"], "peers comes before its arguments"),
        (["floor", "--row", "5"], "unrecognized arguments: --row"),
        (["groups", "--rows"], "./build.sh bench: error: argument --rows: expected one argument"),
        (["floor", "--rows", "0"], "must be at least 1"),
        (["tpch", "--scale", "3"], "--scale above 0 and at most 1"),
        (["peers", "--scal", "1"], "unrecognized arguments: --scal"),
    ],
)
def test_a_wrong_command_line_says_what_is_wrong(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        run.main(arguments)
    assert stopped.value.code == 2
    assert message in capsys.readouterr().err
