package org.apache.spark.sql.hbase.plan

import java.util
import java.util.concurrent.ConcurrentHashMap

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.analysis.NoSuchTableException
import org.apache.spark.sql.connector.catalog._
import org.apache.spark.sql.connector.expressions.Transform
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** The in-process tables of this JVM by name. */
final class InProcessCatalog extends TableCatalog {
  private var catalogName = ""

  override def initialize(name: String, options: CaseInsensitiveStringMap): Unit = catalogName = name

  override def name(): String = catalogName

  override def loadTable(ident: Identifier): Table =
    Option(InProcessCatalog.tables.get(ident.name)).getOrElse(throw new NoSuchTableException(ident))

  // Spark 3.5 asks for it; later lines have a default.
  override def createTable(
      ident: Identifier,
      schema: StructType,
      partitions: Array[Transform],
      properties: util.Map[String, String]
  ): Table = throw new UnsupportedOperationException

  override def listTables(namespace: Array[String]): Array[Identifier] =
    InProcessCatalog.tables.keySet.asScala.map(Identifier.of(namespace, _)).toArray

  override def alterTable(ident: Identifier, changes: TableChange*): Table = throw new UnsupportedOperationException

  override def dropTable(ident: Identifier): Boolean = InProcessCatalog.tables.remove(ident.name) != null

  override def renameTable(from: Identifier, to: Identifier): Unit = throw new UnsupportedOperationException
}

object InProcessCatalog {
  private val tables = new ConcurrentHashMap[String, InProcessTable]()

  def table(name: String): InProcessTable = tables.get(name)

  def put(table: InProcessTable): Unit = tables.put(table.name, table)
}
