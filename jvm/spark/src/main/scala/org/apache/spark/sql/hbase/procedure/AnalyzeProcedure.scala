package org.apache.spark.sql.hbase.procedure

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.util.DateTimeUtils
import org.apache.spark.sql.connector.catalog.Identifier
import org.apache.spark.sql.hbase.catalog.HBaseTableCatalog
import org.apache.spark.sql.hbase.catalog.store.MetadataStore
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.conf.DecodedTable
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema.TableStatistics
import org.apache.spark.sql.hbase.shim.Parameter
import org.apache.spark.sql.hbase.shim.classic.SparkSession
import org.apache.spark.sql.hbase.table.HBaseTable
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/**
 * `CALL hbase.system.analyze(table => 'ns.t')`: reads a table once and stores its statistics, which replace those of an
 * earlier call in one mutation. Called on the driver.
 */
private[hbase] final class AnalyzeProcedure(catalog: HBaseTableCatalog, settings: => ClusterSettings)
    extends CatalogProcedure {

  override def name(): String = "analyze"

  override def description(): String =
    "Counts the rows of a table, summarizes its columns and samples its row keys; Spark plans joins with the result."

  override protected def arguments: Seq[Parameter] = Seq(TableArgument.Table)

  override protected val output: StructType = new StructType()
    .add("table", StringType, nullable = false)
    .add("rows", LongType, nullable = false)
    .add("columns", IntegerType, nullable = false)
    .add("key_parts", IntegerType, nullable = false)
    .add("analyzed_at", TimestampType, nullable = false)

  override protected def run(arguments: InternalRow): InternalRow = {
    val session = SparkSession.active
    val (statistics, name) = analyze(TableArgument.identifier(session, catalog, TableArgument.text(arguments, 0)))
    InternalRow(
      UTF8String.fromString(name),
      statistics.rows,
      statistics.columns.size,
      statistics.keyParts.size,
      DateTimeUtils.instantToMicros(statistics.analyzedAt)
    )
  }

  /** The statistics that are stored now, and the full name of the table. */
  def analyze(ident: Identifier): (TableStatistics, String) = HBaseCluster.use(settings) { shared =>
    val store = new MetadataStore(shared.connection)
    val schema = store
      .load(ident.namespace.head, ident.name)
      .getOrElse(throw TableArgument.unknown(catalog, s"${ident.namespace.head}.${ident.name}"))
      .schema
    // Without the statistics that are there: damaged ones must not stop what replaces them.
    val table = new HBaseTable(catalog.name, settings, DecodedTable.of(schema, query = None))
    val found = TableAnalysis.of(SparkSession.active, table, shared)
    if (!store.putStatistics(schema, found)) throw HBaseErrors.TableChanged.analysis("table" -> schema.fullName)
    (found, schema.fullName)
  }
}
