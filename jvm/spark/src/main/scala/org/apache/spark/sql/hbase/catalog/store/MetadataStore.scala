package org.apache.spark.sql.hbase.catalog.store

import java.io.UncheckedIOException
import java.nio.charset.StandardCharsets.UTF_8

import scala.jdk.CollectionConverters._
import scala.util.{Try, Using}

import org.apache.hadoop.hbase.{CellUtil, CompareOperator, TableExistsException, TableName, TableNotFoundException}
import org.apache.hadoop.hbase.client._
import org.apache.hadoop.hbase.filter.{ColumnPrefixFilter, KeyOnlyFilter}
import org.apache.hadoop.hbase.util.Bytes

import org.apache.spark.sql.hbase.client.cluster.{Masters, PatientRead, RowKeyLimit}
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema.{SchemaJson, StatisticsJson, TableSchema, TableStatistics}

/**
 * One row of the metadata table.
 *
 * @param statistics as [[StatisticsJson]] writes them, None while the table was not analyzed
 * @param cell the bytes of `table`, which no two versions share: who writes the row compares them; do not modify
 */
final case class StoredTable(schema: TableSchema, statistics: Option[String], cell: Array[Byte])

/**
 * An HBase table that no SQL table shows.
 *
 * @param isReplaced REPLACE TABLE has another one in its place, and drops it; else a statement fills it
 */
final case class StagedMark(hbaseTable: String, isReplaced: Boolean)

/**
 * Reads and writes the metadata table `SPARK_SQL_HBASE_TABLE`, which has one row per SQL table. In family `CF` a row
 * has one cell `table` and one cell `column:<name>` per column, as [[SchemaJson]] writes them. A table that was
 * analyzed has a cell `statistics`. The metadata table is created by the first CREATE TABLE. Nothing is kept, so every
 * session sees a change with its next query. Thread-safe.
 */
final class MetadataStore(connection: Connection) {
  import MetadataStore._

  def load(namespace: String, name: String): Option[StoredTable] = {
    val get = new Get(rowKey(namespace, name)).addFamily(Family)
    val result = reading(Result.EMPTY_RESULT)(_.get(get))
    Option(result.getValue(Family, TableQualifier)).map { cell =>
      val texts = result.rawCells.map { c =>
        new String(CellUtil.cloneQualifier(c), UTF_8) -> new String(CellUtil.cloneValue(c), UTF_8)
      }.toMap
      StoredTable(RecentSchemas.of(namespace, name, texts - StatisticsText), texts.get(StatisticsText), cell)
    }
  }

  /** Replaces what was known of a table. False: it was dropped or changed in between, and nothing was stored. */
  def putStatistics(table: TableSchema, statistics: TableStatistics): Boolean = {
    val row = rowKey(table.namespace, table.name)
    withTable(false) { metadata =>
      // Read before the schema is compared: a table that changes in between fails the check.
      val cell = metadata.get(new Get(row).addColumn(Family, TableQualifier)).getValue(Family, TableQualifier)
      load(table.namespace, table.name).exists(stored => statistics.areOf(stored.schema)) && cell != null && {
        val document = StatisticsJson.write(statistics).getBytes(UTF_8)
        val put = new Put(row).addColumn(Family, StatisticsQualifier, document)
        val unchanged = CheckAndMutate.newBuilder(row).ifEquals(Family, TableQualifier, cell)
        metadata.checkAndMutate(unchanged.build(put)).isSuccess
      }
    }
  }

  def exists(namespace: String, name: String): Boolean =
    reading(false)(_.exists(new Get(rowKey(namespace, name)).addColumn(Family, TableQualifier)))

  /** Names of the tables of a namespace, in byte order. */
  def list(namespace: String): Seq[String] = {
    val prefix = rowKey(namespace, "")
    val scan =
      new Scan().setStartStopRowForPrefixScan(prefix).addColumn(Family, TableQualifier).setFilter(new KeyOnlyFilter())
    withTable(Seq.empty[String]) { table =>
      Using.resource(table.getScanner(scan)) { rows =>
        rows.asScala.map(r => new String(r.getRow, prefix.length, r.getRow.length - prefix.length, UTF_8)).toVector
      }
    }
  }

  /** Stores a new table. False: there is one of this name already, and nothing was changed. */
  def create(schema: TableSchema): Boolean = {
    createMetadataTable()
    val free = CheckAndMutate.newBuilder(rowKey(schema.namespace, schema.name)).ifNotExists(Family, TableQualifier)
    Using.resource(connection.getTable(Table))(_.checkAndMutate(free.build(cells(schema))).isSuccess)
  }

