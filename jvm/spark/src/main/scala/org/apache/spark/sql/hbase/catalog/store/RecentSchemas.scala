package org.apache.spark.sql.hbase.catalog.store

import org.apache.hbase.thirdparty.com.google.common.cache.{Cache, CacheBuilder, Weigher}

import org.apache.spark.sql.hbase.schema.{SchemaJson, TableSchema}

/**
 * Tables as rows of the metadata table describe them. Spark loads a table several times for a query, and rows seldom
 * change. Equal texts give the same object, with all that was derived from it. Thread-safe.
 */
private[store] object RecentSchemas {
  val TableText = "table"

  def columnText(column: String): String = s"column:$column"

  /** Letters of all texts together. */
  private val MaxLetters = 16L << 20

  private final case class Row(namespace: String, name: String, texts: Map[String, String])

  private val letters: Weigher[Row, TableSchema] = (row, _) => row.texts.values.map(_.length).sum

  private val schemas: Cache[Row, TableSchema] =
    CacheBuilder.newBuilder().maximumWeight(MaxLetters).weigher(letters).build()

  /**
   * Reads a table.
   *
   * @param name that the statement says, whatever the row says of itself: rights and owners go by it
   * @param texts of the cells `table` and `column:<name>` by their qualifiers
   */
  def of(namespace: String, name: String, texts: Map[String, String]): TableSchema = {
    val row = Row(namespace, name, texts)
    Option(schemas.getIfPresent(row)).getOrElse {
      val read = SchemaJson.read(texts(TableText), column => texts.get(columnText(column)))
      val schema = read.copy(namespace = namespace, name = name)
      schemas.put(row, schema)
      schema
    }
  }
}
