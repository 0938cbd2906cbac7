package org.apache.spark.sql.hbase.random

import scala.util.Random

/** Draws whole queries over [[WideTable]]: filters, projections, groups, top-n. */
final class RandomQueries(random: Random, isCalm: Boolean) {
  private val expressions = new RandomExpressions(random, isCalm)
  import expressions.one

  def query(): RandomQuery = random.nextInt(10) match {
    case 0 | 1 => RandomQuery("k" +: named("exact", some(1, 3)(value())), where())
    case 2 | 3 => RandomQuery(aggregates(), where())
    case 4 | 5 | 6 => grouped()
    case 7 => RandomQuery(named("exact", some(1, 2)(value())), where(), isDistinct = true)
    case 8 => topN()
    case _ => RandomQuery(Seq("count(*) AS exact0"), some(1, 3)(condition()))
  }

  private def where(): Seq[String] = {
    val range = one(Seq(Nil, Seq(s"k BETWEEN ${random.nextInt(60)} AND ${60 + random.nextInt(60)}")))
    range ++ some(0, 2)(condition())
  }

  private def grouped(): RandomQuery = {
    val keys = some(1, 2)(key())
    RandomQuery(
      named("exact", keys) ++ aggregates(),
      where(),
      keys,
      one(
        Seq("GROUP BY %s", "GROUP BY %s", "GROUP BY %s", "GROUP BY ROLLUP(%s)", "GROUP BY CUBE(%s)") ++
          (if (keys.size == 2) Seq(s"GROUP BY GROUPING SETS((%s), (${keys.head}), ())") else Nil)
      )
    )
  }

  private def topN(): RandomQuery = {
    val order = some(1, 2)(s"${value()} ${one(Seq("ASC", "DESC"))} NULLS ${one(Seq("FIRST", "LAST"))}")
    RandomQuery(
      "k" +: named("exact", some(0, 1)(value())),
      where(),
      orderBy = order :+ "k",
      limit = Some(random.nextInt(20))
    )
  }

  private def key(): String = random.nextInt(4) match {
    case 0 => one(Seq("g", "b", "t", "c", "n"))
    case 1 => one(WideTable.plain.fieldNames.toSeq.filter(_ != "k"))
    case 2 if random.nextInt(3) == 0 => one(Seq("person", s"struct(g, ${value()})"))
    case _ => value()
  }

  private def value(): String = expressions.any(1 + random.nextInt(2))

  private def condition(): String = expressions.of(SqlKind.boolean, 1 + random.nextInt(3))

  private def aggregates(): Seq[String] = some(1, 4)(one(AggregateFunctions.all)).zipWithIndex.map { case (line, i) =>
    val call = expressions.fill(line.template, 1 + random.nextInt(2))
    val filter = if (random.nextInt(4) == 0 && !call.contains("FILTER")) s" FILTER (WHERE ${condition()})" else ""
    s"$call$filter AS ${if (line.isExact) "anyZero" else "close"}$i"
  }

  private def named(prefix: String, values: Seq[String]): Seq[String] =
    values.zipWithIndex.map { case (value, i) => s"$value AS $prefix$i" }

  private def some[A](least: Int, most: Int)(make: => A): Seq[A] =
    Seq.fill(least + random.nextInt(most - least + 1))(make)
}

object RandomQueries {

  /** A query and the settings to run it with. */
  def draw(random: Random): (RandomSettings, RandomQuery) = {
    val settings = RandomSettings.draw(random)
    (settings, new RandomQueries(random, isCalm = settings.isAnsi || random.nextBoolean()).query())
  }
}
