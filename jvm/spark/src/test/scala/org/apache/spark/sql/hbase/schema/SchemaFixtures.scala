package org.apache.spark.sql.hbase.schema

import org.apache.spark.sql.hbase.codec.chunk.GroupKey
import org.apache.spark.sql.hbase.codec.rowkey.{KeyForm, KeyPrefix}
import org.apache.spark.sql.hbase.codec.types.{SqlType, ValueEncoding}
import org.apache.spark.sql.types.{CharType, IntegerType, StructType}

/** Tables that several tests use. */
object SchemaFixtures {
  private def key(name: String, sqlType: SqlType, position: Int, descending: Boolean = false): ColumnMapping =
    ColumnMapping(name, sqlType, nullable = false, Place.Key(position, ValueEncoding.ORDERED, descending))

  /** Key (id, at DESC), the key columns not in front; values packed in two families. */
  val packed: TableSchema = TableSchema(
    "default",
    "events",
    "11111111-2222-3333-4444-555555555555",
    1,
    "default:events",
    Layout.Packed,
    "d",
    adopted = false,
    columns = Seq(
      ColumnMapping("amount", SqlType.decimal(12, 2), nullable = true, Place.Packed(0, 0)),
      key("id", SqlType.INT, 0),
      key("at", SqlType.TIMESTAMP, 1, descending = true),
      ColumnMapping("note", SqlType.STRING, nullable = true, Place.Packed(1, 0), Some("free text")),
      ColumnMapping("flag", SqlType.BOOLEAN, nullable = false, Place.Packed(0, 1))
    ),
    packedCells = Seq(
      PackedCellMapping("d", "_p", Seq(SqlType.decimal(12, 2), SqlType.BOOLEAN)),
      PackedCellMapping("big", "_p", Seq(SqlType.STRING))
    ),
    comment = Some("what happened"),
    properties = Map("team" -> "a b")
  )

  /** In eight buckets by the second key column. */
  val salted: TableSchema = TableSchema(
    "default",
    "visits",
    "22222222-3333-4444-5555-666666666666",
    1,
    "default:visits",
    Layout.Packed,
    "d",
    adopted = false,
    columns = Seq(
      key("day", SqlType.DATE, 0),
      key("shop", SqlType.STRING, 1),
      ColumnMapping("spent", SqlType.BIGINT, nullable = true, Place.Packed(0, 0))
    ),
    packedCells = Seq(PackedCellMapping("d", "_p", Seq(SqlType.BIGINT))),
    comment = None,
    properties = Map.empty,
    keyPrefix = Some(new KeyPrefix(KeyPrefix.Kind.SALT, 8, java.util.List.of(1)))
  )

  /** Key id, 1,024 values of it a group; column page was dropped. */
  val columnar: TableSchema = TableSchema(
    "default",
    "clicks",
    "33333333-4444-5555-6666-777777777777",
    2,
    "default:clicks",
    Layout.Columnar,
    "d",
    adopted = false,
    columns = Seq(
      key("id", SqlType.BIGINT, 0),
      ColumnMapping("spent", SqlType.BIGINT, nullable = true, Place.Packed(0, 1))
    ),
    packedCells = Seq(PackedCellMapping("d", "_p", Seq(SqlType.STRING, SqlType.BIGINT))),
    comment = None,
    properties = Map.empty,
    groups = Some(new GroupKey(54))
  )

  /** A key column of each form, none before it has the same. */
  val forms: TableSchema = {
    val all = Seq(KeyForm.REVERSED, KeyForm.LENGTH_PREFIXED, KeyForm.delimited('|'), KeyForm.delimited(0x1f))
    val keys = all.zipWithIndex.map { case (form, i) =>
      val place = Place.Key(i, ValueEncoding.ORDERED, descending = false, form)
      ColumnMapping(s"k$i", SqlType.STRING, nullable = false, place)
    }
    salted.copy(name = "forms", hbaseTable = "default:forms", columns = keys :+ salted.columns.last, keyPrefix = None)
  }

  /** Key columns of fixed length. */
  val fixedForms: TableSchema = {
    val keys = Seq(KeyForm.fixed(4), KeyForm.fixed(16)).zipWithIndex.map { case (form, i) =>
      val place = Place.Key(i, ValueEncoding.ORDERED, descending = false, form)
      ColumnMapping(s"k$i", SqlType.STRING, nullable = false, place)
    }
    forms.copy(name = "fixed_forms", hbaseTable = "default:fixed_forms", columns = keys :+ salted.columns.last)
  }

