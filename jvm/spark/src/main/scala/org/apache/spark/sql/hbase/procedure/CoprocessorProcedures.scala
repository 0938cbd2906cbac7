package org.apache.spark.sql.hbase.procedure

import org.apache.hadoop.hbase.TableName

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.hbase._
import org.apache.spark.sql.hbase.catalog.HBaseTableCatalog
import org.apache.spark.sql.hbase.catalog.store.{AttachedCoprocessor, CoprocessorAttachment, MetadataStore}
import org.apache.spark.sql.hbase.client.cluster.{ClusterSettings, SharedConnection}
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.conf.HBaseConf
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.read.report.CoprocessorStates
import org.apache.spark.sql.hbase.shim.Parameter
import org.apache.spark.sql.hbase.shim.classic.SparkSession
import org.apache.spark.sql.hbase.shim.ScalaShim._
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** Changes the coprocessor of one table's HBase table and answers with what its regions run afterwards. */
private[procedure] abstract class CoprocessorProcedure(catalog: HBaseTableCatalog, settings: => ClusterSettings)
    extends CatalogProcedure {

  protected def change(attachment: CoprocessorAttachment, table: TableName, arguments: InternalRow): AttachedCoprocessor

  override protected val output: StructType = new StructType()
    .add("hbase_table", StringType, nullable = false)
    .add("jar", StringType)
    .add("changed", BooleanType, nullable = false)
    .add("regions", IntegerType, nullable = false)
    .add("versions", StringType)

  override protected def run(arguments: InternalRow): InternalRow = {
    val given = TableArgument.text(arguments, 0)
    val (table, done) = HBaseCluster.use(settings) { shared =>
      val table = hbaseTable(shared, given)
      try table -> change(new CoprocessorAttachment(shared), table, arguments)
      finally CoprocessorStates.forget(settings, table.getNameAsString)
    }
    InternalRow(
      UTF8String.fromString(table.getNameAsString),
      done.jar.map(UTF8String.fromString).orNull,
      done.isChanged,
      done.regions,
      Option.when(done.versions.nonEmpty)(UTF8String.fromString(done.versions.mkString(","))).orNull
    )
  }

  private def hbaseTable(shared: SharedConnection, given: String): TableName = {
    val ident = TableArgument.identifier(SparkSession.active, catalog, given)
    new MetadataStore(shared.connection)
      .load(ident.namespace.head, ident.name)
      .getOrElse(throw TableArgument.unknown(catalog, given))
      .schema
      .tableName
  }
}

/** `CALL hbase.system.attach_coprocessor(table => 'ns.t', jar => 'hdfs:///jars/x.jar')`. */
private[hbase] final class AttachCoprocessorProcedure(catalog: HBaseTableCatalog, settings: => ClusterSettings)
    extends CoprocessorProcedure(catalog, settings) {

  override def name(): String = "attach_coprocessor"

  override def description(): String =
    "Attaches the region-server jar to the HBase table of a table, and checks that each of its regions runs it."

  override protected def arguments: Seq[Parameter] = Seq(
    TableArgument.Table,
    Parameter(
      "jar",
      StringType,
      s"a path that the region servers can read; default: ${HBaseConf.CoprocessorJar.key}",
      Some("''")
    )
  )

  override protected def change(
      attachment: CoprocessorAttachment,
      table: TableName,
      arguments: InternalRow
  ): AttachedCoprocessor = {
    val jar = Some(TableArgument.text(arguments, 1)).filterNot(_.isBlank).getOrElse {
      SQLConf.get.getConf(HBaseConf.CoprocessorJar)
    }
    if (jar.isBlank) {
      throw HBaseErrors.CoprocessorJarMissing.analysis(
        "hbaseTable" -> table.getNameAsString,
        "reason" -> "no path is given"
      )
    }
    attachment.attach(table, jar.trim)
  }
}

/** `CALL hbase.system.detach_coprocessor(table => 'ns.t')`. */
private[hbase] final class DetachCoprocessorProcedure(catalog: HBaseTableCatalog, settings: => ClusterSettings)
    extends CoprocessorProcedure(catalog, settings) {

  override def name(): String = "detach_coprocessor"

  override def description(): String =
    "Takes the coprocessor off the HBase table of a table, and checks that none of its regions runs it."

  override protected def arguments: Seq[Parameter] = Seq(TableArgument.Table)

  override protected def change(
      attachment: CoprocessorAttachment,
      table: TableName,
      arguments: InternalRow
  ): AttachedCoprocessor = attachment.detach(table)
}
