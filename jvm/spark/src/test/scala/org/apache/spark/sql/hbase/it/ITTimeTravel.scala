package org.apache.spark.sql.hbase.it

import scala.jdk.CollectionConverters._
import scala.util.{Random, Using}

import org.apache.hadoop.hbase.{HConstants, KeepDeletedCells, TableName}
import org.apache.hadoop.hbase.client._
import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.{BeforeAll, Test}
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}

import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.hbase.cluster.HBaseCluster

/**
 * Past times of three tables. Two are in the layouts that SQL writes; their states are remembered as they were read
 * then. The third is filled by HBase's client with cells and deletes of the milliseconds 1 to 50, which the client also
 * reads.
 */
class ITTimeTravel extends ClusterWithJar {
  private val Layouts = Seq("packed", "columns")
  private val Modes = Seq("true", "false", "require")
  private val Keys = 60
  private val MaxTime = 50
  private val A = Bytes.toBytes("a")
  private val B = Bytes.toBytes("b")
  private val V = Bytes.toBytes("v")
  private val W = Bytes.toBytes("w")
  private val Forged = TableName.valueOf("travel_forged")

  /** A time, and the rows of each layout at it. */
  private final case class Moment(millis: Long, rows: Map[String, Seq[Row]])
  private var moments: Seq[Moment] = Nil

  private def table(layout: String): String = s"hbase.default.travel_$layout"

  private def keepsAll(family: ColumnFamilyDescriptorBuilder): ColumnFamilyDescriptor =
    family.setKeepDeletedCells(KeepDeletedCells.TRUE).setMaxVersions(HConstants.ALL_VERSIONS).build()

  private def onCluster[T](action: (Connection, Admin) => T): T =
    HBaseCluster.use(HBaseCluster.ofCatalog("hbase")) { shared =>
      Using.resource(shared.connection.getAdmin)(action(shared.connection, _))
    }

  @BeforeAll
  def fill(): Unit = {
    Layouts.foreach { layout =>
      fixture.sql(
        s"CREATE TABLE ${table(layout)} (k INT, v INT NOT NULL, s STRING, PRIMARY KEY (k)) USING hbase TBLPROPERTIES " +
          s"('hbase.layout' = '$layout', 'hbase.coprocessor.jar' = 'file://$jar', 'hbase.splits' = '400; 800')"
      )
      onCluster { (_, admin) =>
        val family = admin.getDescriptor(hbaseTable(layout)).getColumnFamilies.head
        admin.modifyColumnFamily(hbaseTable(layout), keepsAll(ColumnFamilyDescriptorBuilder.newBuilder(family)))
      }
    }
    write("SELECT CAST(id AS INT), CAST(id AS INT), concat('s', id % 7) FROM range(1000)")
    remember()
    Layouts.foreach(flush)
    write("SELECT CAST(id AS INT), CAST(-id AS INT), IF(id % 2 = 0, NULL, 'new') FROM range(500, 1200)")
    remember()
    deleteRows(0 until 100)
    remember()
    Layouts.foreach(flush)
    write("SELECT CAST(id AS INT), 7, 'back' FROM range(40, 60)")
    remember()
    Layouts.foreach(compact)
    makeForged()
  }

  private def hbaseTable(layout: String): TableName = TableName.valueOf(s"travel_$layout")

  private def write(rows: String): Unit = Layouts.foreach(l => fixture.sql(s"INSERT INTO ${table(l)} $rows"))

  /** The next write comes later. */
  private def remember(): Unit = {
    val millis = System.currentTimeMillis()
    moments :+= Moment(millis, Layouts.map(l => l -> fixture.sql(s"SELECT * FROM ${table(l)} ORDER BY k")).toMap)
    while (System.currentTimeMillis() <= millis) Thread.onSpinWait()
  }

