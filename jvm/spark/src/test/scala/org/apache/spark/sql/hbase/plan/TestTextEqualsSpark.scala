package org.apache.spark.sql.hbase.plan

import scala.util.Random

import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** String functions over random strings, NULLs and numbers: the engine's values are Spark's. */
class TestTextEqualsSpark {
  private val random = new Random(4)
  private val samples = new TextSamples(random)

  private val table: ExpressionTable = {
    val schema = new StructType()
      .add("x", StringType)
      .add("y", StringType)
      .add("i", IntegerType)
      .add("j", IntegerType)
      .add("bin", BinaryType)
      .add("v", StringType)
    val rows = Seq.fill(1500)(
      InternalRow(
        samples.nullable(samples.any()),
        samples.nullable(if (random.nextBoolean()) samples.valid() else part()),
        number(),
        number(),
        if (random.nextInt(9) == 0) null else samples.any().getBytes,
        samples.nullable(samples.valid())
      )
    )
    new ExpressionTable(schema, rows)
  }

  private def part(): UTF8String = UTF8String.fromString(Seq("", "a", "ab", ".", "..", "é", " ")(random.nextInt(7)))

  private def number(): Any = random.nextInt(8) match {
    case 0 => null
    case 1 => Seq(Int.MinValue, Int.MaxValue, Int.MinValue + 1, Int.MaxValue - 1)(random.nextInt(4))
    case _ => random.nextInt(17) - 8
  }

  @Test
  def lengths(): Unit =
    table.assertSame(
      "length(x)",
      "char_length(v)",
      "octet_length(x)",
      "bit_length(x)",
      "length(bin)",
      "bit_length(bin)"
    )

  @Test
  def matches(): Unit = table.assertSame(
    "startswith(x, y)",
    "endswith(x, y)",
    "contains(x, y)",
    "contains(v, 'a')",
    "startswith(x, '')",
    "endswith('abc', y)",
    "x LIKE 'a%'"
  )

  @Test
  def substrings(): Unit = {
    table.assertSame(
      "substring(x, i, j)",
      "substring(x, i)",
      "substring(v, 2, j)",
      "substring(bin, i, j)",
      "substring(bin, -3)",
      "left(x, i)",
      "right(x, 2)",
      "right(v, 0)",
      "left('ab€', j)",
      "substring_index(x, y, i)",
      "substring_index(x, '.', -2)",
      "substring_index(v, 'a', 1)",
      "split_part(x, y, 1)",
      "split_part(x, '.', -2)",
      "split_part(v, 'a', 2)",
      "split_part(v, '', -1)"
    )
    for (position <- -5 to 5; length <- -1 to 3) table.assertSame(s"substring(x, $position, $length)")
  }

  @Test
  def overlays(): Unit = {
    table.assertSame(
      "overlay(x, y, i, j)",
      "overlay(x, y, i)",
      "overlay(v, 'é€', 2, j)",
      "overlay(bin, bin, i, j)",
      "overlay(bin, X'FF', -3)"
    )
    for (position <- -5 to 5; length <- -1 to 3) table.assertSame(s"overlay(x, 'z€', $position, $length)")
    for (position <- Seq(Int.MinValue, Int.MaxValue); length <- Seq(Int.MinValue, 0, 3, Int.MaxValue))
      table.assertSame(s"overlay(x, y, $position, $length)", s"overlay(bin, bin, $position, $length)")
  }

  @Test
  def partsOfSplits(): Unit = table.assertSame(
    "split_part(x, y, i)",
    "split_part(x, '.', j)",
    "split(x, 'a')[0]",
    "split(x, 'ab')[i]",
    "split(v, '\\\\.')[j]",
    "split(x, '\\\\|')[1]",
    "split(x, '\uFFFD')[1]",
    "split(v, 'é', -1)[1]",
    "split(v, ' ', 0)[2]",
    "get(split(x, 'b'), i)"
  )

  @Test
  def splitsByPatternsAreRefused(): Unit =
    for (sql <- Seq("split(x, '[ab]')[0]", "split(x, '')[0]", "split(x, 'a', 2)[0]", "split(x, y)[0]"))
      assertTrue(table.refusal(sql).contains("split"), sql)

  @Test
  def encodings(): Unit = table.assertSame(
    "hex(x)",
    "hex(bin)",
    "hex(i)",
    "hex(CAST(i AS BIGINT) * 123456789)",
    "bin(j)",
    "bin(CAST(j AS BIGINT) * -987654321)",
    "chr(i)",
    "chr(i * 37)",
    "chr(abs(j % 300))",
    "ascii(x)",
    "ascii(v)",
    "ascii(y)",
    "base64(bin)",
    "base64(CAST(v AS BINARY))",
    "base64(CAST(repeat(v, 16) AS BINARY))",
    "unhex(hex(x))",
    "unhex(x)",
    "unhex(bin(i))",
    "unhex(concat('a', hex(x)))",
    "unhex(hex(i) || lower(hex(j)))"
  )

