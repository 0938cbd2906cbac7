package org.apache.spark.sql.hbase.read.report

import scala.jdk.CollectionConverters._
import scala.util.Try

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.TableDescriptor

import org.apache.spark.internal.Logging
import org.apache.spark.sql.hbase.client.admin.TableCoprocessor
import org.apache.spark.sql.hbase.client.cluster.{Masters, RegionSpan, SharedConnection}
import org.apache.spark.sql.hbase.client.probe.CoprocessorProbe
import org.apache.spark.sql.hbase.shim.Optionals._
import org.apache.spark.sql.hbase.shim.ScalaShim._
import org.apache.spark.sql.hbase.wire.ProductVersion

/**
 * The state of a table's coprocessor before a query runs, as one region of each region server answered. EXPLAIN shows
 * it and nothing depends on it; each scan finds out for itself. Immutable.
 *
 * @param versions that answered, each once, in ascending order of their texts
 * @param refusal code of the error that sub-plans get from some of these
 * @param silent region servers that did not answer for the coprocessor
 * @param inDescriptor whether the table's descriptor names the coprocessor; None if that was not asked, or not answered
 * @param scannerReason why some of these read no store files directly, if they never do
 * @param unlinked the calls that some of these could not make, and refused a sub-plan for
 */
private[hbase] final case class CoprocessorState(
    versions: Seq[String],
    refusal: Option[String],
    silent: Int,
    inDescriptor: Option[Boolean],
    scannerReason: Option[String] = None,
    unlinked: Option[String] = None
) {

  /** True if no region server runs sub-plans of this table. */
  def isAbsent: Boolean = versions.isEmpty

  /** For EXPLAIN, and so for each query: Spark writes its plan into an event. */
  lazy val text: String = {
    val refused = refusal.map(code => s"it refuses sub-plans: $code")
    val failed = unlinked.map(calls => s"it refuses sub-plans that need what is missing: $calls")
    val throughScanner = scannerReason.map(reason => s"rows come through HBase's scanner: $reason")
    val answered = versions.map { version =>
      val age = ProductVersion.compare(version, ProductVersion.CURRENT)
      if (age < 0) s"version $version, older than this session's ${ProductVersion.CURRENT}"
      else if (age > 0) s"version $version, newer than this session's ${ProductVersion.CURRENT}"
      else s"version $version"
    }
    val missing = Option.when(silent > 0) {
      val some = if (versions.isEmpty) "" else s" in $silent region server${if (silent == 1) "" else "s"}"
      inDescriptor match {
        case Some(true) => s"attached, but not loaded$some or older than version ${CoprocessorState.FirstThatTells}"
        case Some(false) => s"absent$some"
        case None => s"absent$some, or older than version ${CoprocessorState.FirstThatTells}"
      }
    }
    (answered ++ refused ++ failed ++ throughScanner ++ missing).mkString("; ")
  }
}

private[hbase] object CoprocessorState extends Logging {

  /** Older ones do not tell their version. */
  private val FirstThatTells = "0.1.0"

  /**
   * Asks one region of each region server.
   *
   * @param regions of the table
   * @throws java.io.IOException when HBase does not answer
   */
  def ask(shared: SharedConnection, table: TableName, regions: Seq[RegionSpan]): CoprocessorState =
    of(shared, table, regions.groupBy(_.host).values.map(_.head).toSeq)

  /** Asks these regions. */
  def of(shared: SharedConnection, table: TableName, regions: Seq[RegionSpan]): CoprocessorState = {
    val answers = CoprocessorProbe.ask(shared.connection, table, regions.asJava).asScala.toSeq
    val silent = answers.count(_.version.isEmpty)
    CoprocessorState(
      answers.flatMap(_.version.toScala).distinct.sorted,
      answers.flatMap(_.refusal.toScala).headOption,
      silent,
      if (silent == 0) None else isInDescriptor(shared, table),
      answers.flatMap(_.scannerReason.toScala).headOption,
      answers.flatMap(_.unlinked.toScala).headOption
    )
  }

  /** Only the master knows descriptors; queries go on without it. */
  private def isInDescriptor(shared: SharedConnection, table: TableName): Option[Boolean] = {
    val answer = Try(
      Masters
        .askFor[TableDescriptor](MasterSeconds, shared.connection, _.getDescriptor(table))
        .toScala
        .map(TableCoprocessor.isAttached)
    )
    answer.failed.foreach(e => logInfo(s"The descriptor of HBase table $table is not known to EXPLAIN: $e"))
    answer.toOption.flatten
  }

  private val MasterSeconds = 3
}
