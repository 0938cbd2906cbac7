package org.apache.spark.sql.hbase.plan.push

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.Literal.{FalseLiteral, TrueLiteral}
import org.apache.spark.sql.types.StructType

/**
 * A value as what two values must agree in to be equal. That is the value itself, or of a struct its fields and whether
 * it is there. A struct of NULLs is not NULL.
 *
 * {{{
 * named_struct('a', x, 'b', y)     x, y
 * st                               st IS NOT NULL, st.a, st.b
 * }}}
 *
 * Immutable.
 */
private[plan] sealed trait ComparedParts {

  /** In the order of the fields; of a struct that can be NULL, a BOOLEAN that is not NULL comes first. */
  def values: Seq[Expression]

  /** The value, of its parts. */
  def whole: Expression

  /** Returns the parts with a new column for each part. */
  def columns(name: String): (ComparedParts, Seq[Alias])
}

private[plan] object ComparedParts {

  final case class Single(value: Expression) extends ComparedParts {
    override def values: Seq[Expression] = Seq(value)
    override def whole: Expression = value

    override def columns(name: String): (ComparedParts, Seq[Alias]) = {
      val column = Alias(value, name)()
      (Single(column.toAttribute), Seq(column))
    }
  }

  /** @param present absent if the struct is never NULL */
  final case class Fields(present: Option[Expression], fields: Seq[(String, ComparedParts)]) extends ComparedParts {
    override def values: Seq[Expression] = present.toSeq ++ fields.flatMap { case (_, field) => field.values }

    override def whole: Expression = {
      val struct = CreateNamedStruct(fields.flatMap { case (name, field) => Seq(Literal(name), field.whole) })
      present.fold[Expression](struct)(If(_, struct, Literal(null, struct.dataType)))
    }

    override def columns(name: String): (ComparedParts, Seq[Alias]) = {
      val flag = present.map(Alias(_, s"$name is there")())
      val named = fields.map { case (field, parts) => field -> parts.columns(s"$name.$field") }
      val attributes = Fields(flag.map(_.toAttribute), named.map { case (field, (parts, _)) => field -> parts })
      (attributes, flag.toSeq ++ named.flatMap { case (_, (_, columns)) => columns })
    }
  }

  def of(value: Expression): ComparedParts = value match {
    case struct: CreateNamedStruct =>
      Fields(None, struct.dataType.fieldNames.toSeq.zip(struct.valExprs.map(of)))
    case Literal(null, StructType(fields)) =>
      Fields(Some(FalseLiteral), fields.toSeq.map(field => field.name -> of(Literal(null, field.dataType))))
    case struct if isStruct(struct) =>
      val present = if (struct.nullable) Some(IsNotNull(struct)) else None
      val fields = struct.dataType.asInstanceOf[StructType].fields.toSeq.zipWithIndex
      Fields(present, fields.map { case (field, i) => field.name -> of(GetStructField(struct, i, Some(field.name))) })
    case other => Single(other)
  }

  /** Values of one type with the same parts each: if one can be NULL, all say whether they are there. */
  def aligned(all: Seq[ComparedParts]): Seq[ComparedParts] = {
    val structs = all.collect { case struct: Fields => struct }
    if (structs.size < all.size) all
    else {
      val canBeNull = structs.exists(_.present.isDefined)
      val fields = structs.map(_.fields.map { case (_, field) => field }).transpose.map(aligned).transpose
      structs.zip(fields).map { case (struct, parts) =>
        val present = if (canBeNull) struct.present.orElse(Some(TrueLiteral)) else None
        Fields(present, struct.fields.map { case (name, _) => name }.zip(parts))
      }
    }
  }

  def isStruct(value: Expression): Boolean = value.dataType.isInstanceOf[StructType]
}
