package org.apache.spark.sql.hbase.bulkload

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.hbase.TableNotFoundException

import org.apache.spark.sql.connector.distributions.{Distribution, Distributions}
import org.apache.spark.sql.connector.expressions.{Expressions, FieldReference, SortDirection, SortOrder}
import org.apache.spark.sql.connector.write._
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.conf.HBaseConf
import org.apache.spark.sql.hbase.function.RowKeyFunction
import org.apache.spark.sql.hbase.schema.SchemaJson
import org.apache.spark.sql.hbase.shim.classic.SparkSession
import org.apache.spark.sql.hbase.write.JobClock
import org.apache.spark.sql.internal.SQLConf

/**
 * Plans an append by store files. Spark gives each task the rows between two row keys. So all rows with one row key
 * meet in one task, and few tasks write into one region. A table without a catalog has no function that computes row
 * keys. Its tasks get the rows between two values of the key columns, which lie in few regions if values have the order
 * of their bytes.
 *
 * @param loaded is told what was loaded, on the driver
 */
final class BulkLoadWrite(
    target: BulkLoadTarget,
    parallel: Boolean,
    loaded: BulkLoadResult => Unit
) extends Write
    with RequiresDistributionAndOrdering {
  import target.{settings, table}

  override def description(): String = s"HBaseBulkLoad ${table.fullName}"

  override def requiredDistribution(): Distribution = {
    val keyColumns = table.keyColumns.map(c => FieldReference(Seq(c.name)))
    def rowKey =
      Expressions.apply(RowKeyFunction.name(), Expressions.literal(SchemaJson.whole(table)) +: keyColumns: _*)
    val order = if (target.hasCatalog) Seq(rowKey) else keyColumns
    Distributions.ordered(order.map(Expressions.sort(_, SortDirection.ASCENDING)).toArray)
  }

  /**
   * In parallel mode it counts that tasks become done one after the other. There Spark must not make few large ones of
   * them, which all end together. More than some files in a region would make it wait for compactions before the next
   * puts. 0 leaves the number to Spark.
   */
  override def requiredNumPartitions(): Int =
    if (!parallel || !target.hasCatalog) 0
    else {
      val regions = HBaseCluster.use(settings) { shared =>
        try TargetRegion.of(shared.connection, table.tableName).size
        catch {
          case _: TableNotFoundException => 0 // The job says it in words.
        }
      }
      if (regions < 2) 0
      else math.max(regions, math.min(SQLConf.get.numShufflePartitions, BulkLoadWrite.TasksPerRegion * regions))
    }

  /** Tasks sort by themselves: Spark would compute the row key for each comparison. */
  override def requiredOrdering(): Array[SortOrder] = Array.empty

  override def toBatch: BatchWrite = {
    val session = SparkSession.active
    val parent = session.sessionState.conf.getConf(HBaseConf.BulkFolder)
    val plan = BulkLoadPlan(target, JobClock.shared.next(), parallel, parent)
    new BulkLoadBatch(plan, BulkLoadWrite.configuration(settings, session.sessionState.newHadoopConf()), loaded)
  }
}

private[hbase] object BulkLoadWrite {

  /** Half of the files at which HBase's region servers hold up puts by default (`hbase.hstore.blockingStoreFiles`). */
  private val TasksPerRegion = 8

  /** Spark's file systems and the cluster's settings of HBase. */
  def configuration(settings: ClusterSettings, ofSpark: Configuration): Configuration = {
    val conf = settings.toConfiguration
    ofSpark.forEach { entry =>
      if (!entry.getKey.startsWith("hbase.") && !entry.getKey.startsWith("zookeeper."))
        conf.set(entry.getKey, entry.getValue)
    }
    conf
  }
}
