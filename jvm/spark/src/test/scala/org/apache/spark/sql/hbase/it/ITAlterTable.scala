package org.apache.spark.sql.hbase.it

import java.util.Optional
import java.util.concurrent.{Callable, Executors}

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{Put, TableDescriptor}
import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.{AnalysisException, Row}
import org.apache.spark.sql.connector.catalog.{Identifier, Table, TableCatalog, TableChange}
import org.apache.spark.sql.connector.expressions.{FieldReference, LiteralValue}
import org.apache.spark.sql.connector.expressions.filter.Predicate
import org.apache.spark.sql.connector.write.{LogicalWriteInfoImpl, RowLevelOperationInfoImpl}
import org.apache.spark.sql.connector.write.RowLevelOperation.Command
import org.apache.spark.sql.hbase.HBaseCatalog
import org.apache.spark.sql.hbase.catalog.alter.TableAlterer
import org.apache.spark.sql.hbase.catalog.store.MetadataStore
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.error.HBaseException
import org.apache.spark.sql.hbase.table.HBaseTable
import org.apache.spark.sql.types.{IntegerType, LongType, StructType}
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** Tables that change while they hold rows, with the coprocessor. */
class ITAlterTable extends ClusterWithJar {
  private def create(name: String, properties: String*): String = {
    val table = s"hbase.default.$name"
    val all = s"'hbase.coprocessor.jar' = 'file://$jar'" +: properties
    fixture.sql(
      s"CREATE TABLE $table (k INT, v INT, s STRING, PRIMARY KEY (k)) USING hbase TBLPROPERTIES (${all.mkString(", ")})"
    )
    fixture.sql(s"INSERT INTO $table VALUES (1, 10, 'a'), (2, NULL, 'b')")
    table
  }

  private def withCluster[T](action: org.apache.hadoop.hbase.client.Connection => T): T =
    HBaseCluster.use(HBaseCluster.ofCatalog("hbase"))(shared => action(shared.connection))

  private def flush(name: String): Unit =
    withCluster(c => Using.resource(c.getAdmin)(_.flush(TableName.valueOf(name))))

  private def descriptor(name: String): TableDescriptor =
    withCluster(c => Using.resource(c.getAdmin)(_.getDescriptor(TableName.valueOf(name))))

  private def catalog: TableCatalog =
    fixture.spark
      .asInstanceOf[org.apache.spark.sql.classic.SparkSession]
      .sessionState
      .catalogManager
      .catalog("hbase")
      .asInstanceOf[HBaseCatalog]

  private def load(name: String): Table = catalog.loadTable(Identifier.of(Array("default"), name))

  @Test
  def columnsComeAndGoWhileRowsStay(): Unit = Seq("packed", "columns").foreach { layout =>
    val name = s"alter_$layout"
    val table = create(name, s"'hbase.layout' = '$layout'")
    flush(name)
    fixture.sql(s"ALTER TABLE $table ADD COLUMNS (x BIGINT COMMENT 'new', d DATE AFTER k)")
    assertEquals(Seq("k", "d", "v", "s", "x"), fixture.spark.table(table).columns.toSeq)
    // Rows from before have no value.
    fixture.assertRows(
      Seq(Row(1, null, 10, "a", null), Row(2, null, null, "b", null)),
      s"SELECT * FROM $table ORDER BY k"
    )
    fixture.sql(s"INSERT INTO $table VALUES (3, DATE'2024-01-01', 30, 'c', 300)")
    fixture.assertRows(Seq(Row(1L, 300L, 40L)), s"SELECT count(x), sum(x), sum(v) FROM $table")
    fixture.assertRows(Seq(Row(1), Row(2)), s"SELECT k FROM $table WHERE x IS NULL AND d IS NULL ORDER BY k")

    fixture.sql(s"ALTER TABLE $table DROP COLUMN v")
    fixture.sql(s"INSERT INTO $table VALUES (4, NULL, 'd', 400)")
    fixture.assertRows(Seq(Row("b", null), Row("d", 400L)), s"SELECT s, x FROM $table WHERE k IN (2, 4) ORDER BY k")
    fixture.assertFails("UNRESOLVED_COLUMN.WITH_SUGGESTION", s"SELECT v FROM $table")
    // A new column of the old name has none of the old values.
    fixture.sql(s"ALTER TABLE $table ADD COLUMN v STRING")
    fixture.assertRows(Seq(Row(0L, 4L)), s"SELECT count(v), count(*) FROM $table")

    fixture.sql(s"ALTER TABLE $table RENAME COLUMN s TO label")
    fixture.sql(s"ALTER TABLE $table RENAME COLUMN k TO id")
    fixture.sql(s"ALTER TABLE $table ALTER COLUMN label COMMENT 'what it is'")
    fixture.sql(s"INSERT INTO $table (id, label, v) VALUES (1, 'z', 'vv')")
    flush(name)
    fixture.assertRows(
      Seq(Row(1, null, "z", null, "vv"), Row(2, null, "b", null, null)),
      s"SELECT * FROM $table WHERE id < 3 ORDER BY id"
    )
    assertTrue(fixture.sql(s"DESCRIBE $table").contains(Row("label", "string", "what it is")))
    fixture.sql(s"DROP TABLE $table PURGE")
  }

