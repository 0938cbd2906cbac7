package org.apache.spark.sql.hbase.catalog.definition

import scala.jdk.CollectionConverters._

import org.apache.hadoop.hbase.TableName

import org.apache.spark.sql.connector.catalog.TableCatalog
import org.apache.spark.sql.hbase.codec.rowkey.KeyForm
import org.apache.spark.sql.hbase.codec.types.ValueEncoding
import org.apache.spark.sql.hbase.error.{HBaseErrors, NearestName}
import org.apache.spark.sql.hbase.schema.{DroppedCell, Layout}

/**
 * The table properties `hbase.*` of CREATE TABLE, each defined once; every other property is the user's own and is kept
 * as it is.
 */
object TableProperties {
  final case class Property(name: String, doc: String)

  val Table: Property =
    Property("hbase.table", "The HBase table, 'namespace:table'. Default: the SQL table's namespace and name.")
  val Key: Property = Property(
    "hbase.key",
    "The columns of the PRIMARY KEY in row-key order, separated by commas. It is for statements without a column " +
      "list: CREATE TABLE ... AS SELECT, CREATE TABLE ... LIKE, writeTo(...).create(). The columns are NOT NULL. " +
      "A name may stand between backquotes."
  )
  val Family: Property = Property("hbase.family", "Column family of the columns that name none. Default: d.")
  val RowFamilies: Property = Property(
    "hbase.row.families",
    "For an HBase table of another program: families, separated by commas, whose cells make a row exist. A cell in " +
      "the family of a column makes it exist, too. Queries read no others. Default: all families."
  )
  val RowPrefix: Property = Property(
    "hbase.row.prefix",
    "For an HBase table that other programs share: the first bytes of the row keys of this table's rows, in " +
      "HBase's notation (`user#`, `\\x00\\x07`). No statement reads, changes or deletes other rows. Default: all " +
      "rows."
  )
  val LayoutName: Property = Property(
    "hbase.layout",
    "packed: one cell per row and family. columns: one cell per column. columnar: rows in groups, column by column, for tables " +
      "that bulk loads fill. Default: packed for an HBase table that this connector creates or has created, columns for any other."
  )
  val GroupBits: Property = Property(
    "hbase.group.bits",
    "In layout columnar: number of bits at the start of a row key that the rows of a group share. A group is one " +
      "HBase row; 256 to 4,096 rows are best. Default: for a PRIMARY KEY of one INT or BIGINT column, so many " +
      "bits that a group has 1,024 rows; other tables must say it."
  )
  val Encoding: Property = Property(
    "hbase.encoding",
    "Encoding of values and key parts that name none. ordered: big-endian, byte order equals value order. hbase: " +
      "Bytes.toBytes. string: text. phoenix: the bytes that Apache Phoenix writes for its type of the same name. " +
      "For STRUCT, ARRAY and MAP there are nested (this connector's binary form), json (JSON text) and avro " +
      "(Avro's binary encoding). Default: ordered and nested."
  )
  val HashBytes: Property = Property(
    "hbase.key.hash.bytes",
    "Number of bytes of a hash, 1 to 4, in front of each row key. With them rows with neighbouring values lie far " +
      "from one another. Default: none. CLUSTERED BY (column, ...) INTO n BUCKETS puts a salt there instead."
  )
  val HashColumns: Property = Property(
    "hbase.key.hash.columns",
    "The PRIMARY KEY columns that are hashed, separated by commas. Only rows whose values of all these a query names are " +
      "found without looking everywhere. Default: the first column of the PRIMARY KEY."
  )
  val Splits: Property = Property(
    "hbase.splits",
    "Split points of a new HBase table: SQL literals of the first PRIMARY KEY columns. Values of one split point " +
      "are separated by ',' and split points by ';'. sampled: CREATE TABLE ... AS SELECT samples the row keys of " +
      "its rows and makes hbase.region.count regions of about as many rows. Default: none."
  )
  val RegionCount: Property = Property(
    "hbase.region.count",
    "Number of regions of a new HBase table, cut evenly over all possible row keys. It suits keys that start with " +
      "evenly spread bytes, such as hashes. Not together with split points."
  )
  val FieldsOfCells: Property = Property(
    "hbase.packed.fields",
    "Shown by SHOW CREATE TABLE of a packed table whose columns were added, dropped or moved: the fields of its cells. Default: the " +
      "columns of each family in order."
  )
  val CellsDropped: Property = Property(
    "hbase.dropped.cells",
    "Shown by SHOW CREATE TABLE of a table whose columns were dropped: cells that may still hold their values. No " +
      "column that is added later gets them. Default: none."
  )
  val CompressionName: Property = Property(
    "hbase.compression",
    "Compression of the HBase table's families: none, gz, snappy, lz4, zstd. A change by ALTER TABLE holds for " +
      "store files that HBase writes later. Default: none."
  )
  val BlockEncoding: Property = Property(
    "hbase.data.block.encoding",
    "HBase's DATA_BLOCK_ENCODING of the HBase table's families. Default: none for packed, fast_diff for columns."
  )
  val Ttl: Property = Property(
    "hbase.ttl",
    "Seconds after which HBase forgets a row that was not written again, or forever. Default: forever."
  )
  val Versions: Property = Property(
    "hbase.versions",
    "Number of versions of a cell that HBase keeps. Queries read the last one, or as many as option versions asks " +
      "for. Default: 1."
  )
  val KeepDeletedCells: Property = Property(
    "hbase.keep.deleted.cells",
    "HBase's KEEP_DELETED_CELLS of the HBase table's families: true keeps deleted cells for queries of the past, " +
      "ttl keeps them for as long as hbase.ttl says. Default: false."
  )
  val Bloom: Property = Property(
    "hbase.bloom",
    "Type of the Bloom filters of the HBase table's store files: none, row, rowcol. Default: row."
  )
  val CoprocessorJar: Property = Property(
    "hbase.coprocessor.jar",
    "Path of the region-server jar to attach to the HBase table; empty attaches none. Default: spark.sql.hbase.coprocessor.jar " +
      "for an HBase table that this statement creates, none for one that exists."
  )
  val Mapped: Property = Property(
    "hbase.mapped",
    "true: the HBase table must exist, and each column outside of the PRIMARY KEY must name its family and its " +
      "qualifier. CREATE TABLE ... MAPPED BY sets it, and only CREATE TABLE looks at it. Default: false."
  )
  val Coprocessor: Property = Property(
    "hbase.coprocessor",
    "auto, require or off: the place where sub-plans of this table run, as spark.sql.hbase.coprocessor says for a " +
      "session. Option coprocessor of a query comes before it. Default: the session's."
  )
  val Mode: Property = Property(
    "hbase.mode",
    "failfast: a value whose bytes do not decode ends a query with an error that names it. permissive: such a " +
      "value is NULL, and Spark's SQL tab counts it. In mode permissive all columns outside of the PRIMARY KEY " +
      "can be NULL. Statements that change rows always fail. Option mode of a query comes before it. Default: " +
      "failfast."
  )
  val Mapping: Property = Property(
    "hbase.mapping",
    "Shown by DESCRIBE EXTENDED: the cell of each column, and which comparisons limit the row keys, run in the " +
      "region server or only in Spark. Ignored by CREATE TABLE."
  )

