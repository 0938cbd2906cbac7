package org.apache.spark.sql.hbase

import java.util
import java.util.Base64

import scala.jdk.CollectionConverters._
import scala.util.control.NonFatal

import com.google.protobuf.ByteString
import org.json4s.{JObject, JString}
import org.json4s.jackson.JsonMethods

import org.apache.spark.sql.connector.catalog.{Table, TableProvider}
import org.apache.spark.sql.connector.expressions.Transform
import org.apache.spark.sql.hbase.catalog.definition.PhoenixTables
import org.apache.spark.sql.hbase.catalog.store.PhysicalTables
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.cluster.{HBaseCluster, SubPlanErrors}
import org.apache.spark.sql.hbase.conf.{Choice, DecodedTable, HBaseConf, QueryOptions}
import org.apache.spark.sql.hbase.engine.CompiledSubPlan
import org.apache.spark.sql.hbase.engine.expression.JavaRules
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.read.SubPlanTable
import org.apache.spark.sql.hbase.schema.{SparkTypes, TableSchema}
import org.apache.spark.sql.hbase.source._
import org.apache.spark.sql.hbase.table.HBaseTable
import org.apache.spark.sql.hbase.wire.plan.{PlanException, SubPlans}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.sources.DataSourceRegister
import org.apache.spark.sql.types.{StructField, StructType}
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/**
 * `spark.read.format("hbase")` and `frame.write.format("hbase")`: an HBase table whose columns the options declare, in the
 * words of the proposal, of SHC or of hbase-spark. It is read and written like a table of [[HBaseCatalog]], and stored
 * nowhere. With a `subPlan`, the output rows of one serialized sub-plan, as columns `c0`, `c1`, ... So a sub-plan that
 * was built elsewhere, in Python, runs unchanged.
 */
final class HBaseSource extends TableProvider with DataSourceRegister {
  import HBaseSource._

  override def shortName(): String = HBaseSource.Name

  override def inferSchema(options: CaseInsensitiveStringMap): StructType = {
    SourceOptions.check(options)
    if (SourceOptions.isGiven(options, SourceOptions.SubPlan)) outputSchema(subPlan(options))
    else asRead(declared(options).schema(None), options).sparkSchema
  }

  override def getTable(
      schema: StructType,
      partitioning: Array[Transform],
      properties: util.Map[String, String]
  ): Table = {
    val options = new CaseInsensitiveStringMap(properties)
    SourceOptions.check(options)
    if (SourceOptions.isGiven(options, SourceOptions.SubPlan)) {
      if (options.containsKey(QueryOptions.Mode.name)) {
        throw HBaseErrors.InvalidOption.analysis(
          "option" -> QueryOptions.Mode.name,
          "reason" -> s"it says nothing together with ${SourceOptions.SubPlan.name}, which has it in it"
        )
      }
      val name = TableNames.parse(
        SourceOptions.HBaseTableName,
        SourceOptions.required(options, SourceOptions.HBaseTableName)
      )
      val rows = KeyRange.startingWith(base64(options, SourceOptions.RowPrefix).getOrElse(Array.emptyByteArray))
      new SubPlanTable(settings(options), name.getNameAsString, rows, statedSubPlan(options), schema)
    } else {
      table(options)
    }
  }
}

object HBaseSource {
  val Name = "hbase"

  /** Ways to say what is read: the option that chooses each, and those that go with it. */
  private def ways: Seq[(SourceOption, Seq[SourceOption])] = {
    import SourceOptions._
    Seq(
      SubPlan -> Seq(HBaseTableName, RowPrefix),
      Catalog -> Seq(NewTable, SplitStart, SplitEnd),
      ColumnsMapping -> Seq(SourceOptions.HBaseTable, NewTable, SplitStart, SplitEnd),
      ColsSeq -> (HBaseTableName +: KeyCols +: NonKeyCols +: Namespace +: SqlTableName +: EncodingFormat +: Nil)
    )
  }

  private def wayOf(options: CaseInsensitiveStringMap): SourceOption = {
    val anywhere = Seq(SourceOptions.Quorum, SourceOptions.Site, SourceOptions.HBaseConfiguration)
    ways.find { case (way, _) => SourceOptions.isGiven(options, way) } match {
      case Some((way, own)) =>
        SourceOptions.refuse(options, way, SourceOptions.all.diff(way +: own).diff(anywhere))
        way
      case None =>
        throw HBaseErrors.InvalidOption.analysis(
          "option" -> ways.map(_._1.name).mkString(", "),
          "reason" -> "one of them says what is read or written, and none is given"
        )
    }
  }

