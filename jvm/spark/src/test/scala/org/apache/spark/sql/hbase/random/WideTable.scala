package org.apache.spark.sql.hbase.random

import java.math.{BigDecimal, BigInteger}
import java.time.{Instant, LocalDate, LocalDateTime, ZoneOffset}

import scala.util.Random

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow
import org.apache.spark.sql.catalyst.util.{ArrayBasedMapData, GenericArrayData}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/**
 * Rows with, of every type, a column of calm values and one in which edges of the type, NULL and odd values are frequent.
 * The same seed makes the same rows. [[SqlKind]] says which column is which; the nested ones are named by
 * [[ScalarFunctions]].
 */
object WideTable {

  /** A column: its name, its type, and how a value is drawn. */
  private final case class Column(name: String, dataType: DataType, draw: Random => Any)

  private lazy val person = new StructType()
    .add("name", StringType)
    .add("age", IntegerType)
    .add("score", DoubleType)
    .add("born", DateType)
    .add("paid", DecimalType(20, 3))

  private val columns: Seq[Column] = Seq(
    calm("b", BooleanType)(_.nextBoolean()),
    calm("c", BooleanType)(_.nextInt(10) == 0),
    calm("t", ByteType)(random => (random.nextInt(9) + 1).toByte),
    edges("u", ByteType)(random => random.nextInt().toByte)(Byte.MinValue, Byte.MaxValue, 0.toByte, -1.toByte),
    calm("s", ShortType)(random => (random.nextInt(99) + 1).toShort),
    edges("r", ShortType)(random => random.nextInt().toShort)(Short.MinValue, Short.MaxValue, 0.toShort, 1.toShort),
    calm("j", IntegerType)(random => random.nextInt(99) + 1),
    edges("i", IntegerType)(random => random.nextInt(2001) - 1000)(Int.MinValue, Int.MaxValue, 0, -1, 1),
    calm("m", LongType)(random => random.nextInt(999) + 1L),
    edges("l", LongType)(_.nextLong())(Long.MinValue, Long.MaxValue, 0L, -1L, 1L << 53, (1L << 53) + 1, 1700000000L),
    calm("h", FloatType)(random => (random.nextInt(400) + 1) / 4f),
    edges("f", FloatType)(random => (random.nextInt(4001) - 2000) / 16f)(Floats: _*),
    // Multiples of 1/8 in a small range: sums of them are exact in any order.
    calm("e", DoubleType)(random => (random.nextInt(801) - 400) / 8d),
    edges("d", DoubleType)(random => (random.nextInt(4001) - 2000) / 16d)(Doubles: _*),
    decimals("n", 5, 0)(random => random.nextInt(999) + 1L),
    decimals("p", 12, 2)(random => random.nextInt(200001) - 100000L),
    decimals("y", 7, 7)(random => random.nextInt(19999999) - 9999999L),
    decimals("w", 30, 4)(random => random.nextLong()),
    decimals("z", 38, 10)(random => random.nextLong()),
    calm("g", StringType)(random => utf8(Seq("AA", "B6", "UA", "")(random.nextInt(4)))),
    edges("str", StringType)(random => utf8(word(random)))(Words.map(utf8): _*),
    edges("txt", StringType)(random => utf8((random.nextInt(4001) - 2000).toString))(LooksLikeValues.map(utf8): _*),
    edges("raw", StringType)(random => UTF8String.fromBytes(bytes(random)))(NotUtf8: _*),
    edges("bin", BinaryType)(bytes)(Array.emptyByteArray, Array[Byte](-1), Array[Byte](0, 0), Array.fill[Byte](300)(7)),
    calm("dt", DateType)(random => (19700 + random.nextInt(800))),
    edges("day", DateType)(random => random.nextInt(40000) - 10000)(Dates: _*),
    calm("ts", TimestampType)(random => 1704067200000000L + random.nextInt(600000) * 60000000L),
    edges("at", TimestampType)(random => random.nextInt() * 1000000L + random.nextInt(1000000))(Instants: _*),
    calm("ntz", TimestampNTZType)(random => 1704067200000000L + random.nextInt(600000) * 60000000L),
    edges("wall", TimestampNTZType)(random => random.nextInt() * 1000000L + random.nextInt(1000000))(Walls: _*),
    calm("person", person)(aPerson),
    calm("nums", ArrayType(IntegerType))(items(_)(random => random.nextInt(5) - 1)),
    calm("people", ArrayType(person))(items(_)(aPerson)),
    calm("dict", MapType(StringType, LongType)) { random =>
      val keys = Seq("a", "b", "", "Ä").filter(_ => random.nextBoolean()).map(utf8)
      val values = keys.map(_ => orNull(random)(random.nextInt(9) - 4L))
      new ArrayBasedMapData(new GenericArrayData(keys), new GenericArrayData(values))
    }
  )

