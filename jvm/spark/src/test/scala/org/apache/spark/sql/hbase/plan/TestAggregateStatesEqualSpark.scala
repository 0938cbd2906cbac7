package org.apache.spark.sql.hbase.plan

import scala.jdk.CollectionConverters._

import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.{BeforeAll, Test, TestInstance}

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Attribute, BindReferences, GenericInternalRow, JoinedRow}
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.classic.Dataset
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec
import org.apache.spark.sql.hbase.engine.CompiledSubPlan
import org.apache.spark.sql.hbase.plan.push.PushPartialAggregate
import org.apache.spark.sql.hbase.testkit.{EngineRun, InMemoryRowSource}
import org.apache.spark.sql.hbase.wire.plan.SubPlans
import org.apache.spark.sql.hbase.wire.proto.SubPlan
import org.apache.spark.sql.types.Decimal
import org.apache.spark.unsafe.types.UTF8String

/**
 * The state that the engine makes of some rows is the buffer that Spark's own update makes of them, to the last bit.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestAggregateStatesEqualSpark {

  @BeforeAll
  def createTables(): Unit = {
    PlanSession.create("states_small", PlanFixtures.schema, PlanFixtures.small)
    PlanSession.create("states_edges", PlanFixtures.schema, PlanFixtures.edges)
  }

  @Test
  def ofEveryFunctionAndType(): Unit =
    for (ansi <- Seq("true", "false")) PlanSession.withConf("spark.sql.ansi.enabled" -> ansi) {
      checkStates("states_small", AggregateFunctions.all)
      checkStates("states_edges", AggregateFunctions.all.filterNot(_ == "sum(l)"))
    }

  @Test
  def ofSumsThatWrap(): Unit =
    PlanSession.withConf("spark.sql.ansi.enabled" -> "false")(checkStates("states_edges", Seq("sum(l)")))

  @Test
  def ofEveryPrecisionOfApproximateCounts(): Unit =
    Seq("0.39", "0.2", "0.1", "0.05", "0.02", "0.011", "0.007").foreach { deviation =>
      checkStates("states_edges", Seq(s"approx_count_distinct(k, $deviation)"))
    }

  private def checkStates(table: String, functions: Seq[String]): Unit =
    functions.grouped(60).foreach { some =>
      val select = s"SELECT ${some.mkString(", ")} FROM"
      val node = partialNode(s"$select $table")
      val rows = node.child.execute().map(_.copy()).collect().toSeq
      val actual = engineState(s"$select inproc.$table", table).iterator
      node.aggregateExpressions.map(_.aggregateFunction).foreach { function =>
        val expected = sparkState(function, node.child.output, rows)
        // Of Java: for which NaN equals NaN, and -0.0 does not equal 0.0.
        assertEquals(expected.asJava, expected.map(_ => actual.next()).asJava, s"$function of $table")
      }
      assertFalse(actual.hasNext)
    }

  private def partialNode(query: String): BaseAggregateExec = {
    val plan = PlanSession.spark.sql(query).asInstanceOf[Dataset[_]].queryExecution.sparkPlan
    val nodes = plan.collect { case node: BaseAggregateExec if PushPartialAggregate.isPartial(node) => node }
    assertEquals(1, nodes.size, plan.toString)
    nodes.head
  }

  private def sparkState(function: AggregateFunction, input: Seq[Attribute], rows: Seq[InternalRow]): Seq[Any] = {
    val buffer = new GenericInternalRow(function.aggBufferAttributes.size)
    function match {
      case declarative: DeclarativeAggregate =>
        val attributes = declarative.aggBufferAttributes ++ input
        val updates = declarative.updateExpressions.map(BindReferences.bindReference(_, attributes))
        declarative.initialValues.zipWithIndex.foreach { case (initial, i) => buffer.update(i, initial.eval()) }
        rows.foreach { row =>
          val joined = new JoinedRow(buffer, row)
          updates.map(_.eval(joined)).zipWithIndex.foreach { case (value, i) => buffer.update(i, value) }
        }
      case imperative: ImperativeAggregate =>
        val bound = BindReferences.bindReference(imperative.withNewMutableAggBufferOffset(0), input)
        bound.initialize(buffer)
        rows.foreach(bound.update(buffer, _))
    }
    function.aggBufferAttributes.zipWithIndex.map { case (attribute, i) =>
      plain(buffer.get(i, attribute.dataType))
    }
  }

  /** As [[org.apache.spark.sql.hbase.testkit.ResultRows]] shows values. */
  private def plain(value: Any): Any = value match {
    case number @ (_: Byte | _: Short | _: Int) => number.asInstanceOf[Number].longValue
    case float: Float => float.toDouble
    case decimal: Decimal => decimal.toJavaBigDecimal.unscaledValue
    case text: UTF8String => text.toString
    case bytes: Array[Byte] => bytes.toSeq.asJava
    case other => other
  }

  /** Computes the state of the planner's sub-plan, over all rows in one piece. */
  private def engineState(query: String, table: String): Seq[Any] = {
    val scan = PlanSession.scans(PlanSession.spark.sql(query)).head
    assertTrue(scan.report.operators.map(_.text).exists(_.startsWith("PartialAggregate")), s"$query: ${scan.report}")
    val plan = CompiledSubPlan.compile(SubPlans.parse(scan.subPlan.toByteArray))
    val rows = InProcessCatalog.table(table).fixture.rows
    // Where Spark looks at a sum after each row, all rows are one group.
    val keys = SubPlan.parseFrom(scan.subPlan).getOperatorsList.asScala.last.getAggregate.getGroupByCount
    EngineRun.of(plan, new InMemoryRowSource(plan, rows), EngineRun.WIDE).rows.asScala.head.asScala.toSeq.drop(keys)
  }
}