  private def declared(options: CaseInsensitiveStringMap): DeclaredTable = wayOf(options) match {
    case SourceOptions.Catalog => JsonCatalog.parse(SourceOptions.required(options, SourceOptions.Catalog))
    case SourceOptions.ColumnsMapping => source.ColumnsMapping.parse(options)
    case _ => ProposalOptions.parse(options)
  }

  private def table(options: CaseInsensitiveStringMap): Table = {
    HBaseConf.checkNames(SQLConf.get)
    val cluster = settings(options)
    val declaration = declared(options)
    val newTable = NewTable.parse(options)
    val (existing, schema) = HBaseCluster.use(cluster) { shared =>
      val families = declaration.columns.flatMap(_.cell).map(_._1)
      val existing = ExistingTable.of(shared.connection, declaration.hbaseTable, families)
      if (existing.isEmpty && newTable.isEmpty) {
        throw HBaseErrors.UnknownHBaseTable.analysis("hbaseTable" -> declaration.hbaseTable.getNameAsString)
      }
      val declared = declaration.schema(existing)
      val schema = existing.fold(declared)(PhoenixTables.withoutLocalIndexes(declared, _))
      if (existing.isDefined && schema.adopted) PhoenixTables.checkCells(schema, shared.connection)
      (existing, schema)
    }
    val isReadOnly = schema.adopted && existing.exists(PhysicalTables.signature(_).isDefined)
    new HBaseTable(Name, cluster, asRead(schema, options), declaredBy = Some(TableOptions(newTable, isReadOnly)))
  }

  private def asRead(schema: TableSchema, options: CaseInsensitiveStringMap): TableSchema =
    DecodedTable.of(schema, Choice.Decoding.ofQuery(options))

  private def settings(given: CaseInsensitiveStringMap): ClusterSettings = {
    import SourceOptions._
    val quorum = get(given, Quorum).map(HBaseCluster.Quorum -> _)
    val site = get(given, Site).map(HBaseCluster.Site -> _)
    val json = get(given, HBaseConfiguration).map(jsonSettings)
    if (quorum.isDefined && json.isDefined) {
      throw invalid(HBaseConfiguration, None, "it says nothing together with quorum")
    }
    val own = json.getOrElse(Map.empty) ++ clientSettings(given) ++ quorum ++ site
    // Options that name no cluster mean the cluster of the catalog.
    val namesCluster =
      Seq(HBaseCluster.Quorum, HBaseCluster.Site, ClusterSettings.QUORUM, ClusterSettings.BOOTSTRAP_SERVERS)
    if (namesCluster.exists(own.contains) || json.isDefined) HBaseCluster.settings(own)
    else HBaseCluster.ofCatalog(HBaseCluster.DefaultCatalog, own)
  }

  /** SHC's: `{"hbase.zookeeper.quorum": "host"}`. */
  private def jsonSettings(json: String): Map[String, String] = {
    def invalid(reason: String) = SourceOptions.invalid(SourceOptions.HBaseConfiguration, Some(json), reason)
    val document =
      try JsonMethods.parse(json)
      catch {
        case NonFatal(_) => throw invalid("it is not JSON")
      }
    document match {
      case JObject(members) =>
        members.map {
          case (name, JString(value)) => name -> value
          case (name, _) => throw invalid(s"the value of $name is no text")
        }.toMap
      case _ => throw invalid("it is no JSON object")
    }
  }

  private def subPlan(given: CaseInsensitiveStringMap): Array[Byte] = {
    wayOf(given)
    base64(given, SourceOptions.SubPlan).getOrElse(Array.emptyByteArray)
  }

  private def base64(given: CaseInsensitiveStringMap, option: SourceOption): Option[Array[Byte]] =
    SourceOptions.get(given, option).map { text =>
      try Base64.getDecoder.decode(text)
      catch {
        case e: IllegalArgumentException =>
          throw SourceOptions.invalid(option, None, s"it is not Base64: ${e.getMessage}")
      }
    }

  /** With what Spark's Java computes said in calls that leave it open, so that fallback and region servers agree. */
  private def statedSubPlan(given: CaseInsensitiveStringMap): ByteString =
    try JavaRules.stated(SubPlans.parse(subPlan(given))).toByteString
    catch {
      case e: PlanException => throw SubPlanErrors.ofPlan(e)
    }

  /** Every output column can be NULL: a partial aggregate has no sum before the first value. */
  private def outputSchema(subPlan: Array[Byte]): StructType = {
    val types =
      try CompiledSubPlan.compile(SubPlans.parse(subPlan)).outputTypes.asScala
      catch {
        case e: PlanException => throw SubPlanErrors.ofPlan(e)
      }
    StructType(types.toSeq.zipWithIndex.map { case (t, i) => StructField(s"c$i", SparkTypes.toSpark(t)) })
  }
}