  @Test
  def propertiesReachHBaseAndTheDescription(): Unit = {
    val table = create("alter_properties", "'hbase.ttl' = '86400'", "'hbase.versions' = '3'", "'hbase.bloom' = 'none'")
    def family = descriptor("alter_properties").getColumnFamily(Bytes.toBytes("d"))
    assertEquals((86400, 3, "NONE"), (family.getTimeToLive, family.getMaxVersions, family.getBloomFilterType.name))
    fixture.sql(
      s"ALTER TABLE $table SET TBLPROPERTIES ('team' = 'x', 'hbase.compression' = 'gz', 'hbase.data.block.encoding' = 'prefix', " +
        "'hbase.versions' = '2', 'hbase.coprocessor.jar' = '')"
    )
    fixture.sql(s"ALTER TABLE $table UNSET TBLPROPERTIES ('hbase.ttl')")
    fixture.sql(s"COMMENT ON TABLE $table IS 'of rows'")
    assertEquals(
      ("GZ", "PREFIX", 2, Int.MaxValue),
      (
        family.getCompressionType.name,
        family.getDataBlockEncoding.name,
        family.getMaxVersions,
        family.getTimeToLive
      )
    )
    assertEquals(0, descriptor("alter_properties").getCoprocessorDescriptors.size)
    val shown = fixture.sql(s"SHOW TBLPROPERTIES $table")
    assertTrue(shown.contains(Row("team", "x")), shown.mkString("\n"))
    assertTrue(fixture.sql(s"DESCRIBE EXTENDED $table").exists(_.getString(1) == "of rows"))
    fixture.assertRows(Seq(Row(2L)), s"SELECT count(*) FROM $table")
    fixture.assertFails(
      "SPARKSQL_HBASE.CANNOT_CHANGE_PROPERTY",
      s"ALTER TABLE $table SET TBLPROPERTIES ('hbase.layout' = 'columns')"
    )
    fixture.assertFails("SPARKSQL_HBASE.UNKNOWN_PROPERTY", s"ALTER TABLE $table SET TBLPROPERTIES ('hbase.tll' = '1')")
    fixture.sql(s"DROP TABLE $table PURGE")
  }

  @Test
  def whatRowsForbidIsRefused(): Unit = {
    val table = create("alter_refused")
    Seq(
      "CANNOT_CHANGE_KEY" -> "DROP COLUMN k",
      "CANNOT_CHANGE_TYPE" -> "ALTER COLUMN v TYPE BIGINT",
      "CANNOT_SET_NOT_NULL" -> "ALTER COLUMN v SET NOT NULL",
      "CANNOT_FILL_ADDED_COLUMN" -> "ADD COLUMN n INT NOT NULL",
      "CANNOT_FILL_ADDED_COLUMN" -> "ADD COLUMN n INT DEFAULT 5"
    ).foreach { case (code, change) =>
      fixture.assertFails(s"SPARKSQL_HBASE.$code", s"ALTER TABLE $table $change")
    }
    fixture.assertRows(Seq(Row(1, 10, "a"), Row(2, null, "b")), s"SELECT * FROM $table ORDER BY k")
    fixture.sql(s"DROP TABLE $table PURGE")
  }

  @Test
  def aRenamedTableKeepsItsRows(): Unit = {
    val table = create("alter_name")
    create("alter_taken")
    fixture.sql(s"CALL hbase.system.analyze(table => 'alter_name')")
    fixture.assertFails("TABLE_OR_VIEW_ALREADY_EXISTS", s"ALTER TABLE $table RENAME TO hbase.default.alter_taken")
    fixture.sql(s"ALTER TABLE $table RENAME TO hbase.default.alter_renamed")
    fixture.assertFails("TABLE_OR_VIEW_NOT_FOUND", s"SELECT * FROM $table")
    fixture.assertRows(Seq(Row(2L)), "SELECT count(*) FROM hbase.default.alter_renamed")
    val shown = fixture.sql("DESCRIBE EXTENDED hbase.default.alter_renamed").mkString("\n")
    assertTrue(shown.contains("hbase.table=alter_name") && shown.contains("2 rows, 3 columns"), shown)
    fixture.sql("DROP TABLE hbase.default.alter_renamed PURGE")
    fixture.sql("DROP TABLE hbase.default.alter_taken PURGE")
  }

