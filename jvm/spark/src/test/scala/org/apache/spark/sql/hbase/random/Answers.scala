package org.apache.spark.sql.hbase.random

import java.lang.{Double => JavaDouble, Float => JavaFloat}

import scala.annotation.tailrec
// Catalyst has string functions named Left and Right.
import scala.util.{Failure, Left, Right, Success, Try}

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.Row
import org.apache.spark.sql.catalyst.CatalystTypeConverters
import org.apache.spark.sql.hbase.cluster.EvaluationErrors
import org.apache.spark.sql.hbase.engine.error.EvaluationException
import org.apache.spark.sql.hbase.shim.ConditionShim
import org.apache.spark.sql.types.{ArrayType, DataType, Decimal, MapType, StructType}
import org.apache.spark.unsafe.types.UTF8String

/** Answers in a form that can be compared: values as texts in which equal means identical, errors as their class. */
object Answers {

  /** The class of an error, or the text of a value. */
  type Answer = Either[String, String]

  def of(value: => Any, dataType: DataType): Answer = Try(value) match {
    case Success(result) => Right(text(result, dataType))
    case Failure(error) => Left(errorClass(error))
  }

  /** Returns the text of a value in Catalyst's form. */
  def text(value: Any, dataType: DataType): String = dataType match {
    case _: StructType | _: ArrayType | _: MapType => text(CatalystTypeConverters.convertToScala(value, dataType))
    case _ => text(value)
  }

  /** All bits of a value, except that every NaN is the same. */
  def text(value: Any): String = value match {
    case null => "NULL"
    case d: Double => s"$d (${JavaDouble.doubleToLongBits(d).toHexString})"
    case f: Float => s"$f (${JavaFloat.floatToIntBits(f).toHexString})"
    case string: UTF8String => s"'$string' (${hex(string.getBytes)})"
    case bytes: Array[Byte] => s"X'${hex(bytes)}'"
    case decimal: Decimal => decimal.toJavaBigDecimal.stripTrailingZeros.toString
    case decimal: java.math.BigDecimal => decimal.stripTrailingZeros.toString
    case row: Row => row.toSeq.map(text).mkString("{", ", ", "}")
    case seq: scala.collection.Seq[_] => seq.map(text).mkString("[", ", ", "]")
    case map: scala.collection.Map[_, _] =>
      map.map { case (k, v) => s"${text(k)}: ${text(v)}" }.mkString("(", ", ", ")")
    case other => other.toString
  }

  /**
   * Spark's condition without its sub-condition; of errors that have none, the exception's name. In some functions of dates
   * and times Spark lets the bare ArithmeticException of java.lang.Math out. The engine raises the subclass of it that
   * has a condition.
   */
  def errorClass(error: Throwable): String = condition(error).getOrElse {
    val name = rootCause(error).getClass.getName
    if (name == classOf[ArithmeticException].getName) "ARITHMETIC_OVERFLOW" else name
  }

  private def condition(error: Throwable): Option[String] =
    Iterator.iterate(error)(_.getCause).takeWhile(_ != null).flatMap(ownCondition).nextOption()

  private def ownCondition(error: Throwable): Option[String] = error match {
    case ours: EvaluationException => EvaluationErrors.toSpark(ours.error).map(errorClass).orElse(Some(ours.code.name))
    case typed: SparkThrowable => Option(ConditionShim.of(typed)).map(_.takeWhile(_ != '.'))
    case _ => None
  }

  @tailrec
  private def rootCause(error: Throwable): Throwable =
    if (error.getCause == null) error else rootCause(error.getCause)

  private def hex(bytes: Array[Byte]): String = bytes.map("%02x".format(_)).mkString
}
