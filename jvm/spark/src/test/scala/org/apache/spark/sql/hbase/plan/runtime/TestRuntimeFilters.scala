package org.apache.spark.sql.hbase.plan.runtime

import scala.jdk.CollectionConverters._
// Catalyst has string functions named Left and Right.
import scala.util.{Left, Right}

import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.trees.{CurrentOrigin, Origin}
import org.apache.spark.sql.execution.{InSubqueryExec, LocalTableScanExec, SubqueryExec}
import org.apache.spark.sql.hbase.plan.catalyst.{
  CatalystExpressions,
  CatalystTypes,
  InputBinding,
  LayoutBinding,
  Placeholders,
  Refusal,
  SubPlanAssembly
}
import org.apache.spark.sql.hbase.plan.push.access.{RuntimeValues, SourceColumn}
import org.apache.spark.sql.hbase.schema.{SchemaFixtures, TableLayouts}
import org.apache.spark.sql.hbase.wire.proto.{Aggregate, Function, SubPlan}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

class TestRuntimeFilters {
  private val table = SchemaFixtures.packed

  private val plan: SubPlan =
    TableLayouts.projection(table, StructType(table.sparkSchema.filter(_.name == "note")))

  private def isIn(column: String, dataType: DataType, values: Any*): InSubqueryExec = {
    val attribute = AttributeReference(column, dataType)()
    val subquery = SubqueryExec("join", LocalTableScanExec(Seq(attribute), Nil, None, false), None)
    InSubqueryExec(attribute, subquery, NamedExpression.newExprId, result = values.toArray)
  }

  private def narrow(learned: Expression*): (SubPlan, Seq[String]) = {
    val narrowed = RuntimeFilters.narrow(plan, table.sparkSchema, learned)
    (narrowed.subPlan, narrowed.refused.map(_.toString))
  }

  @Test
  def aListOfValuesIsAFilterBeforeAllOthers(): Unit = {
    val (narrowed, refused) =
      narrow(isIn("note", StringType, UTF8String.fromString("a"), UTF8String.fromString("b"), null))
    assertEquals(Nil, refused)
    assertEquals(plan.getOperatorsCount + 1, narrowed.getOperatorsCount)
    assertTrue(narrowed.getOperators(0).getFilter.getOptional, "the join checks it")
    val condition = narrowed.getOperators(0).getFilter.getPredicate.getCall
    assertEquals(Function.IN, condition.getFunction)
    val values = condition.getArguments(1).getValues
    assertEquals(Seq("a", "b"), values.getBinariesList.asScala.map(_.toStringUtf8))
    assertTrue(values.getHasNull)
    assertEquals(plan.getOperatorsList, narrowed.getOperatorsList.subList(1, narrowed.getOperatorsCount))
  }

  @Test
  def noValueAtAllLetsNoRowPass(): Unit = {
    val (narrowed, refused) = narrow(isIn("note", StringType))
    assertEquals(Nil, refused)
    assertEquals(plan.getOperatorsCount + 1, narrowed.getOperatorsCount)
  }

  @Test
  def whatCannotBePushedIsLeftOutWithAReason(): Unit = {
    val other =
      table.sparkSchema.fields.map(_.name).find(name => !plan.getTable.getColumnsList.asScala.exists(_.getName == name))
    Seq(
      isIn("missing", StringType, UTF8String.fromString("a")) -> "the table has no column missing",
      isIn(other.get, table.sparkSchema(other.get).dataType, null) -> s"the scan does not read column ${other.get}",
      isIn("note", StringType).copy(result = null) -> "the values of note are not known"
    ).foreach { case (predicate, reason) =>
      val (narrowed, refused) = narrow(predicate)
      assertEquals(plan, narrowed)
      assertEquals(1, refused.size)
      assertTrue(refused.head.contains(reason), refused.head)
    }
  }

  private def many(count: Int): Seq[UTF8String] = (0 until count).map(i => UTF8String.fromString(s"value number $i"))

  @Test
  def ofAListThatMakesThePlanTooLargeThereIsABloomFilter(): Unit = {
    val learned = isIn("note", StringType, many(300000): _*)
    assertEquals(Nil, narrow(learned)._2)
    assertEquals(Seq("Filter(note IN a Bloom filter of 300000 values of the join)"), texts(learned))
  }

