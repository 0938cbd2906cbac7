package org.apache.spark.sql.hbase.random

import java.math.BigDecimal
import java.sql.Date
import java.time.LocalDate

import scala.util.Random

import org.apache.spark.sql.Row
import org.apache.spark.sql.types._

/** A query with joins, of which `@` stands before the name of each table, and the session settings to run it with. */
final case class RandomJoin(sql: String, settings: Seq[(String, String)]) {
  def on(table: String => String): String =
    RandomJoins.TableName.replaceAllIn(sql, found => table(found.group(1)))

  override def toString: String = s"${settings.map { case (key, value) => s"$key=$value" }.mkString(", ")}: $sql"
}

/** Draws queries with one or two joins over tables that all have the columns of [[RandomJoins.schema]]. */
final class RandomJoins(random: Random, tables: Seq[String]) {
  import RandomJoins._

  def draw(): RandomJoin = RandomJoin(query(), settings())

  private def query(): String = random.nextInt(8) match {
    case 0 => bySubquery()
    case _ =>
      val first = join("r", Seq("l"))
      val second = if (random.nextInt(4) == 0) Some(join("s", first.sides)) else None
      val sides = second.fold(first.sides)(_.sides)
      val hint = one(Seq("", "", s"BROADCAST(${one(Seq("l", "r"))})", "SHUFFLE_HASH(r)", "MERGE(r)", "BROADCAST(r, s)"))
      select(hint, s"${side("l")}${first.sql}${second.fold("")(_.sql)}", sides)
  }

  /** @param sides whose columns there are behind the join */
  private case class Join(sql: String, sides: Seq[String])

  private def join(other: String, sides: Seq[String]): Join = {
    val joinType = one(Types)
    val stays = joinType.endsWith("SEMI JOIN") || joinType.endsWith("ANTI JOIN")
    Join(s" $joinType ${side(other)} ON ${condition(one(sides), other)}", if (stays) sides else sides :+ other)
  }

  private def bySubquery(): String = {
    val (mine, theirs) = one(Pairs)
    val where = random.nextInt(4) match {
      case 0 => s"l.$mine IN (SELECT r.$theirs FROM ${side("r")})"
      case 1 => s"l.$mine NOT IN (SELECT r.$theirs FROM ${side("r")})"
      case 2 => s"EXISTS (SELECT 1 FROM ${side("r")} WHERE ${condition("l", "r")})"
      case _ => s"NOT EXISTS (SELECT 1 FROM ${side("r")} WHERE ${condition("l", "r")})"
    }
    select("", s"${side("l")}", Seq("l"), Seq(where))
  }

  private def select(hint: String, from: String, sides: Seq[String], where: Seq[String] = Nil): String = {
    val conditions = where ++ Seq.fill(one(Seq(0, 0, 1, 2)))(filter(s"${one(sides)}."))
    def column(from: Seq[String]): String = s"${one(sides)}.${one(from)}"
    val (what, rest) = random.nextInt(5) match {
      case 0 => (Seq("count(*)"), "")
      case 1 | 2 =>
        val keys = Seq.fill(1 + random.nextInt(2))(column(Columns)).distinct
        (
          keys ++ Seq("count(*)", one(Aggregates).format(column(Numbers)), s"max(${column(Ordered)})"),
          keys.mkString(" GROUP BY ", ", ", "")
        )
      case 3 => (Seq("DISTINCT " + column(Columns), column(Columns)), "")
      case _ => (Seq.fill(2 + random.nextInt(4))(column(Columns)), "")
    }
    // Adaptive execution drops a DISTINCT, which makes 0.0 of -0.0, once a shuffle turns out to have one row.
    val kind = if (what.head.startsWith("DISTINCT")) "anyZero" else "exact"
    val named = what.zipWithIndex.map { case (value, i) => s"$value AS $kind$i" }
    s"SELECT ${if (hint.isEmpty) "" else s"/*+ $hint */ "}${named.mkString(", ")} FROM $from" +
      (if (conditions.isEmpty) "" else conditions.mkString(" WHERE ", " AND ", "")) + rest
  }

  private def side(alias: String): String = {
    val table = s"@${one(tables)}"
    random.nextInt(6) match {
      case 0 | 1 => s"(SELECT * FROM $table WHERE ${filter("")}) $alias"
      case 2 => s"(SELECT $Grouped FROM $table GROUP BY a, b) $alias"
      case _ => s"$table $alias"
    }
  }

  /** By some columns of the row key, in the row key or in values of either side; or by others. */
  private def condition(left: String, right: String): String = {
    val pairs = random.nextInt(6) match {
      case 0 => Seq("a" -> "a")
      case 1 | 2 => Seq(one(Pairs))
      case _ => random.shuffle(KeyPairs).take(1 + random.nextInt(KeyPairs.size)).map(one(_))
    }
    val equal = pairs.map { case (l, r) => s"$left.$l ${if (random.nextInt(6) == 0) "<=>" else "="} $right.$r" }
    val more = Seq(s"$left.n < $right.c", s"$left.v + $right.v > 9", s"$right.b > 'b2'", s"$left.day >= $right.day")
    (equal ++ (if (random.nextInt(5) == 0) Seq(one(more)) else Nil)).mkString(" AND ")
  }

