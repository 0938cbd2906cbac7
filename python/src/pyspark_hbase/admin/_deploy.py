"""Attaches the coprocessor to tables so that none is left in a state that nobody wanted."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from pyspark_hbase._spark.jars import RegionServerJar, region_server_jar
from pyspark_hbase._text.text_enum import TextEnum
from pyspark_hbase.admin import _checks
from pyspark_hbase.admin._canary import try_jar
from pyspark_hbase.admin._checks import JAR_IS_GONE_ADVICE, Check, Level
from pyspark_hbase.admin._cluster import Cluster
from pyspark_hbase.admin._gc_jars import tables_naming
from pyspark_hbase.admin._jar_place import JarPlace
from pyspark_hbase.admin._model import ClusterInfo, TableInfo
from pyspark_hbase.admin._verify import describe, wrong_regions
from pyspark_hbase.errors import AdminError, PySparkHBaseError

WAIT_SECONDS: Final = 300.0

Tell = Callable[[str, str], None]
"""Called with a step and its result, when the step is done."""


class Outcome(TextEnum):
    """The outcome for one table."""

    DEPLOYED = "deployed"
    REPLACED = "replaced"
    """Another jar was attached before."""
    REOPENED = "reopened"
    """The right jar was attached, but not all regions ran it."""
    UNCHANGED = "unchanged"
    REMOVED = "removed"
    FAILED = "failed"
    """HBase refused the change, and the table is as it was."""
    ROLLED_BACK = "rolled back"
    """The change was made and undone: the table is as it was."""
    BROKEN = "broken"
    """The change was made, did not work and could not be undone."""
    NOT_TRIED = "not tried"
    """A table before it failed."""


_BAD: Final = frozenset({Outcome.FAILED, Outcome.ROLLED_BACK, Outcome.BROKEN, Outcome.NOT_TRIED})


@dataclass(frozen=True, slots=True)
class TableReport:
    """One table after a deployment, or in its plan."""

    table: str
    outcome: Outcome
    regions: int = 0
    """Verified ones."""
    reason: str = ""


@dataclass(slots=True)
class DeployReport:
    """The steps that were taken, or with ``dry_run`` would be."""

    jar: str
    digest: str
    dry_run: bool
    checks: list[Check]
    tables: list[TableReport] = field(default_factory=list)

    @property
    def succeeded(self) -> bool:
        """Whether every table is as asked."""
        return not any(table.outcome in _BAD for table in self.tables)


@dataclass(frozen=True, slots=True)
class DeployOptions:
    """The options of a deployment."""

    jar_folder: str | None = None
    """URI of a folder that all servers can read; None for the cluster's own."""
    jar: RegionServerJar | None = None
    """None for the one of this installation."""
    dry_run: bool = False
    canary: bool = True
    wait_seconds: float = WAIT_SECONDS
    """The time that the master may take for one table, or with ``rolling`` for its next region."""
    rolling: int = 0
    """The number of regions of a table that are opened again at once; 0 for all."""


