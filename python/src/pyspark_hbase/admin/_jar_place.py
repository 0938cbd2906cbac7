"""The place where a cluster finds the region-server jar."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pyspark_hbase._spark.jars import RegionServerJar, cache_folder
from pyspark_hbase.admin._cluster import Cluster
from pyspark_hbase.errors import AdminError

_SLASHES: Final = re.compile(r"^file:/+")


@dataclass(frozen=True, slots=True)
class JarPlace:
    """A jar and the folder of the cluster that it belongs into."""

    jar: RegionServerJar
    folder: str
    passed_over: str = ""
    """The root of the cluster's files if its file system cannot be used from this machine."""

    @property
    def path(self) -> str:
        """The path of the jar on the cluster."""
        return f"{self.folder.rstrip('/')}/{self.jar.name}"

    def is_at(self, path: str) -> bool:
        """Whether a path of a descriptor is this one: file:/x is file:///x."""
        return _SLASHES.sub("file:/", path) == _SLASHES.sub("file:/", self.path)

    @property
    def is_shared(self) -> bool:
        """Whether the folder is the one that all clusters of this machine share."""
        return self.is_at(f"{cache_folder().as_uri()}/{self.jar.name}")

    @staticmethod
    def of(cluster: Cluster, jar: RegionServerJar, folder: str | None) -> JarPlace:
        """The place in ``folder``, or in the folder of the cluster.

        That is ``<hbase.rootdir>/pyspark-hbase/lib`` where this machine has the cluster's
        hbase-site.xml, and for a cluster of this machine the folder that sessions use too. Where
        Hadoop on this machine knows no file system for the root, as for ``s3://`` without
        hadoop-aws, it is the same folder below ``hbase.wal.dir``.

        Raises:
            AdminError: JAR_FOLDER_UNKNOWN, JAR_FOLDER_UNREACHABLE.
        """
        root, passed_over = _root(cluster) if folder is None else (None, "")
        if folder is None and root is not None:
            folder = f"{root.rstrip('/')}/pyspark-hbase/lib"
        if folder is None and cluster.quorum.is_local():
            folder = cache_folder().as_uri()
        if folder is None:
            raise AdminError(
                "JAR_FOLDER_UNKNOWN",
                "No folder is known from which region servers can read a jar. Name one with "
                "--jar-folder, such as hdfs:///apps/hbase/jars, or set HBASE_CONF_DIR to the "
                "folder of the cluster's hbase-site.xml.",
            )
        try:
            return JarPlace(jar, cluster.qualified_path(folder), passed_over)
        except AdminError as error:
            if "no host" in error.values.get("reason", ""):
                raise AdminError(
                    "JAR_FOLDER_UNKNOWN",
                    "The folder has no host, and nothing on this machine says which one it is. "
                    "Write the host into --jar-folder, such as hdfs://name-node:8020/jars, or set "
                    "HBASE_CONF_DIR to the folder of the cluster's hbase-site.xml and "
                    "core-site.xml.",
                    folder=folder,
                ) from error
            raise AdminError(
                "JAR_FOLDER_UNREACHABLE",
                "The file system of the jar folder cannot be used. Correct --jar-folder, or see "
                "whether its name node runs.",
                folder=folder,
                reason=error.values.get("reason", error.sentence),
            ) from error


def _root(cluster: Cluster) -> tuple[str | None, str]:
    """The folder of the cluster's own files, and the one that was passed over for it."""
    root = cluster.conf("hbase.rootdir")
    logs = cluster.conf("hbase.wal.dir")
    if root is None or logs is None or cluster.has_file_system(root):
        return root, ""
    return logs, root
