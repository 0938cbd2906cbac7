package org.apache.spark.sql.hbase.plan

import scala.util.{Random, Try}

import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

import org.apache.spark.sql.types.StringType
import org.apache.spark.unsafe.types.UTF8String

/** LIKE and RLIKE with random patterns over random strings: those that are pushed match what they match in Spark. */
class TestPatternsEqualSpark {
  private val random = new Random(6)
  private val samples = new TextSamples(random)

  private val texts: Seq[UTF8String] = {
    val ends = Seq("", "\n", "\r\n", "\r", "\n\r", "\u0085", "\u2028", "\u2029", "a\r\n", "\n\n")
    val words =
      Seq("ab", "abab", "aab", "ba", "Ab", "a1", "_", "-", "a-b", "x y", "\t", "\u000b", "k\u212A", "ſs", "😀", "é😀b")
    val mixed = for (word <- words; end <- ends) yield UTF8String.fromString(word + end)
    mixed ++ ends.map(UTF8String.fromString) ++ Seq.fill(600)(samples.nullable(samples.any())) ++ Seq.fill(600)(
      samples.valid()
    )
  }

  private val table = ExpressionTable.of(StringType, texts)

  private def quoted(pattern: String): String = "r\"" + pattern + "\""

  @Test
  def likePatterns(): Unit = {
    val patterns =
      Seq("", "%", "_", "__", "%%", "_%", "%_", "%_%", "a%b", "a_b", "%a_", "_a%", "%a%b%", "%ab%ab", "é_b", "%😀_") ++
        Seq("\\%%", "%\\_%", "\\\\%", "a\\\\", "%.%.%", "%\uFFFD%", "_\uFFFD%", "Σ%", "%_.", "_..%", "...")
    table.assertSame(patterns.map(pattern => s"x LIKE ${quoted(pattern)}"): _*)
    table.assertSame(patterns.map(pattern => s"x ILIKE ${quoted(pattern)}"): _*)
    table.assertSame(
      "x LIKE 'a!%%' ESCAPE '!'",
      "x LIKE '%!_!!%' ESCAPE '!'",
      "x LIKE 'a%%' ESCAPE '%'",
      "x LIKE '%é_' ESCAPE 'ß'"
    )
  }

  @Test
  def randomLikePatterns(): Unit = {
    val pieces = Seq("a", "b", "%", "%", "_", ".", "é", "😀", "\uFFFD", "ab", "A", "İ")
    val patterns = Seq.fill(120)(Seq.fill(1 + random.nextInt(6))(pieces(random.nextInt(pieces.size))).mkString)
    table.assertSame(patterns.map(pattern => s"x LIKE '$pattern'"): _*)
  }

  @Test
  def severalPatterns(): Unit = {
    val tests = for {
      not <- Seq("", "NOT ")
      quantifier <- Seq("ALL", "ANY")
      patterns <- Seq("'a_%', '%b_'", "'%a_', NULL", "'_'")
    } yield s"x ${not}LIKE $quantifier ($patterns)"
    table.assertSame(tests: _*)
  }

  @Test
  def likePatternsWithErrorsAreLeftToSpark(): Unit = {
    for (pattern <- Seq("a\\", "\\a%", "a\\b_"))
      assertTrue(table.refusal(s"x LIKE ${quoted(pattern)}").contains("LIKE"), pattern)
    assertTrue(table.refusal("x LIKE x").contains("LIKE"))
    assertTrue(table.refusal(s"x LIKE '_${"a" * 1100}'").contains("LIKE"))
  }