  /**
   * Stores a table that was staged, and takes its mark away in the same mutation. False: the table of this name is not the one
   * that it was made to replace, and nothing was changed.
   *
   * @param dropped the HBase table that nobody needs from then on; it has a mark until it is gone
   */
  def publish(schema: TableSchema, replaced: Option[StoredTable], dropped: Option[String]): Boolean = {
    createMetadataTable()
    val row = rowKey(schema.namespace, schema.name)
    val put = cells(schema)
    dropped.foreach(before => put.addColumn(Family, stagedQualifier(before), Replaced))
    val builder = CheckAndMutate.newBuilder(row)
    val unchanged = replaced.fold(builder.ifNotExists(Family, TableQualifier)) { before =>
      builder.ifEquals(Family, TableQualifier, before.cell)
    }
    val unmark = new Delete(row).addColumns(Family, stagedQualifier(schema.hbaseTable))
    val both = RowMutations.of(Seq[Mutation](put, unmark).asJava)
    Using.resource(connection.getTable(Table))(_.checkAndMutate(unchanged.build(both)).isSuccess)
  }

  /** Marks an HBase table that one statement makes and fills: no other one takes it before the SQL table is stored. */
  def stage(schema: TableSchema): Unit = {
    createMetadataTable()
    val mark = new Put(rowKey(schema.namespace, schema.name))
    mark.addColumn(Family, stagedQualifier(schema.hbaseTable), Filled)
    Using.resource(connection.getTable(Table))(_.put(mark))
  }

  def isStaged(hbaseTable: String): Boolean = withTable(false) { table =>
    Using.resource(table.getScanner(new Scan().addColumn(Family, stagedQualifier(hbaseTable))))(_.next() != null)
  }

  /** The marked HBase tables of a SQL table, or of a name that has none. */
  def staged(namespace: String, name: String): Seq[StagedMark] = withTable(Seq.empty[StagedMark]) { table =>
    val marks = new Get(rowKey(namespace, name)).addFamily(Family).setFilter(new ColumnPrefixFilter(StagedPrefix))
    table.get(marks).rawCells.toSeq.map { cell =>
      val hbaseTable = new String(CellUtil.cloneQualifier(cell), UTF_8).drop(StagedPrefix.length)
      StagedMark(hbaseTable, isReplaced = CellUtil.matchingValue(cell, Replaced))
    }
  }

  /** Takes a mark away. */
  def unstage(namespace: String, name: String, hbaseTable: String): Unit = {
    val mark = new Delete(rowKey(namespace, name)).addColumns(Family, stagedQualifier(hbaseTable))
    withTable(())(_.delete(mark))
  }

  /**
   * Stores the next version of a table, with the statistics that hold for it too. Cells of columns that it has no more
   * stay, and nobody reads them. A delete marker would hide a column of the same name that is added in the same
   * millisecond.
   *
   * @param before as it was loaded; False: it has been changed or dropped since, and nothing was stored
   */
  def replace(before: StoredTable, schema: TableSchema): Boolean = {
    val row = rowKey(before.schema.namespace, before.schema.name)
    val put = cells(schema)
    carriedStatistics(before, schema).foreach(put.addColumn(Family, StatisticsQualifier, _))
    withTable(false) { metadata =>
      val unchanged = CheckAndMutate.newBuilder(row).ifEquals(Family, TableQualifier, before.cell)
      metadata.checkAndMutate(unchanged.build(put)).isSuccess
    }
  }

  /**
   * Gives a table another name. Two rows are not written at once: a session that dies in between leaves the table under both
   * names, and DROP TABLE removes one.
   */
  def rename(before: StoredTable, namespace: String, name: String): RenameOutcome = {
    val schema = before.schema.copy(namespace = namespace, name = name)
    val put = cells(schema)
    before.statistics.foreach(s => put.addColumn(Family, StatisticsQualifier, s.getBytes(UTF_8)))
    withTable[RenameOutcome](Changed) { metadata =>
      val free = CheckAndMutate.newBuilder(put.getRow).ifNotExists(Family, TableQualifier)
      val oldRow = rowKey(before.schema.namespace, before.schema.name)
      val unchanged = CheckAndMutate.newBuilder(oldRow).ifEquals(Family, TableQualifier, before.cell)
      if (!metadata.checkAndMutate(free.build(put)).isSuccess) NameTaken
      else if (metadata.checkAndMutate(unchanged.build(new Delete(oldRow))).isSuccess) Renamed
      else {
        metadata.delete(new Delete(put.getRow))
        Changed
      }
    }
  }

  /** Full names of the SQL tables over an HBase table. */
  def mappedTo(hbaseTable: String): Seq[String] = withTable(Seq.empty[String]) { table =>
    Using.resource(table.getScanner(new Scan().addColumn(Family, TableQualifier))) { rows =>
      rows.asScala
        .filter(r => SchemaJson.hbaseTable(new String(r.getValue(Family, TableQualifier), UTF_8)).contains(hbaseTable))
        .map(r => new String(r.getRow, UTF_8))
        .toVector
    }
  }

