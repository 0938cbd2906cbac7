package org.apache.spark.sql.hbase.write

import scala.jdk.CollectionConverters._

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

import org.apache.spark.sql.connector.expressions.{Cast, Expression, FieldReference, LiteralValue}
import org.apache.spark.sql.connector.expressions.filter.{AlwaysFalse, AlwaysTrue, And, Not, Predicate}
import org.apache.spark.sql.hbase.schema.{ColumnMapping, SchemaFixtures, TableSchema}
import org.apache.spark.sql.hbase.wire.proto.SubPlan
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

class TestDeletedRows {
  private val table = SchemaFixtures.columns
  private val k = FieldReference.column("k")
  private val v = FieldReference.column("v")
  private def text(value: String): Expression = LiteralValue(UTF8String.fromString(value), StringType)
  private def number(value: Double): Expression = LiteralValue(value, DoubleType)
  private def is(name: String, operands: Expression*): Predicate = new Predicate(name, operands.toArray)

  /** The conditions of the sub-plan, None if there is none. */
  private def conditions(of: TableSchema, predicates: Predicate*): Option[Seq[String]] =
    DeletedRows.of(of, predicates).map {
      case DeletedRows.All => Seq("all")
      case where: DeletedRows.Where =>
        val operators = SubPlan.parseFrom(where.subPlan).getOperatorsList.asScala
        assertEquals(where.conditions.size, operators.count(_.hasFilter))
        assertEquals(of.keyColumns.size, operators.last.getProject.getExpressionsCount)
        where.conditions.map(_.text)
    }

  @Test
  def comparisonsOfColumnsAndLiteralsAreExact(): Unit = {
    assertEquals(Some(Seq("Filter((k = 'a'))")), conditions(table, is("=", k, text("a"))))
    assertEquals(Some(Seq("Filter((v <=> 1.0D))")), conditions(table, is("<=>", v, number(1))))
    assertEquals(Some(Seq("Filter((NOT (v = 1.0D)))")), conditions(table, is("<>", v, number(1))))
    assertEquals(Some(Seq("Filter((k IN ('a', 'b')))")), conditions(table, is("IN", k, text("a"), text("b"))))
    assertEquals(Some(Seq("Filter((v IS NULL))")), conditions(table, is("IS_NULL", v)))
    assertEquals(Some(Seq("Filter(startswith(k, 'a'))")), conditions(table, is("STARTS_WITH", k, text("a"))))
    val both = new And(is(">", v, number(1)), new Not(is("CONTAINS", k, text("x"))))
    assertEquals(Some(Seq("Filter(((v > 1.0D) AND (NOT contains(k, 'x'))))")), conditions(table, both))
    val two = Seq(is("<", v, number(1)), is(">=", k, text("x")))
    assertEquals(Some(Seq("Filter((v < 1.0D))", "Filter((k >= 'x'))")), conditions(table, two: _*))
  }

  @Test
  def noConditionMeansAllRows(): Unit = {
    assertEquals(Some(Seq("all")), conditions(table))
    assertEquals(Some(Seq("all")), conditions(table, new AlwaysTrue))
  }

  @Test
  def whatIsNotSaidExactlyIsLeftToSpark(): Unit = {
    val cast = new Cast(k, StringType, DoubleType)
    assertEquals(None, conditions(table, is("=", cast, number(1))))
    assertEquals(None, conditions(table, is("=", k, number(1))))
    assertEquals(None, conditions(table, is("=", FieldReference.column("gone"), number(1))))
    assertEquals(None, conditions(table, is("=", FieldReference(Seq("k", "x")), number(1))))
    assertEquals(None, conditions(table, is("BOOLEAN_EXPRESSION", k)))
    assertEquals(None, conditions(table, new AlwaysFalse))
    assertEquals(None, conditions(table, is("=", k, text("a")), is("=", cast, number(1))))
  }

  @Test
  def charColumnsAreComparedBySpark(): Unit = {
    val char = table.copy(columns = table.columns.map {
      case c: ColumnMapping if c.name == "k" => c.copy(declared = Some(CharType(3)))
      case c => c
    })
    assertEquals(None, conditions(char, is("=", k, text("a  "))))
    assertEquals(Some(Seq("Filter((v = 1.0D))")), conditions(char, is("=", v, number(1))))
  }
}