  private def deleteRows(keys: Range): Unit = onCluster { (connection, _) =>
    Layouts.foreach { layout =>
      Using.resource(connection.getTable(hbaseTable(layout))) { table =>
        table.delete(new java.util.ArrayList(keys.map(k => new Delete(Bytes.toBytes(k ^ Int.MinValue))).asJava))
      }
    }
  }

  private def flush(layout: String): Unit = onCluster((_, admin) => admin.flush(hbaseTable(layout)))

  /** To one store file per region, without what HBase drops when it makes it. */
  private def compact(layout: String): Unit = onCluster { (_, admin) =>
    flush(layout)
    admin.majorCompact(hbaseTable(layout))
    def files = admin.getRegionServers.asScala
      .flatMap(admin.getRegionMetrics(_, hbaseTable(layout)).asScala)
      .map(_.getStoreFileCount)
    val deadline = System.nanoTime() + 60L * 1000 * 1000 * 1000
    while (files.exists(_ > 1)) {
      assertTrue(System.nanoTime() < deadline, s"$layout is not compacted: $files")
      Thread.onSpinWait()
    }
  }

  /** Cells and deletes in an order that is not that of their times, some in memory, some in files. */
  private def makeForged(): Unit = onCluster { (connection, admin) =>
    val descriptor = TableDescriptorBuilder.newBuilder(Forged)
    Seq(A, B).foreach(f => descriptor.setColumnFamily(keepsAll(ColumnFamilyDescriptorBuilder.newBuilder(f))))
    admin.createTable(descriptor.build(), Array(Bytes.toBytes(20), Bytes.toBytes(40)))
    val random = new Random(7)
    Using.resource(connection.getTable(Forged)) { table =>
      (0 until 1200).foreach { i =>
        if (i == 800) admin.flush(Forged)
        val row = Bytes.toBytes(random.nextInt(Keys))
        val time = 1L + random.nextInt(MaxTime)
        val (family, qualifier) = if (random.nextBoolean()) (A, V) else (B, W)
        random.nextInt(12) match {
          case 0 => table.delete(new Delete(row, time))
          case 1 => table.delete(new Delete(row).addFamily(family, time))
          case 2 => table.delete(new Delete(row).addColumns(family, qualifier, time))
          case 3 => table.delete(new Delete(row).addColumn(family, qualifier, time))
          case _ => table.put(new Put(row, time).addColumn(family, qualifier, Bytes.toBytes(i)))
        }
      }
    }
    fixture.sql(
      """CREATE TABLE hbase.default.forged (k INT, v INT NOT NULL, w INT, PRIMARY KEY (k)) USING hbase TBLPROPERTIES
        | ('hbase.table' = 'travel_forged', 'hbase.encoding' = 'hbase', 'hbase.family' = 'a',
        |  'hbase.column.w.family' = 'b', 'hbase.coprocessor.jar' = 'file://""".stripMargin + s"$jar')"
    )
  }

  private def asOf(moment: Moment): String = s"TIMESTAMP AS OF timestamp_millis(${moment.millis})"

  private def scans(frame: DataFrame): Seq[BatchScanExec] =
    collectWithSubqueries(frame.queryExecution.executedPlan) { case s: BatchScanExec => s }

  private def metric(frame: DataFrame, name: String): Long = scans(frame).map(_.metrics(name).value).sum

  private def inEachMode(action: String => Unit): Unit =
    Modes.foreach(mode => fixture.withSettings("spark.sql.hbase.coprocessor" -> mode)(action(mode)))

