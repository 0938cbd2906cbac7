package org.apache.spark.sql.hbase.plan

import java.util.concurrent.atomic.AtomicInteger

import scala.jdk.CollectionConverters._
import scala.util.{Failure, Success, Try}

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue, fail}

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.Row
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Alias, Attribute, BindReferences, Expression}
import org.apache.spark.sql.catalyst.plans.logical.Project
import org.apache.spark.sql.hbase.codec.types.SqlType
import org.apache.spark.sql.hbase.engine.batch.{ColumnBatch, ColumnVector, SelectedRows}
import org.apache.spark.sql.hbase.engine.error.EvaluationException
import org.apache.spark.sql.hbase.engine.expression.{ExpressionCompiler, RaisingExpressions}
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression
import org.apache.spark.sql.hbase.engine.types.{SqlTypes => EngineTypes}
import org.apache.spark.sql.hbase.plan.catalyst.{CatalystExpressions, CatalystTypes, InputBinding}
import org.apache.spark.sql.hbase.schema.CatalystValues
import org.apache.spark.sql.hbase.wire.proto.{Expression => ProtoExpression}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/**
 * Rows over which SQL expressions are evaluated twice, by Spark's interpreter and by the engine. Takes values that no
 * external row can hold, such as strings that are not UTF-8.
 */
final class ExpressionTable(schema: StructType, given: Seq[InternalRow]) {
  import ExpressionTable._

  private val rows = given.toIndexedSeq

  private val types = schema.fields.map(f => engineType(f.dataType))

  private val view = s"expression_table_${ExpressionTable.count.incrementAndGet()}"

  PlanSession.spark
    .createDataFrame(PlanSession.spark.sparkContext.emptyRDD[Row], schema)
    .createOrReplaceTempView(view)

  /** Each expression gives the same value, or the same error class, for every row, in ANSI mode and without it. */
  def assertSame(expressions: String*): Unit = assertSameIn(Seq.empty)(expressions: _*)

  /** As [[assertSame]], under some settings. */
  def assertSameIn(settings: Seq[(String, String)])(expressions: String*): Unit =
    for (ansi <- Seq("true", "false"))
      PlanSession.withConf(settings :+ ("spark.sql.ansi.enabled" -> ansi): _*)(assertSameNow(expressions: _*))

  /** As [[assertSame]], under the settings that the session has. */
  def assertSameNow(expressions: String*): Unit = for (sql <- expressions) {
    val (expression, input) = optimized(sql)
    val message = CatalystExpressions
      .toProto(expression, InputBinding.of(input))
      .fold(reason => fail(s"$sql is refused: $reason"), identity)
    val expected = bySpark(expression, input)
    compare(sql, expected, byEngine(message))
    if (!RaisingExpressions.mayRaise(message)) assertNoError(sql, expected)
  }

  /** Returns the reason why the expression is not pushed. */
  def refusal(sql: String): String = {
    val (expression, input) = optimized(sql)
    CatalystExpressions
      .toProto(expression, InputBinding.of(input))
      .swap
      .getOrElse(fail(s"$sql is pushed"))
      .toString
  }

  private def optimized(sql: String): (Expression, Seq[Attribute]) =
    PlanSession.spark.sql(s"SELECT $sql AS result FROM $view").queryExecution.optimizedPlan match {
      case Project(Seq(Alias(expression, _)), child) => (expression, child.output)
      case other => fail(s"$sql is no projection: $other")
    }

  private def bySpark(expression: Expression, input: Seq[Attribute]): IndexedSeq[Outcome] = {
    val bound = BindReferences.bindReference(expression, input)
    rows.map(row => outcome(plain(bound.eval(row), expression.dataType)))
  }

  private def byEngine(message: ProtoExpression): IndexedSeq[Outcome] = {
    val compiled = ExpressionCompiler.compile(message, types.toSeq.asJava)
    val batch = engineBatch
    Try(compiled.evaluate(batch, SelectedRows.all(rows.size))) match {
      case Success(vector) => rows.indices.map(i => Right(read(vector, i)))
      case Failure(_) => rows.indices.map(i => outcome(one(compiled, batch, i)))
    }
  }

  private def one(compiled: VectorExpression, batch: ColumnBatch, row: Int): Any = {
    val selected = new SelectedRows(1)
    selected.add(row)
    read(compiled.evaluate(batch, selected), row)
  }

