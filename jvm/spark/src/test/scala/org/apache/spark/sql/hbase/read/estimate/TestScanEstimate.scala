package org.apache.spark.sql.hbase.read.estimate

import java.nio.ByteBuffer
import java.util.Optional

import scala.jdk.CollectionConverters._

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.client.cluster.{RegionLocations, RegionSizes, RegionSpan}
import org.apache.spark.sql.hbase.codec.types.SqlType
import org.apache.spark.sql.hbase.engine.keyrange.KeyRanges
import org.apache.spark.sql.hbase.schema.KeyPartSize
import org.apache.spark.sql.hbase.testkit.{FixtureColumn, FixtureTable, Plans}
import org.apache.spark.sql.hbase.wire.proto.Function

/** The key is (k SMALLINT, s STRING): two bytes, of which 0x8000 is 0, and a text. */
class TestScanEstimate {
  private val MiB = 1L << 20
  private val table = new FixtureTable(
    java.util.List.of(
      new FixtureColumn("k", SqlType.SMALLINT),
      new FixtureColumn("s", SqlType.STRING),
      new FixtureColumn("v", SqlType.INT)
    ),
    2,
    FixtureTable.Layout.PACKED
  )

  private def row(k: Int): Array[Byte] = Array((0x80 + (k >> 8)).toByte, k.toByte)

  /** Four regions, cut at 100, 200 and 300. */
  private val starts = Seq(Array.empty[Byte], row(100), row(200), row(300))
  private val regions = starts.zip(starts.tail :+ Array.empty[Byte]).map { case (start, stop) =>
    new RegionSpan(start, stop, "h")
  }

  private def sized(mebibytes: Long*): RegionLocations.Sized = {
    val bytes = starts.zip(mebibytes).map { case (start, m) => ByteBuffer.wrap(start) -> Long.box(m * MiB) }.toMap
    new RegionLocations.Sized(regions.asJava, Optional.of(RegionSizes.of(bytes.asJava)))
  }

  private def keys(from: Int, to: Int): KeyRanges = {
    def is(function: Function, k: Int) =
      Plans.call(function, SqlType.BOOLEAN, Plans.column(table, 0), Plans.integer(k, SqlType.SMALLINT))
    val conditions = Seq(is(Function.GREATER_THAN_OR_EQUAL, from), is(Function.LESS_THAN, to))
    KeyRanges.of(Plans.plan(table, conditions.map(Plans.filter(_)): _*))
  }

  private def oneRow(k: Int): KeyRanges = {
    val isK =
      Plans.call(Function.EQUAL, SqlType.BOOLEAN, Plans.column(table, 0), Plans.integer(k, SqlType.SMALLINT))
    val isS = Plans.call(Function.EQUAL, SqlType.BOOLEAN, Plans.column(table, 1), Plans.string("x"))
    KeyRanges.of(Plans.plan(table, Plans.filter(isK), Plans.filter(isS)))
  }

  private def input(keys: KeyRanges, analyzed: Option[ScanEstimate.Analyzed] = None, shareOfRow: Double = 1) =
    ScanEstimate.Input(keys, analyzed, rowBytes = 50, shareOfRow)

  private def parts(of: (Int, Long)*): Option[ScanEstimate.Analyzed] =
    Some(ScanEstimate.Analyzed(1000, of.map { case (k, b) => KeyPartSize(if (k == 0) Array.empty else row(k), b) }))

  @Test
  def aWholeTableIsAllThatIsStored(): Unit = {
    assertEquals(ScanEstimate(None, Some(100 * MiB)), ScanEstimate.of(sized(10, 20, 30, 40), input(KeyRanges.ALL)))
    assertEquals(
      ScanEstimate(Some(1000), Some(25 * MiB)),
      ScanEstimate.of(sized(10, 20, 30, 40), input(KeyRanges.ALL, parts(0 -> 1), shareOfRow = 0.25))
    )
  }

  @Test
  def rowsOfATableAreInItsPartOfTheHBaseTable(): Unit = {
    val sample =
      parts(0 -> 1, 100 -> 1, 120 -> 1, 140 -> 1, 160 -> 1, 200 -> 1, 300 -> 1).map(_.copy(keys = keys(120, 160)))
    def estimate(wanted: KeyRanges) = ScanEstimate.of(sized(100, 40, 100, 100), input(wanted, sample))
    assertEquals(ScanEstimate(Some(1000), Some(20 * MiB)), estimate(keys(120, 160)))
    assertEquals(ScanEstimate(Some(500), Some(10 * MiB)), estimate(keys(125, 130)))
    // A table that the sample does not know well has all of its rows rather than none.
    val unknown = parts(0 -> 1).map(_.copy(keys = keys(120, 121)))
    assertEquals(Some(1000L), ScanEstimate.of(sized(100, 40, 100, 100), input(keys(120, 121), unknown)).rows)
  }