  @Test
  def eachMomentIsReadAsItWasThen(): Unit = inEachMode { mode =>
    for (layout <- Layouts; (moment, i) <- moments.zipWithIndex) {
      def from = s"FROM ${table(layout)} ${asOf(moment)}"
      val rows = moment.rows(layout)
      fixture.assertRows(rows, s"SELECT * $from ORDER BY k")
      val values = rows.map(_.getInt(1))
      fixture.assertRows(
        Seq(Row(rows.size.toLong, values.map(_.toLong).sum, rows.count(!_.isNullAt(2)).toLong, values.max)),
        s"SELECT count(*), sum(v), count(s), max(v) $from"
      )
      fixture.assertRows(rows.filter(_.getInt(1) == 7), s"SELECT * $from WHERE v = 7 ORDER BY k")
      fixture.assertRows(
        rows.filter(r => r.getInt(0) >= 480 && r.getInt(0) < 520),
        s"SELECT * $from WHERE k >= 480 AND k < 520 ORDER BY k"
      )
      fixture.assertRows(rows.reverse.take(3), s"SELECT * $from ORDER BY k DESC LIMIT 3")
      val frame = fixture.spark.sql(s"SELECT * $from WHERE k IN (7, 50, 700, 1100)")
      assertEquals(rows.filter(r => Seq(7, 50, 700, 1100).contains(r.getInt(0))).toSet, frame.collect().toSet)
      assertEquals(4L, metric(frame, "hbaseGets"), s"$mode $layout $i")
    }
  }

  @Test
  def storeFilesAreNotReadDirectlyButThePresentIs(): Unit = {
    def counts(travel: String) = {
      val frame = fixture.spark.sql(s"SELECT sum(v) FROM ${table("packed")} $travel")
      frame.collect()
      (metric(frame, "hbaseServerRowsScanned"), metric(frame, "hbaseStoreFileRows"), metric(frame, "hbaseFallbacks"))
    }
    assertEquals((1000L, 0L, 0L), counts(asOf(moments.head)))
    val (rows, direct, _) = counts("")
    assertTrue(direct > 0 && direct <= rows, s"$direct of $rows")
    // Files hold old versions and delete markers beside the cells of the present.
    Layouts.foreach(l => fixture.assertRows(moments.last.rows(l), s"SELECT * FROM ${table(l)} ORDER BY k"))
  }

  @Test
  def everyCombinationOfBoundsIsWhatHBasesClientReads(): Unit = {
    val random = new Random(11)
    val bounds = Seq((0L, 1L), (0L, 51L), (50L, 51L), (30L, 30L)) ++
      Seq.fill(3)(Seq(random.nextInt(52), random.nextInt(52)).sorted.map(_.toLong)).map(b => (b.head, b.last))
    inEachMode { mode =>
      bounds.foreach { case (start, stop) =>
        val expected = clientRows(start, stop)
        val from = s"FROM hbase.default.forged WITH ('time.start' = '$start', 'time.end' = '$stop')"
        val message = s"$mode [$start, $stop)"
        assertEquals(expected, fixture.sql(s"SELECT * $from ORDER BY k"), message)
        assertEquals(expected.map(r => Row(r.get(0))), fixture.sql(s"SELECT k $from ORDER BY k"), message)
        val nulls = expected.count(_.isNullAt(1)).toLong
        assertEquals(
          Seq(Row(expected.size.toLong, nulls)),
          fixture.sql(s"SELECT count(*), count_if(v IS NULL) $from"),
          message
        )
        val some = expected.filter(r => r.getInt(0) % 3 == 0 && r.getInt(0) < 30)
        val keys = (0 until 30 by 3).mkString(", ")
        assertEquals(some, fixture.sql(s"SELECT * $from WHERE k IN ($keys) ORDER BY k"), message)
        if (start == 0) {
          val travel = s"FROM hbase.default.forged TIMESTAMP AS OF timestamp_millis(${stop - 1})"
          assertEquals(expected, fixture.sql(s"SELECT * $travel ORDER BY k"), message)
        }
      }
    }
  }

  private def clientRows(start: Long, stop: Long): Seq[Row] = onCluster { (connection, _) =>
    Using.resource(connection.getTable(Forged)) { table =>
      Using.resource(table.getScanner(new Scan().setTimeRange(start, stop))) { results =>
        def value(r: Result, family: Array[Byte], qualifier: Array[Byte]): Any =
          Option(r.getValue(family, qualifier)).map(Bytes.toInt).orNull
        results.asScala.map(r => Row(Bytes.toInt(r.getRow), value(r, A, V), value(r, B, W))).toList
      }
    }
  }

