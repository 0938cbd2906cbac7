package org.apache.spark.sql.hbase.schema

import scala.jdk.CollectionConverters._

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

import org.apache.spark.sql.catalyst.parser.CatalystSqlParser
import org.apache.spark.sql.hbase.codec.types.SqlType
import org.apache.spark.sql.types._

class TestSparkTypes {
  private val all = Seq(
    SqlType.BOOLEAN,
    SqlType.TINYINT,
    SqlType.SMALLINT,
    SqlType.INT,
    SqlType.BIGINT,
    SqlType.FLOAT,
    SqlType.DOUBLE,
    SqlType.decimal(1, 0),
    SqlType.decimal(18, 18),
    SqlType.decimal(38, 10),
    SqlType.STRING,
    SqlType.BINARY,
    SqlType.DATE,
    SqlType.TIMESTAMP,
    SqlType.TIMESTAMP_NTZ,
    SqlType.array(SqlType.decimal(38, 10)),
    SqlType.map(SqlType.DATE, SqlType.array(SqlType.STRING)),
    SqlType.struct(
      Seq("a", "A", "a b`c", "", "select", "é").map(new SqlType.Field(_, SqlType.array(SqlType.BINARY))).asJava
    )
  )

  @Test
  def everyKindIsCovered(): Unit = assertEquals(SqlType.Kind.values.toSet, all.map(_.kind).toSet)

  @Test
  def sparkTypesTranslateBothWays(): Unit =
    all.foreach(t => assertEquals(Some(t), SparkTypes.fromSpark(SparkTypes.toSpark(t))))

  @Test
  def wireTypesTranslateBothWays(): Unit =
    all.foreach(t => assertEquals(t, SparkTypes.fromProto(SparkTypes.toProto(t))))

  @Test
  def textIsReadBack(): Unit = all.foreach(t => assertEquals(t, SparkTypes.parse(t.toString)))

  @Test
  def typesThatHBaseCannotHoldHaveNone(): Unit =
    Seq(
      ArrayType(CalendarIntervalType),
      MapType(StringType, StringType("UTF8_LCASE")),
      new StructType().add("x", VarcharType(3)),
      new StructType(),
      (1 to SqlType.MAX_DEPTH).foldLeft[DataType](IntegerType)((inner, _) => ArrayType(inner)),
      CalendarIntervalType,
      DayTimeIntervalType(),
      YearMonthIntervalType(),
      StringType("UTF8_LCASE"),
      CharType(3),
      VarcharType(3),
      NullType,
      VariantType
    ).foreach(t => assertEquals(None, SparkTypes.fromSpark(t), t.sql))

  @Test
  def sparksOwnCollationIsNoDeclaration(): Unit = {
    val shown = CatalystSqlParser.parseDataType("VARCHAR(8) COLLATE UTF8_BINARY")
    val declared = SparkTypes.declared(shown, SqlType.STRING).get
    assertEquals(VarcharType(8), declared)
    assertEquals(declared, DataType.fromJson(declared.json))
    assertEquals(
      None,
      SparkTypes.declared(CatalystSqlParser.parseDataType("STRING COLLATE UTF8_BINARY"), SqlType.STRING)
    )
  }
}