def deploy(
    cluster: Cluster,
    tables: Iterable[str],
    options: DeployOptions | None = None,
    *,
    tell: Tell = lambda step, result: None,
) -> DeployReport:
    """Attach the region-server jar of this installation to tables, by name or pattern.

    Checks the cluster, copies the jar to the folder under a name with its digest, and tries it on a
    table of its own. Then it changes one table after the other and asks each region of a table
    which code answers. A table whose regions do not all answer becomes what it was, and the tables
    behind it are not tried. Calling it again changes nothing, or finishes what was interrupted.

    Raises:
        AdminError: PREFLIGHT_FAILED, JAR_PATH_DENIED, JAR_DIFFERS, RIGHT_MISSING, CANARY_FAILED and
            others, all before a table was changed.
    """
    options = options or DeployOptions()
    jar = options.jar or RegionServerJar.read(region_server_jar())
    found = cluster.find_tables(tables)
    info = cluster.info()
    place = JarPlace.of(cluster, jar, options.jar_folder)
    gone = _checks.gone_jars(cluster, found)
    checks = [
        *preflight(cluster, info, found, place, with_canary=options.canary),
        *_checks.named_jars(found, gone),
    ]
    _require(checks)
    _tell_checks(checks, tell)
    planned = {table.name: _planned(cluster, table, place) for table in found}
    report = DeployReport(place.path, jar.digest, options.dry_run, checks)
    changes = [name for name, outcome in planned.items() if outcome != Outcome.UNCHANGED]
    if options.dry_run or not changes:
        report.tables = [TableReport(name, outcome) for name, outcome in planned.items()]
        tell("plan", f"{len(changes)} of {_checks.count(len(found), 'table')} to change")
        return report
    is_new = _upload(cluster, place)
    tell("upload", place.path if is_new else f"{place.path} is there already")
    if options.canary:
        try:
            found_right = try_jar(cluster, place, len(info.servers), options.wait_seconds)
        except (PySparkHBaseError, KeyboardInterrupt):
            if is_new:
                _take_away(cluster, place, tell)
            raise
        tell("canary", found_right)
        # Another deployment that uploaded this jar, and failed, has taken it away if no table named
        # it then. From here on the master refuses a table whose jar is not there.
        _upload(cluster, place)
    of_gone_jars = {table.name for table in found if table.jar in gone}
    change = _Change(cluster, place, options.wait_seconds, options.rolling, of_gone_jars)
    for name, outcome in planned.items():
        done = change.make(name, outcome) if report.succeeded else _not_tried(name)
        report.tables.append(done)
        tell(name, f"{done.outcome}{': ' if done.reason else ''}{done.reason}")
    return report


def _tell_checks(checks: Sequence[Check], tell: Tell) -> None:
    """Tell how many checks passed, and each that gives a warning."""
    warnings = [check for check in checks if check.level is Level.WARN]
    passed = f"{_checks.count(len(checks) - len(warnings), 'check')} passed"
    tell("preflight", passed + (f", {len(warnings)} warned" if warnings else ""))
    for check in warnings:
        advice = f" -> {check.advice}" if check.advice else ""
        tell(f"warning of {check.name}", f"{check.finding}{advice}")


def undeploy(
    cluster: Cluster,
    tables: Iterable[str],
    *,
    dry_run: bool = False,
    wait_seconds: float = WAIT_SECONDS,
    tell: Tell = lambda step, result: None,
) -> list[TableReport]:
    """Take the coprocessor off tables; queries go on, in Spark. The jar stays where it is."""
    reports: list[TableReport] = []
    for table in cluster.find_tables(tables):
        outcome = Outcome.UNCHANGED if table.jar is None else Outcome.REMOVED
        if outcome == Outcome.REMOVED and not dry_run:
            cluster.detach(table.name, wait_seconds)
            tell(table.name, outcome.value)
        reports.append(TableReport(table.name, outcome))
    return reports


def preflight(
    cluster: Cluster,
    info: ClusterInfo,
    tables: Sequence[TableInfo],
    place: JarPlace,
    *,
    with_canary: bool,
) -> list[Check]:
    """Check everything that must hold before a table is changed."""
    return [
        _checks.hbase_version(info),
        _checks.servers(info),
        _checks.tables_enabled(tables),
        _checks.loaded_once(cluster, tables),
        _checks.rights(cluster, info, tables, with_canary=with_canary),
        _checks.whitelist(cluster, info, place),
        _checks.jar_folder(cluster, place),
    ]


def _require(checks: Sequence[Check]) -> None:
    failed = [check for check in checks if check.level == Level.FAIL]
    if failed:
        raise AdminError(
            "PREFLIGHT_FAILED",
            "The cluster is not ready; nothing was changed.",
            **{check.name: f"{check.finding}. {check.advice}" for check in failed},
        )


