package org.apache.spark.sql.hbase.plan

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Cast, EvalMode, GenericInternalRow}
import org.apache.spark.sql.catalyst.util.{ArrayBasedMapData, GenericArrayData}
import org.apache.spark.sql.hbase.random.WideTable
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** Casts of structs, arrays and maps: of every type that Spark allows, as Spark does, or refused as listed here. */
class TestNestedCastsEqualSpark {
  import TestNestedCastsEqualSpark._

  @Test
  def everyTypeInsideAnArrayBecomesText(): Unit =
    for (mode <- modes; column <- WideTable.plain.fields.toSeq; zone <- zones(column.dataType, StringType))
      assertSame(arraysOf(column), mode, zone, "x", StringType)

  @Test
  def everyPairOfTypesInsideAnArrayIsComputedOrRefusedForAReason(): Unit =
    for (
      mode <- modes;
      column <- WideTable.plain.fields.toSeq;
      element <- TestCastsEqualSpark.targets;
      target = ArrayType(element) if isAllowed(ArrayType(column.dataType), target, mode);
      zone <- zones(column.dataType, element)
    )
      if (isListedAsRefused(column.dataType, element, mode))
        withMode(mode, zone)(
          assertTrue(arraysOf(column).refusal(cast("x", target, mode)).contains("does not compute CAST"))
        )
      else assertSame(arraysOf(column), mode, zone, "x", target)

  @Test
  def structsArraysAndMapsInsideOneAnotherBecomeText(): Unit =
    for (mode <- modes; zone <- Zones; column <- deep.schema.fieldNames.toSeq)
      assertSame(deep.table, mode, zone, column, StringType)

  @Test
  def structsArraysAndMapsBecomeOthersOfTheirShape(): Unit =
    for (
      mode <- modes;
      zone <- Zones;
      (column, target) <- Seq(
        "s" -> "STRUCT<a: BIGINT, b: STRING, c: DOUBLE, d: STRING, e: TIMESTAMP_NTZ>",
        "s" -> "STRUCT<v: INT, w: DECIMAL(12, 2), x: DECIMAL(5, 2), y: DATE, z: DATE>",
        "s" -> "STRUCT<a: STRING, b: BIGINT, c: STRING, d: DATE, e: STRING>",
        "m" -> "MAP<STRING, STRING>",
        "m" -> "MAP<BIGINT, STRUCT<x: STRING, y: DOUBLE>>",
        "m" -> "MAP<DOUBLE, STRING>",
        "n" -> "MAP<STRING, ARRAY<DOUBLE>>",
        "n" -> "MAP<STRING, STRING>",
        "a" -> "ARRAY<STRING>",
        "a" -> "ARRAY<ARRAY<STRING>>",
        "a" -> "ARRAY<ARRAY<INT>>"
      )
    ) {
      val to = DataType.fromDDL(target)
      if (isAllowed(deep.schema(column).dataType, to, mode)) assertSame(deep.table, mode, zone, column, to)
    }

  @Test
  def keysThatCouldBecomeNullAreRefused(): Unit = {
    val table = ExpressionTable.of(MapType(LongType, LongType), Seq.empty)
    assertTrue(table.refusal("CAST(x AS MAP<INT, INT>)").contains("does not compute CAST"))
  }

  @Test
  def arraysLongerThanAPieceAndEmptyOnesAreWhole(): Unit = {
    val arrays = Seq(0, 1, 255, 256, 257, 1000).map(n => new GenericArrayData(Array.tabulate[Any](n)(i => i)))
    val table = ExpressionTable.of(ArrayType(IntegerType), arrays)
    table.assertSame("CAST(x AS STRING)", "CAST(x AS ARRAY<STRING>)", "length(CAST(x AS STRING)) > 3")
    val maps = arrays.map(a => new ArrayBasedMapData(a, a))
    ExpressionTable
      .of(MapType(IntegerType, IntegerType), maps)
      .assertSame("CAST(x AS STRING)", "x::MAP<BIGINT, STRING>")
    val structs = (0 until 600).map(i => InternalRow(i, null))
    val pair = new StructType().add("a", IntegerType).add("b", StringType)
    ExpressionTable.of(pair, structs).assertSame("CAST(x AS STRING)", "CAST(x AS STRUCT<c: STRING, d: BINARY>)")
  }

  @Test
  def theStyleOfBinaryOutputDoesNotMatter(): Unit = {
    val arrays = Seq(new GenericArrayData(Array[Any](Array[Byte](65, -1), Array.emptyByteArray, null)))
    val table = ExpressionTable.of(ArrayType(BinaryType), arrays)
    for (style <- Seq("UTF-8", "BASIC", "BASE64", "HEX", "HEX_DISCRETE"))
      table.assertSameIn(Seq("spark.sql.binaryOutputStyle" -> style))("CAST(x AS STRING)")
  }

  @Test
  def theTextOfOlderSparkIsRefused(): Unit = {
    val table = ExpressionTable.of(ArrayType(IntegerType), Seq.empty)
    val setting = "spark.sql.legacy.castComplexTypesToString.enabled"
    PlanSession.withConf(setting -> "true")(assertTrue(table.refusal("CAST(x AS STRING)").contains(setting)))
    assertTrue(table.refusal("CAST(x AS STRING) || uuid()").contains("uuid"))
  }

  @Test
  def typesOfVeryManyPartsAreRefused(): Unit = {
    def wide(fields: Int) =
      ExpressionTable.of(StructType((1 to fields).map(i => StructField(s"f$i", IntegerType))), Seq.empty)
    wide(256).assertSame("CAST(x AS STRING)")
    assertTrue(wide(257).refusal("CAST(x AS STRING)").contains("does not compute CAST"))
  }
}

