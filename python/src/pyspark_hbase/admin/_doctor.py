"""Looks at everything that pushdown needs, and changes nothing."""

from __future__ import annotations

import os
import platform
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from pyspark_hbase._spark import jars
from pyspark_hbase._spark.jars import SHORT_DIGEST_LENGTH, RegionServerJar, version_of
from pyspark_hbase._spark.java import find_java, java_versions
from pyspark_hbase._spark.quorum import CONFIGURATION_VARIABLE, configured_site
from pyspark_hbase._text.extras import EXTRAS, lacking
from pyspark_hbase.admin import _checks
from pyspark_hbase.admin._checks import Check, Level
from pyspark_hbase.admin._class_path import other_hbase_jars
from pyspark_hbase.admin._cluster import Cluster
from pyspark_hbase.admin._jar_place import JarPlace
from pyspark_hbase.admin._model import RegionState
from pyspark_hbase.admin._releases import newest_release, release_of
from pyspark_hbase.admin._status import TableStatus, status
from pyspark_hbase.admin._verify import describe
from pyspark_hbase.errors import AdminError, CodedError, PySparkHBaseError, SetupError

_UNLINKED_ADVICE = (
    "Spark computed those. Run a release of HBase that docs/COMPATIBILITY.md lists and the whole "
    "jar; a region server forgets such calls when it starts anew."
)


def doctor(cluster: Cluster, *, jar_folder: str | None = None) -> list[Check]:
    """One line for each thing, from this machine to the regions of tables.

    What cannot be asked is a line that says why, and the other lines are there all the same.
    """
    jar = RegionServerJar.read(jars.region_server_jar())
    checks = this_machine()
    try:
        info = cluster.info()
    except PySparkHBaseError as error:
        return [*checks, Check(Level.FAIL, "cluster", str(error))]
    try:
        place = JarPlace.of(cluster, jar, jar_folder or _folder_of_tables(cluster))
        folder = _checks.jar_folder(cluster, place)
    except PySparkHBaseError as error:
        place = None
        finding = error.sentence if isinstance(error, CodedError) else str(error)
        folder = Check(Level.WARN, "jar folder", "not known", finding)
    return [
        *checks,
        _checks.hbase_version(info),
        _checks.servers(info),
        *_asked("rights", lambda: [_checks.rights(cluster, info, [])]),
        _checks.whitelist(cluster, info, place),
        folder,
        *_asked("tables", lambda: tables(cluster, jar)),
    ]


def _folder_of_tables(cluster: Cluster) -> str | None:
    """The folder whose jars most tables name; None where no table names any."""
    folders = Counter(table.jar.rpartition("/")[0] for table in cluster.tables() if table.jar)
    return folders.most_common(1)[0][0] if folders else None


def _asked(name: str, look: Callable[[], list[Check]]) -> list[Check]:
    """The checks of a part, or a line for all of them that says why there are none."""
    try:
        return look()
    except PySparkHBaseError as error:
        return [Check(Level.FAIL, name, str(error))]


def this_machine() -> list[Check]:
    """Check the parts that need no cluster: Java, Python, PySpark, and this package."""
    return [
        _java(),
        Check(Level.OK, "Python", f"Python {platform.python_version()} at {sys.executable}"),
        _pyspark(),
        _hbase_classes(),
        _extras(),
        installation(RegionServerJar.read(jars.region_server_jar())),
        _configuration(),
    ]


def _java() -> Check:
    try:
        java = find_java()
    except SetupError as error:
        return Check(Level.FAIL, "Java", str(error))
    found = f"Java {java.version} at {java.command}"
    if java.version in java_versions():
        return Check(Level.OK, "Java", found)
    tested = " and ".join(map(str, java_versions()))
    return Check(Level.WARN, "Java", found, f"The tests run on Java {tested}.")


