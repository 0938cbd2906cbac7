package org.apache.spark.sql.hbase.plan

import scala.util.Random

import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** Tests random regular expressions on random strings: pushed ones match as Spark does. */
class TestMatchesEqualSpark {
  private val random = new Random(23)
  private val samples = new TextSamples(random)

  private val table = ExpressionTable.of(
    StringType,
    Seq("", "a", "aab", "abab", "a-b=12, ab=345", "x  y\tz", "line\r\nend\n", "😀a😀b", "k\u212Aſs").map(
      UTF8String.fromString
    ) ++
      Seq.fill(250)(samples.nullable(samples.any())) ++ Seq.fill(250)(samples.valid())
  )

  private def quoted(pattern: String): String = "r\"" + pattern + "\""

  private def one(choices: String*): String = choices(random.nextInt(choices.size))

  /** A sequence of code points with quantifiers, some of them in groups. */
  private def pattern(): String = {
    def atom() =
      one("a", "b", "ab", ".", "\\d", "\\w", "\\s", "[ab]", "[^a]", "[^\\s.]", "[a-z_]", "\\.", "é", "\\S", "\\W")
    def quantified() = atom() + one("", "", "", "*", "+", "?", "{2}", "{0,2}", "{1,}")
    Seq
      .fill(1 + random.nextInt(3)) {
        val inner = Seq.fill(1 + random.nextInt(2))(quantified()).mkString
        one(inner, s"($inner)", s"(?:$inner)", s"(a?($inner))")
      }
      .mkString(one("", "", "(?i)"), "", "")
  }

  @Test
  def randomMatches(): Unit = {
    val patterns = Seq.fill(250)(pattern()).distinct.filter { pattern =>
      !java.util.regex.Pattern.compile(pattern).matcher("").matches
    }
    table.assertSame(patterns.map(p => s"regexp_replace(x, ${quoted(p)}, '<é>')"): _*)
    table.assertSame(patterns.map(p => s"regexp_extract(x, ${quoted(p)}, 0)"): _*)
    val grouped = patterns.filter(java.util.regex.Pattern.compile(_).matcher("").groupCount > 0)
    table.assertSame(grouped.map(p => s"regexp_extract(x, ${quoted(p)})"): _*)
  }

  @Test
  def usualMatches(): Unit = table.assertSame(
    """regexp_replace(x, r'\s+', '')""",
    """regexp_replace(x, '[^0-9]', '')""",
    """regexp_replace(x, '[^a-zA-Z]+', ' ')""",
    """regexp_extract(x, r'(\w+)=(\d+)', 2)""",
    """regexp_extract(x, r'(\w+)=(\d+)')""",
    """regexp_substr(x, r'\d{2}')""",
    """regexp_extract(x, 'a(.*)b', 1)"""
  )

  @Test
  def whatAnotherEngineMayMatchInAnotherWayIsRefused(): Unit = {
    for (pattern <- Seq("a|ab", "(a|b)", "(ab)*", "(a)+", "a*?b", "a+?", "^a", "a$", "a*", "a?b*", "(?=a)", "x{0,3}"))
      for (call <- Seq(s"regexp_replace(x, '$pattern', '')", s"regexp_extract(x, '$pattern', 0)"))
        assertTrue(table.refusal(call).contains("does not compute REGEXP_"), call)
    for (call <- Seq("regexp_replace(x, '(a)', '$1')", "regexp_replace(x, 'a', x)", "regexp_extract(x, 'a', 1)"))
      assertTrue(table.refusal(call).contains("does not compute REGEXP_"), call)
    assertTrue(table.refusal("regexp_replace(x, 'a', 'b', 2)").contains("regexp_replace"))
    assertTrue(table.refusal(s"regexp_replace(x, 'a', '${"b" * 17}')").contains("REGEXP_REPLACE"))
  }
}
