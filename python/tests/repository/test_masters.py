"""Orders to a master end where there is none: one class asks them."""

from __future__ import annotations

import re

from tracked_files import tracked

ASKS = {
    "client/admin/ClusterAdmin.java": "commands of operators, which have a bound of their own",
    "client/cluster/HBaseRegions.java": "asks region servers only",
    "client/cluster/Masters.java": "",
}


def test_who_asks_a_master() -> None:
    found = {
        name.partition("/hbase/")[2]
        for name, text in tracked().items()
        if re.match(r"jvm/(client|spark)/src/main/", name) and re.search(r"\bgetAdmin\b", text)
    }
    assert found == set(ASKS)