  /** Key columns that may hold any byte. */
  val escapedForms: TableSchema = {
    val keys = Seq(SqlType.STRING -> false, SqlType.BINARY -> true).zipWithIndex.map {
      case ((sqlType, descending), i) =>
        val place = Place.Key(i, ValueEncoding.ORDERED, descending, KeyForm.ESCAPED)
        ColumnMapping(s"k$i", sqlType, nullable = false, place)
    }
    forms.copy(name = "escaped_forms", hbaseTable = "default:escaped_forms", columns = keys :+ salted.columns.last)
  }

  /** One cell per column, in two families. */
  val columns: TableSchema = TableSchema(
    "ns",
    "people",
    "66666666-7777-8888-9999-000000000000",
    3,
    "other:t",
    Layout.Columns,
    "f",
    adopted = false,
    columns = Seq(
      key("k", SqlType.STRING, 0),
      ColumnMapping("v", SqlType.DOUBLE, nullable = true, Place.Cell("f", "v", ValueEncoding.ORDERED)),
      ColumnMapping("w", SqlType.BIGINT, nullable = true, Place.Cell("g", "\\x00\\xFF", ValueEncoding.HBASE))
    ),
    packedCells = Seq.empty,
    comment = None,
    properties = Map.empty
  )

  /** Table [[columns]] after column w was dropped, with a map of each family. */
  val maps: TableSchema = columns.copy(
    name = "tagged",
    columns = columns.columns.take(2) ++ Seq("f" -> ValueEncoding.TEXT, "g" -> ValueEncoding.HBASE).map {
      case (family, encoding) =>
        val sqlType = SqlType.map(SqlType.STRING, SqlType.BIGINT)
        ColumnMapping(s"in_$family", sqlType, nullable = true, Place.FamilyMap(family, encoding))
    },
    properties = Map("hbase.mode" -> "permissive"),
    droppedCells = Seq(DroppedCell("g", "\\x00\\xFF", SqlType.BIGINT, ValueEncoding.HBASE))
  )

  /** A STRUCT whose fields lie in two cells of family f, and a map of the rest of it. */
  val structs: TableSchema = {
    val fields = java.util.List.of(new SqlType.Field("x", SqlType.INT), new SqlType.Field("name", SqlType.STRING))
    val cells = Seq(Place.Cell("f", "x", ValueEncoding.ORDERED), Place.Cell("f", "\\x00\\xFF", ValueEncoding.TEXT))
    val declared = new StructType().add("x", IntegerType).add("name", CharType(5))
    columns.copy(
      name = "nested",
      columns = Seq(
        columns.columns.head,
        ColumnMapping(
          "s",
          SqlType.struct(fields),
          nullable = true,
          Place.StructCells(cells),
          declared = Some(declared)
        ),
        maps.columns(2)
      )
    )
  }

  /** Column amount was dropped, flag renamed, and left added in front. */
  val alteredPacked: TableSchema = packed.copy(
    schemaVersion = 4,
    columns = ColumnMapping("left", SqlType.BIGINT, nullable = true, Place.Packed(0, 2), default = Some("7L")) +:
      packed.columns.tail.map(c => if (c.name == "flag") c.copy(name = "done") else c),
    packedCells = packed.packedCells.updated(
      0,
      PackedCellMapping("d", "_p", Seq(SqlType.decimal(12, 2), SqlType.BOOLEAN, SqlType.BIGINT))
    )
  )

  /** Column v was dropped and added again, as another type. */
  val alteredColumns: TableSchema = columns.copy(
    schemaVersion = 5,
    columns = columns.columns.updated(
      1,
      ColumnMapping("v", SqlType.STRING, nullable = true, Place.Cell("f", "v_2", ValueEncoding.TEXT))
    ),
    encoding = Some(ValueEncoding.TEXT),
    droppedCells = Seq(DroppedCell("f", "v", SqlType.DOUBLE, ValueEncoding.ORDERED))
  )

  /** A table of another program. Rows exist by the families g and h\xFF, and by the family of v. */
  val rowFamilies: TableSchema = TableSchema(
    "ns",
    "adopted",
    "77777777-8888-9999-0000-111111111111",
    1,
    "other:wide",
    Layout.Columns,
    "f",
    adopted = true,
    columns = Seq(
      key("k", SqlType.STRING, 0),
      ColumnMapping("v", SqlType.DOUBLE, nullable = true, Place.Cell("f", "v", ValueEncoding.ORDERED))
    ),
    packedCells = Seq.empty,
    comment = None,
    properties = Map.empty,
    rowFamilies = Seq("g", "h\\xFF")
  )

  /** A table of another program, which has the rows that do not start with user# for something else. */
  val rowPrefix: TableSchema =
    rowFamilies.copy(name = "shared", rowFamilies = Seq.empty, rowPrefix = Some("user#\\x00"))
}
