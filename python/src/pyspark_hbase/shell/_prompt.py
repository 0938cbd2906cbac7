"""Puts the context and the commands into a PySpark shell."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

from pyspark_hbase import shell
from pyspark_hbase.shell._list import list_command
from pyspark_hbase.sql import HBaseSQLContext

USER_STARTUP: Final = "PYSPARK_HBASE_USER_STARTUP"
"""The environment variable with the PYTHONSTARTUP that ours took the place of."""

_GREETING: Final = """\
HBaseSQLContext available as 'hsqlContext'; tables are hbase.<namespace>.<table>.
The commands of HBase's shell: list(), describe('t'), scan('t', LIMIT=5), ...; help(hbase) has all.\
"""


def start(names: dict[str, Any]) -> None:
    """Add ``hsqlContext``, ``hbase`` and the commands to ``spark`` and ``sc``, and say so.

    Then run the user's own PYTHONSTARTUP.
    """
    names["hsqlContext"] = HBaseSQLContext(names["sc"])
    hbase = names["hbase"] = shell.of_session(names["spark"])
    names.update(hbase.commands())
    names["list"] = list_command(hbase.list)
    print(_GREETING)
    own = os.environ.get(USER_STARTUP)
    if own and Path(own).is_file():
        exec(compile(Path(own).read_text(encoding="utf-8"), own, "exec"), names)
