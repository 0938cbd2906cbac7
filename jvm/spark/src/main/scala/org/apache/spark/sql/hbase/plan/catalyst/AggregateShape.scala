package org.apache.spark.sql.hbase.plan.catalyst

// Catalyst has string functions named Left and Right.
import scala.util.{Left, Right}

import org.apache.spark.sql.catalyst.expressions.{EvalMode, Expression, Literal}
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.hbase.shim.ExpressionShim
import org.apache.spark.sql.hbase.wire.proto.{AggregateFunction => Function, EvalMode => ProtoEvalMode}

/**
 * The form of a Spark partial aggregate function in the engine. Functions that differ only in how the final state is
 * evaluated are one function here.
 *
 * @param lazyArguments arguments that Spark does not evaluate for every row. They must not be able to raise an error,
 * for the engine would raise it for rows that Spark never looks at
 */
private[plan] final case class AggregateShape(
    function: Function,
    arguments: Seq[Expression],
    mode: ProtoEvalMode = ProtoEvalMode.EVAL_MODE_UNSPECIFIED,
    lazyArguments: Seq[Expression] = Nil
)

private[plan] object AggregateShape {

  def of(function: AggregateFunction): Either[Refusal, AggregateShape] =
    basic
      .orElse(picked)
      .orElse(bits)
      .orElse(moments)
      .lift(function)
      .toRight(refusal(function))

  private type Shapes = PartialFunction[AggregateFunction, AggregateShape]

  private val basic: Shapes = {
    case Count(children) =>
      // A literal that is not NULL says nothing about the row: count(*) is count(1) by now.
      val counted = children.filterNot { case Literal(value, _) => value != null; case _ => false }
      AggregateShape(Function.COUNT, counted)
    case Sum(child, context) => AggregateShape(Function.SUM, Seq(child), mode(ExpressionShim.evalMode(context)))
    case Average(child, evalMode) => AggregateShape(Function.AVG, Seq(child), mode(evalMode))
    case Min(child) => AggregateShape(Function.MIN, Seq(child))
    case Max(child) => AggregateShape(Function.MAX, Seq(child))
    case counting: HyperLogLogPlusPlus =>
      AggregateShape(Function.APPROX_COUNT_DISTINCT, Seq(counting.child, Literal(indexBits(counting))))
  }

  /** Functions whose state is the value of one row. */
  private val picked: Shapes = {
    case First(child, ignoreNulls) =>
      // Evaluated until a value is set.
      val function = if (ignoreNulls) Function.FIRST_NOT_NULL else Function.FIRST
      AggregateShape(function, Seq(child), lazyArguments = Seq(child))
    case Last(child, ignoreNulls) =>
      AggregateShape(if (ignoreNulls) Function.LAST_NOT_NULL else Function.LAST, Seq(child))
    case MaxBy(value, ordering) =>
      AggregateShape(Function.MAX_BY, Seq(value, ordering), lazyArguments = Seq(value))
    case MinBy(value, ordering) =>
      AggregateShape(Function.MIN_BY, Seq(value, ordering), lazyArguments = Seq(value))
  }

  private val bits: Shapes = {
    case BitAndAgg(child) => AggregateShape(Function.BIT_AND, Seq(child))
    case BitOrAgg(child) => AggregateShape(Function.BIT_OR, Seq(child))
    case BitXorAgg(child) => AggregateShape(Function.BIT_XOR, Seq(child))
  }

  private val moments: Shapes = {
    case third: Skewness => AggregateShape(Function.SKEWNESS, third.children)
    case fourth: Kurtosis => AggregateShape(Function.KURTOSIS, fourth.children)
    // The variances and standard deviations, and what regr_sxx and regr_syy become.
    case other: CentralMomentAgg => AggregateShape(Function.VARIANCE, other.children)
    // covar_pop, covar_samp, regr_sxy.
    case pair: Covariance => ofPairs(Function.COVARIANCE, pair.children)
    // corr, regr_r2.
    case pair: PearsonCorrelation => ofPairs(Function.CORRELATION, pair.children)
    // Their first argument is the dependent variable.
    case RegrSlope(y, x) => ofPairs(Function.REGRESSION, Seq(x, y))
    case RegrIntercept(y, x) => ofPairs(Function.REGRESSION, Seq(x, y))
  }

  private def ofPairs(function: Function, arguments: Seq[Expression]): AggregateShape =
    AggregateShape(function, arguments, lazyArguments = arguments)

  /** The number of words that Spark has made of `relativeSD`, as the number of bits that it stands for. */
  private def indexBits(counting: HyperLogLogPlusPlus): Int = {
    val words = counting.aggBufferAttributes.size
    Iterator.from(1).find(bits => (1 << bits) / 10 + 1 >= words).get
  }

  private def mode(evalMode: EvalMode.Value): ProtoEvalMode = evalMode match {
    case EvalMode.ANSI => ProtoEvalMode.ANSI
    case EvalMode.LEGACY => ProtoEvalMode.LEGACY
    case EvalMode.TRY => ProtoEvalMode.TRY
  }

  private def refusal(function: AggregateFunction): Refusal = function match {
    case _: TypedImperativeAggregate[_] =>
      Refusal(s"aggregate ${function.prettyName} keeps its state as an object that only Spark merges")
    case _ => Refusal(s"aggregate ${function.prettyName} is not implemented in the region server")
  }
}