  val schema: StructType = StructType(
    StructField("k", IntegerType, nullable = false) +: columns.map(c => StructField(c.name, c.dataType))
  )

  /** Without the nested columns, which come last. */
  val plain: StructType = StructType(schema.fields.takeWhile(_.name != "person"))

  def rows(seed: Long, count: Int): Seq[InternalRow] = {
    val random = new Random(seed)
    (0 until count).map(k => new GenericInternalRow((k +: columns.map(_.draw(random))).toArray[Any]))
  }

  private def calm(name: String, dataType: DataType)(value: Random => Any): Column =
    Column(name, dataType, random => if (random.nextInt(9) == 0) null else value(random))

  private def edges(name: String, dataType: DataType)(value: Random => Any)(edges: Any*): Column =
    Column(
      name,
      dataType,
      random =>
        random.nextInt(7) match {
          case 0 => null
          case 1 | 2 | 3 => edges(random.nextInt(edges.size))
          case _ => value(random)
        }
    )

  private def decimals(name: String, precision: Int, scale: Int)(unscaled: Random => Long): Column = {
    val largest = BigInteger.TEN.pow(precision).subtract(BigInteger.ONE)
    def decimal(value: BigInteger) = Decimal(new BigDecimal(value, scale), precision, scale)
    val column = edges(name, DecimalType(precision, scale))(random => decimal(BigInteger.valueOf(unscaled(random)))) _
    if (name == "n") calm(name, DecimalType(precision, scale))(random => decimal(BigInteger.valueOf(unscaled(random))))
    else column(Seq(largest, largest.negate, BigInteger.ZERO, BigInteger.ONE, BigInteger.valueOf(-5)).map(decimal))
  }

  private def aPerson(random: Random): InternalRow = InternalRow(
    orNull(random)(utf8(word(random))),
    orNull(random)(random.nextInt(90)),
    orNull(random)(Doubles(random.nextInt(Doubles.size))),
    orNull(random)(Dates(random.nextInt(Dates.size))),
    orNull(random)(Decimal(BigDecimal.valueOf(random.nextLong(), 3), 20, 3))
  )

  private def items(random: Random)(item: Random => Any): GenericArrayData =
    new GenericArrayData(Array.fill[Any](random.nextInt(4))(orNull(random)(item(random))))

  private def orNull(random: Random)(value: => Any): Any = if (random.nextInt(7) == 0) null else value

  private def utf8(text: String): UTF8String = UTF8String.fromString(text)

  private def word(random: Random): String =
    Seq("apple", "Äpfel", "😀x", "a", "ab%c", "a_b", " x ", "a,b,c", "AbC")(random.nextInt(9))

  private def bytes(random: Random): Array[Byte] = Array.fill(random.nextInt(4))(random.nextInt().toByte) ++ AsciiEnd

  private lazy val Floats = Seq(
    Float.NaN,
    -0.0f,
    0.0f,
    Float.PositiveInfinity,
    Float.NegativeInfinity,
    Float.MinPositiveValue,
    Float.MaxValue,
    Float.MinValue,
    1.0e-10f,
    3e9f,
    16777217f
  )

  private lazy val Doubles = Seq(
    Double.NaN,
    -0.0,
    0.0,
    Double.PositiveInfinity,
    Double.NegativeInfinity,
    Double.MinPositiveValue,
    Double.MaxValue,
    Double.MinValue,
    0.1,
    1e-7,
    1e7,
    123456789.125,
    2147483648.0,
    -9.223372036854775808e18,
    0.5,
    2.5,
    -1.5
  )

  private lazy val Words = Seq(
    "",
    " ",
    "a,,b",
    ",",
    "\\%",
    "a\\b",
    "a\nb",
    "straße",
    "İstanbul",
    "ΑΣ",
    "ŉ",
    "ﬁx",
    "ǅ",
    "e\u0301",
    "\u0000",
    "\ud83d\ude00\ud83d\ude00",
    "long" * 300
  )

