package org.apache.spark.sql.hbase.error

import java.util.Locale

import org.apache.spark.sql.hbase.shim.ScalaShim._

/** Finds what a user probably meant, for messages about unknown names. Python's `_text/nearest.py` does the same. */
object NearestName {

  /** The candidate of the smallest distance, whatever the case of letters; none if a third of the letters differ and more. */
  def of(name: String, candidates: Iterable[String]): Option[String] =
    candidates.toSeq
      .map(candidate => candidate -> distance(lower(name), lower(candidate)))
      .filter { case (candidate, distance) => distance * 3 <= math.max(name.length, candidate.length) }
      // Few people mistake the first letter.
      .sortBy { case (candidate, distance) =>
        (distance, lower(candidate).take(1) != lower(name).take(1), candidate)
      }
      .headOption
      .map(_._1)

  /** Keyed values for an error: the name, and the nearest candidate if there is any. */
  def values(key: String, name: String, candidates: Iterable[String]): Seq[(String, Any)] =
    Seq(key -> name) ++ of(name, candidates).map("didYouMean" -> _)

  /** Letters to insert, delete or replace; two neighbours that changed places count once. */
  private def distance(from: String, to: String): Int = {
    val rows = Array.tabulate(from.length + 1, to.length + 1)((i, j) => if (i == 0) j else if (j == 0) i else 0)
    for (i <- 1 to from.length; j <- 1 to to.length) {
      val replaced = rows(i - 1)(j - 1) + (if (from(i - 1) == to(j - 1)) 0 else 1)
      val swapped = i > 1 && j > 1 && from(i - 1) == to(j - 2) && from(i - 2) == to(j - 1)
      val nearest =
        Seq(rows(i - 1)(j) + 1, rows(i)(j - 1) + 1, replaced) ++ Option.when(swapped)(rows(i - 2)(j - 2) + 1)
      rows(i)(j) = nearest.min
    }
    rows(from.length)(to.length)
  }

  private def lower(name: String): String = name.toLowerCase(Locale.ROOT)
}