  @Test
  def twoTimesOfOneTableAreTwoTables(): Unit = {
    val Seq(first, second) = moments.take(2)
    def sum(moment: Moment) = moment.rows("packed").map(_.getInt(1).toLong).sum
    inEachMode { _ =>
      fixture.assertRows(
        Seq(Row(sum(first)), Row(sum(second))),
        s"""SELECT sum(v) FROM ${table("packed")} ${asOf(first)} UNION ALL
           | SELECT sum(v) FROM ${table("packed")} ${asOf(second)}""".stripMargin
      )
      fixture.assertRows(
        Seq(Row(sum(first)), Row(sum(second))),
        s"""SELECT sum(v) FROM ${table("packed")} WITH ('time.end' = '${first.millis + 1}') UNION ALL
           | SELECT sum(v) FROM ${table("packed")} WITH ('time.end' = '${second.millis + 1}')""".stripMargin
      )
      fixture.assertRows(
        Seq(Row(500L)),
        s"""SELECT count(*) FROM ${table("packed")} ${asOf(first)} a JOIN ${table("packed")} ${asOf(second)} b
           | ON a.k = b.k WHERE a.v <> b.v""".stripMargin
      )
    }
  }

  @Test
  def aCachedTableIsNotItsPast(): Unit = {
    val first = moments.head
    fixture.sql(s"CACHE TABLE ${table("columns")}")
    try {
      fixture.assertRows(first.rows("columns"), s"SELECT * FROM ${table("columns")} ${asOf(first)} ORDER BY k")
      val past = fixture.spark.read.option("time.end", (first.millis + 1).toString).table(table("columns"))
      assertEquals(first.rows("columns"), past.orderBy("k").collect().toSeq)
      fixture.assertRows(moments.last.rows("columns"), s"SELECT * FROM ${table("columns")} ORDER BY k")
    } finally fixture.sql(s"UNCACHE TABLE ${table("columns")}")
  }

  @Test
  def optionsOfAReaderChooseATimeToo(): Unit = {
    val second = moments(1)
    val text = java.time.Instant.ofEpochMilli(second.millis).toString
    val frame = fixture.spark.read.option("timestampAsOf", text).table(table("packed"))
    assertEquals(second.rows("packed"), frame.orderBy("k").collect().toSeq)
    assertEquals(Seq(true, true), frame.schema.fields.drop(1).map(_.nullable).toSeq)
    assertFalse(fixture.spark.table(table("packed")).schema("v").nullable)
  }

  @Test
  def aSnapshotIsReadLikeTheTable(): Unit = {
    val layout = "packed"
    val table = this.table(layout)
    val rows = moments.last.rows(layout)
    fixture.sql(s"CALL hbase.system.snapshot('travel_$layout', 'monday_$layout')")
    fixture.assertFails("SPARKSQL_HBASE.SNAPSHOT_NOT_OPEN", s"SELECT * FROM $table VERSION AS OF 'monday_$layout'")
    fixture.sql(s"CALL hbase.system.open_snapshot('travel_$layout', 'monday_$layout')")
    fixture.sql(s"INSERT INTO $table VALUES (5000, 1, 'after')")
    val travel = s"FROM $table VERSION AS OF 'monday_$layout'"
    inEachMode { mode =>
      fixture.assertRows(rows, s"SELECT * $travel ORDER BY k")
      fixture.assertRows(Seq(Row(0L)), s"SELECT count(*) $travel WHERE k = 5000")
      val both = fixture.spark.sql(s"SELECT count(*), sum(v) $travel UNION ALL SELECT count(*), sum(v) FROM $table")
      val sum = rows.map(_.getInt(1).toLong).sum
      assertEquals(Seq(Row(rows.size.toLong, sum), Row(rows.size + 1L, sum + 1)), both.collect().toSeq)
      if (mode != "false") assertEquals(0L, metric(both, "hbaseFallbacks"))
    }
    val plan = fixture.sql(s"EXPLAIN SELECT sum(v) $travel").head.getString(0)
    assertTrue(plan.contains(s"HBaseScan default.travel_$layout in snapshot monday_$layout; "), plan)
    // Opened again nothing changes, closed it is still there.
    fixture.sql(s"CALL hbase.system.open_snapshot('travel_$layout', 'monday_$layout')")
    fixture.sql(s"CALL hbase.system.close_snapshot('travel_$layout', 'monday_$layout')")
    fixture.assertFails("SPARKSQL_HBASE.SNAPSHOT_NOT_OPEN", s"SELECT * $travel")
    fixture.assertFails(
      "SPARKSQL_HBASE.UNKNOWN_SNAPSHOT",
      s"CALL hbase.system.open_snapshot('travel_$layout', 'tuesday')"
    )
    assertTrue(onCluster((_, admin) => admin.listSnapshots().asScala.exists(_.getName == s"monday_$layout")))
    onCluster { (connection, _) =>
      Using.resource(connection.getTable(hbaseTable(layout)))(_.delete(new Delete(Bytes.toBytes(5000 ^ Int.MinValue))))
    }
  }