object TestNestedCastsEqualSpark {
  private val Zones = Seq("America/Los_Angeles", "Asia/Kolkata")
  private val modes = Seq(EvalMode.ANSI, EvalMode.LEGACY, EvalMode.TRY)

  private lazy val wide = WideTable.rows(11, 120)

  /** Each value of a column, in arrays of up to three, with NULL among the elements and the arrays. */
  private def arraysOf(column: StructField): ExpressionTable = tables.getOrElseUpdate(
    column.name, {
      val ordinal = WideTable.schema.fieldIndex(column.name)
      val arrays = wide
        .map(_.get(ordinal, column.dataType))
        .grouped(3)
        .zipWithIndex
        .flatMap { case (values, i) => Seq.fill(if (i % 7 == 0) 2 else 1)(values.drop(i % 3)) }
      // One element each too: an error of one is not hidden behind another's.
      val singles = wide.map(row => Seq(row.get(ordinal, column.dataType)))
      val all = (arrays.toSeq ++ singles).map(values => new GenericArrayData(values.toArray))
      ExpressionTable.of(ArrayType(column.dataType), all :+ null)
    }
  )

  private val tables = scala.collection.mutable.Map[String, ExpressionTable]()

  private object deep {
    private val inner = new StructType().add("x", IntegerType).add("y", FloatType)

    val schema: StructType = new StructType()
      .add(
        "s",
        new StructType()
          .add("a", IntegerType)
          .add("b", DecimalType(20, 4))
          .add("c", StringType)
          .add("d", TimestampType)
          .add("e", DateType)
      )
      .add("m", MapType(IntegerType, inner))
      .add("n", MapType(StringType, ArrayType(DecimalType(9, 8))))
      .add("a", ArrayType(ArrayType(LongType)))
      .add(
        "t",
        new StructType().add("s", new StructType().add("x", TimestampNTZType)).add("a", ArrayType(TimestampType))
      )

    private def utf8(text: String) = UTF8String.fromString(text)
    private def decimal(text: String, precision: Int, scale: Int) = Decimal(BigDecimal(text), precision, scale)
    private def array(values: Any*) = new GenericArrayData(values.toArray)
    private def map(entries: (Any, Any)*) =
      new ArrayBasedMapData(array(entries.map(_._1): _*), array(entries.map(_._2): _*))

    private val rows: Seq[InternalRow] = Seq(
      InternalRow(
        InternalRow(7, decimal("-12.3400", 20, 4), utf8("1.5"), 1710064800000000L, 19800),
        map(1 -> InternalRow(1, 0.1f), 2 -> null, 3 -> InternalRow(null, Float.NaN)),
        map(utf8("k") -> array(decimal("0.00000001", 9, 8), null), utf8("") -> array(), utf8("null") -> null),
        array(array(1L, null), null, array(), array(3000000000L)),
        InternalRow(InternalRow(1710064800123456L), array(1710064800500000L, -1L, null))
      ),
      new GenericInternalRow(5),
      InternalRow(
        new GenericInternalRow(5),
        map(),
        map(),
        array(),
        InternalRow(null, null)
      ),
      InternalRow(
        InternalRow(Int.MinValue, decimal("9999999999999999.9999", 20, 4), utf8("{, }"), Long.MaxValue, Int.MaxValue),
        map(Int.MinValue -> InternalRow(Int.MaxValue, Float.NegativeInfinity), 16777217 -> InternalRow(0, -0.0f)),
        map(UTF8String.fromBytes(Array[Byte](-1, 65)) -> array(decimal("-9.99999999", 9, 8))),
        array(array(Long.MinValue, -1L)),
        InternalRow(InternalRow(null), array(Long.MinValue))
      ),
      InternalRow(
        InternalRow(0, decimal("0.0000", 20, 4), utf8(" 12 "), -62135596800000001L, -719529),
        map(0 -> InternalRow(-1, 3e9f)),
        map(utf8("a") -> null),
        array(null),
        InternalRow(InternalRow(-1L), array())
      )
    )

    val table = new ExpressionTable(schema, rows)
  }

  private def zones(from: DataType, to: DataType): Seq[String] =
    if (Cast.needsTimeZone(from, to)) Zones else Seq("UTC")

  private def isAllowed(from: DataType, to: DataType, mode: EvalMode.Value): Boolean =
    TestCastsEqualSpark.isAllowed(from, to, mode)

  /** TRY casts of nested types are allowed to types that TRY casts of their parts are not. */
  private def isListedAsRefused(from: DataType, to: DataType, mode: EvalMode.Value): Boolean =
    TestCastsEqualSpark.isListedAsRefused(from, to, mode) || !isAllowed(from, to, mode)

  private def cast(column: String, to: DataType, mode: EvalMode.Value): String =
    s"${if (mode == EvalMode.TRY) "try_cast" else "CAST"}($column AS ${to.sql})"

  private def withMode(mode: EvalMode.Value, zone: String)(body: => Unit): Unit = PlanSession.withConf(
    "spark.sql.ansi.enabled" -> (mode != EvalMode.LEGACY).toString,
    "spark.sql.session.timeZone" -> zone
  )(body)

  private def assertSame(
      table: ExpressionTable,
      mode: EvalMode.Value,
      zone: String,
      column: String,
      to: DataType
  ): Unit =
    withMode(mode, zone)(table.assertSameNow(cast(column, to, mode)))
}
