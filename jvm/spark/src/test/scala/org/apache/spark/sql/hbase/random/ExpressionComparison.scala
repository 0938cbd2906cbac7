package org.apache.spark.sql.hbase.random

import scala.jdk.CollectionConverters._
// Catalyst has string functions named Left and Right.
import scala.util.{Failure, Left, Right, Success, Try}

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Attribute, BindReferences, Expression}
import org.apache.spark.sql.catalyst.expressions.codegen.GenerateUnsafeProjection
import org.apache.spark.sql.hbase.client.scan.FrameBatch
import org.apache.spark.sql.hbase.engine.CompiledSubPlan
import org.apache.spark.sql.hbase.engine.expression.RaisingExpressions
import org.apache.spark.sql.hbase.plan._
import org.apache.spark.sql.hbase.plan.catalyst.{
  CatalystExpressions,
  ExpressionText,
  LayoutBinding,
  Refusal,
  SubPlanAssembly
}
import org.apache.spark.sql.hbase.random.Answers.Answer
import org.apache.spark.sql.hbase.read.reader.ArrowRows
import org.apache.spark.sql.hbase.testkit.{EngineRun, InMemoryRowSource}
import org.apache.spark.sql.hbase.wire.plan.SubPlans
import org.apache.spark.sql.hbase.wire.proto.{Expression => ProtoExpression, SubPlan}
import org.apache.spark.sql.types.{StructField, StructType}

/**
 * Evaluates expressions row by row with Catalyst's interpreter and with the engine. In every row both must have the same
 * value, bit by bit, or the same class of error. Where the interpreter raises and the code that Spark generates does not,
 * the engine must be that of the code. It passes over arguments behind one that is NULL.
 */
final class ExpressionComparison(rows: Seq[InternalRow], mutation: SubPlan => SubPlan = identity) {
  import ExpressionComparison._

  private val table = new InProcessTable("wide", WideTable.schema, rows)
  private val layout = table.fixture.toMessage
  private val fixtureRows = table.fixture.rows.asScala.toIndexedSeq

  /** @param input the attributes of the rows, by position */
  def compare(expression: Expression, input: Seq[Attribute]): Outcome = pushed(expression, input) match {
    case Left(refusal) => Refused(refusal.toString)
    case Right(both) =>
      val expected = rows.map(both.spark)
      val (raising, answering) = rows.indices.partition(expected(_).isLeft)
      // One wrong error in a row says as much as a hundred.
      val toCheck = raising.take(MaxRaisingRows)
      val differing =
        if (both.engine(answering) == Right(answering.map(expected(_).toOption.get))) None
        else answering.find(row => both.engine(row) != expected(row)).orElse(answering.headOption)
      differing
        .orElse(toCheck.find(!both.areEqual(_)))
        .map(row => Different(smallest(expression, input, row)))
        .orElse(toCheck.headOption.filterNot(_ => RaisingExpressions.mayRaise(both.message)).map { row =>
          Different(Difference(expression, "the engine says that this never raises, but " + both.describe(row)))
        })
        .getOrElse(Equal)
  }

  /** The smallest sub-expression that differs in this row. */
  private def smallest(whole: Expression, input: Seq[Attribute], row: Int): Difference = {
    val parts = whole.collect { case part => part }.sortBy(_.collect { case node => node }.size)
    parts.iterator
      .map(part => part -> pushed(part, input))
      .collectFirst {
        case (part, Right(both)) if !both.areEqual(row) => Difference(part, both.describe(row))
      }
      .getOrElse(Difference(whole, s"the engine's answer for row $row depends on the other rows of its batch"))
  }

  private def pushed(expression: Expression, input: Seq[Attribute]): Either[Refusal, Both] =
    for {
      message <- CatalystExpressions.toProto(expression, LayoutBinding(layout, input))
      subPlan <- SubPlanAssembly.checked(layout, Seq(SubPlanAssembly.project(Seq(message))))
    } yield new Both(expression, input, message, subPlan)

  private final class Both(expression: Expression, input: Seq[Attribute], val message: ProtoExpression, plan: SubPlan) {
    private val dataType = expression.dataType
    private val results = new ArrowRows(StructType(Seq(StructField("value", dataType))))
    private val bound = BindReferences.bindReference(expression, input)
    private val compiled = CompiledSubPlan.compile(SubPlans.parse(mutation(plan).toByteArray))

    def spark(row: InternalRow): Answer = Answers.of(bound.eval(row), dataType)

    def areEqual(row: Int): Boolean = {
      val (wanted, answer) = (spark(rows(row)), engine(row))
      answer == wanted || (wanted.isLeft && answer == generated(rows(row)))
    }

    private def generated(row: InternalRow): Answer =
      Answers.of(GenerateUnsafeProjection.generate(Seq(bound))(row).get(0, dataType), dataType)

    def engine(row: Int): Answer = engine(Seq(row)).map(_.head)

    /** The answers for these rows as one batch. */
    def engine(ordinals: Seq[Int]): Either[String, Seq[String]] = Try {
      val source = new InMemoryRowSource(compiled, ordinals.map(fixtureRows).asJava)
      EngineRun.of(compiled, source, EngineRun.WIDE).emissions.asScala.flatMap { emission =>
        results.bind(new FrameBatch(emission.columns, emission.rowCount))
        (0 until emission.rowCount).map(row => Answers.text(results.row(row).get(0, dataType), dataType))
      }
    } match {
      case Success(values) => Right(values.toIndexedSeq)
      case Failure(error) => Left(Answers.errorClass(error))
    }

    def describe(row: Int): String = {
      val values = expression.references.toSeq.map { attribute =>
        val ordinal = input.indexWhere(_.exprId == attribute.exprId)
        s"${attribute.name}=${Answers.text(rows(row).get(ordinal, attribute.dataType), attribute.dataType)}"
      }
      s"${values.mkString(", ")}: Spark ${show(spark(rows(row)))}, engine ${show(engine(row))}"
    }

    private def show(answer: Answer): String = answer.fold("raises " + _, "gives " + _)
  }
}

object ExpressionComparison {
  private val MaxRaisingRows = 4

  sealed trait Outcome
  final case class Refused(reason: String) extends Outcome
  final case class Different(difference: Difference) extends Outcome
  case object Equal extends Outcome

  /** @param part the smallest expression that shows it */
  final case class Difference(part: Expression, description: String) {

    /** Differences of one kind most likely have one cause. */
    def kind: String =
      s"${part.prettyName}(${part.children.map(_.dataType.typeName).mkString(", ")}): ${part.dataType.typeName}"

    override def toString: String = s"$kind ${ExpressionText.of(part)} with $description"
  }
}