  val Statistics: Property = Property(
    "hbase.statistics",
    "Shown by DESCRIBE EXTENDED: what CALL system.analyze found, and when. Ignored by CREATE TABLE."
  )

  /** In the order of the documentation. */
  val all: Seq[Property] = Seq(
    Table,
    Key,
    Family,
    RowFamilies,
    RowPrefix,
    LayoutName,
    GroupBits,
    Encoding,
    HashBytes,
    HashColumns,
    Splits,
    RegionCount,
    FieldsOfCells,
    CellsDropped,
    CompressionName,
    BlockEncoding,
    Ttl,
    Versions,
    KeepDeletedCells,
    Bloom,
    CoprocessorJar,
    Mapped,
    Coprocessor,
    Mode,
    Mapping,
    Statistics
  )

  val ColumnPrefix = "hbase.column."
  val ColumnFamily: Property = Property("family", "Column family of this column. Default: hbase.family.")
  val ColumnQualifier: Property =
    Property(
      "qualifier",
      "Qualifier of this column; \\xNN stands for a byte. *, for a MAP with STRING keys: all cells of the family " +
        "that lie in no other column, by their qualifiers. A qualifier * itself is \\x2A. Each field of a STRUCT " +
        "is a cell of its own if it has such properties, as hbase.column.s.x.qualifier. Default: the column's " +
        "name."
    )
  val ColumnEncoding: Property = Property("encoding", "Encoding of this column. Default: hbase.encoding.")
  val ColumnOrder: Property =
    Property("order", "asc or desc: the order of a PRIMARY KEY column in the row key. Default: asc.")

