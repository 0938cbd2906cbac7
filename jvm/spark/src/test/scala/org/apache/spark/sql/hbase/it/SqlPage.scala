package org.apache.spark.sql.hbase.it

import java.nio.file.{Files, Path}

/** The statements of docs/SQL.md, and of other pages, which their readers copy. */
object SqlPage {

  /** @param failure code of the error that the page says it fails with */
  final case class Statement(sql: String, failure: Option[String])

  def text: String = pageText("SQL.md")

  private def pageText(page: String): String = Files.readString(Path.of("../../docs", page))

  /** Returns the statements of a section of docs/SQL.md, in the order of the page; not empty. */
  def statements(heading: String): Seq[Statement] = statements(heading, "SQL.md")

  /** Returns the statements of a section of another page. */
  def statements(heading: String, page: String): Seq[Statement] = {
    val all = pageText(page)
    val start = all.indexOf(s"## $heading\n")
    require(start >= 0, s"docs/$page has no section $heading")
    val section = all.substring(start).split("\n## ").head
    val found = for {
      block <- "(?s)```sql(?: fails=(\\S+))?\n(.*?)```".r.findAllMatchIn(section).toSeq
      sql <- block.group(2).split(";\n")
    } yield Statement(sql, Option(block.group(1)))
    require(found.nonEmpty, s"section $heading of docs/$page has no statement")
    found
  }
}
