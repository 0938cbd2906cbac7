package org.apache.spark.sql.hbase.catalog.store

import scala.jdk.CollectionConverters._
import scala.util.control.NonFatal

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{Connection, TableDescriptor}

import org.apache.spark.sql.hbase.catalog.definition.{
  LegalNames,
  MappedDefinition,
  PhoenixTables,
  PropertyParser,
  StructFields,
  TableDefinition,
  TableProperties
}
import org.apache.spark.sql.hbase.conf.WriteOptions
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema.TableSchema
import org.apache.spark.sql.hbase.shim.TableDeclaration

/**
 * Runs CREATE and REPLACE TABLE: the HBase table first, then the metadata row, by which the SQL table is there. Thread-safe.
 *
 * @param defaultJar of the coprocessor, for HBase tables that are created
 */
private[hbase] final class TableCreator(connection: Connection, defaultJar: Option[String]) {
  import TableCreator._

  private val store = new MetadataStore(connection)
  private val tables = new PhysicalTables(connection)

  /** None: there is a SQL table of this name, and nothing was changed. */
  def create(namespace: String, name: String, statement: TableDeclaration): Option[TableSchema] =
    if (store.exists(namespace, name)) None
    else {
      val target = targetOf(namespace, name, statement, replaced = None)
      WriteOptions.ofStatement(statement.properties.asScala.toMap).headOption.foreach { case (option, value) =>
        throw TableProperties.invalid(option, value, "only CREATE TABLE ... AS SELECT writes rows")
      }
      target.properties.splits.filter(_ => target.properties.sampledRegions.isDefined).foreach { text =>
        throw TableProperties.invalid(
          TableProperties.Splits.name,
          text,
          "only CREATE TABLE ... AS SELECT has rows to sample"
        )
      }
      make(target)
      Some(target.schema).filter(store.create)
    }

  /**
   * Makes the HBase table of a statement that goes on to write rows. Until the commit no SQL table leads to it, and other
   * statements do not take it.
   *
   * @param replaced the SQL table of this name, None if there is none
   */
  def stage(
      namespace: String,
      name: String,
      statement: TableDeclaration,
      replaced: Option[StoredTable]
  ): StagedChange = {
    LeftTables.drop(connection, namespace, name)(_.isReplaced)
    val target = targetOf(namespace, name, statement, replaced)
    val isNew = target.existing.isEmpty
    val change = StagedChange(target.schema, isNew, replaced, target.properties.sampledRegions.filter(_ => isNew))
    if (change.isNew) store.stage(target.schema)
    try make(target)
    catch {
      case NonFatal(e) =>
        change.abort(connection)
        throw e
    }
    change
  }

  private def targetOf(
      namespace: String,
      name: String,
      statement: TableDeclaration,
      replaced: Option[StoredTable]
  ): Target = {
    val columns = StructFields.columnsAndFields(statement)
    val properties = PropertyParser.parse(statement.properties, columns)
    val hbaseTable = properties.table.getOrElse {
      val default = defaultTable(namespace, name, replaced)
      // The rows that are replaced stay where they are until the new ones are complete.
      if (replaced.isDefined && tables.descriptor(default).isDefined) freeName(default) else default
    }
    val existing = tables.descriptor(hbaseTable)
    val ours = existing.forall(PhysicalTables.signature(_).isDefined)
    val named = MappedDefinition.complete(properties, hbaseTable, existing, columns).copy(table = Some(hbaseTable))
    val escapesKeys = existing.forall(PhysicalTables.escapesKeys)
    val declared = TableDefinition.schema(namespace, name, statement, named, ours, escapesKeys)
    val schema = existing.fold(declared)(PhoenixTables.withoutLocalIndexes(declared, _))
    // Spark takes it for the table that it replaces: a query that was analyzed before is planned again over the new one.
    val successor = replaced.fold(schema) { before =>
      schema.copy(id = before.schema.id, schemaVersion = before.schema.schemaVersion + 1)
    }
    Target(successor, named, existing)
  }

  /** A SQL table whose name HBase does not take has said before what its HBase table is called. */
  private def defaultTable(namespace: String, name: String, replaced: Option[StoredTable]): TableName =
    replaced.filter(_ => LegalNames.table(namespace, name).isLeft).map(_.schema.tableName) match {
      case Some(before) =>
        TableName.valueOf(before.getNamespaceAsString, before.getQualifierAsString.replaceAll("-[0-9a-f]{8}$", ""))
      case None => TableDefinition.defaultTable(namespace, name)
    }

  private def freeName(default: TableName): TableName = {
    val suffixes = Iterator.continually(java.util.UUID.randomUUID().toString.take(8))
    suffixes
      .map(s => TableName.valueOf(default.getNamespaceAsString, s"${default.getQualifierAsString}-$s"))
      .find(tables.descriptor(_).isEmpty)
      .get
  }

  private def make(target: Target): Unit = target.existing match {
    case None =>
      val jar = target.properties.coprocessorJar.orElse(defaultJar).filter(_.nonEmpty)
      tables.create(target.schema, target.properties, jar)
    case Some(descriptor) =>
      if (store.isStaged(target.schema.hbaseTable)) {
        throw HBaseErrors.TableBeingCreated.analysis(
          "table" -> target.schema.fullName,
          "hbaseTable" -> target.schema.hbaseTable
        )
      }
      PhysicalTables.check(target.schema, descriptor)
      if (target.schema.adopted) PhoenixTables.checkCells(target.schema, connection)
      target.properties.coprocessorJar
        .filter(_.nonEmpty)
        .foreach(tables.attachCoprocessor(target.schema, descriptor, _))
  }
}

private[hbase] object TableCreator {
  final case class Target(schema: TableSchema, properties: TableProperties.Parsed, existing: Option[TableDescriptor])
}