  @Test
  def regionsWithoutWantedRowsDoNotCount(): Unit = {
    val half = ScanEstimate.of(sized(10, 20, 30, 40), input(keys(150, 250), parts()))
    assertEquals(ScanEstimate(Some(500), Some(50 * MiB)), half)
    assertEquals(Some(20 * MiB), ScanEstimate.of(sized(10, 20, 30, 40), input(keys(150, 160))).bytes)
  }

  @Test
  def theKeySampleTellsHowMuchOfARegionIsWanted(): Unit = {
    val sample = parts(0 -> 5, 100 -> 1, 120 -> 1, 140 -> 1, 160 -> 1, 200 -> 4, 300 -> 4)
    def bytes(from: Int, to: Int) = ScanEstimate.of(sized(10, 20, 30, 40), input(keys(from, to), sample)).bytes
    assertEquals(Some(5 * MiB), bytes(145, 150))
    assertEquals(Some(10 * MiB), bytes(139, 141))
    assertEquals(Some(15 * MiB), bytes(90, 105))
    assertEquals(Some(20 * MiB), bytes(100, 200))
  }

  @Test
  def aSampleOfOtherRegionsIsStillGood(): Unit = {
    // Analyzed when there was one region; the last one has grown since.
    val sample = parts(0 -> 10, 50 -> 10, 150 -> 10, 250 -> 10)
    def bytes(from: Int, to: Int) = ScanEstimate.of(sized(10, 20, 30, 400), input(keys(from, to), sample)).bytes
    assertEquals(Some(10 * MiB), bytes(110, 120))
    assertEquals(Some(400 * MiB), bytes(310, 320))
  }

  @Test
  def nothingIsTakenForSmallBecauseItWasNotFlushed(): Unit =
    assertEquals(Some(MiB), ScanEstimate.of(sized(0, 0, 0, 0), input(keys(1, 2))).bytes)

  @Test
  def anAnalyzedTableIsAsSmallAsItsRows(): Unit = {
    assertEquals(
      ScanEstimate(Some(1000), Some(50000)),
      ScanEstimate.of(sized(0, 0, 0, 0), input(KeyRanges.ALL, parts(0 -> 1)))
    )
    // Region servers round up to a MiB, of store files and of memory.
    assertEquals(
      ScanEstimate(Some(1000), Some(50000)),
      ScanEstimate.of(sized(1, 2, 1, 2), input(KeyRanges.ALL, parts(0 -> 1)))
    )
    // It has grown since.
    assertEquals(Some(9 * MiB), ScanEstimate.of(sized(3, 3, 3, 1), input(KeyRanges.ALL, parts(0 -> 1))).bytes)
  }

  @Test
  def manySmallRegionsThatHaveGrownAreNotSmall(): Unit = {
    val starts = Array.empty[Byte] +: (1 until 1000).map(row)
    val spans = starts.zip(starts.tail :+ Array.empty[Byte]).map { case (from, to) => new RegionSpan(from, to, "h") }
    val sizes = starts.map(ByteBuffer.wrap(_) -> Long.box(2 * MiB)).toMap
    val grown = new RegionLocations.Sized(spans.asJava, Optional.of(RegionSizes.of(sizes.asJava)))
    assertEquals(Some((2000 - 64) * MiB), ScanEstimate.of(grown, input(KeyRanges.ALL, parts(0 -> 1))).bytes)
  }

  @Test
  def wholeKeysAreThatManyRows(): Unit = {
    assertEquals(ScanEstimate(Some(1), Some(50)), ScanEstimate.of(sized(10, 20, 30, 40), input(oneRow(7))))
    assertEquals(Some(1L), ScanEstimate.of(sized(10, 20, 30, 40), input(oneRow(7), parts(0 -> 1))).rows)
  }

  @Test
  def noRowIsEstimatedAsOne(): Unit =
    assertEquals(ScanEstimate(Some(1), Some(1)), ScanEstimate.of(sized(10, 20, 30, 40), input(keys(9, 9))))

  @Test
  def withoutSizesOnlyTheAnalysisIsKnown(): Unit = {
    val unsized = new RegionLocations.Sized(regions.asJava, Optional.empty[RegionSizes])
    assertEquals(ScanEstimate(Some(1000), None), ScanEstimate.of(unsized, input(keys(1, 2), parts(0 -> 1))))
    assertEquals(ScanEstimate(None, None), ScanEstimate.of(unsized, input(keys(1, 2))))
  }

  @Test
  def moreRowsAreNeverFewerBytes(): Unit = {
    val random = new scala.util.Random(11)
    (1 to 300).foreach { _ =>
      val sample = parts((0 -> 3L) +: Seq.fill(5)(1 + random.nextInt(400)).distinct.sorted.map(_ -> 7L): _*)
      val from = random.nextInt(400)
      val to = from + 1 + random.nextInt(100)
      def bytes(a: Int, b: Int) = ScanEstimate.of(sized(10, 20, 30, 40), input(keys(a, b), sample)).bytes.get
      assertTrue(bytes(from, to) <= bytes(math.max(0, from - 9), to + 9), s"$from $to $sample")
    }
  }
}
