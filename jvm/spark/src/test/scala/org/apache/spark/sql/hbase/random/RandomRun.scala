package org.apache.spark.sql.hbase.random

import scala.collection.mutable
import scala.util.Random

import org.junit.jupiter.api.Assertions.assertTrue

/**
 * The extent of a random test, from system properties: `random.seed`; `random.<what>`, the count; `random.seconds`,
 * after which it stops; `random.query`, the number of the only one to run, as a failure names it. Seconds are counted
 * from the first number.
 */
final class RandomRun(what: String, defaultCount: Int) {
  val seed: Long = java.lang.Long.getLong("random.seed", 1L)
  private val only = Option(Integer.getInteger("random.query")).map(_.intValue)
  private val count = Integer.getInteger(s"random.$what", defaultCount).intValue
  private lazy val deadline = System.nanoTime() + java.lang.Long.getLong("random.seconds", 36000L) * 1000000000L

  private val failures = mutable.LinkedHashMap[String, String]()

  /** True once the time is over, which begins with the first call. */
  def isOver: Boolean = System.nanoTime() > deadline

  /** The numbers of what to generate; ends early when time is over or enough has failed. Long runs say how far they are. */
  def numbers: Iterator[Int] = {
    var nextReport = System.nanoTime() + RandomRun.ReportNanos
    only.fold((0 until count).iterator)(Iterator.single(_)).takeWhile { number =>
      val now = System.nanoTime()
      if (now > nextReport) {
        nextReport = now + RandomRun.ReportNanos
        println(s"random $what: $number of $count tried, ${failures.size} differ, seed $seed")
      }
      !isOver && failures.size < RandomRun.MaxFailures
    }
  }

  /** Returns the generator for the seed and the number, whatever ran before. */
  def random(number: Int): Random = new Random((seed * 0x9e3779b97f4a7c15L + number) * 0xbf58476d1ce4e5b9L)

  /** @param kind failures of one kind are reported once */
  def fail(number: Int, kind: String, description: String): Unit =
    if (!failures.contains(kind)) {
      val line = s"-Drandom.seed=$seed -Drandom.query=$number $description"
      failures += kind -> line
      println(s"DIFFERENCE $line")
    }

  /** Prints how many were compared in this run, as `./build.sh soak` adds them up. */
  def report(compared: Int, kind: String): Unit = println(s"counted: $compared $kind")

  def failureLines: Seq[String] = failures.values.toSeq

  /** A harness that compares Spark with itself would notice nothing. A single query may well not be pushed down. */
  def assertFloor(found: Int, compared: Int, share: Double, what: String = "the engine computed something"): Unit =
    if (only.isEmpty) assertTrue(found >= compared * share, s"$what in only $found of $compared cases")
}

object RandomRun {
  private val MaxFailures = 50
  private val ReportNanos = 300L * 1000000000L
}