  @Test
  def statisticsStayWithTheColumnsThatStay(): Unit = {
    val table = create("alter_statistics")
    fixture.sql("CALL hbase.system.analyze(table => 'alter_statistics')")
    fixture.sql(s"ALTER TABLE $table DROP COLUMN s")
    fixture.sql(s"ALTER TABLE $table RENAME COLUMN v TO w")
    val shown = fixture.sql(s"DESCRIBE EXTENDED $table").mkString("\n")
    assertTrue(shown.contains("2 rows, 2 columns"), shown)
    fixture.sql(s"DROP TABLE $table PURGE")
  }

  @Test
  def aPackedColumnIsNotAddedUnderAnotherSqlTable(): Unit = {
    val table = create("alter_shared")
    fixture.sql(
      "CREATE TABLE hbase.default.alter_other (k INT, v INT, s STRING, PRIMARY KEY (k)) USING hbase " +
        "TBLPROPERTIES ('hbase.table' = 'alter_shared')"
    )
    val message = fixture.assertFails("SPARKSQL_HBASE.CANNOT_ADD_PACKED_COLUMN", s"ALTER TABLE $table ADD COLUMN x INT")
    assertTrue(message.contains("tables=default.alter_other"), message)
    fixture.sql("DROP TABLE hbase.default.alter_other")
    fixture.sql(s"ALTER TABLE $table ADD COLUMN x INT")
    // The HBase table knows the new field.
    fixture.sql(s"DROP TABLE $table")
    val again = s"CREATE TABLE $table (k INT, v INT, s STRING"
    fixture.assertFails("SPARKSQL_HBASE.LAYOUT_MISMATCH", s"$again, PRIMARY KEY (k)) USING hbase")
    fixture.sql(s"$again, x INT, PRIMARY KEY (k)) USING hbase")
    fixture.assertRows(Seq(Row(1, 10, "a", null)), s"SELECT * FROM $table WHERE k = 1")
    fixture.sql(s"DROP TABLE $table PURGE")
  }

  @Test
  def oneStatementAddsAColumnAndSaysWhereItLies(): Unit = {
    val table = create("alter_placed", "'hbase.layout' = 'columns'")
    catalog.alterTable(
      Identifier.of(Array("default"), "alter_placed"),
      TableChange.addColumn(Array("x"), LongType),
      TableChange.setProperty("hbase.column.x.family", "g"),
      TableChange.setProperty("hbase.column.x.qualifier", "q"),
      TableChange.setProperty("hbase.column.x.encoding", "hbase")
    )
    withCluster { c =>
      Using.resource(c.getTable(TableName.valueOf("alter_placed"))) { raw =>
        raw.put(
          new Put(Bytes.toBytes(0x80000001)).addColumn(Bytes.toBytes("g"), Bytes.toBytes("q"), Bytes.toBytes(42L))
        )
      }
    }
    fixture.assertRows(Seq(Row(1, 42L), Row(2, null)), s"SELECT k, x FROM $table ORDER BY k")
    fixture.sql(s"DROP TABLE $table PURGE")
  }

  @Test
  def ofTwoSessionsThatAlterATableOneHasAConflict(): Unit = {
    val table = create("alter_race")
    withCluster { c =>
      val before = new MetadataStore(c).load("default", "alter_race").get
      fixture.sql(s"ALTER TABLE $table ADD COLUMN first INT")
      val late = Seq(TableChange.addColumn(Array("second"), LongType))
      val e = assertThrows(classOf[AnalysisException], () => new TableAlterer(c).alter(before, late))
      assertEquals(("SPARKSQL_HBASE.ALTER_CONFLICT", "40001"), (e.getCondition, e.getSqlState))
    }
    // However they meet, every column is there whose statement did not fail.
    val pool = Executors.newFixedThreadPool(4)
    val added =
      try {
        val statements = (0 until 4).map { i =>
          val statement: Callable[Boolean] = () =>
            try {
              catalog.alterTable(
                Identifier.of(Array("default"), "alter_race"),
                TableChange.addColumn(Array(s"c$i"), LongType)
              )
              true
            } catch {
              case e: AnalysisException if e.getCondition == "SPARKSQL_HBASE.ALTER_CONFLICT" => false
            }
          statement
        }
        pool.invokeAll(statements.asJava).asScala.map(_.get).toSeq
      } finally pool.shutdown()
    val present = fixture.spark.table(table).columns
    assertEquals((0 until 4).map(i => present.contains(s"c$i")), added)
    assertTrue(added.contains(true))
    // The HBase table's own record is of the last version, whoever came last.
    val fields = load("alter_race").asInstanceOf[HBaseTable].tableSchema.packedCells.head.fields
    assertTrue(
      descriptor("alter_race").getValue("SPARKSQL.LAYOUT").endsWith(fields.mkString("(", ", ", ")")),
      descriptor("alter_race").getValue("SPARKSQL.LAYOUT")
    )
    fixture.sql(s"DROP TABLE $table PURGE")
  }

