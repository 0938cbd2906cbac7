package org.apache.spark.sql.hbase.read

import scala.jdk.CollectionConverters._

import org.json4s.JsonAST.JValue
import org.json4s.JsonDSL._
import org.json4s.jackson.JsonMethods.{compact, render}

import org.apache.spark.sql.hbase.client.RegionSpan

/**
 * All that is known of a scan before it runs, as one JSON document: what `pyspark_hbase.explain` shows. Row keys are as
 * HBase's shell takes them.
 */
private[read] object ScanExplanation {

  /** More ranges, and more regions, than anybody looks at; their numbers are told. */
  val Shown = 1000

  /** @param regions of the table in row-key order, None while HBase does not tell */
  def of(scan: ScanDescription, hbaseTable: String, regions: Option[Seq[RegionSpan]]): String = compact(
    render(
      ("table" -> scan.table) ~
        ("hbaseTable" -> hbaseTable) ~
        ("rowKeys" -> scan.rowKeys) ~
        ("ranges" -> scan.keys.ranges.asScala.take(Shown).map(ShellText.range).toSeq) ~
        ("rangeCount" -> scan.keys.ranges.size) ~
        ("regionCount" -> scan.regionCount) ~
        ("regions" -> regions.map(_.take(Shown).map(region(scan, _)))) ~
        ("where" -> scan.where) ~
        ("operators" -> scan.operators.map(o => ("text" -> o.text) ~ ("limitsRowKeys" -> o.narrows))) ~
        ("keyConditions" -> scan.keyConditions) ~
        ("staysInSpark" -> scan.refused)
    )
  )

  private def region(scan: ScanDescription, region: RegionSpan): JValue =
    ("start" -> ShellText.row(region.startRow)) ~
      ("host" -> region.host) ~
      ("touched" -> scan.keys.reachInto(region.startRow, region.stopRow))
}