  @Test
  def regularExpressions(): Unit = {
    val patterns = Seq(
      "a",
      "ab+",
      "^a",
      "a$",
      "^a.*b$",
      "^$",
      "^",
      "$",
      "(a|b)+",
      "a|b$",
      "(?:ab)*c?",
      "[a-c]b",
      "[^a-c]",
      "\\d",
      "\\D"
    ) ++
      Seq(
        "\\w+\\s",
        "\\S\\W",
        "[\\w.-]",
        "[\\d-]",
        "[a-]",
        "[^\\s]$",
        "a{2}",
        "a{1,}b",
        "(ab){2,3}",
        "a??b",
        "a+?",
        "\\.",
        "\\\\",
        "\\$"
      ) ++
      Seq(
        "\\t",
        "\\n",
        "\\r$",
        ".$",
        "..$",
        "^.$",
        "^..$",
        "[^a]$",
        "\\n$",
        "(a$|b$)",
        "(?i)AB",
        "(?i)[K-S]",
        "(?i)[^k]$",
        "(?s)a."
      ) ++
      Seq(
        "(?s)^.$",
        "(?is)K.$",
        "é",
        "[à-ü]",
        "^[^\\n]$",
        "a|",
        "(|a)b",
        "\\-",
        "x y",
        "\uFFFD",
        "(?i)ſ",
        "(a|ab)(c|bcd)?$",
        "^(ab|a)$"
      )
    table.assertSame(patterns.map(pattern => s"x RLIKE ${quoted(pattern)}"): _*)
  }

  @Test
  def randomRegularExpressions(): Unit = {
    val patterns = Seq.fill(400)(regex(3)).filter(pattern => Try(java.util.regex.Pattern.compile(pattern)).isSuccess)
    val pushed = patterns.filter(pattern => isPushed(pattern))
    assertTrue(pushed.size > patterns.size / 3, s"${pushed.size} of ${patterns.size}")
    table.assertSame(pushed.map(pattern => s"x RLIKE ${quoted(pattern)}"): _*)
  }

  private def regex(depth: Int): String = {
    val atoms = Seq(
      "a",
      "b",
      ".",
      "\\d",
      "\\w",
      "\\s",
      "[ab]",
      "[^a]",
      "[^\\s.]",
      "[a-z_]",
      "\\.",
      "\\n",
      "\\r",
      "é",
      "^",
      "$",
      "\\S"
    )
    random.nextInt(if (depth == 0) 4 else 9) match {
      case 4 | 5 => regex(depth - 1) + regex(depth - 1)
      case 6 => s"(${regex(depth - 1)}|${regex(depth - 1)})"
      case 7 => s"(?:${regex(depth - 1)})${Seq("*", "+", "?", "{2}", "{0,2}", "*?")(random.nextInt(6))}"
      case 8 => s"${regex(depth - 1)}|${regex(depth - 1)}"
      case _ => atoms(random.nextInt(atoms.size))
    }
  }

  private def isPushed(pattern: String): Boolean = Try(table.refusal(s"x RLIKE ${quoted(pattern)}")).isFailure

  @Test
  def whatMeansSomethingElseInAnotherEngineIsRefused(): Unit = {
    val patterns = Seq(
      "\\bab",
      "\\Ba",
      "(?=a)",
      "(?!a)",
      "(?<=a)b",
      "(a)\\1",
      "a++",
      "a*+",
      "(?>a)",
      "\\p{L}",
      "[a-z&&[^b]]",
      "[a[b]]"
    ) ++
      Seq(
        "a\\z",
        "a\\Z",
        "\\Ga",
        "\\Qa\\E",
        "(?m)^a",
        "(?u)a",
        "(?x)a b",
        "a(?i)b",
        "\\h",
        "\\R",
        "\\x41",
        "\\u0041",
        "\\0101",
        "😀"
      ) ++
      Seq(
        "(a$)b",
        "(a$)*",
        "a$b",
        "$a",
        "^*",
        "[\\D]",
        "[a-\uFFFF]",
        "a{101}",
        "((a{50}){50}){50}",
        "(?<n>a)",
        "a" * 1025
      )
    for (pattern <- patterns) assertTrue(table.refusal(s"x RLIKE ${quoted(pattern)}").contains("RLIKE"), pattern)
    assertTrue(table.refusal("x RLIKE x").contains("RLIKE"))
  }
}
