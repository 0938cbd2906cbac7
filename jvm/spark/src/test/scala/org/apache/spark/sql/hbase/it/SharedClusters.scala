package org.apache.spark.sql.hbase.it

import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit

import scala.collection.mutable
import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.hbase.NamespaceDescriptor

import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.cluster.HBaseCluster

/**
 * One embedded HBase for all tests of this JVM that ask for the same arguments, because a start takes as long as many tests.
 * A class leaves it [[empty]]. Ends with this JVM. Thread-safe.
 */
object SharedClusters {
  private val running = mutable.Map.empty[Seq[String], EmbeddedJvm]
  private val OwnNamespaces =
    Set(NamespaceDescriptor.DEFAULT_NAMESPACE_NAME_STR, NamespaceDescriptor.SYSTEM_NAMESPACE_NAME_STR)

  /** The jar of the coprocessor, at one path, so that a region server loads its classes once. */
  lazy val jar: Path = {
    val written = CoprocessorJar.write(Files.createTempFile("coprocessor", ".jar"))
    written.toFile.deleteOnExit()
    written
  }

  def of(arguments: String*): EmbeddedJvm = synchronized {
    running.getOrElseUpdate(
      arguments, {
        // The second query that reads a column is answered from memory, in all tests.
        val hbase = EmbeddedJvm.start(arguments ++ Seq("--conf", "hbase.sparksql.column.memory.eager=true"): _*)
        sys.addShutdownHook(hbase.close())
        hbase
      }
    )
  }

  /** Deletes all tables, and all namespaces but HBase's own. */
  def empty(hbase: EmbeddedJvm): Unit = HBaseCluster.use(ClusterSettings.ofQuorum(hbase.quorum)) { shared =>
    Using.resource(shared.connection.getAdmin) { admin =>
      val tables = admin.listTableNames().toSeq
      // All at once: each waits for the master most of its time.
      tables.filter(admin.isTableEnabled).map(admin.disableTableAsync).foreach(_.get(1, TimeUnit.MINUTES))
      tables.map(admin.deleteTableAsync).foreach(_.get(1, TimeUnit.MINUTES))
      tables.foreach(shared.regionLocations.forget)
      admin.listNamespaces().filterNot(OwnNamespaces).foreach(admin.deleteNamespace)
    }
  }
}
