package org.apache.spark.sql.hbase.shim

/** Upper and lower case: the letters of the line's ICU, or of its Java. */
object LettersShim {

  /** The reason why Spark maps other letters than the engine; None if it maps the same. */
  val others: Option[String] = Some("Spark before 4.2 has the letters of Unicode 16, the region server those of 17")

  /** Whether the session maps letters by ICU, as the engine does. */
  def mapsByIcu: Boolean = false
}