def _planned(cluster: Cluster, table: TableInfo, place: JarPlace) -> Outcome:
    if table.jar is None:
        return Outcome.DEPLOYED
    if not place.is_at(table.jar):
        return Outcome.REPLACED
    wrong = wrong_regions(cluster, table.name, place.jar.digest)
    return Outcome.REOPENED if wrong else Outcome.UNCHANGED


def _upload(cluster: Cluster, place: JarPlace) -> bool:
    """Put the jar where it belongs; whether it was not there before."""
    # Preflight has refused another content under this name.
    if cluster.digest(place.path) == place.jar.digest:
        return False
    cluster.publish(place.jar.file, place.path, place.jar.digest)
    # Somebody else may have been faster under this name; region servers would run that file.
    found = cluster.digest(place.path)
    if found != place.jar.digest:
        raise AdminError(
            "JAR_DIFFERS",
            "The folder has a file with the name of the jar and other bytes, which somebody else "
            "put there. Delete the file, and let only administrators write to the folder.",
            path=place.path,
            expected=place.jar.digest,
            found=found or "no file",
        )
    return True


def _take_away(cluster: Cluster, place: JarPlace, tell: Tell) -> None:
    """Delete a jar that was uploaded in vain; another deployment may have used it meanwhile.

    It may attach the jar between the question here and the deletion. Then the second question here
    finds its table, or it finds the jar gone after its change: one of the two puts the jar back.
    Where deleting fails, the jar stays: the error of the deployment matters more.
    """
    try:
        if not tables_naming(cluster, place.jar.name):
            cluster.delete_jar(place.path)
            if tables_naming(cluster, place.jar.name):
                _upload(cluster, place)
    except PySparkHBaseError as error:
        tell("upload", f"{place.path} stays: {error}")


def _not_tried(name: str) -> TableReport:
    return TableReport(name, Outcome.NOT_TRIED)


@dataclass(frozen=True, slots=True)
class _Change:
    """Attaches the jar to one table, or leaves the table as it was."""

    cluster: Cluster
    place: JarPlace
    wait_seconds: float
    rolling: int
    of_gone_jars: Collection[str]
    """Tables that named a jar that was not there."""

    def make(self, name: str, outcome: Outcome) -> TableReport:
        """Do what is planned for a table."""
        if outcome == Outcome.UNCHANGED:
            return TableReport(name, outcome)
        before = self.cluster.descriptor(name)
        jar_was_gone = name in self.of_gone_jars
        try:
            self.cluster.attach(
                name, self.place.path, self.wait_seconds, regions_at_once=self.rolling
            )
            # Another deployment may have taken the jar away before it could see this table.
            _upload(self.cluster, self.place)
            wrong = wrong_regions(self.cluster, name, self.place.jar.digest)
            if not wrong:
                return TableReport(name, outcome, regions=len(self.cluster.handshakes(name)))
            reason = describe(wrong, self.place.jar.digest)
        except PySparkHBaseError as error:
            reason = str(error)
        except KeyboardInterrupt:
            if not jar_was_gone:
                self._undo(name, before)
            raise
        if jar_was_gone:
            # As it was, it could not open at all.
            opening = (
                f"Its jar was gone; it names {self.place.path} now. {JAR_IS_GONE_ADVICE} See "
                f"pyspark-hbase status {name}; what came meanwhile is: {reason}"
            )
            return TableReport(name, Outcome.BROKEN, reason=opening)
        return TableReport(name, self._undo(name, before), reason=reason)

    def _undo(self, name: str, before: bytes) -> Outcome:
        try:
            if self.cluster.descriptor(name) == before:
                return Outcome.FAILED
            self.cluster.restore(before, self.wait_seconds, regions_at_once=self.rolling)
        except PySparkHBaseError:
            return Outcome.BROKEN
        return Outcome.ROLLED_BACK
