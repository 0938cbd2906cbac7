package org.apache.spark.sql.hbase.catalog.definition

import org.apache.spark.sql.hbase.catalog.definition.TableProperties.{ColumnSettings, GroupBits}
import org.apache.spark.sql.hbase.codec.chunk.GroupKey
import org.apache.spark.sql.hbase.codec.rowkey.{KeyForm, KeyPrefix, RowKeyCodec}
import org.apache.spark.sql.hbase.codec.types.SqlType
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema._
import org.apache.spark.sql.hbase.shim.ScalaShim._

/**
 * The rule by which rows of a table in layout columnar share an HBase row: their row keys start with the same bits.
 *
 * {{{
 * PRIMARY KEY (id BIGINT)                        54 bits: 1,024 values of id
 * PRIMARY KEY (id BIGINT) INTO 16 BUCKETS        58 bits: a byte of salt, 1,024 of 16,384 values of id
 * PRIMARY KEY (station STRING, at TIMESTAMP)     hbase.group.bits must say it
 * }}}
 */
private[catalog] object ColumnarGroups {

  /** A key that counts up has about so many rows in a group if nobody says otherwise: 2 to the power of it. */
  private val DefaultRowBits = 10

  /**
   * @param keyColumns in row-key order
   * @param given of `hbase.group.bits`
   */
  def of(keyColumns: Seq[ColumnMapping], prefix: Option[KeyPrefix], given: Option[Int]): GroupKey = {
    val bits = given.orElse(default(keyColumns, prefix)).getOrElse {
      throw refused(
        "",
        "it must say how many bits of a row key its rows share. There is a default for a PRIMARY KEY of one INT or " +
          "BIGINT column only"
      )
    }
    val least = if (prefix.exists(_.kind == KeyPrefix.Kind.SALT)) java.lang.Byte.SIZE + 1 else 1
    val most = keyBits(keyColumns, prefix).fold(GroupKey.MAX_BITS)(_ - 1)
    if (bits < least || bits > most) {
      throw refused(
        bits.toString,
        s"for this PRIMARY KEY it is a number from $least to $most; $most bits put two row keys together"
      )
    }
    new GroupKey(bits)
  }

  /** Refuses properties that a table in this layout cannot have, before its groups are known. */
  def check(
      table: String,
      properties: TableProperties.Parsed,
      valueColumns: Seq[String],
      family: String,
      newHBaseTable: Boolean
  ): Unit = {
    def refuse(reason: String): Nothing =
      throw HBaseErrors.UnsupportedInColumnarLayout.analysis("table" -> table, "reason" -> reason)
    if (!newHBaseTable || properties.mapped)
      refuse("only this connector writes such HBase tables, so it must make this one")
    if (valueColumns.isEmpty) refuse("all columns are in the PRIMARY KEY, and there is nothing to hold by column")
    val settings = valueColumns.map(c => c -> properties.columns.getOrElse(c, ColumnSettings.None))
    settings.find(_._2.family.exists(_ != family)).foreach { case (column, _) =>
      refuse(s"all columns lie in one column family, and $column has another one")
    }
  }

  private def default(keyColumns: Seq[ColumnMapping], prefix: Option[KeyPrefix]): Option[Int] = keyColumns match {
    case Seq(id) if isCounter(id) && !prefix.exists(_.kind == KeyPrefix.Kind.HASH) =>
      val bucketBits = prefix.fold(0)(salt => java.lang.Integer.SIZE - Integer.numberOfLeadingZeros(salt.size - 1))
      keyBits(keyColumns, prefix).map(_ - DefaultRowBits - bucketBits)
    case _ => None
  }

  /** Its neighbouring values have neighbouring bytes. */
  private def isCounter(column: ColumnMapping): Boolean = column.place match {
    case Place.Key(_, _, _, KeyForm.PLAIN) =>
      column.sqlType.kind == SqlType.Kind.INT || column.sqlType.kind == SqlType.Kind.BIGINT
    case _ => false
  }

  /** Returns the bits of every row key of the table; None where row keys differ in length. */
  private def keyBits(keyColumns: Seq[ColumnMapping], prefix: Option[KeyPrefix]): Option[Int] = {
    val codec = TableRowKeys.codec(keyColumns)
    val parts = keyColumns.indices
    Option.when(parts.forall(codec.endOf(_) == RowKeyCodec.PartEnd.WIDTH)) {
      (parts.map(codec.widthOf).sum + prefix.fold(0)(_.width)) * java.lang.Byte.SIZE
    }
  }

  private def refused(value: String, reason: String): Exception = TableProperties.invalid(GroupBits.name, value, reason)
}
