package org.apache.spark.sql.hbase.schema

import scala.jdk.CollectionConverters._

import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.catalyst.expressions.{AttributeReference, Expression, GetStructField, IsNotNull, IsNull}
import org.apache.spark.sql.hbase.client.row.RowMetadata
import org.apache.spark.sql.hbase.client.scan.TimeBounds
import org.apache.spark.sql.hbase.codec.types.{SqlType, ValueEncoding}
import org.apache.spark.sql.hbase.plan.catalyst.{CatalystExpressions, InputBinding}
import org.apache.spark.sql.hbase.wire.proto
import org.apache.spark.sql.hbase.wire.plan.SubPlans
import org.apache.spark.sql.types.{StringType, StructField, StructType}

class TestTableLayouts {
  private def names(layout: proto.TableLayout): Seq[String] = layout.getColumnsList.asScala.map(_.getName).toSeq
  private def families(layout: proto.TableLayout): Seq[String] =
    layout.getFamiliesList.asScala.map(_.toStringUtf8).toSeq

  @Test
  def aMapLeavesOutWhereOthersLie(): Unit = {
    val layout = TableLayouts.of(SchemaFixtures.maps.withUndecodableAsNull, Set("in_f", "in_g"))
    assertTrue(layout.getUndecodableAsNull)
    def excluded(column: Int) =
      layout
        .getColumns(column)
        .getFamilyMap
        .getExcludedQualifiersList
        .asScala
        .map(q => CellNames.text(q.toByteArray))
        .toSeq
    assertEquals(Seq("v", "_0"), excluded(1))
    assertEquals(Seq("\\x00\\xFF"), excluded(2))
    assertEquals(Seq("f", "g"), families(layout))
  }

  @Test
  def fieldsOfAStructInSeveralCellsAreColumns(): Unit = {
    val schema = SchemaFixtures.structs
    val layout = TableLayouts.of(schema, Set("s"))
    assertEquals(Seq("k", "s.x", "s.name"), names(layout))
    assertEquals(Seq("f"), families(layout))
    assertEquals(Seq("x", "\\x00\\xFF", "_0"), schema.qualifiersOutsideMap("f"))
    assertEquals(Set.empty, AssembledStructs.of(schema, Set("in_f")).keySet)
    val plan = SubPlans.parse(TableLayouts.projection(schema, StructType(Seq(schema.sparkSchema("s")))).toByteArray)
    val struct = plan.getOperators(0).getProject.getExpressions(0)
    assertEquals(AssembledStructs.of(schema, Set("s"))("s"), struct)
    assertEquals(Seq(1, 2), struct.getCall.getArgumentsList.asScala.map(_.getColumn).toSeq)
  }

  @Test
  def ofFieldsThatNobodyAsksForOnlyTheirCellsAreLookedAt(): Unit = {
    val schema = SchemaFixtures.structs
    val required = StructType(Seq(StructField("s", new StructType().add("name", StringType))))
    val layout = TableLayouts.of(schema.asRead(required), Set("s"))
    assertEquals(Seq("k", "s.x", "s.name"), names(layout))
    val columns = layout.getColumnsList.asScala
    assertEquals(Seq(SqlType.BINARY, SqlType.STRING).map(SparkTypes.toProto), columns.drop(1).map(_.getType).toSeq)
    assertEquals(proto.Encoding.HBASE, columns(1).getCell.getEncoding)
    assertEquals(schema.valueColumns, schema.asRead(schema.sparkSchema).valueColumns)
    // The plan without pushdown reads the same columns.
    val plan = SubPlans.parse(TableLayouts.projection(schema.asRead(required), required).toByteArray)
    assertEquals(layout, plan.getTable)
  }

  @Test
  def theStructIsNotAssembledForOneFieldOrANullTest(): Unit = {
    val struct = AssembledStructs.of(SchemaFixtures.structs, Set("s"))("s")
    val Seq(x, name) = struct.getCall.getArgumentsList.asScala.toSeq
    val attribute = AttributeReference("s", SparkTypes.toSpark(SchemaFixtures.structs.columns(1).sqlType))()
    val onlyName = AttributeReference("s", new StructType().add("name", StringType))(attribute.exprId)
    val input = InputBinding(Map.empty, structs = Map(attribute.exprId -> struct))
    def translated(expression: Expression) =
      CatalystExpressions.toProto(expression, input).fold(refusal => sys.error(s"$refusal"), identity)
    assertEquals(x, translated(GetStructField(attribute, 0)))
    assertEquals(name, translated(GetStructField(onlyName, 0)))
    Seq(attribute, onlyName).foreach { s =>
      val isNull = translated(IsNull(s)).getCall
      assertEquals(proto.Function.AND, isNull.getFunction)
      assertEquals(Seq(x, name), isNull.getArgumentsList.asScala.map(_.getCall.getArguments(0)).toSeq)
      assertEquals(proto.Function.OR, translated(IsNotNull(s)).getCall.getFunction)
    }
  }

  @Test
  def allKeyColumnsAndOnlyTheNeededValuesAreListed(): Unit =
    assertEquals(Seq("id", "at", "note"), names(TableLayouts.of(SchemaFixtures.packed, Set("note", "at"))))

