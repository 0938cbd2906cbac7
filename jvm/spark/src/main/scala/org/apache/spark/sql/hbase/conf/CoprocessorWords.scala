package org.apache.spark.sql.hbase.conf

import org.apache.spark.sql.hbase.client.scan.CoprocessorMode

/** The words that choose a `CoprocessorMode`, in lower case; `true` and `false` are older than the others. */
private[conf] object CoprocessorWords {
  val all: Seq[(String, CoprocessorMode)] = Seq(
    "auto" -> CoprocessorMode.AUTO,
    "require" -> CoprocessorMode.REQUIRE,
    "off" -> CoprocessorMode.OFF,
    "true" -> CoprocessorMode.AUTO,
    "false" -> CoprocessorMode.OFF
  )

  val names: Set[String] = all.map(_._1).toSet
}
