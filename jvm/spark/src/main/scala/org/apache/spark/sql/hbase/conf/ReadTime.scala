package org.apache.spark.sql.hbase.conf

import java.time.Instant

import org.apache.spark.sql.catalyst.analysis.{AsOfTimestamp, AsOfVersion, TimeTravelSpec}
import org.apache.spark.sql.catalyst.util.DateTimeUtils
import org.apache.spark.sql.hbase.client.scan.TimeBounds
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.shim.ScalaShim._
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import org.apache.spark.unsafe.types.UTF8String

/**
 * The time of a table that a query reads.
 *
 * @param isUnchecked what HBase dropped of that time may be missing
 * @param isAsOf the query says so, and not the options of the read
 * @param snapshot of HBase, which is read instead of the table
 */
final case class ReadTime(
    bounds: TimeBounds,
    isUnchecked: Boolean,
    isAsOf: Boolean = false,
    snapshot: Option[String] = None
) {

  /** The time that the query says, as Spark tells it to a catalog. */
  def asOf: Option[TimeTravelSpec] = snapshot match {
    case Some(name) => Some(AsOfVersion(name))
    // The last of the milliseconds that are in.
    case None => Option.when(isAsOf)(AsOfTimestamp((bounds.stopMillis - 1) * 1000))
  }

  /** For EXPLAIN, behind the name of a table; empty for the present. */
  def text: String =
    if (bounds.isAll) snapshot.fold("")(name => s" in snapshot $name") + versionsText
    else {
      val start = if (bounds.hasStart) Instant.ofEpochMilli(bounds.startMillis).toString else "start"
      val stop = if (bounds.hasStop) Instant.ofEpochMilli(bounds.stopMillis).toString else "end"
      s" with cells of [$start, $stop)" + versionsText
    }

  private def versionsText: String = if (bounds.hasVersions) s" in up to ${bounds.versions} states of each row" else ""
}

/** The read options that choose a time, each defined once, and what they say together with Spark's `TIMESTAMP AS OF`. */
object ReadTime {
  val Start: QueryOption = QueryOption(
    "time.start",
    "Cells written before this time do not count: a row is there if it has a cell since then, and columns without one are NULL."
  )
  val End: QueryOption = QueryOption("time.end", "Cells written at this time or later do not count.")
  val Unchecked: QueryOption = QueryOption(
    "time.unchecked",
    "true: a time is read though the table does not keep all of it; what HBase has dropped since is missing. Default: false."
  )
  val Versions: QueryOption =
    QueryOption(
      "versions",
      "Number of states of each row that are read, newest first, each as a row of its own. A state is that at one " +
        "of the newest timestamps of the row's cells. Default: 1, the newest state."
    )

  val options: Seq[QueryOption] = Seq(Start, End, Unchecked, Versions)

  /** All cells count. */
  val Present: ReadTime = ReadTime(TimeBounds.ALL, isUnchecked = false)

  /** The table as a snapshot has it. */
  def ofSnapshot(name: String, given: CaseInsensitiveStringMap): ReadTime = {
    refuseBounds(given, "the query has a VERSION AS OF already")
    Present.copy(Present.bounds.withVersions(versions(given)), isAsOf = true, snapshot = Some(name))
  }

  /** Reads the time from read options; other options are ignored. Times are those of the session's zone. */
  def of(given: CaseInsensitiveStringMap): ReadTime = {
    val start = time(given, Start).getOrElse(0L)
    val stop = time(given, End).getOrElse(Long.MaxValue)
    if (stop < start) throw invalid(End, given.get(End.name), s"it is before ${Start.name}")
    ReadTime(new TimeBounds(start, stop, versions(given)), isUnchecked(given))
  }

  /** The table as it was at `micros` since 1970. */
  def asOf(micros: Long, given: CaseInsensitiveStringMap): ReadTime = {
    refuseBounds(given, "the query has a TIMESTAMP AS OF already")
    // A cell's timestamp counts whole milliseconds; the one of the given time is in.
    val stop = math.max(0, Math.floorDiv(micros, 1000L) + 1)
    ReadTime(new TimeBounds(0, stop, versions(given)), isUnchecked(given), isAsOf = true)
  }

  private def refuseBounds(given: CaseInsensitiveStringMap, reason: String): Unit =
    Seq(Start, End).find(o => given.containsKey(o.name)).foreach { option =>
      throw invalid(option, given.get(option.name), reason)
    }

  /** First millisecond that is not before the time; before 1970 there is none. */
  private def time(given: CaseInsensitiveStringMap, option: QueryOption): Option[Long] =
    Option(given.get(option.name)).map(_.trim).map { text =>
      val millis = text.toLongOption.orElse {
        val zone = DateTimeUtils.getZoneId(SQLConf.get.sessionLocalTimeZone)
        DateTimeUtils.stringToTimestamp(UTF8String.fromString(text), zone).map(micros => -Math.floorDiv(-micros, 1000L))
      }
      math.max(
        0,
        millis.getOrElse(throw invalid(option, text, "it is no time and no number of milliseconds since 1970"))
      )
    }

  private def isUnchecked(given: CaseInsensitiveStringMap): Boolean =
    Option(given.get(Unchecked.name)).exists { text =>
      text.trim.toBooleanOption.getOrElse(throw invalid(Unchecked, text, "it is neither true nor false"))
    }

  private def versions(given: CaseInsensitiveStringMap): Int =
    Option(given.get(Versions.name)).fold(1) { text =>
      text.trim.toIntOption
        .filter(_ >= 1)
        .getOrElse(throw invalid(Versions, text, "it is no whole number of at least 1"))
    }

  private def invalid(option: QueryOption, value: String, reason: String): Exception =
    HBaseErrors.InvalidOption.analysis("option" -> option.name, "value" -> value, "reason" -> reason)
}
