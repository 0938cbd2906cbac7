package org.apache.spark.sql.hbase.plan.catalyst.function

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.hbase.wire.proto.{Function => ProtoFunction}
import org.apache.spark.sql.types.StructType

/**
 * Comparisons of several columns with rows of values, as conditions on each column, which limit row keys. Spark compares such
 * structs field by field; a NULL field equals NULL and comes before all values, and so the answer is never NULL.
 *
 * {{{
 * (a, b) IN ((1, 2), (3, 4))     (a <=> 1 AND b <=> 2) OR (a <=> 3 AND b <=> 4)
 * (a, b) > (1, 2)                a > 1 OR (a <=> 1 AND b > 2)     if neither column can be NULL
 * }}}
 */
private[plan] object StructComparisons {

  /** More are left to Spark, which looks rows up in a hash table. */
  private val MaxRows = 1000

  def unapply(comparison: Expression): Option[FunctionCall] = condition(comparison).map {
    case And(left, right) => FunctionCall(ProtoFunction.AND, Seq(left, right))
    case Or(left, right) => FunctionCall(ProtoFunction.OR, Seq(left, right))
    case other => FunctionCall(ProtoFunction.AND, Seq(other, Literal.TrueLiteral))
  }

  private def condition(comparison: Expression): Option[Expression] = comparison match {
    case In(Columns(columns), list) if list.forall(isRow) => isAny(columns, list.collect { case Row(row) => row })
    case InSet(Columns(columns), rows) if !rows.contains(null) =>
      isAny(columns, rows.toSeq.map(_.asInstanceOf[InternalRow]))
    case EqualTo(Columns(columns), Row(row)) => Some(equal(columns, row))
    case EqualTo(Row(row), Columns(columns)) => Some(equal(columns, row))
    case EqualNullSafe(Columns(columns), Row(row)) => Some(equal(columns, row))
    case EqualNullSafe(Row(row), Columns(columns)) => Some(equal(columns, row))
    case LessThan(Columns(columns), Row(row)) => Some(isLess(columns, row, orEqual = false))
    case LessThanOrEqual(Columns(columns), Row(row)) => Some(isLess(columns, row, orEqual = true))
    case GreaterThan(Columns(columns), Row(row)) => Some(isGreater(columns, row, orEqual = false))
    case GreaterThanOrEqual(Columns(columns), Row(row)) => Some(isGreater(columns, row, orEqual = true))
    case LessThan(row @ Row(_), columns) => condition(GreaterThan(columns, row))
    case LessThanOrEqual(row @ Row(_), columns) => condition(GreaterThanOrEqual(columns, row))
    case GreaterThan(row @ Row(_), columns) => condition(LessThan(columns, row))
    case GreaterThanOrEqual(row @ Row(_), columns) => condition(LessThanOrEqual(columns, row))
    case _ => None
  }

  private def isAny(columns: Seq[Expression], rows: Seq[InternalRow]): Option[Expression] =
    if (rows.isEmpty || rows.size > MaxRows) None
    else Some(balanced(rows.map(equal(columns, _)).toIndexedSeq))

  /** Not as deep as there are conditions: sub-plans have a bound. */
  private def balanced(conditions: IndexedSeq[Expression]): Expression =
    if (conditions.size == 1) conditions.head
    else {
      val (left, right) = conditions.splitAt(conditions.size / 2)
      Or(balanced(left), balanced(right))
    }

  private def equal(columns: Seq[Expression], row: InternalRow): Expression =
    columns.indices.map(i => EqualNullSafe(columns(i), value(columns, row, i)): Expression).reduceLeft(And(_, _))

  private def isLess(columns: Seq[Expression], row: InternalRow, orEqual: Boolean): Expression =
    inOrder(columns, row, orEqual) { (column, value) =>
      if (value.value == null) Literal.FalseLiteral
      else if (column.nullable) Or(IsNull(column), LessThan(column, value))
      else LessThan(column, value)
    }

  private def isGreater(columns: Seq[Expression], row: InternalRow, orEqual: Boolean): Expression =
    inOrder(columns, row, orEqual) { (column, value) =>
      if (value.value == null) IsNotNull(column)
      else if (column.nullable) And(IsNotNull(column), GreaterThan(column, value))
      else GreaterThan(column, value)
    }

  /** The first column that differs decides. */
  private def inOrder(columns: Seq[Expression], row: InternalRow, orEqual: Boolean)(
      precedes: (Expression, Literal) => Expression
  ): Expression =
    columns.indices.foldRight[Expression](Literal(orEqual)) { (i, others) =>
      val literal = value(columns, row, i)
      val decides = precedes(columns(i), literal)
      val equal = EqualNullSafe(columns(i), literal)
      others match {
        case Literal.FalseLiteral => decides
        case Literal.TrueLiteral => Or(decides, equal)
        case _ => Or(decides, And(equal, others))
      }
    }

  private def value(columns: Seq[Expression], row: InternalRow, i: Int): Literal =
    Literal(row.get(i, columns(i).dataType), columns(i).dataType)

  private def isRow(value: Expression): Boolean = Row.unapply(value).isDefined

  private object Row {
    def unapply(value: Expression): Option[InternalRow] = value match {
      case Literal(row: InternalRow, _: StructType) => Some(row)
      case _ => None
    }
  }

  /** Spark computes all fields before it compares one: only such that raise no error. */
  private object Columns {
    def unapply(struct: Expression): Option[Seq[Expression]] = struct match {
      case struct: CreateNamedStruct => Some(struct.valExprs).filter(_.forall(isColumn))
      case Cast(struct: CreateNamedStruct, StructType(fields), zone, mode) =>
        val columns = struct.valExprs.zip(fields).map { case (column, field) =>
          if (column.dataType == field.dataType) column else Cast(column, field.dataType, zone, mode)
        }
        Some(columns).filter(_.forall(isColumn))
      case _ => None
    }

    private def isColumn(field: Expression): Boolean = field match {
      case _: AttributeReference => true
      case Cast(column: AttributeReference, wider, _, _) => Cast.canUpCast(column.dataType, wider)
      case _ => false
    }
  }
}