  @Test
  def aListThatIsTooLargeForABloomFilterTooIsLeftOut(): Unit = {
    val (narrowed, refused) = narrow(isIn("note", StringType, many(700000): _*))
    assertEquals(plan, narrowed)
    assertEquals(1, refused.size)
  }

  /** Queries that differ in places alone have the same sub-plan. */
  @Test
  def aListHasNoPlaceInTheTextOfTheQuery(): Unit = {
    def at(start: Int): SubPlan = {
      val text = Origin(sqlText = Some("CAST(id AS BIGINT)"), startIndex = Some(start), stopIndex = Some(start + 3))
      val keys = isIn("id", IntegerType, 1L, 2L)
      val cast = CurrentOrigin.withOrigin(text)(Cast(keys.child, LongType, None, EvalMode.ANSI))
      assertTrue(cast.getContextOrNull().summary.nonEmpty, "the place is known")
      narrow(keys.copy(child = cast))._1
    }
    assertEquals(plan.getOperatorsCount + 1, at(0).getOperatorsCount)
    assertEquals(at(0), at(5))
  }

  @Test
  def keysThatAreEqualWithOtherHashesAreInNoBloomFilter(): Unit = {
    val refused = Seq(DoubleType, FloatType, StructType(Nil), ArrayType(IntegerType))
    for (dataType <- refused) assertTrue(BloomFilters.hashed(Seq(IntegerType, dataType)).isLeft, dataType.sql)
    val hashed = Seq(BooleanType, ByteType, LongType, DecimalType(38, 2), DateType, TimestampNTZType, StringType)
    assertEquals(Right(()), BloomFilters.hashed(hashed))
  }

  @Test
  def aListIsShownByItsLength(): Unit =
    assertEquals(
      Seq("Filter(note IN 2 values of the join)"),
      RuntimeFilters
        .narrow(plan, table.sparkSchema, Seq(isIn("note", StringType, UTF8String.fromString("a"), null)))
        .added
        .map(_.text)
    )

  @Test
  def aListThatIsTooLargeLeavesTheOthersIn(): Unit = {
    val both = Seq(isIn("note", StringType, many(700000): _*), isIn("id", IntegerType, 1, 2))
    for (learned <- Seq(both, both.reverse)) {
      val narrowed = RuntimeFilters.narrow(plan, table.sparkSchema, learned)
      assertEquals((Seq("Filter(id IN 2 values of the join)"), 1), (narrowed.added.map(_.text), narrowed.refused.size))
    }
  }

  @Test
  def aListThatIsOnlyTriedIsLeftOutWhereItLikelyHasAllValues(): Unit = {
    val texts = Seq("a", "b", "c").map(UTF8String.fromString)
    def narrowed(limit: TriedKeys.Limit, values: Any*) =
      RuntimeFilters.narrow(plan, table.sparkSchema, Seq(isIn("note", StringType, values: _*)), Map("note" -> limit))
    def refused(limit: TriedKeys.Limit): Seq[String] = {
      val found = narrowed(limit, texts: _*)
      assertEquals(plan, found.subPlan)
      found.refused.map(_.toString)
    }
    for (most <- Seq(2, 3))
      assertEquals(
        Seq("note: the other side of the join has 3 keys, and no condition; the column has about 3 values"),
        refused(TriedKeys.Limit(most, Some(3)))
      )
    val more = narrowed(TriedKeys.Limit(2, Some(4)), texts: _*)
    assertEquals(Seq("Filter(note IN a Bloom filter of 3 values of the join)"), more.added.map(_.text))
    assertEquals(1, narrowed(TriedKeys.Limit(3, Some(4)), texts: _*).added.size)
    assertEquals(1, narrowed(TriedKeys.Limit(3, Some(0))).added.size, "without a key no row has a partner")
  }

  private def areIn(columns: Seq[AttributeReference], rows: InternalRow*): InSubqueryExec = {
    val subquery = SubqueryExec("join", LocalTableScanExec(columns, Nil, None, false), None)
    InSubqueryExec(CreateStruct(columns), subquery, NamedExpression.newExprId, result = rows.toArray)
  }

