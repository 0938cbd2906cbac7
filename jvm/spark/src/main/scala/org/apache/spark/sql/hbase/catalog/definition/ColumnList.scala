package org.apache.spark.sql.hbase.catalog.definition

/**
 * Names of columns in one text, the value of a table property.
 *
 * {{{
 * a, b          ->  a and b
 * `a,b`, c      ->  a,b and c
 * }}}
 */
private[hbase] object ColumnList {

  /** Puts between backquotes what would not be read as one name. */
  def text(names: Seq[String]): String =
    names.map(name => if (isPlain(name)) name else s"`${name.replace("`", "``")}`").mkString(",")

  private def isPlain(name: String): Boolean = name.nonEmpty && name == name.trim && !name.exists("`,".contains(_))

  def parse(text: String): Seq[String] = entries(text).map(_.trim).map { entry =>
    if (entry.length > 1 && entry.startsWith("`") && entry.endsWith("`"))
      entry.substring(1, entry.length - 1).replace("``", "`")
    else entry
  }

  /** Splits the text at commas that are not between backquotes. */
  private def entries(text: String): Seq[String] = {
    val commas = text.indices.filter(i => text(i) == ',' && text.take(i).count(_ == '`') % 2 == 0)
    (-1 +: commas).zip(commas :+ text.length).map { case (before, behind) => text.substring(before + 1, behind) }
  }
}
