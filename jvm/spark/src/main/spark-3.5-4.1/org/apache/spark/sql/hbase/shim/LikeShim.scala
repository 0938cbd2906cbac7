package org.apache.spark.sql.hbase.shim

import java.util

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.{Row, SparkSession}
import org.apache.spark.sql.catalyst.analysis.{
  ResolvedIdentifier,
  ResolvedPersistentView,
  ResolvedTable,
  ResolvedTempView,
  TableAlreadyExistsException
}
import org.apache.spark.sql.catalyst.catalog.{CatalogTable, CatalogUtils}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.trees.BinaryLike
import org.apache.spark.sql.catalyst.util.CharVarcharUtils
import org.apache.spark.sql.connector.catalog.{
  CatalogV2Util,
  Column,
  Identifier,
  Table,
  TableCapability,
  TableCatalog,
  V1Table
}
import org.apache.spark.sql.execution.command.{CreateTableLikeCommand, RunnableCommand}
import org.apache.spark.sql.types.StructType

/** A catalog that has CREATE TABLE ... LIKE, for which Spark asks since 4.2; before, our parser does. */
private[hbase] trait LikeShim extends DeclaringCatalog

private[hbase] object LikeShim {

  /**
   * Gives a parsed CREATE TABLE ... LIKE the names of its two tables: of the new one and of its source. None: Spark plans
   * the statement for tables of any catalog.
   */
  val named: Option[(LogicalPlan, LogicalPlan, LogicalPlan) => LogicalPlan] = Some {
    case (like: CreateTableLikeCommand, table, source) => CreateLike(table, source, properties(like), like.ifNotExists)
    case (other, _, _) => other
  }

  /** The clauses of the statement, as Spark 4.2 tells them to a catalog. */
  private def properties(like: CreateTableLikeCommand): Map[String, String] = {
    val storage = like.fileFormat
    like.properties ++
      storage.inputFormat.map("hive.input-format" -> _) ++
      storage.outputFormat.map("hive.output-format" -> _) ++
      storage.serde.map("hive.serde" -> _) ++
      storage.properties.map { case (name, value) => TableCatalog.OPTION_PREFIX + name -> value } ++
      like.provider.map(TableCatalog.PROP_PROVIDER -> _) ++
      storage.locationUri.map(TableCatalog.PROP_LOCATION -> CatalogUtils.URIToString(_))
  }
}

/** Creates a table of HBase like another table or view, of any catalog. */
private[hbase] final case class CreateLike(
    table: LogicalPlan,
    source: LogicalPlan,
    properties: Map[String, String],
    ifNotExists: Boolean
) extends RunnableCommand
    with BinaryLike[LogicalPlan] {

  override def left: LogicalPlan = table

  override def right: LogicalPlan = source

  override protected def withNewChildrenInternal(newLeft: LogicalPlan, newRight: LogicalPlan): LogicalPlan =
    copy(table = newLeft, source = newRight)

  override def run(session: SparkSession): Seq[Row] = {
    table match {
      case ResolvedIdentifier(catalog: DeclaringCatalog, ident) => create(catalog, ident)
      case other => throw new IllegalStateException(s"no table of HBase: $other")
    }
    Nil
  }

  private def create(catalog: DeclaringCatalog, ident: Identifier): Unit =
    if (!catalog.tableExists(ident)) {
      val from = sourceTable
      try catalog.createLike(ident, DeclaringShim.like(from, columns(from), properties.asJava), from)
      catch {
        case _: TableAlreadyExistsException if ifNotExists => // another session was faster
      }
    } else if (!ifNotExists) throw new TableAlreadyExistsException(ident)

  private def sourceTable: Table = source match {
    case ResolvedTable(_, _, found, _) => found
    case ResolvedPersistentView(_, _, view) => new ViewColumns(view)
    case ResolvedTempView(_, view) => new ViewColumns(view)
    case other => throw new IllegalStateException(s"neither table nor view: $other")
  }

  private def columns(from: Table): Array[Column] = from match {
    case table: V1Table => CatalogV2Util.structTypeToV2Columns(CharVarcharUtils.getRawSchema(table.v1Table.schema))
    case _ => from.columns
  }
}

/** A view as the source of a table. Spark 3.5 knows its schema, later lines its definition. */
private final class ViewColumns(view: Any) extends Table {
  override def name(): String = "view"

  override def columns(): Array[Column] = CatalogV2Util.structTypeToV2Columns(CharVarcharUtils.getRawSchema(schema()))

  override def schema(): StructType = view match {
    case known: StructType => known
    case definition: CatalogTable => definition.schema
  }

  override def capabilities(): util.Set[TableCapability] = util.Collections.emptySet()
}
