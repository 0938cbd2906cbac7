package org.apache.spark.sql.hbase.procedure

import org.apache.hadoop.hbase.TableName

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.hbase.catalog.HBaseTableCatalog
import org.apache.spark.sql.hbase.catalog.store.PhysicalTables
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.shim.Parameter
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/**
 * `CALL hbase.system.inspect(table => 'ns:t')`: looks at some rows of any HBase table and proposes the CREATE TABLE of a
 * SQL table over it. Changes nothing. Called on the driver.
 */
private[hbase] final class InspectProcedure(catalog: HBaseTableCatalog, settings: => ClusterSettings)
    extends CatalogProcedure {
  import InspectProcedure._

  override def name(): String = "inspect"

  override def description(): String =
    "Looks at some rows of an HBase table of another program and proposes a CREATE TABLE for it."

  override protected def arguments: Seq[Parameter] = Seq(
    Parameter("table", StringType, "HBase table, namespace:table"),
    Parameter("rows", IntegerType, "rows to look at, the first ones of each region", Some(DefaultRows.toString))
  )

  override protected val output: StructType = new StructType()
    .add("hbase_table", StringType, nullable = false)
    .add("rows", IntegerType, nullable = false)
    .add("ddl", StringType, nullable = false)

  override protected def run(arguments: InternalRow): InternalRow = {
    val name = tableName(TableArgument.text(arguments, 0))
    val rows = if (arguments.isNullAt(1)) 0 else arguments.getInt(1)
    if (rows < 1 || rows > MaxRows) throw invalid("rows", rows, s"a whole number from 1 to $MaxRows is needed")
    HBaseCluster.use(settings) { shared =>
      val descriptor = new PhysicalTables(shared.connection)
        .descriptor(name)
        .getOrElse(throw HBaseErrors.UnknownHBaseTable.analysis("hbaseTable" -> name))
      PhysicalTables.signature(descriptor).foreach { signature =>
        throw HBaseErrors.LayoutAlreadyKnown.analysis("hbaseTable" -> name, "layout" -> signature)
      }
      val sample = TableSample.of(shared.connection, name, rows)
      if (sample.rowKeys.isEmpty) throw HBaseErrors.NothingToInspect.analysis("hbaseTable" -> name)
      InternalRow(
        UTF8String.fromString(name.getNameAsString),
        sample.rowKeys.size,
        UTF8String.fromString(ProposedTable.ddl(catalog.name, name, sample))
      )
    }
  }

  private def tableName(given: String): TableName =
    try TableName.valueOf(given)
    catch {
      case e: IllegalArgumentException => throw invalid("table", given, e.getMessage)
    }

  private def invalid(argument: String, value: Any, reason: String): Exception =
    HBaseErrors.InvalidArgument.analysis(
      "procedure" -> name,
      "argument" -> argument,
      "value" -> value,
      "reason" -> reason
    )
}

private[hbase] object InspectProcedure {
  val DefaultRows = 1000
  val MaxRows = 100000
}
