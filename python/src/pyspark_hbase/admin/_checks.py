"""The checks before anything is changed: one line each, with the remedy."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final

from pyspark_hbase._text.text_enum import TextEnum
from pyspark_hbase.admin._cluster import Cluster
from pyspark_hbase.admin._jar_place import JarPlace
from pyspark_hbase.admin._model import ClusterInfo, RegionState, TableInfo
from pyspark_hbase.admin._releases import lines_of_hbase, release_of, releases
from pyspark_hbase.errors import AdminError

CANARY: Final = "pyspark_hbase_canary"
WHITELIST: Final = "hbase.coprocessor.region.whitelist.paths"
# Of region servers in the process of the master.
LOADED_TWICE_ADVICE: Final = (
    "Take the class out of hbase.coprocessor.region.classes and "
    "hbase.coprocessor.user.region.classes of the region servers, or leave tables without a jar of "
    "their own (pyspark-hbase undeploy)."
)
JAR_IS_GONE_ADVICE: Final = (
    "A region without its jar opens nowhere. With the jar back, or another one attached, the "
    "master opens it when it tries again: after seconds at first, after ten minutes at most."
)
_KNOWN: Final = {"cell": "Tested by a smoke", "linked": "Compared with the jar, and not run"}
_UNKNOWN_VERSION: Final = "0.0.0"
_ACCESS_CONTROLLER: Final = "AccessController"
_WHITELIST_OBSERVER: Final = "CoprocessorWhitelistMasterObserver"


class Level(TextEnum):
    """The result of a check."""

    OK = "OK"
    WARN = "WARN"
    """It works, or may: look at it."""
    FAIL = "FAIL"
    """It does not work."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    level: Level
    name: str
    finding: str
    advice: str = ""
    """The remedy; empty where nothing is to be done."""


def hbase_version(info: ClusterInfo) -> Check:
    """Whether servers are of a line that the region-server jar was tested with."""
    known = {server.version for server in info.servers} - {_UNKNOWN_VERSION}
    versions = sorted({info.version, *known})
    finding = f"{', '.join(versions)} on {count(len(info.servers), 'region server')}"
    lines = lines_of_hbase()
    if not all(version.startswith(tuple(f"{line}." for line in lines)) for version in versions):
        advice = f"Use HBase {' or '.join(lines)}, with which the jar was tested."
        return Check(Level.FAIL, "HBase version", finding, advice)
    if len(versions) > 1:
        return Check(Level.WARN, "HBase version", finding, "Finish the upgrade of the servers.")
    advice = _untested(versions[0])
    return Check(Level.WARN if advice else Level.OK, "HBase version", finding, advice)


def _untested(version: str) -> str:
    """Advice about a version of the line that was not tested as it is; empty if it was."""
    name, is_of_apache = release_of(version)
    release = releases().get(name)
    tried = "The canary of deploy tries it, over store files too, before a table is changed."
    if release is None or not release.is_direct:
        known = "Not tested" if release is None else _KNOWN[release.tested]
        direct = ", ".join(each.name for each in releases().values() if each.is_direct)
        return (
            f"{known}: rows come through HBase's scanner, which takes several times as long. Store "
            f"files are read directly on HBase {direct}. {tried}"
        )
    if not is_of_apache:
        return f"A build of its own of HBase {name}, of which Apache's was tested. {tried}"
    return ""


def servers(info: ClusterInfo) -> Check:
    """Whether the cluster is at rest."""
    finding = (
        f"{info.dead_servers} dead, {count(info.regions_in_transition, 'region')} in transition"
    )
    if not info.servers:
        return Check(Level.FAIL, "servers", finding, "Start region servers.")
    if info.dead_servers or info.regions_in_transition:
        advice = "Wait until HBase has moved the regions; see the master's log if it does not."
        return Check(Level.WARN, "servers", finding, advice)
    return Check(Level.OK, "servers", finding)


def rights(
    cluster: Cluster, info: ClusterInfo, tables: Sequence[TableInfo], *, with_canary: bool = True
) -> Check:
    """Whether HBase lets the user change the tables."""
    user = cluster.user()
    if not checks_rights(info):
        return Check(Level.OK, "rights", f"{user}; the master has no {_ACCESS_CONTROLLER}")
    names = [table.name for table in tables] + [CANARY] * with_canary
    try:
        denied = [name for name in names if not cluster.may_change(name)]
    except AdminError as error:
        finding = f"{user}: not told, {error.values.get('reason', error.sentence)}"
        return Check(Level.WARN, "rights", finding, "Ask an administrator whether you have ADMIN.")
    if not denied:
        return Check(Level.OK, "rights", f"{user} may change tables")
    advice = f"Let an administrator run: grant '{user}', 'CA', '<table>'"
    if denied == [CANARY]:
        advice = (
            f"Let an administrator run: grant '{user}', 'C', '@default'; or deploy with --no-canary"
        )
    return Check(Level.FAIL, "rights", f"{user} may not change {', '.join(denied)}", advice)


def checks_rights(info: ClusterInfo) -> bool:
    """Whether the master lets not everybody do everything."""
    return _ACCESS_CONTROLLER in info.master_coprocessors