def _pyspark() -> Check:
    installed = jars.pyspark_version()
    if installed is None:
        advice = "pip install 'pyspark-hbase[spark]'"
        return Check(
            Level.WARN, "PySpark", "not installed: queries go through Thrift alone", advice
        )
    try:
        jars.spark_jars()
    except SetupError as error:
        return Check(Level.FAIL, "PySpark", str(error))
    return Check(Level.OK, "PySpark", f"PySpark {installed}")


def _hbase_classes() -> Check:
    """Whether Spark loads HBase's classes from one release: those of this package's jar."""
    own = newest_release().name
    others = {
        jar: found for jar, found in other_hbase_jars().items() if release_of(found)[0] != own
    }
    if not others:
        return Check(Level.OK, "HBase classes", f"HBase {own} alone on Spark's class path")
    jar, found = next(iter(others.items()))
    more = f" and {_checks.count(len(others) - 1, 'other jar')}" if len(others) > 1 else ""
    finding = f"{jar} has HBase {found}{more}, this package's jar {own}"
    advice = (
        "Take those jars off Spark's class path (spark.jars, extraClassPath, "
        "SPARK_DIST_CLASSPATH): calls between two releases can fail."
    )
    return Check(Level.WARN, "HBase classes", finding, advice)


def _extras() -> Check:
    """Name the extras that are complete; none of them has to be."""
    lacks = {extra: lacking(modules) for extra, modules in EXTRAS.items()}
    complete = [extra for extra, missing in lacks.items() if not missing]
    others = [f"{extra} lacks {', '.join(missing)}" for extra, missing in lacks.items() if missing]
    finding = "; ".join([f"complete: {', '.join(complete) or 'none'}", *others])
    advice = f"pip install 'pyspark-hbase[{','.join(e for e in lacks if lacks[e])}]'"
    return Check(Level.OK, "extras", finding, advice if others else "")


def installation(jar: RegionServerJar) -> Check:
    """Whether the package and the jars in it are of one version."""
    package = jars.package_version()
    versions = {"region servers": jar.version}
    # Without a jar for the PySpark at hand that check fails already.
    with suppress(SetupError):
        versions |= {jar.stem: version_of(jar) for jar in jars.spark_jars()}
    wrong = [f"{where} {found}" for where, found in versions.items() if found != package]
    if wrong:
        finding = f"package {package}, jar for {', jar for '.join(wrong)}"
        return Check(Level.FAIL, "installation", finding, "Install the wheel anew.")
    digest = jar.digest[:SHORT_DIGEST_LENGTH]
    return Check(Level.OK, "installation", f"package and jars {package}, digest {digest}")


def tables(cluster: Cluster, jar: RegionServerJar) -> list[Check]:
    """The tables with our coprocessor, each a line; one line if there is none."""
    unread: list[Check] = []

    def unknown(error: AdminError) -> None:
        finding = f"SQL tables without the coprocessor are not looked at. {error}"
        unread.append(Check(Level.WARN, "tables", finding))

    found = status(cluster, unknown=unknown)
    if not found and not unread:
        finding = "no table has the coprocessor or is a SQL table"
        return [Check(Level.WARN, "tables", finding, "pyspark-hbase deploy")]
    checks = [
        _without(cluster, table)
        if table.table.jar is None
        else _of_gone_jar(table)
        if table.jar_is_gone
        else _table(table, jar)
        for table in found
    ]
    return [*checks, *unread, *_java_rules(cluster, found)]


def _without(cluster: Cluster, table: TableStatus) -> Check:
    """A SQL table to which nothing is attached; region servers may have the coprocessor anyway."""
    name = f"table {table.table.name}"
    if table.table.is_enabled and _checks.is_loaded(cluster, table.table):
        return Check(Level.OK, name, "region servers load the coprocessor for all tables")
    finding = "a SQL table without the coprocessor, its queries run in Spark"
    return Check(Level.WARN, name, finding, f"pyspark-hbase deploy {table.table.name}")


