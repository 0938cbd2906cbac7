package org.apache.spark.sql.hbase.error

import java.util.Locale

import org.apache.commons.text.similarity.LevenshteinDistance

/** Finds what a user probably meant, for messages about unknown names. */
object NearestName {
  def of(name: String, candidates: Iterable[String]): Option[String] = {
    val wanted = name.toLowerCase(Locale.ROOT)
    candidates.minByOption(c => (LevenshteinDistance.getDefaultInstance.apply(wanted, c.toLowerCase(Locale.ROOT)), c))
  }

  /** Keyed values for an error: the name, and the nearest candidate if there is any. */
  def values(key: String, name: String, candidates: Iterable[String]): Seq[(String, Any)] =
    Seq(key -> name) ++ of(name, candidates).map("didYouMean" -> _)
}