def whitelist(cluster: Cluster, info: ClusterInfo, place: JarPlace | None) -> Check:
    """Whether the master takes jars from the folder."""
    if _WHITELIST_OBSERVER not in info.master_coprocessors:
        return Check(Level.OK, "whitelist", "the master takes jars from any path")
    configured = cluster.conf(WHITELIST)
    if configured is None or place is None:
        advice = f"See {WHITELIST} in the masters' hbase-site.xml; the canary will tell."
        return Check(Level.WARN, "whitelist", "the master takes jars from some paths only", advice)
    allowed = [pattern.strip() for pattern in configured.split(",")]
    # The scheme may be left out, as in HBase.
    paths = (place.path, re.sub(r"^[a-z0-9]+:/*", "/", place.path))
    if any(fnmatchcase(path, pattern) for path in paths for pattern in allowed):
        return Check(Level.OK, "whitelist", f"{place.folder} is allowed")
    advice = f"Use --jar-folder with one of: {configured}; or add the folder to {WHITELIST}."
    return Check(Level.FAIL, "whitelist", f"{place.folder} is not allowed", advice)


def jar_folder(cluster: Cluster, place: JarPlace) -> Check:
    """Whether the folder can be read by all servers, and what lies there."""
    try:
        found = cluster.digest(place.path)
    except AdminError as error:
        finding = f"{place.folder} cannot be read: {error.values.get('reason', '')}"
        return Check(Level.FAIL, "jar folder", finding, "Choose another with --jar-folder.")
    if found and found != place.jar.digest:
        advice = "Somebody has changed it. Move it away, never overwrite it: servers use it."
        return Check(Level.FAIL, "jar folder", f"{place.path} has another digest", advice)
    # A cluster that keeps its own files in a folder of this name shares it among all servers.
    is_of_host = place.path.startswith("file:") and not cluster.quorum.is_local()
    if is_of_host and not _is_in_root(cluster, place):
        advice = "Use a folder that every host mounts under this path, or one in HDFS."
        return Check(Level.WARN, "jar folder", f"{place.folder} is of this machine", advice)
    state = "has the jar already" if found else "is free for the jar"
    finding = f"{place.folder} {state}"
    if place.passed_over:
        finding += f"; no file system on this machine reads {place.passed_over}"
    return Check(Level.OK, "jar folder", finding)


def named_jars(tables: Sequence[TableInfo], gone: Collection[str]) -> list[Check]:
    """A line where jars that tables name are gone. The deployment that is asked for repairs it."""
    users: dict[str, list[str]] = {}
    for table in tables:
        if table.jar and table.jar in gone:
            users.setdefault(table.jar, []).append(table.name)
    if not users:
        return []
    finding = "; ".join(f"{path} of {', '.join(names)} is gone" for path, names in users.items())
    return [Check(Level.WARN, "named jars", finding, JAR_IS_GONE_ADVICE)]


def gone_jars(cluster: Cluster, tables: Sequence[TableInfo]) -> set[str]:
    """Paths of the tables' jars whose place this machine can see, and that are not there."""
    return {
        path for path in {table.jar for table in tables if table.jar} if _is_gone(cluster, path)
    }


def _is_gone(cluster: Cluster, path: str) -> bool:
    if path.startswith("file:") and not cluster.quorum.is_local():
        return False
    try:
        return not cluster.digest(path)
    except AdminError:
        # Its file system cannot be asked from here.
        return False


def _is_in_root(cluster: Cluster, place: JarPlace) -> bool:
    root = cluster.conf("hbase.rootdir")
    if root is None or not cluster.has_file_system(root):
        return False
    return place.path.startswith(f"{cluster.qualified_path(root)}/")


def tables_enabled(tables: Sequence[TableInfo]) -> Check:
    """Whether the regions of the tables can answer."""
    disabled = [table.name for table in tables if not table.is_enabled]
    if disabled:
        advice = "Enable them first: regions of a disabled table cannot be verified."
        return Check(Level.FAIL, "tables", f"disabled: {', '.join(disabled)}", advice)
    return Check(Level.OK, "tables", f"{count(len(tables), 'table')} enabled")


def loaded_once(cluster: Cluster, tables: Sequence[TableInfo]) -> Check:
    """Check that the coprocessor of the tables is theirs alone.

    Region servers whose settings name it load it for every table, and once more for a table that
    names it too.
    """
    twice = [table.name for table in tables if table.is_enabled and is_loaded(cluster, table)]
    if not twice:
        return Check(Level.OK, "loaded once", "region servers do not load it for all tables")
    finding = f"{', '.join(twice)}: HBase loads it from their class path for all tables"
    return Check(Level.FAIL, "loaded once", finding, LOADED_TWICE_ADVICE)


def is_loaded(cluster: Cluster, table: TableInfo) -> bool:
    """Whether region servers load the coprocessor for the table whatever is attached to it."""
    answers = cluster.handshakes(table.name)
    if table.jar is None:
        return any(answer.state != RegionState.MISSING and answer.version for answer in answers)
    return any(answer.instances > 1 for answer in answers)


def count(number: int, noun: str) -> str:
    """A number with its noun.

    >>> count(1, "region"), count(2, "region")
    ('1 region', '2 regions')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