  @Test
  def explainTellsTheTime(): Unit = {
    val stop = java.time.Instant.ofEpochMilli(moments.head.millis + 1)
    val plan = fixture.sql(s"EXPLAIN SELECT sum(v) FROM ${table("packed")} ${asOf(moments.head)}").head.getString(0)
    assertTrue(plan.contains(s"HBaseScan default.travel_packed with cells of [start, $stop); "), plan)
  }

  @Test
  def whatIsNotKeptIsRefusedUnlessItIsWanted(): Unit = {
    val table = "hbase.default.travel_forgetful"
    fixture.sql(s"CREATE TABLE $table (k INT, v INT, PRIMARY KEY (k)) USING hbase")
    fixture.sql(s"INSERT INTO $table VALUES (1, 10), (2, 20)")
    val millis = System.currentTimeMillis()
    while (System.currentTimeMillis() <= millis) Thread.onSpinWait()
    fixture.sql(s"INSERT INTO $table VALUES (3, 30)")
    val travel = s"TIMESTAMP AS OF timestamp_millis($millis)"
    val message = fixture.assertFails("SPARKSQL_HBASE.TIME_NOT_KEPT", s"SELECT * FROM $table $travel")
    assertTrue(message.contains("family=d setting=KEEP_DELETED_CELLS found=FALSE needed=TRUE"), message)
    fixture.assertFails("SPARKSQL_HBASE.TIME_NOT_KEPT", s"SELECT * FROM $table WITH ('time.end' = '$millis')")
    fixture.assertRows(
      Seq(Row(1, 10), Row(2, 20)),
      s"SELECT * FROM $table $travel WITH ('time.unchecked' = 'true') ORDER BY k"
    )
    // The newest cells are always there.
    fixture.assertRows(Seq(Row(3, 30)), s"SELECT * FROM $table WITH ('time.start' = '${millis + 1}')")
  }

  @Test
  def whatCannotBeReadIsRefused(): Unit = {
    val packed = table("packed")
    fixture.assertFails(
      "SPARKSQL_HBASE.TIME_IN_FUTURE",
      s"SELECT * FROM $packed TIMESTAMP AS OF timestamp'2999-01-01'"
    )
    fixture.assertFails("SPARKSQL_HBASE.INVALID_OPTION", s"SELECT * FROM $packed WITH (versions = 0)")
    fixture.assertFails("SPARKSQL_HBASE.UNKNOWN_OPTION", s"SELECT * FROM $packed WITH ('time.begin' = '3')")
    fixture.assertFails(
      "SPARKSQL_HBASE.UNKNOWN_OPTION",
      s"INSERT INTO $packed WITH ('time.start' = '3') VALUES (1, 1, 'x')"
    )
  }
}