  private lazy val LooksLikeValues = Seq(
    "12",
    " 12 ",
    "\t7\n",
    "1e3",
    "1.5",
    "-0",
    "+5",
    "0x1F",
    "1_000",
    "NaN",
    "Infinity",
    "-inf",
    "1.0f",
    "1d",
    "12L",
    "true",
    " T ",
    "yes",
    "0",
    "n",
    "2024-02-29",
    "2024-2-9 ",
    " 2023-02-29",
    "2024-01-01 10:11:12.123456",
    "2024-01-01T10:11:12.1234567Z",
    "2024-03-10 02:30:00 America/Los_Angeles",
    "2024-11-03 01:30:00-08:00",
    "10:11",
    "0001-01-01",
    "9999-12-31 23:59:59.999999",
    "1582-10-10",
    "128",
    "-129",
    "32768",
    "2147483648",
    "99999999999",
    "9223372036854775808",
    "-9223372036854775808",
    "99999999999999999999999999999999999999",
    "1e-400",
    "1e400",
    ".5",
    "5.",
    ".",
    "-",
    "",
    "\u00a05",
    "\u20285",
    "\u00001",
    "１２",
    "20240101",
    "2024",
    "2024-1",
    "+10000-01-01",
    "-0001-01-01",
    "1.999999999999999999999",
    "123456789012345678901234567890.5",
    "0.00000000000000000000001",
    "1 2"
  )

  /**
   * The end of every text. If the end of a string cuts a character off, Spark's string functions read on into whatever
   * follows, and there is no answer to compare. These bytes at the end prevent it. [[ScalarFunctions]] casts no BINARY
   * without them to STRING.
   */
  private lazy val AsciiEnd = "end".getBytes

  private lazy val NotUtf8 = Seq(
    Seq(0xff),
    Seq(0xc3),
    Seq(0xe2, 0x82),
    Seq(0x61, 0x80, 0x62),
    Seq(0xf0, 0x9f, 0x98),
    Seq(0xed, 0xa0, 0x80),
    Seq(0xc0, 0xaf),
    Seq(0xf8, 0x88, 0x80),
    Seq(0x20, 0xff, 0x20),
    Seq(0x31, 0xc3),
    Seq(0xc3, 0xa9, 0xc3, 0x41)
  ).map(bytes => UTF8String.fromBytes(bytes.map(_.toByte).toArray ++ AsciiEnd))

  private lazy val Dates = Seq(
    "0001-01-01",
    "9999-12-31",
    "1582-10-04",
    "1582-10-05",
    "1582-10-14",
    "1582-10-15",
    "1970-01-01",
    "1969-12-31",
    "1900-02-28",
    "1900-03-01",
    "2000-02-29",
    "2024-02-29",
    "2024-12-30",
    "2021-01-03",
    "2024-03-31",
    "1883-11-18",
    "2038-01-19"
  ).map(LocalDate.parse(_).toEpochDay.toInt)

  // Both ends of a gap and of an overlap of Los Angeles, the first standard times of Los Angeles and Kolkata.
  private lazy val Instants = Seq(
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999Z",
    "1582-10-04T23:59:59.999999Z",
    "1582-10-15T00:00:00Z",
    "1969-12-31T23:59:59.999999Z",
    "1970-01-01T00:00:00Z",
    "2024-03-10T09:59:59.999999Z",
    "2024-03-10T10:00:00Z",
    "2024-11-03T08:30:00Z",
    "2024-11-03T09:30:00.123456Z",
    "1883-11-18T19:52:57Z",
    "1883-11-18T20:00:00Z",
    "1941-09-30T18:30:00Z",
    "1945-10-14T17:30:00Z",
    "1905-12-31T18:38:50Z",
    "2024-02-29T12:00:00Z",
    "2024-01-31T23:30:00.5Z"
  ).map(text => micros(Instant.parse(text)))

  private lazy val Walls = Seq(
    "0001-01-01T00:00:00",
    "9999-12-31T23:59:59.999999",
    "1582-10-10T12:00:00",
    "2024-03-10T02:30:00",
    "2024-03-10T03:00:00",
    "2024-11-03T01:30:00.000001",
    "1970-01-01T00:00:00",
    "1969-12-31T23:59:59.999999",
    "1883-11-18T12:03:00",
    "1941-10-01T00:10:00"
  )
    .map(text => micros(LocalDateTime.parse(text).toInstant(ZoneOffset.UTC)))

  private def micros(instant: Instant): Long = instant.getEpochSecond * 1000000L + instant.getNano / 1000
}
