package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.internal.SQLConf

/** Upper and lower case: the letters of the line's ICU. */
object LettersShim {

  /** The reason why Spark maps other letters than the engine; None if it maps the same. */
  val others: Option[String] = None

  /** Whether the session maps letters by ICU, as the engine does. */
  def mapsByIcu: Boolean = SQLConf.get.getConf(SQLConf.ICU_CASE_MAPPINGS_ENABLED)
}
