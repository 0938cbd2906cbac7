package org.apache.spark.sql.hbase.it

import java.nio.file.{Files, Path}

/** The statements of docs/SQL.md, which its readers copy. */
object SqlPage {

  /** @param failure code of the error that the page says it fails with */
  final case class Statement(sql: String, failure: Option[String])

  def text: String = Files.readString(Path.of("../../docs/SQL.md"))

  /** Of a section, in the order of the page; not empty. */
  def statements(heading: String): Seq[Statement] = {
    val page = text
    val start = page.indexOf(s"## $heading\n")
    require(start >= 0, s"docs/SQL.md has no section $heading")
    val section = page.substring(start).split("\n## ").head
    val found = for {
      block <- "(?s)```sql(?: fails=(\\S+))?\n(.*?)```".r.findAllMatchIn(section).toSeq
      sql <- block.group(2).split(";\n")
    } yield Statement(sql, Option(block.group(1)))
    require(found.nonEmpty, s"section $heading of docs/SQL.md has no statement")
    found
  }
}
