package org.apache.spark.sql.hbase.read.report

import java.util.Locale

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.hbase.client.cluster.RegionSpan
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode
import org.apache.spark.sql.hbase.conf.HBaseConf
import org.apache.spark.sql.hbase.engine.keyrange.KeyRanges
import org.apache.spark.sql.hbase.plan.catalyst.{PushedOperator, Refusal}

/** The number of regions of a table that hold wanted rows. */
private[read] final case class RegionsRead(wanted: Int, all: Int)

private[read] object RegionsRead {
  def of(regions: Seq[RegionSpan], keys: KeyRanges): RegionsRead =
    RegionsRead(regions.count(region => keys.reachInto(region.startRow, region.stopRow)), regions.size)
}

/**
 * An operator as EXPLAIN shows it.
 *
 * @param narrows whether row keys are left out because of it
 */
private[read] final case class ShownOperator(operator: PushedOperator, narrows: Boolean) {
  override def toString: String = if (narrows) s"$operator [key range]" else operator.text
}

/**
 * The description of a scan for EXPLAIN. It has the row keys that the scan reads and the place where each part of the
 * query runs. It has the reasons for parts that stay in Spark, too. Immutable.
 *
 * @param keyColumn the first column of the row key, None if the scan does not know the columns
 * @param regions None while HBase does not tell
 * @param operators at least one
 * @param refusals the parts of the query that stay in Spark
 * @param keyConditions that limit row keys though they are no operators of the scan
 * @param gets the row keys, where they are read one by one
 * @param modeSetBy who set the mode
 * @param coprocessor of the table, None while HBase does not tell or nobody asks
 */
private[read] final case class ScanDescription(
    table: String,
    mode: CoprocessorMode,
    keyColumn: Option[String],
    keys: KeyRanges,
    regions: Option[RegionsRead],
    operators: Seq[ShownOperator],
    refusals: Seq[Refusal],
    keyConditions: Seq[String] = Nil,
    gets: Option[Seq[Array[Byte]]] = None,
    modeSetBy: String = s"${HBaseConf.Coprocessor.key} is true",
    coprocessor: Option[CoprocessorState] = None
) {
  import ScanDescription._

  /** For the node of a plan. */
  def line: String = {
    val stays = if (refusals.isEmpty) "" else refusals.mkString("; stays in Spark: ", "; ", "")
    s"HBaseScan $table; $rowKeys; $regionCount; in $where: $work$stays"
  }

  /** For EXPLAIN FORMATTED, which sorts by name. */
  def metadata: Map[String, String] = Map(
    "HBaseTable" -> table,
    "RowKeys" -> rowKeys,
    "Regions" -> regionCount,
    "RunsIn" -> s"$where: $work",
    "Coprocessor" -> s"$coprocessorText; ${mode.name.toLowerCase(Locale.ROOT)}, because $modeSetBy",
    "StaysInSpark" -> refusals.mkString("; ")
  )

  /** Row by row: region servers seek where later columns of the key are limited, Spark does not. */
  def readsWholeTable: Boolean = keys.areAllOfTable && !isSought

  private def isSought: Boolean = keys.haveGapsInside && mode != CoprocessorMode.OFF

  def rowKeys: String =
    if (gets.exists(_.isEmpty) || keys.ranges.isEmpty) "no row key, because no row can meet the conditions"
    else if (gets.isDefined) s"gets of ${listed("row key", gets.toSeq.flatten)(ShellText.row)}$from"
    else if (isSought && keys.isAll) s"every region, seeking past row keys, because $whyAll"
    else if (keys.isAll) s"whole table, because $whyAll"
    else {
      val ranges = keys.ranges.asScala.toSeq
      if (ranges.size == 1) s"key range ${ShellText.range(ranges.head)}$from"
      else s"${listed("key range", ranges)(ShellText.range)}$from"
    }

  private def from: String = if (keyConditions.isEmpty) "" else keyConditions.mkString(" from ", " AND ", "")

  private def listed[T](what: String, all: Seq[T])(show: T => String): String = {
    val shown = all.take(ShownRanges).map(show).mkString(", ")
    val more = if (all.size > ShownRanges) s" and ${all.size - ShownRanges} more" else ""
    s"${all.size} $what${if (all.size == 1) "" else "s"} $shown$more"
  }

  private def whyAll: String = keyColumn match {
    case None => "the columns of its row key are not known"
    case Some(column) if keys.haveGapsInside =>
      s"no condition of the scan limits $column, the first column of the row key"
    case Some(_) => "no condition of the scan limits a column of the row key"
  }

  def regionCount: String = regions match {
    case None => "regions unknown, because HBase does not tell"
    case Some(RegionsRead(wanted, all)) => s"$wanted of $all regions"
  }

  /** True if the sub-plan runs in region servers, as far as it is known before the query runs. */
  def runsInServers: Boolean = !gets.exists(_.nonEmpty) && (mode match {
    case CoprocessorMode.AUTO => !coprocessor.exists(_.isAbsent)
    case CoprocessorMode.OFF => false
    case CoprocessorMode.REQUIRE => true
  })

  def where: String = if (gets.exists(_.nonEmpty)) "Spark, on the rows of gets" else ofScans

  private def ofScans: String = mode match {
    case CoprocessorMode.AUTO if coprocessor.exists(_.isAbsent) => s"Spark, because the coprocessor is $coprocessorText"
    case CoprocessorMode.AUTO => s"region servers$told"
    case CoprocessorMode.OFF => s"Spark, because $modeSetBy"
    case CoprocessorMode.REQUIRE => s"region servers, required$told"
  }

  private def told: String = coprocessor.fold("")(state => s" (coprocessor ${state.text})")

  private def coprocessorText: String = coprocessor match {
    case Some(state) => state.text
    case None if mode == CoprocessorMode.OFF => "not used"
    case None => "unknown, because HBase does not tell"
  }

  private def work: String = operators.mkString(" -> ")
}

private[read] object ScanDescription {

  /** The number of ranges shown; the first ones are enough to see their form. */
  private val ShownRanges = 3
}
