package org.apache.spark.sql.hbase.schema

import java.util.Locale

import org.apache.spark.sql.hbase.codec.rowkey.KeyForm
import org.apache.spark.sql.hbase.codec.types.{SqlType, ValueEncoding}
import org.apache.spark.sql.hbase.shim.ScalaShim._

/** The users' words for the forms of key columns. */
object KeyForms {
  val names: Seq[String] = KeyForm.Kind.values.toSeq.map(nameOf).filterNot(_ == "fixed") :+ "fixed(n)"

  private val FixedWidth = """fixed\s*\(\s*(\d{1,5})\s*\)""".r

  def name(form: KeyForm): String =
    if (form.kind == KeyForm.Kind.FIXED) s"${nameOf(form.kind)}(${form.width})" else nameOf(form.kind)

  private def nameOf(kind: KeyForm.Kind): String = kind.name.toLowerCase(Locale.ROOT)

  /**
   * The form of a key column of a table that this connector makes, where the statement says none. The last column, if it
   * ascends, needs no end mark: all bytes that are left are its value. Bytes in an encoding of other programs stay as
   * these programs write them.
   */
  def ofNewTable(sqlType: SqlType, encoding: ValueEncoding, descending: Boolean, isLast: Boolean): KeyForm = {
    val needsEnd = sqlType.physical == SqlType.Physical.BYTES && (descending || !isLast)
    if (needsEnd && encoding == ValueEncoding.ORDERED) KeyForm.ESCAPED else KeyForm.PLAIN
  }

  /** In HBase's printable notation; None for forms that have no delimiter. */
  def delimiter(form: KeyForm): Option[String] =
    Option.when(form.kind == KeyForm.Kind.DELIMITED)(CellNames.text(Array(form.delimiter.toByte)))

  /**
   * {{{
   * None, None  ->  plain        Some(reversed), None  ->  reversed        None, Some(|)  ->  delimited by |
   * Some(fixed(10)), None  ->  ten bytes each
   * }}}
   *
   * @throws IllegalArgumentException when there is no such form
   */
  def of(name: Option[String], delimiter: Option[String]): KeyForm =
    (name.map(_.trim.toLowerCase(Locale.ROOT)), delimiter) match {
      case (Some(FixedWidth(width)), None) => KeyForm.fixed(width.toInt)
      case _ => withoutWidth(name, delimiter)
    }

  private def withoutWidth(name: Option[String], delimiter: Option[String]): KeyForm = {
    val default = if (delimiter.isDefined) KeyForm.Kind.DELIMITED else KeyForm.Kind.PLAIN
    val kind = name.fold(default) { given =>
      KeyForm.Kind.values
        .find(_.name.equalsIgnoreCase(given.trim))
        .getOrElse(throw new IllegalArgumentException(s"there is no form $given; known: ${names.mkString(", ")}"))
    }
    (kind, delimiter.map(CellNames.bytes)) match {
      case (KeyForm.Kind.DELIMITED, Some(Array(byte))) => KeyForm.delimited(byte & 0xff)
      case (KeyForm.Kind.DELIMITED, _) =>
        throw new IllegalArgumentException("a delimited key column needs a delimiter of one byte")
      case (KeyForm.Kind.FIXED, None) =>
        throw new IllegalArgumentException("a fixed key column says how many bytes it has, as fixed(10)")
      case (other, None) => new KeyForm(other, 0)
      case (other, Some(_)) =>
        throw new IllegalArgumentException(
          s"a key column of form ${nameOf(other)} has no delimiter"
        )
    }
  }
}
