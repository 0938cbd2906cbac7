package org.apache.spark.sql.hbase.bulkload

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.connector.write.{PhysicalWriteInfo, WriterCommitMessage}
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.schema.TableSchema
import org.apache.spark.sql.hbase.write.ShapeCheck

/** Does by hand what Spark does with a bulk load, and what it does when tasks or drivers die. */
object BulkLoadAttempts {
  private object OneTask extends PhysicalWriteInfo {
    override def numPartitions(): Int = 1
  }

  private def batch(settings: ClusterSettings, table: TableSchema) =
    new BulkLoadWrite(
      BulkLoadTarget(settings, table, ShapeCheck.none, hasCatalog = true),
      parallel = false,
      _ => ()
    ).toBatch

  /** The driver dies when its tasks begin. */
  def startOnly(table: TableSchema, settings: ClusterSettings): Unit =
    batch(settings, table).createBatchWriterFactory(OneTask)

  /** A first attempt writes all rows and dies before the driver hears of it; a second one is committed. */
  def repeatTask(table: TableSchema, settings: ClusterSettings, rows: DataFrame): Unit = {
    val write = batch(settings, table)
    val factory = write.createBatchWriterFactory(OneTask)
    val messages = rows
      .coalesce(1)
      .queryExecution
      .toRdd
      .mapPartitions { ofTask =>
        val all = ofTask.map(_.copy()).toList
        Iterator(1L, 2L).map { attempt =>
          Using.resource(factory.createWriter(0, attempt)) { writer =>
            all.foreach(writer.write)
            writer.commit()
          }
        }
      }
      .collect()
    val committed: Array[WriterCommitMessage] = Array(messages.last)
    write.commit(committed)
  }

  /** As region servers do that have taken them over. */
  def deleteStoreFiles(folder: Path): Unit =
    Using.resource(Files.walk(folder))(_.iterator.asScala.toList).filter(isStoreFile).foreach(Files.delete)

  private def isStoreFile(path: Path): Boolean =
    Files.isRegularFile(path) && path.getParent.getFileName.toString.matches("f[0-9]+")
}