  private def engineBatch: ColumnBatch = {
    val columns = types.map(new ColumnVector(_))
    val putters = types.map(CatalystValues.putter)
    for (row <- rows; i <- columns.indices) putters(i)(row, i, columns(i))
    val batch = new ColumnBatch(columns, math.max(1, rows.size))
    batch.setRowCount(rows.size)
    batch
  }

  private def compare(sql: String, expected: IndexedSeq[Outcome], actual: IndexedSeq[Outcome]): Unit = {
    val ansi = PlanSession.spark.conf.get("spark.sql.ansi.enabled")
    val different = rows.indices.filter(i => expected(i) != actual(i))
    assertTrue(
      different.isEmpty,
      s"$sql with ANSI $ansi, ${different.size} rows: " + different
        .take(5)
        .map { i =>
          val input =
            schema.fields.indices.map(c => show(plain(rows(i).get(c, schema(c).dataType), schema(c).dataType)))
          s"\n  ${input.mkString(", ")}: Spark ${show(expected(i))} engine ${show(actual(i))}"
        }
        .mkString
    )
  }

  private def assertNoError(sql: String, outcomes: Seq[Outcome]): Unit =
    assertEquals(Seq.empty, outcomes.filter(_.isLeft), s"$sql is said to raise no error")
}

object ExpressionTable {
  private val count = new AtomicInteger()

  /** The condition of an error, or a value. */
  private type Outcome = Either[String, Any]

  /** A table of one column `x`; values as Catalyst holds them. */
  def of(dataType: DataType, values: Seq[Any]): ExpressionTable =
    new ExpressionTable(new StructType().add("x", dataType), values.map(InternalRow(_)))

  private def outcome(value: => Any): Outcome = Try(value) match {
    case Success(result) => Right(result)
    case Failure(error) => Left(condition(error))
  }

  private def condition(error: Throwable): String = error match {
    case ours: EvaluationException => ours.code.name
    case typed: SparkThrowable if typed.getCondition != null => typed.getCondition.takeWhile(_ != '.')
    // Of Math.multiplyExact, which Spark lets through where it parses timestamps.
    case _: ArithmeticException => "ARITHMETIC_OVERFLOW"
    case other => throw other
  }

  /** Comparable by equals; NaN is NaN, and -0.0 is not 0.0. A nested value is its binary form. */
  private def plain(value: Any, dataType: DataType): Any = (value, dataType) match {
    case (null, _) => null
    case (v: UTF8String, _) => v.getBytes.toSeq
    case (v: Array[Byte], _) => v.toSeq
    case (v: Float, _) => java.lang.Double.doubleToLongBits(v.toDouble)
    case (v: Double, _) => java.lang.Double.doubleToLongBits(v)
    case (v: Boolean, _) => if (v) 1L else 0L
    case (v: Decimal, DecimalType.Fixed(_, scale)) => BigInt(v.toJavaBigDecimal.setScale(scale).unscaledValue)
    case (v: Number, _) => v.longValue
    case (nested, _) => binary(nested, dataType)
  }

  private def binary(nested: Any, dataType: DataType): Any = {
    val sqlType = engineType(dataType)
    val vector = new ColumnVector(sqlType)
    CatalystValues.putter(sqlType)(InternalRow(nested), 0, vector)
    read(vector, 0)
  }

  private def engineType(dataType: DataType): SqlType =
    EngineTypes.of(CatalystTypes.toProto(dataType).fold(refusal => sys.error(s"$refusal"), identity))

  private def read(vector: ColumnVector, row: Int): Any =
    if (vector.nulls(row)) null
    else if (vector.doubles != null) java.lang.Double.doubleToLongBits(vector.doubles(row))
    else if (vector.data != null) vector.data.slice(vector.offsets(row), vector.offsets(row + 1)).toSeq
    else if (vector.highs != null)
      (BigInt(vector.highs(row)) << 64) + BigInt(java.lang.Long.toUnsignedString(vector.longs(row)))
    else if (vector.`type`.kind.name == "DECIMAL") BigInt(vector.longs(row))
    else vector.longs(row)

  private def show(value: Any): String = value match {
    case bytes: Seq[_] =>
      val array = bytes.map(_.asInstanceOf[Byte]).toArray
      val text = new String(array, "UTF-8")
      s"'$text' [${array.map(b => f"$b%02x").mkString(" ")}]"
    case Right(inner) => show(inner)
    case other => String.valueOf(other)
  }
}
