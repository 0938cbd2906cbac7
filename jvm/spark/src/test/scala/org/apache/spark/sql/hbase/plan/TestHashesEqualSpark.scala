package org.apache.spark.sql.hbase.plan

import scala.util.Random

import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

import org.apache.spark.sql.catalyst.{CatalystTypeConverters, InternalRow}
import org.apache.spark.sql.types._

/** Hashes and digests of every type and of random bytes: the engine's values are Spark's. */
class TestHashesEqualSpark {
  private val random = new Random(5)
  private val samples = new TextSamples(random)

  private val typed: ExpressionTable = {
    val toCatalyst = CatalystTypeConverters.createToCatalystConverter(PlanFixtures.schema)
    val rows = PlanFixtures.small ++ PlanFixtures.edges
    new ExpressionTable(PlanFixtures.schema, rows.map(toCatalyst(_).asInstanceOf[InternalRow]))
  }

  private val bytes: ExpressionTable = {
    val rows = Seq.tabulate(600)(i =>
      InternalRow(
        if (random.nextInt(9) == 0) null else Array.fill(i % 140)(random.nextInt().toByte),
        samples.nullable(samples.any())
      )
    )
    new ExpressionTable(new StructType().add("bin", BinaryType).add("str", StringType), rows)
  }

  @Test
  def hashesOfEveryType(): Unit = {
    val columns = PlanFixtures.schema.fieldNames.toSeq
    typed.assertSame(columns.flatMap(column => Seq(s"xxhash64($column)", s"hash($column)")): _*)
    typed.assertSame(
      s"xxhash64(${columns.mkString(", ")})",
      s"hash(${columns.mkString(", ")})",
      "hash(CAST(NULL AS INT), i)"
    )
  }

  @Test
  def hashesOfBytes(): Unit =
    bytes.assertSame("xxhash64(bin)", "hash(bin)", "xxhash64(str, bin)", "hash(str, bin, str)")

  @Test
  def digests(): Unit = bytes.assertSame(
    Seq("md5(bin)", "sha1(bin)", "sha(bin)", "crc32(bin)", "md5(CAST(str AS BINARY))") ++
      Seq(0, 224, 256, 384, 512).map(bits => s"sha2(bin, $bits)"): _*
  )

  @Test
  def otherLengthsOfDigestsAreRefused(): Unit =
    for (bits <- Seq("1", "-1", "length(str)")) assertTrue(bytes.refusal(s"sha2(bin, $bits)").contains("SHA2"), bits)
}
