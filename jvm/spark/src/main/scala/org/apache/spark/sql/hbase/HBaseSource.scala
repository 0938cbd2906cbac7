package org.apache.spark.sql.hbase

import java.util
import java.util.Base64

import scala.jdk.CollectionConverters._

import com.google.protobuf.ByteString
import org.apache.hadoop.hbase.TableName

import org.apache.spark.sql.connector.catalog.{Table, TableProvider}
import org.apache.spark.sql.connector.expressions.Transform
import org.apache.spark.sql.hbase.client.ClusterSettings
import org.apache.spark.sql.hbase.engine.CompiledSubPlan
import org.apache.spark.sql.hbase.read.SubPlanTable
import org.apache.spark.sql.hbase.schema.SqlTypes
import org.apache.spark.sql.hbase.wire.{PlanException, SubPlans}
import org.apache.spark.sql.sources.DataSourceRegister
import org.apache.spark.sql.types.{StructField, StructType}
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/**
 * `spark.read.format("hbase")`: the output rows of one serialized sub-plan, as columns `c0`, `c1`, ... Tables are read
 * through [[HBaseCatalog]]; this is how a sub-plan that was built elsewhere, in Python, runs unchanged.
 */
final class HBaseSource extends TableProvider with DataSourceRegister {
  import HBaseSource._

  override def shortName(): String = "hbase"

  override def inferSchema(options: CaseInsensitiveStringMap): StructType = outputSchema(subPlan(options))

  override def getTable(
      schema: StructType,
      partitioning: Array[Transform],
      properties: util.Map[String, String]
  ): Table = {
    val options = new CaseInsensitiveStringMap(properties)
    new SubPlanTable(
      settings(options),
      hbaseTable(options).getNameAsString,
      ByteString.copyFrom(subPlan(options)),
      schema
    )
  }
}

object HBaseSource {

  /** One option of the source. */
  final case class SourceOption(name: String, doc: String)

  val Quorum: SourceOption =
    SourceOption("quorum", "ZooKeeper servers, host:port[,host:port...]. Default: the settings of the catalog hbase.")
  val HBaseTableName: SourceOption = SourceOption("hbaseTableName", "The HBase table, namespace:table. Required.")
  val SubPlan: SourceOption = SourceOption(
    "subPlan",
    "A serialized pyspark_hbase.v1.SubPlan in Base64, attached to the scans byte for byte. Required."
  )

  val options: Seq[SourceOption] = Seq(Quorum, HBaseTableName, SubPlan)

  private def checkNames(given: CaseInsensitiveStringMap): Unit =
    given.asCaseSensitiveMap.keySet.asScala.find(k => !options.exists(_.name.equalsIgnoreCase(k))).foreach { key =>
      throw HBaseErrors.UnknownOption.analysis(NearestName.values("option", key, options.map(_.name)): _*)
    }

  private def settings(given: CaseInsensitiveStringMap): ClusterSettings =
    Option(given.get(Quorum.name)) match {
      case Some(quorum) => HBaseCluster.settings(Map(HBaseCluster.Quorum -> quorum))
      case None => HBaseCluster.ofCatalog(HBaseCluster.DefaultCatalog)
    }

  private def hbaseTable(given: CaseInsensitiveStringMap): TableName = {
    val name = required(given, HBaseTableName)
    try TableName.valueOf(name)
    catch {
      case e: IllegalArgumentException =>
        throw HBaseErrors.InvalidOption.analysisCausedBy(
          e,
          "option" -> HBaseTableName.name,
          "value" -> name,
          "reason" -> e.getMessage
        )
    }
  }

  private def subPlan(given: CaseInsensitiveStringMap): Array[Byte] = {
    checkNames(given)
    val text = required(given, SubPlan)
    try Base64.getDecoder.decode(text)
    catch {
      case e: IllegalArgumentException =>
        throw HBaseErrors.InvalidOption.analysisCausedBy(
          e,
          "option" -> SubPlan.name,
          "reason" -> s"not Base64: ${e.getMessage}"
        )
    }
  }

  private def required(given: CaseInsensitiveStringMap, option: SourceOption): String =
    Option(given.get(option.name))
      .getOrElse(throw HBaseErrors.InvalidOption.analysis("option" -> option.name, "reason" -> "it is required"))

  /** Every output column can be NULL: a partial aggregate has no sum before the first value. */
  private def outputSchema(subPlan: Array[Byte]): StructType = {
    val types =
      try CompiledSubPlan.compile(SubPlans.parse(subPlan)).outputTypes.asScala
      catch {
        case e: PlanException => throw read.SubPlanErrors.ofPlan(e)
      }
    StructType(types.toSeq.zipWithIndex.map { case (t, i) => StructField(s"c$i", SqlTypes.toSpark(t)) })
  }
}