  val ColumnForm: Property = Property(
    "form",
    "Form of a PRIMARY KEY column's bytes in the row key. plain: as they are; a string ends with U+0000. reversed: " +
      "the last byte comes first. length_prefixed: behind two bytes that tell their number. delimited: with the " +
      "delimiter behind them. fixed(n): n bytes, for STRING, BINARY, CHAR and VARCHAR; values of another length " +
      "are refused. escaped: any bytes, for the same types; 00 becomes 00 FF, and 00 01 is the end. Only plain, " +
      "fixed and escaped columns are in the order of their values. Default: delimited if there is a delimiter, " +
      "else plain. In HBase tables that the statement makes, the default of STRING and BINARY in encoding " +
      "ordered is escaped, unless they come last and ascending."
  )
  val ColumnDelimiter: Property = Property(
    "delimiter",
    "The byte that ends the values of a PRIMARY KEY column of form delimited, and that none of them holds; \\xNN stands for a " +
      "byte. Default: none."
  )

  /** Written `hbase.column.<name>.<property>`. */
  val ofColumn: Seq[Property] =
    Seq(ColumnFamily, ColumnQualifier, ColumnEncoding, ColumnOrder, ColumnForm, ColumnDelimiter)

  /**
   * The settings of one column in the table properties.
   *
   * @param wholeFamily the qualifier is `*`
   */
  final case class ColumnSettings(
      family: Option[String],
      qualifier: Option[String],
      encoding: Option[ValueEncoding],
      descending: Option[Boolean],
      form: Option[KeyForm],
      wholeFamily: Boolean = false
  )

  object ColumnSettings {
    val None: ColumnSettings = ColumnSettings(Option.empty, Option.empty, Option.empty, Option.empty, Option.empty)
  }

  /** By the names of columns, and of fields of STRUCTs as `s.x`. */
  type OfColumns = Map[String, ColumnSettings]

  /**
   * The properties of one statement, parsed but not yet compared with the columns or with HBase.
   *
   * @param ofFamilies of [[FamilySettings]], by name
   */
  final case class Parsed(
      table: Option[TableName],
      key: Option[Seq[String]],
      family: Option[String],
      rowFamilies: Seq[String],
      rowPrefix: Option[String],
      layout: Option[Layout],
      groupBits: Option[Int],
      encoding: Option[ValueEncoding],
      hashBytes: Option[Int],
      hashColumns: Option[Seq[String]],
      splits: Option[String],
      regionCount: Option[Int],
      fieldsOfCells: Option[String],
      cellsDropped: Seq[DroppedCell],
      ofFamilies: Map[String, String],
      coprocessorJar: Option[String],
      mapped: Boolean,
      columns: OfColumns,
      others: Map[String, String]
  ) {

    /** Into how many regions the rows of the statement say where to split. */
    def sampledRegions: Option[Int] = regionCount.filter(_ => splits.exists(SplitPoints.isSampled))
  }

  /** Names that Spark passes among the properties and that are no properties of the user. */
  private[catalog] val SparkNames = Set(
    TableCatalog.PROP_PROVIDER,
    TableCatalog.PROP_OWNER,
    TableCatalog.PROP_COMMENT,
    TableCatalog.PROP_LOCATION,
    TableCatalog.PROP_EXTERNAL,
    TableCatalog.PROP_IS_MANAGED_LOCATION,
    // PROP_TABLE_TYPE of those lines of Spark that have it.
    "table_type"
  )

  /** Kept with the user's own: they say how the table is read, not how it lies. */
  private[catalog] val OfReading: Set[String] = Set(Coprocessor.name, Mode.name)

  /** Properties of columns are checked with their columns. */
  private[catalog] def checkNames(ours: Iterable[String]): Unit =
    ours.filterNot(n => all.exists(_.name == n) || n.startsWith(ColumnPrefix)).toSeq.sorted.headOption.foreach { name =>
      throw HBaseErrors.UnknownProperty.analysis(NearestName.values("property", name, all.map(_.name)): _*)
    }

  private[catalog] def invalid(property: String, value: String, reason: String): Exception =
    HBaseErrors.InvalidProperty.analysis("property" -> property, "value" -> value, "reason" -> reason)
}
