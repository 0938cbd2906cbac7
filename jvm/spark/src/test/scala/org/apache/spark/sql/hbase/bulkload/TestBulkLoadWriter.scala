package org.apache.spark.sql.hbase.bulkload

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{Path => HadoopPath}
import org.apache.hadoop.hbase.{HBaseConfiguration, KeyValue, TableName}
import org.apache.hadoop.hbase.client.{ColumnFamilyDescriptorBuilder, TableDescriptorBuilder}
import org.apache.hadoop.hbase.io.compress.Compression
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding
import org.apache.hadoop.hbase.io.hfile.{CacheConfig, HFile}
import org.apache.hadoop.hbase.regionserver.{BloomType, HStoreFile}
import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.{BeforeEach, Test}
import org.junit.jupiter.api.io.TempDir

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.hbase.conf.WrittenNulls
import org.apache.spark.sql.hbase.plan.PlanSession
import org.apache.spark.sql.hbase.schema.{SchemaFixtures, SchemaJson, TableSchema}
import org.apache.spark.sql.hbase.write.TaskOutcome
import org.apache.spark.util.SerializableConfiguration

/** Tasks that write store files, without an HBase. */
class TestBulkLoadWriter {
  @TempDir
  var parent: Path = _

  private lazy val folder = parent.resolve("job")

