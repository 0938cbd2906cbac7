package org.apache.spark.sql.hbase.shim

/** Methods that the sources take from Scala 2.13, and that Scala 2.12 lacks. */
object ScalaShim {

  implicit final class WithConditions(private val companion: Option.type) extends AnyVal {
    def when[A](condition: Boolean)(value: => A): Option[A] = if (condition) Some(value) else None
    def unless[A](condition: Boolean)(value: => A): Option[A] = if (condition) None else Some(value)
  }

  implicit final class WithParsers(private val text: String) extends AnyVal {
    def toIntOption: Option[Int] = parsed(_.toInt)
    def toLongOption: Option[Long] = parsed(_.toLong)

    def toBooleanOption: Option[Boolean] =
      if (text.equalsIgnoreCase("true")) Some(true) else if (text.equalsIgnoreCase("false")) Some(false) else None

    private def parsed[A](parse: String => A): Option[A] =
      try Some(parse(text))
      catch { case _: NumberFormatException => None }
  }
}