  @Test
  def base64InOneLine(): Unit =
    table.assertSameIn(Seq("spark.sql.legacy.chunkBase64String.enabled" -> "false"))(
      "base64(CAST(repeat(v, 16) AS BINARY))"
    )

  @Test
  def wordsInLists(): Unit = table.assertSame(
    "find_in_set(y, concat_ws(',', x, y, v))",
    "find_in_set('a', replace(x, 'b', ','))",
    "find_in_set(y, '')",
    "find_in_set(x || ',', y)",
    "find_in_set('', v || ',')",
    "find_in_set(y, ',a,ab,,.')"
  )

  @Test
  def positions(): Unit = table.assertSame(
    "instr(x, y)",
    "locate(y, x)",
    "position('a' IN x)",
    "locate('.', x, 3)",
    "locate(y, x, 0)",
    "locate(y, v, -1)",
    "locate('', x, 2)"
  )

  @Test
  def trims(): Unit = table.assertSame(
    "trim(x)",
    "ltrim(x)",
    "rtrim(x)",
    "btrim(v)",
    "trim(BOTH y FROM x)",
    "trim(LEADING y FROM x)",
    "trim(TRAILING y FROM x)",
    "btrim(x, '.a€ ')",
    "trim(TRAILING '.a' FROM x)",
    "rtrim('', x)"
  )

  @Test
  def constructions(): Unit = table.assertSame(
    "concat(x, y, v)",
    "x || '-' || y",
    "concat(bin, bin)",
    "concat(x)",
    "concat_ws(y, x, v)",
    "concat_ws(', ', x, CAST(NULL AS STRING), v, '')",
    "concat_ws('-')",
    "replace(x, 'a', 'é')",
    "replace(x, '.')",
    "replace(v, '', 'b')",
    "replace(x, 'ab', '')",
    "lpad(x, 5, y)",
    "rpad(x, 5, y)",
    "lpad(x, 0, 'a')",
    "rpad(v, 12)",
    "lpad(v, 9, '€x')",
    "lpad(v, -1, 'a')",
    "reverse(x)",
    "repeat(x, 3)",
    "repeat(v, -1)",
    "repeat(v, 0)",
    "translate(x, 'aé😀', 'bx')",
    "translate(v, 'aba', 'xyz')",
    "translate(v, '', 'xyz')"
  )

  /** Patterns and sets that are long enough to be prepared; occurrences overlap. */
  @Test
  def longPatterns(): Unit = {
    val text = s"concat(x, '${"ab" * 192}', y, '${"ab" * 150}')"
    val pattern = s"'${"ab" * 144}'"
    val letters = s"concat(y, '${"bé😀a" * 20}')"
    table.assertSame(
      s"contains($text, $pattern)",
      s"instr($text, $pattern)",
      s"locate($pattern, $text, 5)",
      s"replace($text, $pattern, 'c')",
      s"split_part($text, $pattern, greatest(i, 1))",
      s"substring_index($text, $pattern, i)",
      s"substring_index($text, concat(y, $pattern), j)",
      s"trim(BOTH $letters FROM $text)",
      s"ltrim($letters, $text)",
      s"rtrim($letters, concat($text, x))"
    )
  }

  @Test
  def letterCases(): Unit =
    table.assertSame("upper(x)", "lower(x)", "upper(v)", "lower(v)", "ucase(y)", "lcase('ΑΣ' || y)")

  @Test
  def everyLetter(): Unit = {
    val codePoints = (0 to Character.MAX_CODE_POINT).filterNot(c => c >= 0xd800 && c <= 0xdfff)
    val texts = codePoints.grouped(97).map(group => new String(group.toArray, 0, group.size)).toSeq
    val words = Seq.fill(4000)(
      Seq("Σ", "Σ", "a", "Α", " ", ".", "'", "\u0301", "\u00AD", "ʰ", "1", "İ", "😀")
        .map(letter => Seq.fill(random.nextInt(2))(letter).mkString)
        .sortBy(_ => random.nextInt())
        .mkString
    )
    ExpressionTable.of(StringType, (texts ++ words).map(UTF8String.fromString)).assertSame("upper(x)", "lower(x)")
  }

  @Test
  def whatWouldGrowTooMuchIsRefused(): Unit = {
    for (sql <- Seq("repeat(x, i)", "repeat(x, 17)", "lpad(x, i, y)", "lpad(x, 1025, ' ')", "replace(x, y, v)"))
      assertTrue(table.refusal(sql).contains("the region server does not compute"), sql)
    assertTrue(table.refusal(s"replace(x, 'a', '${"b" * 17}')").contains("REPLACE"))
  }

  @Test
  def whatDependsOnTheRowInSparkIsRefused(): Unit =
    for (sql <- Seq("translate(x, y, v)", "locate(y, x, i)", "initcap(x)"))
      assertTrue(table.refusal(sql).nonEmpty, sql)

  @Test
  def otherLetterCasesThanThoseOfIcuAreRefused(): Unit =
    PlanSession.withConf("spark.sql.icu.caseMappings.enabled" -> "false") {
      assertTrue(table.refusal("upper(x)").contains("upper"))
    }
}
