package org.apache.spark.sql.hbase.plan

import scala.util.Random

/** Writes random predicates over [[PlanFixtures]]' columns, of the functions that the engine has, as SQL. */
final class RandomPredicates(random: Random) {
  private val integers = Seq("t", "s", "i", "l", "k")
  private val numbers = integers ++ Seq("f", "d", "p", "w")

  def predicate(depth: Int): String = if (depth == 0) comparison(0)
  else
    random.nextInt(9) match {
      case 0 => s"(${predicate(depth - 1)} AND ${predicate(depth - 1)})"
      case 1 => s"(${predicate(depth - 1)} OR ${predicate(depth - 1)})"
      case 2 => s"(NOT ${predicate(depth - 1)})"
      case 3 => s"(${any(depth - 1)} IS ${one("", "NOT ")}NULL)"
      case 4 => s"(CASE WHEN ${predicate(depth - 1)} THEN ${predicate(depth - 1)} ELSE ${predicate(0)} END)"
      case 5 => s"coalesce(b, ${predicate(depth - 1)})"
      case _ => comparison(depth - 1)
    }

  private def comparison(depth: Int): String = {
    val operator = one("=", "<", "<=", ">", ">=", "<>", "<=>")
    random.nextInt(6) match {
      case 0 => s"(${text(depth)} $operator ${text(0)})"
      case 1 => s"(${date(depth)} $operator ${date(0)})"
      case 2 => s"(${timestamp(depth)} $operator ${timestamp(0)})"
      case 3 => s"(${number(depth)} ${one("", "NOT ")}IN (1, 2, ${random.nextInt(100) - 50}${one("", ", NULL")}))"
      case _ => s"(${number(depth)} $operator ${number(depth)})"
    }
  }

  private def any(depth: Int): String = random.nextInt(4) match {
    case 0 => text(depth)
    case 1 => date(depth)
    case 2 => timestamp(depth)
    case _ => number(depth)
  }

  private def number(depth: Int): String =
    if (depth == 0) one(one(numbers: _*), one(numbers: _*), (random.nextInt(41) - 20).toString, "1.5", "0.25D")
    else
      random.nextInt(10) match {
        case 0 | 1 | 2 => s"(${number(depth - 1)} ${one("+", "-", "*", "/", "%")} ${number(depth - 1)})"
        case 3 => s"(${one(integers: _*)} div ${one(integers: _*)})"
        case 4 => s"${one("-", "abs")}(${number(depth - 1)})"
        case 5 =>
          s"${one("CAST", "try_cast")}(${number(depth - 1)} AS ${one("INT", "BIGINT", "DOUBLE", "FLOAT", "DECIMAL(20,3)", "SMALLINT")})"
        case 6 => s"(CASE WHEN ${predicate(depth - 1)} THEN ${number(depth - 1)} ELSE ${number(0)} END)"
        case 7 => s"coalesce(${number(depth - 1)}, ${number(0)})"
        case 8 => s"${one("year", "month", "day", "quarter", "dayofweek", "dayofyear")}(${date(depth - 1)})"
        case _ => one(s"${one("hour", "minute", "second")}(${timestamp(depth - 1)})", s"length(${text(depth - 1)})")
      }

  private def text(depth: Int): String = if (depth == 0) one("str", "g", "'apple'", "'a'", "''")
  else
    random.nextInt(4) match {
      case 0 => s"substring(${text(depth - 1)}, ${random.nextInt(7) - 3}, ${random.nextInt(4)})"
      case 1 => s"CAST(${one("i", "l", "b", "dt")} AS STRING)"
      case 2 => s"if(${predicate(depth - 1)}, ${text(depth - 1)}, ${text(0)})"
      case _ => s"coalesce(${text(depth - 1)}, ${text(0)})"
    }

  private def date(depth: Int): String = if (depth == 0) one("dt", "dt", "DATE'2024-07-01'")
  else one(s"CAST(${timestamp(depth - 1)} AS DATE)", s"coalesce(dt, ${date(depth - 1)})")

  private def timestamp(depth: Int): String = if (depth == 0) one("ts", "ts", "TIMESTAMP'2024-11-03 01:30:00'")
  else
    one(
      s"date_trunc('${one("YEAR", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE")}', ${timestamp(depth - 1)})",
      s"CAST(${date(depth - 1)} AS TIMESTAMP)",
      "CAST(ntz AS TIMESTAMP)"
    )

  private def one(choices: String*): String = choices(random.nextInt(choices.size))
}