  private def filter(of: String): String = random.nextInt(8) match {
    case 0 => s"${of}a = ${random.nextInt(12)}"
    case 1 => s"${of}a < ${random.nextInt(12)}"
    case 2 => s"${of}b IN ('b1', 'b3')"
    case 3 => s"${of}c BETWEEN 0 AND ${random.nextInt(4)}"
    case 4 => s"${of}v IS NOT NULL"
    case 5 => s"${of}n % 2 = 0"
    case 6 => s"${of}w > 'b0'"
    case _ => s"(${of}day < DATE'2024-01-05' OR ${of}p > 1)"
  }

  private def settings(): Seq[(String, String)] =
    Settings.filter(_ => random.nextBoolean()).map { case (key, values) => key -> one(values) }

  private def one[A](values: Seq[A]): A = values(random.nextInt(values.size))
}

object RandomJoins {
  private[random] val TableName = "@(\\w+)".r

  /** The row keys are made of a, b and c; the other columns have values of theirs, and NULL. */
  val schema: StructType = StructType.fromDDL(
    "a INT NOT NULL, b STRING NOT NULL, c BIGINT NOT NULL, v INT, w STRING, n BIGINT, day DATE, x DOUBLE, p DECIMAL(9,2)"
  )

  private val Columns = schema.fieldNames.toSeq
  private val Numbers = Seq("a", "c", "v", "n", "p")
  // Which of two equal zeros is the largest depends on the order of the rows.
  private val Ordered = Columns.filter(_ != "x")
  private val Aggregates = Seq("sum(%s)", "avg(%s)", "count(%s)", "count(DISTINCT %s)", "min(%s)")
  private val Grouped =
    "a, b, max(c) AS c, min(v) AS v, max(w) AS w, sum(n) AS n, min(day) AS day, max(abs(x)) AS x, max(p) AS p"

  private val Types = Seq("JOIN", "JOIN", "JOIN", "LEFT JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN") ++
    Seq("LEFT SEMI JOIN", "LEFT SEMI JOIN", "LEFT ANTI JOIN")

  private val KeyPairs = Seq("a" -> "v", "b" -> "w", "c" -> "n").map { case (key, value) =>
    Seq(key -> key, key -> key, key -> value, value -> key, value -> value)
  }

  private val Pairs = KeyPairs.flatten ++
    Seq("day" -> "day", "x" -> "x", "p" -> "p", "a" -> "c", "n" -> "v", "a" -> "p", "c" -> "x")

  private val Settings = Seq(
    "spark.sql.adaptive.enabled" -> Seq("true", "false"),
    "spark.sql.ansi.enabled" -> Seq("true", "false"),
    "spark.sql.autoBroadcastJoinThreshold" -> Seq("-1", "-1", "2000"),
    "spark.sql.join.preferSortMergeJoin" -> Seq("false"),
    "spark.sql.hbase.coprocessor" -> Seq("require", "false"),
    "spark.sql.hbase.join.runtime.keys" -> Seq("0", "5"),
    "spark.sql.hbase.join.broadcast.bytes" -> Seq("0", "300"),
    "spark.sql.optimizer.dynamicPartitionPruning.enabled" -> Seq("false"),
    "spark.sql.optimizer.dynamicPartitionPruning.reuseBroadcastOnly" -> Seq("false"),
    "spark.sql.requireAllClusterKeysForCoPartition" -> Seq("false"),
    "spark.sql.sources.v2.bucketing.enabled" -> Seq("true", "true", "false"),
    "spark.sql.sources.v2.bucketing.pushPartValues.enabled" -> Seq("true", "false"),
    "spark.sql.sources.v2.bucketing.partiallyClusteredDistribution.enabled" -> Seq("true")
  )

  /** Rows of which each has a key of its own; every value of the others is there several times. */
  def rows(random: Random, count: Int): Seq[Row] = {
    def one[A](values: Seq[A]): A = values(random.nextInt(values.size))
    def orNull[A](value: A): Any = if (random.nextInt(6) == 0) null else value
    val texts = Seq("", "b0", "b1", "b1\u0000", "b2", "b3")
    val keys = for (a <- 0 until 12; b <- texts; c <- -2L to 4L) yield (a, b, c)
    random.shuffle(keys).take(count).map { case (a, b, c) =>
      Row(
        a,
        b,
        c,
        orNull(random.nextInt(15) - 1),
        orNull(one(texts :+ "zz")),
        orNull(random.nextInt(9) - 3L),
        orNull(Date.valueOf(LocalDate.of(2024, 1, 1 + random.nextInt(9)))),
        orNull(one(Seq(0.0, -0.0, 1.0, 2.5, Double.NaN, Double.PositiveInfinity))),
        orNull(BigDecimal.valueOf(random.nextInt(9) * 50L, 2))
      )
    }
  }
}
