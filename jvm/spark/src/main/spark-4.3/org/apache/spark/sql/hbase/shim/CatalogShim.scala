package org.apache.spark.sql.hbase.shim

import java.util

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.analysis.{AsOfTimestamp, AsOfVersion}
import org.apache.spark.sql.connector.catalog._
import org.apache.spark.sql.hbase.shim.Optionals._
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** Asks a catalog for a table: Spark 4.3 tells it the options of the read too, and loads the table for each choice. */
trait CatalogShim extends ReadableCatalog {

  override def loadTable(ident: Identifier, context: TableContext, options: CaseInsensitiveStringMap): Table =
    context.timeTravel.toScala match {
      case Some(at: TimeTravel.AsOfTimestamp) => loadRead(ident, Some(AsOfTimestamp(at.micros)), options)
      case Some(at: TimeTravel.AsOfVersion) => loadRead(ident, Some(AsOfVersion(at.version)), options)
      case None if !context.writePrivileges.isEmpty => loadTable(ident, context.writePrivileges)
      case None => loadRead(ident, None, options)
    }

  override def tableStateOptionKeys(): util.Set[String] = stateOptions.toSet.asJava
}

object CatalogShim {

  /** Whether Spark tells a catalog the options of a read. */
  val tellsReadOptions: Boolean = true
}