  private val id = AttributeReference("id", IntegerType)()
  private val at = AttributeReference("at", TimestampType)()

  private def texts(learned: Expression*): Seq[String] =
    RuntimeFilters.narrow(plan, table.sparkSchema, learned).added.map(_.text)

  @Test
  def tuplesOfTheFirstKeyColumnsAreOneFilterOfRowKeys(): Unit = {
    val tuples = areIn(Seq(at, id), InternalRow(100L, 5), InternalRow(200L, 7), InternalRow(null, 9))
    assertEquals(Seq("Filter((at, id) IN 2 tuples of the join)"), texts(tuples))
    val (narrowed, refused) = narrow(tuples)
    assertEquals((Nil, plan.getOperatorsCount + 1), (refused, narrowed.getOperatorsCount))
    val filter = narrowed.getOperators(0).getFilter
    assertTrue(filter.getOptional, "the join checks it")
    assertEquals(2, filter.getRowRangesCount)
  }

  @Test
  def whatTuplesSayOfAColumnIsNotSaidTwice(): Unit = {
    val tuples = areIn(Seq(id, at), InternalRow(5, 100L), InternalRow(7, 200L))
    val shown = "Filter((id, at) IN 2 tuples of the join)"
    assertEquals(Seq(shown), texts(isIn("id", IntegerType, 5, 7, 9, null), tuples))
    assertEquals(Seq(shown, "Filter(id IN 1 values of the join)"), texts(isIn("id", IntegerType, 5), tuples))
  }

  @Test
  def tuplesThatNameNoRowKeysOrAreTooManyAreListsOfEachColumnAndABloomFilter(): Unit = {
    val many = (0 to 10000).map(i => InternalRow(i % 9, i.toLong))
    assertEquals(
      Seq(
        "Filter(id IN 9 values of the join)",
        "Filter(at IN 10001 values of the join)",
        "Filter((id, at) IN a Bloom filter of 10001 tuples of the join)"
      ),
      texts(areIn(Seq(id, at), many: _*))
    )
    val note = AttributeReference("note", StringType)()
    assertEquals(
      Seq("Filter(id IN 1 values of the join)", "Filter(note IN 1 values of the join)"),
      texts(areIn(Seq(id, note), InternalRow(5, UTF8String.fromString("a"))))
    )
    assertEquals(2, texts(areIn(Seq(id, at))).size, "no tuple at all lets no row pass")
  }

  @Test
  def ofTooManyTuplesThereIsNoBloomFilter(): Unit = {
    val far = (0 to 700000).map(i => Seq[Any](i % 9, i.toLong))
    val refused = BloomFilters.of(far, Seq(id.dataType, at.dataType)).left.toOption.map(_.toString)
    assertTrue(refused.exists(_.matches("a Bloom filter of 6\\d{5} bytes is too large")), refused.toString)
  }

  @Test
  def conditionsThatSparkChecksAreNotTheScans(): Unit = {
    val condition = EqualTo(AttributeReference("note", StringType)(), Literal("x"))
    assertEquals((plan, Nil), narrow(condition))
  }

  @Test
  def valuesOfSubqueriesFillTheirPlaces(): Unit = {
    val bigint = CatalystTypes.toProto(LongType).toOption.get
    val isGreater = SubPlanAssembly.filter(
      CatalystExpressions
        .toProto(GreaterThan(value, Literal(7L)), InputBinding(Map.empty, values = Seq(value)))
        .fold(refusal => sys.error(s"$refusal"), identity)
    )
    val waiting = plan.toBuilder.addOperators(0, isGreater).build()
    assertTrue(Placeholders.areIn(waiting))
    assertEquals(Left(Refusal("the values are not known")), RuntimeFilters.filled(waiting, Nil))
    val filled = RuntimeFilters
      .filled(waiting, Seq(RuntimeValues(Seq(Literal(5L)))))
      .fold(refusal => sys.error(s"$refusal"), _.subPlan)
    assertFalse(filled.getOperators(0).getFilter.getOptional, "nobody else checks it")
    val argument = filled.getOperators(0).getFilter.getPredicate.getCall.getArguments(0)
    assertEquals((5L, bigint), (argument.getLiteral.getInteger, argument.getType))
    assertEquals(Right(RuntimeFilters.Filled(plan, Nil)), RuntimeFilters.filled(plan, Nil))
    val passing = SubPlanAssembly.withoutValues(waiting).getOperators(0).getFilter.getPredicate
    assertTrue(passing.getLiteral.getBoolean)
  }

