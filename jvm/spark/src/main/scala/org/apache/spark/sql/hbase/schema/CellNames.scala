package org.apache.spark.sql.hbase.schema

import java.io.ByteArrayOutputStream
import java.nio.charset.StandardCharsets.UTF_8

import org.apache.hadoop.hbase.util.Bytes

/** Names of families and qualifiers as text: printable ASCII stands for itself, other bytes are written `\xNN`. */
object CellNames {
  private val Escape = """\\x([0-9A-Fa-f]{2})""".r

  /** The bytes of a name as a user writes it: besides the notation, characters beyond ASCII stand for their UTF-8 bytes. */
  def bytes(text: String): Array[Byte] = {
    val out = new ByteArrayOutputStream(text.length)
    var end = 0
    Escape.findAllMatchIn(text).foreach { m =>
      out.write(text.substring(end, m.start).getBytes(UTF_8))
      out.write(Integer.parseInt(m.group(1), 16))
      end = m.end
    }
    out.write(text.substring(end).getBytes(UTF_8))
    out.toByteArray
  }

  /** The one spelling of these bytes. */
  def text(bytes: Array[Byte]): String = Bytes.toStringBinary(bytes)

  def canonical(text: String): String = this.text(bytes(text))

  /** The qualifier of a column that has no mapping of its own. A backslash in a column name is no escape. */
  def ofColumn(columnName: String): String = text(columnName.getBytes(UTF_8))
}
