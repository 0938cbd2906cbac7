package org.apache.spark.sql.hbase.catalog.systemtable

import java.util

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.catalog._
import org.apache.spark.sql.connector.read.{LocalScan, ScanBuilder}
import org.apache.spark.sql.hbase.client.cluster.{ClusterSettings, Masters}
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.error.{HBaseErrors, NearestName}
import org.apache.spark.sql.hbase.schema.TableSchema
import org.apache.spark.sql.hbase.shim.TableShim
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/**
 * A read-only table `<namespace>.<table>.<kind>` with facts that HBase knows about the HBase table below a SQL table.
 * HBase is asked once for each mention in a query, when it is planned. Immutable.
 */
private[hbase] final class HBaseMetadataTable(
    catalogName: String,
    settings: ClusterSettings,
    of: TableSchema,
    kind: MetadataTableKind
) extends TableShim
    with SupportsRead {

  override def name(): String = s"$catalogName.${of.fullName}.${kind.name}"

  override def columns(): Array[Column] = CatalogV2Util.structTypeToV2Columns(kind.columns)

  override def capabilities(): util.Set[TableCapability] = util.EnumSet.of(TableCapability.BATCH_READ)

  override def newScanBuilder(options: CaseInsensitiveStringMap): ScanBuilder = {
    options.asCaseSensitiveMap.keySet.stream.findFirst.ifPresent { option =>
      throw HBaseErrors.UnknownOption.analysis(NearestName.values("option", option, Nil) :+ ("table" -> name()): _*)
    }
    () =>
      new LocalScan {
        override def readSchema(): StructType = kind.columns
        override lazy val rows: Array[InternalRow] = read()
      }
  }

  private def read(): Array[InternalRow] = HBaseCluster.use(settings) { shared =>
    if (!Masters.ask[Boolean](shared.connection, _.tableExists(of.tableName))) {
      throw HBaseErrors.HBaseTableMissing.analysis("table" -> of.fullName, "hbaseTable" -> of.hbaseTable)
    }
    kind.rows(shared.connection, of.tableName).toArray
  }
}

private[hbase] object HBaseMetadataTable {

  val kinds: Seq[MetadataTableKind] = Seq(RegionsTable, FamiliesTable, CoprocessorTable)

  /**
   * The SQL table that a metadata table is about.
   *
   * @param namespace of a table that is named without one
   */
  def tableOf(ident: Identifier, namespace: Array[String]): Option[Identifier] = ident.namespace match {
    case Array(namespace, table) => Some(Identifier.of(Array(namespace), table))
    case Array(table) if namespace.length == 1 => Some(Identifier.of(namespace, table))
    case _ => None
  }

  def kind(name: String): Option[MetadataTableKind] = kinds.find(_.name.equalsIgnoreCase(name))
}
