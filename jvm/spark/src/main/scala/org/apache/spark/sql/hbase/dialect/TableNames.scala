package org.apache.spark.sql.hbase.dialect

import org.apache.spark.sql.catalyst.util.QuotingUtils
import org.apache.spark.sql.connector.catalog.{CatalogManager, Identifier}
import org.apache.spark.sql.hbase.catalog.HBaseTableCatalog
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.shim.ScalaShim._

/** The full name of a table of an HBase catalog. */
private[dialect] final case class HBaseName(catalog: String, namespace: Seq[String], table: String) {

  /** As a statement names it, whatever the catalog in use. */
  def sql: String = (catalog +: namespace :+ table).map(QuotingUtils.quoteIdentifier).mkString(".")

  /** As a procedure of the catalog takes it. */
  def inCatalog: String = QuotingUtils.quoted(Identifier.of(namespace.toArray, table))
}

/** Finds the names of a session that lead to HBase. */
private[dialect] trait TableNames {

  /** None: by Spark's own rules the name is one of another catalog. */
  def ofHBase(name: Seq[String]): Option[HBaseName]

  /**
   * For statements that only HBase tables have: where another catalog is in use, a name without a catalog is one of the
   * catalog `hbase`. An error if that is not there either.
   */
  def mapped(name: Seq[String]): HBaseName
}

/**
 * Names as the catalogs of one session say. Thread-safe as far as the session is.
 *
 * @param catalogs asked for with the first statement of the dialect: the parser is made before them
 */
private[dialect] final class SessionTableNames(catalogs: => CatalogManager) extends TableNames {
  import SessionTableNames._

  override def ofHBase(name: Seq[String]): Option[HBaseName] =
    if (hasCatalog(name)) {
      Option.when(isHBase(name.head))(HBaseName(name.head, namespace(name.tail), name.last))
    } else {
      inUse(name)
    }

  override def mapped(name: Seq[String]): HBaseName = ofHBase(name).orElse(inDefault(name)).getOrElse {
    throw HBaseErrors.NotAnHBaseCatalog.analysis(
      "table" -> QuotingUtils.quoted(Identifier.of(name.init.toArray, name.last)),
      "catalogInUse" -> catalogs.currentCatalog.name
    )
  }

  private def inUse(name: Seq[String]): Option[HBaseName] = catalogs.currentCatalog match {
    case catalog: HBaseTableCatalog =>
      val given = if (name.size == 1) catalogs.currentNamespace.toSeq :+ name.head else name
      Some(HBaseName(catalog.name, namespace(given), name.last))
    case _ => None
  }

  private def inDefault(name: Seq[String]): Option[HBaseName] =
    Option.when(!hasCatalog(name) && catalogs.isCatalogRegistered(DefaultCatalog) && isHBase(DefaultCatalog)) {
      HBaseName(DefaultCatalog, namespace(name), name.last)
    }

  private def hasCatalog(name: Seq[String]): Boolean = name.size > 1 && catalogs.isCatalogRegistered(name.head)

  private def isHBase(catalog: String): Boolean = catalogs.catalog(catalog).isInstanceOf[HBaseTableCatalog]

  /** @param name of a table, without a catalog */
  private def namespace(name: Seq[String]): Seq[String] =
    if (name.size == 1) Seq(HBaseTableCatalog.DefaultNamespace) else name.init
}

private[dialect] object SessionTableNames {
  private val DefaultCatalog = "hbase"
}
