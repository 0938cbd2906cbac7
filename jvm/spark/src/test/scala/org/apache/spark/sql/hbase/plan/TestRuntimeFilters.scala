package org.apache.spark.sql.hbase.plan

import scala.jdk.CollectionConverters._

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.connector.expressions.{Expression, FieldReference, LiteralValue}
import org.apache.spark.sql.connector.expressions.filter.Predicate
import org.apache.spark.sql.hbase.schema.{SchemaFixtures, TableLayouts}
import org.apache.spark.sql.hbase.wire.proto.{Function, SubPlan}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

class TestRuntimeFilters {
  private val table = SchemaFixtures.packed

  private val plan: SubPlan =
    TableLayouts.projection(table, StructType(table.sparkSchema.filter(_.name == "note")))

  private def isIn(column: String, dataType: DataType, values: Any*): Predicate =
    new Predicate("IN", (FieldReference.column(column) +: values.map(LiteralValue(_, dataType))).toArray[Expression])

  private def narrow(predicates: Predicate*) = RuntimeFilters.narrow(plan, table.sparkSchema, predicates)

  @Test
  def aListOfValuesIsAFilterBeforeAllOthers(): Unit = {
    val (narrowed, refused) =
      narrow(isIn("note", StringType, UTF8String.fromString("a"), UTF8String.fromString("b"), null))
    assertEquals(Nil, refused)
    assertEquals(plan.getOperatorsCount + 1, narrowed.getOperatorsCount)
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
      new Predicate(
        "IS_NULL",
        Array[Expression](FieldReference.column("note"))
      ) -> "is not a list of values of one column"
    ).foreach { case (predicate, reason) =>
      val (narrowed, refused) = narrow(predicate)
      assertEquals(plan, narrowed)
      assertEquals(1, refused.size)
      assertTrue(refused.head.contains(reason), refused.head)
    }
  }

  @Test
  def aListThatMakesThePlanTooLargeIsLeftOut(): Unit = {
    val values = (0 until 300000).map(i => UTF8String.fromString(s"value number $i"))
    val (narrowed, refused) = narrow(isIn("note", StringType, values: _*))
    assertEquals(plan, narrowed)
    assertEquals(1, refused.size)
  }

  @Test
  def nestedColumnsAreNotAsked(): Unit = {
    val schema = new StructType()
      .add("k", LongType)
      .add("s", StringType)
      .add("st", new StructType().add("x", LongType))
      .add("a", ArrayType(LongType))
    assertEquals(Seq("k", "s"), RuntimeFilters.columns(schema))
  }
}