  @Test
  def aWriteThatWasPlannedBeforeAnAlterIsRefused(): Unit = {
    val table = create("alter_write")
    val planned = load("alter_write").asInstanceOf[HBaseTable]
    def infoOf(options: (String, String)*) = new LogicalWriteInfoImpl(
      "q",
      planned.tableSchema.sparkSchema,
      new CaseInsensitiveStringMap(options.toMap.asJava),
      Optional.empty[StructType],
      Optional.empty[StructType]
    )
    def batch = planned.newWriteBuilder(infoOf()).build().toBatch
    // A comment changes nothing that a writer needs to know.
    fixture.sql(s"ALTER TABLE $table ALTER COLUMN v COMMENT 'c'")
    val running = batch
    running.createBatchWriterFactory(() => 1)
    def bulk = planned.newWriteBuilder(infoOf("write" -> "bulk")).build().toBatch
    val loading = bulk
    loading.createBatchWriterFactory(() => 1)
    def updates = planned
      .newRowLevelOperationBuilder(RowLevelOperationInfoImpl(Command.UPDATE, CaseInsensitiveStringMap.empty))
      .build()
      .newWriteBuilder(infoOf())
      .build()
      .toBatch
    val updating = updates
    updating.createBatchWriterFactory(() => 1)
    fixture.sql(s"ALTER TABLE $table ADD COLUMN x INT")
    val whereK1 = new Predicate("=", Array(FieldReference("k"), LiteralValue(1, IntegerType)))
    Seq[() => Any](
      () => running.commit(Array.empty),
      () => batch.createBatchWriterFactory(() => 1),
      () => loading.commit(Array.empty),
      () => bulk.createBatchWriterFactory(() => 1),
      () => updating.commit(Array.empty),
      () => updates.createBatchWriterFactory(() => 1),
      () => planned.deleteWhere(Array(whereK1)),
      () => planned.truncateTable()
    ).foreach { step =>
      val e = assertThrows(classOf[HBaseException], () => step())
      assertEquals("SPARKSQL_HBASE.WRITE_OUTDATED", e.getCondition)
      assertTrue(e.getMessage.contains("plannedVersion=1 currentVersion=3"), e.getMessage)
    }
    loading.abort(Array.empty)
    fixture.assertRows(Seq(Row(2L)), s"SELECT count(*) FROM $table")
    fixture.sql(s"DROP TABLE $table PURGE")
  }

  @Test
  def aQueryThatWasPlannedBeforeAnAlterIsRightOrSaysWhy(): Unit = {
    val table = create("alter_read")
    val frame = fixture.spark.sql(s"SELECT v FROM $table")
    val kept = fixture.spark.table(table)
    frame.queryExecution.executedPlan
    fixture.sql(s"ALTER TABLE $table ADD COLUMN x INT")
    assertEquals(Seq(Row(10), Row(null)), frame.collect().toSeq)
    // Spark looks again at what it has not yet planned.
    assertEquals(2, kept.collect().length)
    fixture.sql(s"INSERT INTO $table VALUES (3, 30, 'c', 300)")
    val e = assertThrows(classOf[Throwable], () => frame.collect())
    val conditions =
      Iterator.iterate(e)(_.getCause).takeWhile(_ != null).collect { case s: SparkThrowable => s.getCondition }
    assertTrue(conditions.contains("SPARKSQL_HBASE.CORRUPT_VALUE"), e.toString)
    assertTrue(e.toString.contains("run the query again"), e.toString)
    val gone = fixture.spark.table(table)
    fixture.sql(s"ALTER TABLE $table DROP COLUMN v")
    val dropped = assertThrows(classOf[AnalysisException], () => gone.collect())
    assertEquals("INCOMPATIBLE_TABLE_CHANGE_AFTER_ANALYSIS.COLUMNS_MISMATCH", dropped.getCondition)
    fixture.sql(s"DROP TABLE $table PURGE")
  }
}
