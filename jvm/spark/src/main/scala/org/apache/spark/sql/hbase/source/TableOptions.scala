package org.apache.spark.sql.hbase.source

import java.util.Locale

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema.TableSchema
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/**
 * The facts of a table that options declare, besides its schema.
 *
 * @param newTable what a write creates
 * @param isReadOnly which family proves that a row exists is known to the catalog only
 */
private[hbase] final case class TableOptions(newTable: Option[NewTable], isReadOnly: Boolean) {

  /** Called for each write before it is planned. */
  def prepareWrite(settings: ClusterSettings, schema: TableSchema): Unit = {
    if (isReadOnly) {
      throw HBaseErrors.UnsupportedStatement.analysis(
        "statement" -> "a write by options to an HBase table of several families that CREATE TABLE has made",
        "hbaseTable" -> schema.hbaseTable,
        "instead" -> "write to the table of the catalog"
      )
    }
    newTable.foreach(_.createIfMissing(settings, schema))
  }
}

private[hbase] object TableOptions {

  /** The options of a query without those that say what its table is. */
  def ofQuery(options: CaseInsensitiveStringMap): CaseInsensitiveStringMap =
    new CaseInsensitiveStringMap(options.asCaseSensitiveMap.asScala.filterNot { case (name, _) =>
      SourceOptions.isDefining(name.toLowerCase(Locale.ROOT))
    }.asJava)
}