  @Test
  def onlyThePackedCellsInUseAreReadAndCounted(): Unit = {
    val layout = TableLayouts.of(SchemaFixtures.packed, Set("note"))
    assertEquals(Seq("big"), families(layout))
    assertEquals(1, layout.getPackedCellsCount)
    assertEquals(0, layout.getColumns(2).getPacked.getCell)
  }

  @Test
  def withoutValuesOnePackedFamilyProvesTheRows(): Unit = {
    val layout = TableLayouts.of(SchemaFixtures.packed, Set.empty)
    assertEquals(Seq("d"), families(layout))
    assertEquals(0, layout.getPackedCellsCount)
  }

  @Test
  def theFamilyOfTheMarkerIsAlwaysRead(): Unit =
    assertEquals(Seq("f", "g"), families(TableLayouts.of(SchemaFixtures.columns, Set("w"))))

  /** All queries of it see the same rows. */
  @Test
  def familiesByWhichRowsExistAreReadWithThoseOfAllColumns(): Unit =
    Seq(Set.empty[String], Set("v"), Set("_timestamp")).foreach { needed =>
      val read = TableLayouts.of(SchemaFixtures.rowFamilies, needed).getFamiliesList.asScala
      val ofFacts = if (needed("_timestamp")) Seq(RowMetadata.FAMILY) else Nil
      assertEquals(Seq("g", "h\\xFF", "f") ++ ofFacts, read.map(f => CellNames.text(f.toByteArray)).toSeq)
    }

  @Test
  def adoptedTablesReadEveryFamily(): Unit =
    assertEquals(Seq.empty, families(TableLayouts.of(SchemaFixtures.columns.copy(adopted = true), Set("v"))))

  @Test
  def whereOldCellsDoNotCountEveryFamilyIsRead(): Unit = {
    def read(times: TimeBounds) = families(TableLayouts.of(SchemaFixtures.packed.ofTimes(times), Set("note")))
    assertEquals(Seq("big"), read(TimeBounds.ALL))
    assertEquals(Seq("big"), read(new TimeBounds(0, 5)))
    assertEquals(Seq.empty, read(new TimeBounds(3, 5)))
    val nullable = SchemaFixtures.packed.ofTimes(new TimeBounds(0, 5)).columns.filter(_.nullable).map(_.name)
    assertEquals(Seq("amount", "note", "flag"), nullable)
  }

  @Test
  def metadataColumnsComeLastAndReadEveryFamily(): Unit = {
    val layout = TableLayouts.of(SchemaFixtures.packed, Set("_timestamp", "note"))
    assertEquals(Seq("id", "at", "note", "_timestamp"), names(layout))
    assertEquals(Seq.empty, families(layout))
    val hidden = ColumnMapping("_Region", SqlType.INT, nullable = true, Place.Cell("f", "r", ValueEncoding.ORDERED))
    val schema = SchemaFixtures.columns.copy(columns = SchemaFixtures.columns.columns :+ hidden)
    assertEquals(Seq("_rowkey", "_timestamp"), MetadataColumns.forSpark(schema).map(_.name).toSeq)
    assertEquals(Seq.empty, MetadataColumns.among(schema, Set("_region", "_Region")))
  }

  @Test
  def aSaltIsPartOfTheLayout(): Unit = {
    val prefix = TableLayouts.of(SchemaFixtures.salted, Set.empty).getKeyPrefix
    assertEquals((8, Seq(1)), (prefix.getSaltBuckets, prefix.getPartsList.asScala.map(_.intValue).toSeq))
    assertFalse(TableLayouts.of(SchemaFixtures.packed, Set.empty).hasKeyPrefix)
  }

  @Test
  def groupsHaveTheirCellWhateverIsRead(): Unit = {
    val layout = TableLayouts.of(SchemaFixtures.columnar, Set.empty)
    assertEquals((54, 1, Seq("d")), (layout.getColumnar.getGroupBits, layout.getPackedCellsCount, families(layout)))
    assertEquals(Seq("id"), names(layout))
    assertFalse(TableLayouts.of(SchemaFixtures.packed, Set.empty).hasColumnar)
    assertEquals(Seq.empty, MetadataColumns.forSpark(SchemaFixtures.columnar).toSeq)
  }

  @Test
  def projectionsAreValidPlansInTheAskedOrder(): Unit =
    for {
      schema <- Seq(
        SchemaFixtures.packed,
        SchemaFixtures.columns,
        SchemaFixtures.columnar,
        SchemaFixtures.columns.copy(adopted = true)
      )
      names <- schema.columns.map(_.name).toSet.subsets().map(_.toSeq.reverse)
    } {
      val plan =
        SubPlans.parse(TableLayouts.projection(schema, StructType(names.map(schema.sparkSchema(_)))).toByteArray)
      val expressions = plan.getOperators(0).getProject.getExpressionsList.asScala
      assertEquals(names, expressions.map(e => plan.getTable.getColumns(e.getColumn).getName).toSeq)
      assertTrue(expressions.forall(e => plan.getTable.getColumns(e.getColumn).getType == e.getType))
    }
}
