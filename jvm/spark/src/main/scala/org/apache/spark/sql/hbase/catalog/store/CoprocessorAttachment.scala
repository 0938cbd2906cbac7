package org.apache.spark.sql.hbase.catalog.store

import java.io.IOException

import scala.jdk.CollectionConverters._

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{TableDescriptor, TableDescriptorBuilder}
import org.apache.hadoop.hbase.util.Bytes

import org.apache.spark.sql.hbase.client.admin.TableCoprocessor
import org.apache.spark.sql.hbase.client.cluster.{Masters, RegionSpan, SharedConnection, SubPlanException}
import org.apache.spark.sql.hbase.client.probe.CoprocessorProbe
import org.apache.spark.sql.hbase.error.{FirstLine, HBaseError, HBaseErrors}
import org.apache.spark.sql.hbase.shim.Optionals._

/**
 * The result of a change of the coprocessor.
 *
 * @param jar attached now
 * @param isChanged false: the table was so before
 * @param versions that its regions answer with, each once
 */
private[hbase] final case class AttachedCoprocessor(
    jar: Option[String],
    isChanged: Boolean,
    regions: Int,
    versions: Seq[String]
)

/**
 * Puts the coprocessor on HBase tables that exist and takes it off, and looks at every region afterwards. Doing it again
 * changes nothing. Called on the driver.
 */
private[hbase] final class CoprocessorAttachment(shared: SharedConnection) {
  import CoprocessorAttachment._

  def attach(table: TableName, jar: String): AttachedCoprocessor = {
    val before = descriptor(table)
    refuseSecond(table, before)
    val isChanged = !TableCoprocessor.jar(before).toScala.contains(jar)
    if (isChanged) {
      modify(table, Some(jar), TableCoprocessor.attach(TableDescriptorBuilder.newBuilder(before), jar).build())
    }
    val answers = ask(table)
    val silent = answers.filter(_.version.isEmpty)
    if (silent.nonEmpty) throw HBaseErrors.CoprocessorNotAnswering.analysis(regionValues(table, silent, answers): _*)
    answered(Some(jar), isChanged, answers)
  }

  def detach(table: TableName): AttachedCoprocessor = {
    val before = descriptor(table)
    val isChanged = TableCoprocessor.isAttached(before)
    if (isChanged) modify(table, None, TableCoprocessor.detach(TableDescriptorBuilder.newBuilder(before)).build())
    val answers = ask(table)
    val running = answers.filter(_.version.isPresent)
    if (running.nonEmpty)
      throw HBaseErrors.CoprocessorStillAnswering.analysis(regionValues(table, running, answers): _*)
    answered(None, isChanged, answers)
  }

  /** Nothing is changed where region servers load the coprocessor besides what the table names. */
  private def refuseSecond(table: TableName, before: TableDescriptor): Unit = {
    val answers = ask(table)
    val loaded =
      if (TableCoprocessor.isAttached(before)) answers.filter(_.instances.isPresent)
      else answers.filter(_.version.isPresent)
    if (loaded.nonEmpty) throw HBaseErrors.CoprocessorLoadedTwice.analysis(regionValues(table, loaded, answers): _*)
  }

  private def descriptor(table: TableName): TableDescriptor =
    new PhysicalTables(shared.connection)
      .descriptor(table)
      .getOrElse(throw HBaseErrors.HBaseTableMissing.analysis("hbaseTable" -> table.getNameAsString))

  /** HBase answers when the regions are open again. */
  private def modify(table: TableName, jar: Option[String], changed: TableDescriptor): Unit =
    try Masters.ask[Unit](shared.connection, _.modifyTable(changed))
    catch {
      case unreachable: SubPlanException => throw unreachable
      case e: IOException =>
        val reason = FirstLine.of(e)
        val values = Seq("hbaseTable" -> table.getNameAsString) ++ jar.map("jar" -> _) :+ ("reason" -> reason)
        throw refusal(reason, jar).analysisCausedBy(e, values: _*)
    }

  /** Every region, as HBase lists them now: what is remembered of them is of before the change. */
  private def ask(table: TableName): Seq[CoprocessorProbe.Answer] = {
    shared.regionLocations.forget(table)
    CoprocessorProbe.ask(shared.connection, table, shared.regionLocations.regions(table)).asScala.toSeq
  }

  private def answered(jar: Option[String], isChanged: Boolean, answers: Seq[CoprocessorProbe.Answer]) =
    AttachedCoprocessor(jar, isChanged, answers.size, answers.flatMap(_.version.toScala).distinct.sorted)

  private def regionValues(
      table: TableName,
      some: Seq[CoprocessorProbe.Answer],
      all: Seq[CoprocessorProbe.Answer]
  ): Seq[(String, Any)] = Seq(
    "hbaseTable" -> table.getNameAsString,
    "regions" -> s"${some.size} of ${all.size}",
    "first" -> shown(some.head.region)
  )

  private def shown(region: RegionSpan): String = {
    val start = if (region.startRow.isEmpty) "start" else Bytes.toStringBinary(region.startRow)
    s"$start on ${if (region.host.isEmpty) "no server" else region.host}"
  }
}

private[hbase] object CoprocessorAttachment {

  /** HBase's refusals have no types, but texts that have been the same for ten years. */
  private[catalog] def refusal(reason: String, jar: Option[String]): HBaseError = {
    val path = jar.map(_.replaceFirst("^[a-z0-9]+:/*", "/"))
    if (reason.contains("DENIED in hbase.coprocessor")) HBaseErrors.CoprocessorPathDenied
    else if (Seq("cannot be loaded", "not a jar file", "zip ").exists(reason.contains))
      HBaseErrors.CoprocessorJarInvalid
    else if (path.exists(reason.contains) || reason.contains("File does not exist")) HBaseErrors.CoprocessorJarMissing
    else HBaseErrors.CreateTableFailed
  }
}
