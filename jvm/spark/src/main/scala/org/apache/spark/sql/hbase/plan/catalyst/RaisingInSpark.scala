package org.apache.spark.sql.hbase.plan.catalyst

// Catalyst has string functions named Left and Right.
import scala.util.{Left, Right}

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.hbase.engine.expression.RaisingExpressions
import org.apache.spark.sql.types.{NumericType, StringType}

/**
 * Finds conditions that stay in Spark and can raise an error for some row: a later condition must not drop that row
 * first. The engine answers for its own functions. Of the other functions only the ones named here never raise.
 */
private[plan] object RaisingInSpark {

  def mayRaise(expression: Expression, input: InputBinding): Boolean =
    CatalystExpressions.toProto(expression, input) match {
      case Right(translated) => RaisingExpressions.mayRaise(translated)
      case Left(_) => !neverRaises(expression) || expression.children.exists(mayRaise(_, input))
    }

  /** For arguments that raise nothing. */
  private def neverRaises(expression: Expression): Boolean = isLogic(expression) || isValue(expression) ||
    isText(expression) || isNumberOrTime(expression)

  private def isLogic(expression: Expression): Boolean = expression match {
    case _: And | _: Or | _: Not | _: BinaryComparison | _: In | _: InSet => true
    case _: IsNull | _: IsNotNull | _: IsNaN | _: AtLeastNNonNulls => true
    case _: If | _: CaseWhen | _: Coalesce | _: NaNvl | _: Greatest | _: Least => true
    case _ => false
  }

  private def isValue(expression: Expression): Boolean = expression match {
    case _: AttributeReference | _: Literal | _: Alias | _: GetStructField | _: GetArrayStructFields => true
    case _: CreateNamedStruct | _: CreateArray | _: Size | _: ArrayContains | _: MapKeys | _: MapValues => true
    // It runs once, whatever the rows are.
    case _: PlanExpression[_] | _: BloomFilterMightContain => true
    // Spark promises no order to them: it may call them for rows that other conditions drop, or not.
    case _: UserDefinedExpression => true
    case _ => false
  }

  private def isText(expression: Expression): Boolean = expression match {
    case pattern: StringRegexExpression => pattern.right.foldable
    case _: MultiLikeBase | _: StringPredicate | _: String2TrimExpression => true
    case _: Upper | _: Lower | _: InitCap | _: Length | _: OctetLength | _: BitLength | _: Ascii | _: Reverse => true
    case _: SoundEx | _: Levenshtein | _: StringTranslate | _: StringReplace | _: StringInstr | _: StringLocate => true
    case _: Substring | _: SubstringIndex | _: Concat | _: ConcatWs | _: Md5 | _: Sha1 | _: Crc32 => true
    case _: GetJsonObject => true
    case _ => false
  }

  private def isNumberOrTime(expression: Expression): Boolean = expression match {
    case _: UnaryMathExpression | _: BinaryMathExpression | _: GetDateField => true
    case _: Hour | _: Minute | _: Second | _: HashExpression[_] => true
    case cast: Cast => isWider(cast)
    case _ => false
  }

  /** A cast that finds room for every value; days do not all fit into a timestamp. */
  private def isWider(cast: Cast): Boolean = cast.dataType match {
    case _: NumericType | _: StringType => Cast.canUpCast(cast.child.dataType, cast.dataType)
    case _ => false
  }
}
