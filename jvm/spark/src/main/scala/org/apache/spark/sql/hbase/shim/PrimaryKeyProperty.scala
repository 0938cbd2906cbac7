package org.apache.spark.sql.hbase.shim

/** The property by which a PRIMARY KEY goes from our parser to the catalog, where Spark has no word for it. */
private[hbase] object PrimaryKeyProperty {
  val Name: String = "pyspark-hbase.primary-key"

  def text(columns: Seq[String]): String = columns.mkString(Separator)

  def columns(text: String): Seq[String] = text.split(Separator).toSeq

  private val Separator = "\u0000"
}
