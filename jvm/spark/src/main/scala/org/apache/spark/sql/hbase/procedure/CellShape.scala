package org.apache.spark.sql.hbase.procedure

import java.nio.ByteBuffer
import java.nio.charset.{CharacterCodingException, StandardCharsets}

import org.apache.spark.sql.hbase.codec.types.ValueEncoding

/**
 * A type that values of one HBase column may have, by the looks of their bytes: a guess.
 *
 * @param reason for the reader of the proposal
 * @param fits for values of which there is at least one
 */
private[procedure] final case class CellShape(sqlType: String, encoding: ValueEncoding, reason: String)(
    val fits: Seq[Array[Byte]] => Boolean
)

/** The likeliest of them: text first, since it is rarely seen by chance; of numbers those whose values are not absurd. */
private[procedure] object CellShape {

  /** Powers of ten between which the sizes of measured numbers lie. */
  private val Least = 1e-9
  private val Largest = 1e18

  private val Time = "[0-9]{4}-[01][0-9]-[0-3][0-9][T ][0-2][0-9]:[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?"

  private val shapes: Seq[CellShape] = Seq(
    text("BOOLEAN", "true or false", "(?i)true|false"),
    text("BIGINT", "whole numbers as text", "0|-?[1-9][0-9]{0,17}"),
    text("DATE", "dates as text", "[0-9]{4}-[01][0-9]-[0-3][0-9]"),
    text("TIMESTAMP", "times as text, with their offset from UTC", Time + " ?(Z|UTC|GMT|[+-][0-9]{2}:[0-9]{2})"),
    text("TIMESTAMP_NTZ", "times as text, without a zone", Time),
    text("DOUBLE", "numbers as text", "-?[0-9]{1,300}\\.[0-9]{1,300}(E-?[0-9]{1,3})?"),
    CellShape("STRING", ValueEncoding.TEXT, "printable text")(_.forall(isPrintable)),
    of("BOOLEAN", ValueEncoding.HBASE, "single bytes 00 and FF", 1)(v => v(0) == 0 || v(0) == -1),
    of("BOOLEAN", ValueEncoding.ORDERED, "single bytes 00 and 01", 1)(v => v(0) == 0 || v(0) == 1),
    of("TINYINT", ValueEncoding.HBASE, "single bytes", 1)(_ => true)
  ) ++
    integers("SMALLINT", 2) ++ integers("INT", 4) ++ floating("FLOAT", 4)(ByteBuffer.wrap(_).getFloat.toDouble) ++
    integers("BIGINT", 8) ++ floating("DOUBLE", 8)(ByteBuffer.wrap(_).getDouble)

  private val unknown = CellShape("BINARY", ValueEncoding.ORDERED, "bytes of no shape that is known")(_ => true)

  /** @param values at least one; an empty one is text */
  def of(values: Seq[Array[Byte]]): CellShape = shapes.find(_.fits(values)).getOrElse(unknown)

  private def text(sqlType: String, reason: String, pattern: String): CellShape =
    CellShape(sqlType, ValueEncoding.TEXT, reason)(
      _.forall(v => v.length <= 1000 && new String(v, StandardCharsets.ISO_8859_1).matches(pattern))
    )

  private def of(sqlType: String, encoding: ValueEncoding, reason: String, length: Int)(
      fits: Array[Byte] => Boolean
  ): CellShape = CellShape(sqlType, encoding, reason)(_.forall(v => v.length == length && fits(v)))

  /** Numbers near zero begin with bytes of zeros, or of ones when negative; in order of their bytes the sign is flipped. */
  private def integers(sqlType: String, length: Int): Seq[CellShape] = Seq(
    of(sqlType, ValueEncoding.HBASE, s"$length bytes, big-endian numbers near zero", length)(v =>
      v(0) == 0 || v(0) == -1
    ),
    of(sqlType, ValueEncoding.ORDERED, s"$length bytes, numbers near zero with the sign flipped", length)(v =>
      v(0) == -128 || v(0) == 127
    )
  )

  /** Most numbers are positive: IEEE 754 bits then begin with a zero, in order of their bytes with a one. */
  private def floating(sqlType: String, length: Int)(value: Array[Byte] => Double): Seq[CellShape] = {
    def plausible(number: Double) = number == 0 || (math.abs(number) >= Least && math.abs(number) <= Largest)
    def ordered(v: Array[Byte]) = if (v(0) < 0) (v(0) ^ 0x80).toByte +: v.tail else v.map(b => (~b).toByte)
    def mostlyPositive(numbers: Seq[Double]) = numbers.count(_ < 0) * 2 <= numbers.size
    def shape(encoding: ValueEncoding, reason: String, number: Array[Byte] => Double) =
      CellShape(sqlType, encoding, reason) { values =>
        values.forall(_.length == length) && {
          val numbers = values.map(number)
          numbers.forall(plausible) && mostlyPositive(numbers)
        }
      }
    Seq(
      shape(ValueEncoding.HBASE, s"$length bytes, IEEE 754 numbers", value),
      shape(
        ValueEncoding.ORDERED,
        s"$length bytes, IEEE 754 numbers in the order of their bytes",
        v => value(ordered(v))
      )
    )
  }

  private def isPrintable(value: Array[Byte]): Boolean =
    try {
      val decoded = StandardCharsets.UTF_8.newDecoder.decode(ByteBuffer.wrap(value)).toString
      !decoded.exists(c => Character.isISOControl(c) && c != '\t' && c != '\n' && c != '\r')
    } catch {
      case _: CharacterCodingException => false
    }
}