def _of_gone_jar(table: TableStatus) -> Check:
    answering = len(table.in_state(RegionState.ON, RegionState.OFF))
    finding = f"{table.table.jar} is gone, and regions do not open without it: {answering} of "
    finding += f"{_checks.count(len(table.handshakes), 'region')} answer"
    name = table.table.name
    return Check(Level.FAIL, f"table {name}", finding, f"pyspark-hbase deploy {name}")


def _java_rules(cluster: Cluster, found: list[TableStatus]) -> list[Check]:
    """Check that region servers compute local times and the like as Java does here."""
    answers = [(a.server, a.java) for table in found for a in table.handshakes if a.java]
    if not answers:
        return []
    own = cluster.java_rules()
    others = [(server, java) for server, java in answers if java.digest != own.digest]
    if not others:
        return [Check(Level.OK, "rules of Java", own.text)]
    servers = ", ".join(sorted({server for server, _ in others}))
    theirs = "; ".join(sorted({java.text for _, java in others}))
    finding = f"{servers}: {theirs}; here: {own.text}"
    advice = "Run one release of Java in both places: Spark computes what depends on it till then."
    return [Check(Level.WARN, "rules of Java", finding, advice)]


def _table(table: TableStatus, jar: RegionServerJar) -> Check:
    name = f"table {table.table.name}"
    if not table.table.is_enabled:
        return Check(Level.WARN, name, "disabled", "Its regions cannot be asked.")
    regions = _checks.count(len(table.handshakes), "region")
    again = f"pyspark-hbase deploy {table.table.name}"
    bad = [answer for answer in table.handshakes if not answer.runs(answer.digest)]
    if bad:
        digest = (table.digests or [jar.digest])[0]
        finding = f"{len(bad)} of {regions} cannot run sub-plans, {describe(bad, digest)}"
        return Check(Level.FAIL, name, finding, again)
    twice = [answer for answer in table.handshakes if answer.instances > 1]
    if twice:
        finding = f"loaded {max(answer.instances for answer in twice)} times in {len(twice)} of "
        return Check(Level.WARN, name, f"{finding}{regions}", _checks.LOADED_TWICE_ADVICE)
    if table.digests != [jar.digest]:
        return Check(Level.WARN, name, f"{regions}, {_others(table)}", again)
    if table.in_state(RegionState.OFF):
        finding = f"{regions}, sub-plans are switched off"
        return Check(Level.WARN, name, finding, f"pyspark-hbase enable {table.table.name}")
    slow = [answer.through_scanner for answer in table.handshakes if answer.through_scanner]
    verb = "runs" if len(table.handshakes) == 1 else "run"
    finding = f"{regions} {verb} {jar.version}, this jar"
    if slow:
        finding += f", {len(slow)} through HBase's scanner: {slow[0]}"
    advice = "docs/OPERATIONS.md, Reading store files, has the word." if slow else ""
    unlinked = [answer.unlinked for answer in table.handshakes if answer.unlinked]
    if unlinked:
        finding += f", {len(unlinked)} refused sub-plans: {unlinked[0]}"
        advice = _UNLINKED_ADVICE
    return Check(Level.WARN if advice else Level.OK, name, finding, advice)


def _others(table: TableStatus) -> str:
    digests = ", ".join(digest[:SHORT_DIGEST_LENGTH] for digest in table.digests)
    return f"another jar than this installation's: {digests or 'unknown'}"


def _configuration() -> Check:
    try:
        site = configured_site()
    except SetupError as error:
        return Check(Level.FAIL, "configuration", str(error))
    folder = os.environ.get(CONFIGURATION_VARIABLE)
    if site is not None:
        return Check(Level.OK, "configuration", f"hbase-site.xml of {folder}")
    if folder:
        return Check(Level.WARN, "configuration", f"no hbase-site.xml in {folder}, defaults")
    return Check(Level.OK, "configuration", f"{CONFIGURATION_VARIABLE} is not set, defaults")
