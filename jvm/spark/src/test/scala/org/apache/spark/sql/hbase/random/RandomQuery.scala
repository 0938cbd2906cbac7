package org.apache.spark.sql.hbase.random

/**
 * A query over one table, in parts that can be left out. `@wide` stands for the table.
 *
 * @param select columns with their names: one that starts with `close` is compared within a tolerance
 * @param grouping of the group columns, with `%s` where they stand; empty: no GROUP BY
 * @param orderBy a total order, or nothing
 */
final case class RandomQuery(
    select: Seq[String],
    where: Seq[String] = Nil,
    groupBy: Seq[String] = Nil,
    grouping: String = "GROUP BY %s",
    orderBy: Seq[String] = Nil,
    limit: Option[Int] = None,
    isDistinct: Boolean = false
) {
  def sql: String = Seq(
    s"SELECT ${if (isDistinct) "DISTINCT " else ""}${select.mkString(", ")} FROM @wide",
    clause("WHERE", where, " AND "),
    if (groupBy.isEmpty) "" else grouping.replace("%s", groupBy.mkString(", ")),
    clause("ORDER BY", orderBy, ", "),
    limit.fold("")(rows => s"LIMIT $rows")
  ).filter(_.nonEmpty).mkString(" ")

  /** Returns the query without one of its parts, for each part. */
  def smaller: Seq[RandomQuery] = {
    val fewer = without(where).map(w => copy(where = w)) ++
      without(select).filter(_.nonEmpty).map(s => copy(select = s))
    val plainer = Seq(
      copy(limit = None),
      copy(isDistinct = false),
      copy(grouping = "GROUP BY %s")
    )
    (plainer ++ fewer).filter(_ != this)
  }

  private def clause(keyword: String, parts: Seq[String], separator: String): String =
    if (parts.isEmpty) "" else s"$keyword ${parts.mkString(separator)}"

  private def without[A](parts: Seq[A]): Seq[Seq[A]] = parts.indices.map(i => parts.patch(i, Nil, 1))
}
