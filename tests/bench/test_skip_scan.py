from __future__ import annotations

import skip_scan


def test_what_is_slower_than_the_better_way_by_more_than_the_goal_is_marked() -> None:
    found = {"share": 0.001, "wanted": 100, "getsMillis": 30.0, "rowsRead": 100, "seeks": 99}
    table = skip_scan.table(
        [
            found | {"oursMillis": 12.0, "scanMillis": 10.0},
            found | {"oursMillis": 12.5, "scanMillis": 10.0},
        ]
    )
    met, missed = table.splitlines()[2:]
    assert met.split() == ["0.100%", "100", "12.0", "10.0", "30.0", "1.20", "100", "99"]
    assert missed.split()[-1] == "missed"