  /** The SQL tables over an HBase table. */
  def over(hbaseTable: String): Seq[TableSchema] = mappedTo(hbaseTable).flatMap { fullName =>
    val (namespace, name) = fullName.splitAt(fullName.indexOf('.'))
    load(namespace, name.drop(1)).map(_.schema)
  }

  private def cells(schema: TableSchema): Put = {
    val put = new Put(rowKey(schema.namespace, schema.name))
    put.addColumn(Family, TableQualifier, SchemaJson.table(schema).getBytes(UTF_8))
    schema.columns.foreach(c => put.addColumn(Family, columnQualifier(c.name), SchemaJson.column(c).getBytes(UTF_8)))
    put
  }

  /** Statistics that cannot be read, or are of an earlier version, stay as unused as they are. */
  private def carriedStatistics(before: StoredTable, schema: TableSchema): Option[Array[Byte]] =
    before.statistics
      .flatMap(document => Try(StatisticsJson.read(document, before.schema)).toOption.flatten)
      .map(statistics => StatisticsJson.write(statistics.carriedTo(before.schema, schema)).getBytes(UTF_8))

  /** Marks of HBase tables stay. False: there is no such table. */
  def drop(namespace: String, name: String): Boolean = {
    val row = rowKey(namespace, name)
    val existing =
      CheckAndMutate.newBuilder(row).ifMatches(Family, TableQualifier, CompareOperator.NOT_EQUAL, Bytes.toBytes(""))
    withTable(false) { table =>
      val qualifiers = table.get(new Get(row).addFamily(Family)).rawCells.map(CellUtil.cloneQualifier)
      val (marks, others) = qualifiers.partition(Bytes.startsWith(_, StagedPrefix))
      val delete = new Delete(row)
      if (marks.nonEmpty) others.foreach(delete.addColumns(Family, _))
      table.checkAndMutate(existing.build(delete)).isSuccess
    }
  }

  private def createMetadataTable(): Unit = Masters.ask[Unit](
    connection,
    admin =>
      if (!admin.tableExists(Table)) {
        val descriptor =
          TableDescriptorBuilder.newBuilder(Table).setColumnFamily(ColumnFamilyDescriptorBuilder.of(Family)).build()
        try admin.createTable(descriptor)
        catch {
          case _: TableExistsException => // another session was faster
        }
      }
  )

  /** Reads as [[withTable]], and finds out sooner that the cluster is away: most statements begin so. */
  private def reading[T](none: T)(action: Table => T): T =
    orNone(none)(
      PatientRead.of[T](connection.getConfiguration, () => Using.resource(connection.getTable(Table))(action))
    )

  /** Runs on the metadata table, or answers `none` when nobody has created it yet. */
  private def withTable[T](none: T)(action: Table => T): T =
    orNone(none)(Using.resource(connection.getTable(Table))(action))

  private def orNone[T](none: T)(answer: => T): T =
    try answer
    catch {
      case _: TableNotFoundException => none
      // Iterators of scanners have no checked exceptions.
      case e: UncheckedIOException if e.getCause.isInstanceOf[TableNotFoundException] => none
    }
}

object MetadataStore {
  sealed trait RenameOutcome
  case object Renamed extends RenameOutcome
  case object NameTaken extends RenameOutcome

  /** Another session changed or dropped the table, and nothing was renamed. */
  case object Changed extends RenameOutcome

  val Table: TableName = TableName.valueOf("SPARK_SQL_HBASE_TABLE")
  val Family: Array[Byte] = "CF".getBytes(UTF_8)
  val TableQualifier: Array[Byte] = RecentSchemas.TableText.getBytes(UTF_8)

  /** Before the full name of an HBase table that a statement fills for the SQL table of the row, or drops behind it. */
  private val StagedPrefix = "staged:".getBytes(UTF_8)
  private val Filled = "filled".getBytes(UTF_8)
  private val Replaced = "replaced".getBytes(UTF_8)
  private val StatisticsText = "statistics"
  val StatisticsQualifier: Array[Byte] = StatisticsText.getBytes(UTF_8)

  private def stagedQualifier(hbaseTable: String) = StagedPrefix ++ hbaseTable.getBytes(UTF_8)

  def columnQualifier(column: String): Array[Byte] = RecentSchemas.columnText(column).getBytes(UTF_8)

  private val MaxNameBytes = RowKeyLimit.of(Table.getNameAsString).maxBytes

  /** HBase namespaces hold no dot, so the first one separates. */
  def rowKey(namespace: String, name: String): Array[Byte] = {
    val row = s"$namespace.$name".getBytes(UTF_8)
    if (row.length > MaxNameBytes) {
      throw HBaseErrors.NameTooLong.analysis(
        "namespace" -> namespace.take(ShownLetters),
        "table" -> name.take(ShownLetters),
        "bytes" -> row.length,
        "limit" -> MaxNameBytes
      )
    }
    row
  }

  private val ShownLetters = 60
}
