package org.apache.spark.sql.hbase.schema

import java.util.Locale

import org.apache.spark.sql.hbase.codec.KeyForm

/** The users' words for the forms of key columns. */
object KeyForms {
  val names: Seq[String] = KeyForm.Kind.values.toSeq.map(_.name.toLowerCase(Locale.ROOT))

  def name(form: KeyForm): String = form.kind.name.toLowerCase(Locale.ROOT)

  /** In HBase's printable notation; None for forms that have no delimiter. */
  def delimiter(form: KeyForm): Option[String] =
    Option.when(form.kind == KeyForm.Kind.DELIMITED)(CellNames.text(Array(form.delimiter.toByte)))

  /**
   * {{{
   * None, None  ->  plain        Some(reversed), None  ->  reversed        None, Some(|)  ->  delimited by |
   * }}}
   *
   * @throws IllegalArgumentException when there is no such form
   */
  def of(name: Option[String], delimiter: Option[String]): KeyForm = {
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
      case (other, None) => new KeyForm(other, 0)
      case (other, Some(_)) =>
        throw new IllegalArgumentException(
          s"a key column of form ${other.name.toLowerCase(Locale.ROOT)} has no delimiter"
        )
    }
  }
}