  private val conf: Configuration = HBaseConfiguration.create()
  private val table: TableSchema = SchemaFixtures.columns
  private val descriptor = TableDescriptorBuilder
    .newBuilder(TableName.valueOf("other:t"))
    .setColumnFamily(
      ColumnFamilyDescriptorBuilder
        .newBuilder(Bytes.toBytes("f"))
        .setCompressionType(Compression.Algorithm.GZ)
        .setDataBlockEncoding(DataBlockEncoding.FAST_DIFF)
        .setBlocksize(1000)
        .setBloomFilterType(BloomType.ROWCOL)
        .build()
    )
    .setColumnFamily(
      ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("g")).setBloomFilterType(BloomType.NONE).build()
    )
    .build()

  @BeforeEach
  def beginJob(): Unit = Files.writeString(Files.createDirectory(folder).resolve("_job.json"), "{}")

  private def left: Seq[String] = Using.resource(Files.walk(parent)) { files =>
    files.iterator.asScala.map(parent.relativize(_).toString).filter(_.nonEmpty).toSeq.sorted
  }

  /** @param end is called before a task commits what it has written */
  private def write(rows: DataFrame, end: () => Unit = () => ()): Array[StagedRows] = {
    val root = folder.toUri.toString
    val factory = BulkLoadWriterFactory(
      SchemaJson.whole(table),
      WrittenNulls.Delete,
      TableDescriptorBuilder.toByteArray(descriptor),
      Seq("", "k3", "k7")
        .map(start => TargetRegion(Bytes.toBytes(start), Some("localhost")))
        .toIndexedSeq,
      7L,
      9L,
      root,
      new SerializableConfiguration(conf)
    )
    rows
      .coalesce(1)
      .queryExecution
      .toRdd
      .mapPartitions { ofTask =>
        Using.resource(factory.createWriter(0, 1)) { writer =>
          try {
            ofTask.foreach(writer.write)
            end()
            val message = writer.commit()
            TaskOutcome.check(Array(message))
            Iterator(message.asInstanceOf[StagedRows])
          } catch {
            case e: RuntimeException =>
              writer.abort()
              throw e
          }
        }
      }
      .collect()
  }

  /** Messages of what fails. */
  private def causesOf(action: => Any): String = {
    val e = assertThrows(classOf[Exception], () => { action; () })
    Iterator.iterate[Throwable](e)(_.getCause).takeWhile(_ != null).map(_.getMessage).mkString("\n")
  }

  private def rows(count: Int): DataFrame = PlanSession.spark
    .range(count)
    .selectExpr("concat('k', (id * 7) % 10, repeat('-', 20), id) AS k", "IF(id % 2 = 0, id / 2, NULL) AS v", "id AS w")

  private def read[T](file: StagedFile)(use: HFile.Reader => T): T = {
    val path = new HadoopPath(folder.toUri.toString, file.path)
    Using.resource(HFile.createReader(path.getFileSystem(conf), path, CacheConfig.DISABLED, true, conf))(use)
  }

  private def cells(file: StagedFile): Seq[String] = read(file) { reader =>
    val scanner = reader.getScanner(conf, false, false)
    Iterator
      .iterate(scanner.seekTo())(_ => scanner.next())
      .takeWhile(identity)
      .map { _ =>
        val cell = scanner.getCell
        s"${Bytes.toString(cell.getRowArray, cell.getRowOffset, cell.getRowLength)} " +
          s"${KeyValue.Type.codeToType(cell.getTypeByte)} ${cell.getTimestamp}"
      }
      .toList
  }

  @Test
  def rowsAreSortedAndCutAtRegions(): Unit = {
    val written = write(rows(1000)).head
    assertEquals(1000L, written.rows)
    assertEquals(Seq("f", "g", "f", "g", "f", "g"), written.files.map(_.family))
    val ofF = written.files.filter(_.family == "f").flatMap(cells)
    assertEquals((2000, ofF.sorted.map(_.takeWhile(_ != ' '))), (ofF.size, ofF.map(_.takeWhile(_ != ' '))))
    assertEquals(500, ofF.count(_.contains("DeleteColumn")))
    assertTrue(ofF.forall(_.endsWith(" 7")))
    val starts = Seq("k0", "k3", "k7")
    written.files.zip(starts.flatMap(s => Seq(s, s))).foreach { case (file, start) =>
      assertTrue(file.firstRow.startsWith(start), file.toString)
      assertEquals(file.bytes, Files.size(folder.resolve(file.path)))
    }
  }

  @Test
  def filesAreWhatTheirFamilyAsksFor(): Unit = {
    val Seq(f, g) = write(rows(1)).head.files
    read(f) { file =>
      assertEquals(Compression.Algorithm.GZ, file.getFileContext.getCompression)
      assertEquals(DataBlockEncoding.FAST_DIFF, file.getDataBlockEncoding)
      val info = file.getHFileInfo
      assertEquals("ROWCOL", Bytes.toString(info.get(HStoreFile.BLOOM_FILTER_TYPE_KEY)))
      assertTrue(info.containsKey(HStoreFile.BULKLOAD_TIME_KEY) && info.containsKey(HStoreFile.TIMERANGE_KEY))
    }
    read(g)(file => assertTrue(file.getGeneralBloomFilterMetadata == null))
  }

  @Test
  def twoRowsWithOneKeyAreRefusedAndLeaveNoFile(): Unit = {
    val causes = causesOf(write(rows(20).union(rows(1))))
    assertTrue(causes.contains("SPARKSQL_HBASE.DUPLICATE_ROW_KEY") && causes.contains(s"row=k0${"-" * 20}0"), causes)
    assertEquals(Seq("job", "job/_job.json"), left)
  }

  @Test
  def aTaskThatOutlivesItsJobLeavesNothing(): Unit = {
    val root = folder.toUri
    val causes = causesOf(write(rows(20), () => TestBulkLoadWriter.remove(Path.of(root))))
    assertTrue(
      causes.contains("SPARKSQL_HBASE.BULK_LOAD_FOLDER_UNUSABLE") && causes.contains("was removed while"),
      causes
    )
    assertEquals(Seq.empty, left)
  }

  @Test
  def theLastOfSeveralSuchTasksRemovesTheFolder(): Unit = {
    val root = new HadoopPath(folder.toUri.toString)
    Seq("0-1", "1-2").foreach(attempt => Files.createDirectories(folder.resolve(attempt).resolve("f0")))
    JobFolder.removeAttempt(root, "0-1", conf)
    assertEquals(Seq("job", "job/1-2", "job/1-2/f0", "job/_job.json"), left)
    Files.delete(folder.resolve("_job.json"))
    Files.createDirectories(folder.resolve("0-3"))
    JobFolder.removeAttempt(root, "0-3", conf)
    assertEquals(Seq("job", "job/1-2", "job/1-2/f0"), left)
    JobFolder.removeAttempt(root, "1-2", conf)
    assertEquals(Seq.empty, left)
    JobFolder.removeAttempt(root, "1-2", conf)
    assertEquals(Seq.empty, left)
  }

  @Test
  def aTaskWithoutRowsHasNoFiles(): Unit =
    assertEquals(Seq(StagedRows(0, 0, Seq.empty)), write(rows(0).repartition(1)).toSeq)
}

object TestBulkLoadWriter {
  private def remove(job: Path): Unit = {
    Files.delete(job.resolve("_job.json"))
    Files.delete(job)
  }
}
