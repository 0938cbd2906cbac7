"""Removes region-server jars that no table needs any more."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final

from pyspark_hbase._spark.jars import RegionServerJar, region_server_jar
from pyspark_hbase._text.text_enum import TextEnum
from pyspark_hbase.admin import _checks
from pyspark_hbase.admin._cluster import Cluster
from pyspark_hbase.admin._jar_place import JarPlace
from pyspark_hbase.admin._model import JarUsers, PublishedJar
from pyspark_hbase.errors import AdminError

KEPT_SECONDS: Final = 86_400.0


class JarOutcome(TextEnum):
    """The outcome for a jar."""

    DELETED = "deleted"
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class JarReport:
    """One jar of the folder."""

    path: str
    bytes: int
    outcome: JarOutcome
    reason: str = ""
    """The reason to keep it."""


def gc_jars(
    cluster: Cluster,
    *,
    jar_folder: str | None = None,
    dry_run: bool = False,
    kept_seconds: float = KEPT_SECONDS,
    current: RegionServerJar | None = None,
) -> list[JarReport]:
    """Delete the published jars of a folder that nothing names; with ``dry_run`` say which.

    Jars that a table names are kept, disabled tables included, and so is the ``current`` one (None:
    the one of this installation). Jars younger than ``kept_seconds`` are kept, because somebody may
    be about to attach them. Jars that are not younger than a snapshot are kept, because it may name
    them. The folder is the one of :func:`deploy`; it must be this cluster's own.

    Raises:
        AdminError: RIGHT_MISSING where HBase does not show us all tables, JAR_FOLDER_SHARED where
            no folder is given and the one of the cluster may hold the jars of others.
    """
    _require_all_tables(cluster)
    jar = current or RegionServerJar.read(region_server_jar())
    place = JarPlace.of(cluster, jar, jar_folder)
    if jar_folder is None and place.is_shared:
        raise AdminError(
            "JAR_FOLDER_SHARED",
            "All clusters of this machine take their jars from this folder, and this one does not "
            "know the tables of the others. Give --jar-folder to delete jars there all the same.",
            folder=place.folder,
        )
    jars = cluster.published_jars(place.folder)
    # After the jars: one that is attached meanwhile is seen.
    users = cluster.jar_users()
    reports = []
    for each in jars:
        reason = _reason(each, users, place, kept_seconds)
        if not reason and not dry_run:
            cluster.delete_jar(each.path)
        outcome = JarOutcome.KEPT if reason else JarOutcome.DELETED
        reports.append(JarReport(each.path, each.bytes, outcome, reason))
    return reports


def tables_naming(cluster: Cluster, jar: str) -> list[str]:
    """The tables that name a jar, by its file name.

    Raises:
        AdminError: RIGHT_MISSING where HBase does not show us all tables.
    """
    _require_all_tables(cluster)
    return _naming(cluster.jar_users(), jar)


def _require_all_tables(cluster: Cluster) -> None:
    if _checks.checks_rights(cluster.info()) and not cluster.may_administer():
        raise AdminError(
            "RIGHT_MISSING",
            "Only a user who sees all tables knows which jars are needed. Have a user with the "
            "global right ADMIN run gc-jars.",
            user=cluster.user(),
        )


def _naming(users: JarUsers, jar: str) -> list[str]:
    return [table for table, path in users.paths if _names(path, jar)]


def _reason(jar: PublishedJar, users: JarUsers, place: JarPlace, kept_seconds: float) -> str:
    name = jar.path.rpartition("/")[2]
    tables = _naming(users, name)
    if tables:
        others = len(tables) - 1
        return f"{tables[0]} and {others} more name it" if others else f"{tables[0]} names it"
    if name == place.jar.name:
        return "of this installation"
    if jar.age_seconds < kept_seconds:
        return "too young"
    if users.snapshot is not None and users.snapshot_age_seconds <= jar.age_seconds:
        return f"snapshot {users.snapshot} may name it"
    return ""


def _names(path: str, name: str) -> bool:
    """Whether a path of a descriptor can mean the jar: file, pattern, or folder of jars."""
    last = path.rpartition("/")[2]
    return not last.endswith(".jar") or fnmatchcase(name, last)