  @Test
  def aValueThatIsTooLongIsRefused(): Unit = {
    val text = Cast(value, StringType)
    val concat = Concat(Seq(AttributeReference("note", StringType)(ExprId(1)), text))
    val input = LayoutBinding(plan.getTable, Seq(concat.children.head.asInstanceOf[AttributeReference]))
    val isEqual = CatalystExpressions.toProto(EqualTo(concat, Literal("x")), input.copy(values = Seq(text)))
    val waiting =
      plan.toBuilder
        .addOperators(0, SubPlanAssembly.filter(isEqual.fold(refusal => sys.error(s"$refusal"), identity)))
        .build()
    val refused = RuntimeFilters.filled(waiting, Seq(RuntimeValues(Seq(Literal("x" * 5000)))))
    assertTrue(refused.left.exists(_.why.contains("4096 bytes")), refused.toString)
  }

  /** Stands for a scalar subquery. */
  private val value = AttributeReference("value", LongType)()

  @Test
  def sparkPrunesByColumnsOfTheRowKey(): Unit = {
    val keys = table.sparkSchema.fieldNames.toSeq.filter(table.keyColumns.map(_.name).contains)
    assertTrue(keys.nonEmpty)
    assertEquals(keys, RuntimeFilters.keyColumns(plan, table.sparkSchema))
    assertEquals(Nil, RuntimeFilters.keyColumns(plan, StructType(table.sparkSchema.filter(_.name == "note"))))
  }

  @Test
  def columnsAreFollowedThroughProjections(): Unit = {
    assertEquals(Some(SourceColumn("note", None)), SourceColumn.of(plan, 0))
    val limited = plan.toBuilder.addOperators(SubPlanAssembly.limit(3)).build()
    assertEquals(None, SourceColumn.of(limited, 0))
    val key = plan.getTable.getColumnsList.asScala.indexWhere(_.hasKey)
    val ofKey = plan.toBuilder.clearOperators().build()
    assertEquals(Some(SourceColumn(plan.getTable.getColumns(key).getName, Some(0))), SourceColumn.of(ofKey, key))
    val note = SubPlanAssembly.passing.getFilter.getPredicate.toBuilder.setColumn(0).build()
    val groups = Aggregate.newBuilder().addGroupBy(note).addGroupBy(SubPlanAssembly.passing.getFilter.getPredicate)
    val grouped = plan.toBuilder.addOperators(SubPlanAssembly.aggregate(groups.build())).build()
    assertEquals(Seq(Some(SourceColumn("note", None)), None, None), (0 to 2).map(SourceColumn.of(grouped, _)))
    val computed =
      plan.toBuilder.addOperators(SubPlanAssembly.project(Seq(SubPlanAssembly.passing.getFilter.getPredicate))).build()
    assertEquals(None, SourceColumn.of(computed, 0))
  }

  @Test
  def aScanThatOnlyAsksForNullsIsNotSelective(): Unit = {
    val note = AttributeReference("note", StringType)()
    def withFilter(condition: Expression) = plan.toBuilder
      .addOperators(
        0,
        SubPlanAssembly.filter(
          CatalystExpressions
            .toProto(condition, LayoutBinding(plan.getTable, Seq(note)))
            .fold(refusal => sys.error(s"$refusal"), identity)
        )
      )
      .build()
    assertFalse(SubPlanAssembly.isSelective(plan))
    assertFalse(SubPlanAssembly.isSelective(withFilter(IsNotNull(note))))
    assertTrue(SubPlanAssembly.isSelective(withFilter(EqualTo(note, Literal("x")))))
  }
}
