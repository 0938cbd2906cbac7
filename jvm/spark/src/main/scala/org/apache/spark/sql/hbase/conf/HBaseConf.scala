package org.apache.spark.sql.hbase.conf

import java.util.concurrent.TimeUnit

import org.apache.spark.internal.config.ConfigEntry
import org.apache.spark.network.util.ByteUnit
import org.apache.spark.sql.hbase.error.{HBaseErrors, NearestName}
import org.apache.spark.sql.hbase.wire.plan.PlanLimits
import org.apache.spark.sql.internal.SQLConf

/**
 * The session settings `spark.sql.hbase.*`, each defined once. They are read on the driver when a query is planned;
 * tasks get the values with their input partitions.
 */
object HBaseConf {
  val Prefix = "spark.sql.hbase."

  val Coprocessor: ConfigEntry[String] = SQLConf
    .buildConf(Prefix + "coprocessor")
    .doc(
      "Place where sub-plans run. true or auto: in the region servers, and in the executor for regions that " +
        "cannot. false or off: always in Spark. require: in the region servers; a region that cannot is an " +
        "error. The table property hbase.coprocessor comes before it. Option coprocessor of a query comes before " +
        "both."
    )
    .version("0.1.0")
    .stringConf
    .transform(_.toLowerCase(java.util.Locale.ROOT))
    .checkValues(CoprocessorWords.names)
    .createWithDefault("true")

  val CoprocessorJar: ConfigEntry[String] = SQLConf
    .buildConf(Prefix + "coprocessor.jar")
    .doc(
      "Path of the region-server jar, readable by every region server, that CREATE TABLE attaches to the HBase tables " +
        "it creates. Empty: none is attached. The table property hbase.coprocessor.jar overrides it."
    )
    .version("0.1.0")
    .stringConf
    .createWithDefault("")

  val FetchSize: ConfigEntry[Int] = SQLConf
    .buildConf(Prefix + "scanner.fetchsize")
    .doc(
      "Most rows that one scan RPC returns when the engine runs in the executor (HBase's Scan caching). The first " +
        "brings 64, each further one as many as came before."
    )
    .version("0.1.0")
    .intConf
    .checkValue(_ > 0, "must be positive")
    .createWithDefault(1000)

  val PartitionExpiration: ConfigEntry[Long] = SQLConf
    .buildConf(Prefix + "partition.expiration")
    .doc(
      "Time for which the driver keeps the regions of a table and their sizes before it asks HBase again, in " +
        "seconds. After a split, merge or move within this time queries answer right, with tasks as they were " +
        "before."
    )
    .version("0.1.0")
    .timeConf(TimeUnit.SECONDS)
    .checkValue(_ >= 0, "must not be negative")
    .createWithDefault(600L)

  val CacheBlocks: ConfigEntry[Boolean] = SQLConf
    .buildConf(Prefix + "scanner.cacheblocks")
    .doc(
      "true: blocks that a scan reads from disk stay in the region servers' block cache (HBase's " +
        "Scan.setCacheBlocks). This suits tables that are read again and again and fit into the cache. false: the " +
        "cache is left to others. Blocks in the cache are used in any case."
    )
    .version("0.1.0")
    .booleanConf
    .createWithDefault(false)

  val ConnectionIdle: ConfigEntry[Long] = SQLConf
    .buildConf(Prefix + "connection.idle")
    .doc("Time for which a process keeps an HBase connection that nobody uses, in seconds.")
    .version("0.1.0")
    .timeConf(TimeUnit.SECONDS)
    .checkValue(_ >= 0, "must not be negative")
    .createWithDefault(120L)

  val RegionsPerTask: ConfigEntry[Int] = SQLConf
    .buildConf(Prefix + "partition.regions")
    .doc(
      "Most neighbouring regions that one task reads. 0: as many as give each core one task or two, of about the " +
        "same number of bytes."
    )
    .version("0.1.0")
    .intConf
    .checkValue(_ >= 0, "must not be negative")
    .createWithDefault(0)

  val BytesPerRange: ConfigEntry[Long] = SQLConf
    .buildConf(Prefix + "partition.bytes")
    .doc(
      "Smallest part of a large region that a task of its own reads, in stored bytes. If a table has few regions, they " +
        "are cut for about one task per core; the coprocessor tells where. If each task reads 16 such parts or more, " +
        "there are two per core. 0: never. Not used when spark.sql.hbase.partition.regions is given."
    )
    .version("0.1.0")
    .bytesConf(ByteUnit.BYTE)
    .checkValue(_ >= 0, "must not be negative")
    .createWithDefaultString("32MB")

  val ScannerAhead: ConfigEntry[Int] = SQLConf
    .buildConf(Prefix + "scanner.ahead")
    .doc(
      "Result frames that a task fetches while Spark works on the frame before. 0: none. 1: the next frame of the " +
        "same key range. More: also the first frames of its next key ranges, which several region servers then " +
        "compute together."
    )
    .version("0.1.0")
    .intConf
    .checkValue(_ >= 0, "must not be negative")
    .createWithDefault(2)

  val MaxGets: ConfigEntry[Int] = SQLConf
    .buildConf(Prefix + "gets.keys")
    .doc(
      "Largest number of row keys that a query reads by gets, if equalities and IN lists pin every column of the " +
        "row key. The engine runs in Spark on these rows, without the coprocessor. More row keys are read by scans " +
        "that skip the rows between. 0: never by gets."
    )
    .version("0.1.0")
    .intConf
    .checkValue(_ >= 0, "must not be negative")
    .createWithDefault(1000)

  val FullScans: ConfigEntry[String] = SQLConf
    .buildConf(Prefix + "fullscan")
    .doc(
      "Treatment of a query that reads a whole table, because none of its conditions limits the row keys. allow " +
        "runs it, warn runs it and logs a warning, error refuses it. A LIMIT without a condition reads few rows " +
        "and is always allowed."
    )
    .version("0.1.0")
    .stringConf
    .transform(_.toLowerCase(java.util.Locale.ROOT))
    .checkValues(FullScan.names)
    .createWithDefault("allow")

  val CustomFilter: ConfigEntry[Boolean] = SQLConf
    .buildConf(Prefix + "customfilter")
    .doc(
      "true: a scan that runs the sub-plan in Spark carries a filter to the region server. The filter skips key " +
        "ranges and rows that fail the conditions; of layout columnar it skips groups by their row keys alone. The " +
        "region server needs the product's jar on its own class path or in hbase.dynamic.jars.dir. Without the jar " +
        "the scan goes on without the filter, and hbaseUnusableFilters counts it."
    )
    .version("0.1.0")
    .booleanConf
    .createWithDefault(true)

  val MaxBuildBytes: ConfigEntry[Long] = SQLConf
    .buildConf(Prefix + "join.broadcast.bytes")
    .doc(
      "Largest small side of a broadcast join that travels to the region servers, in bytes of the wire format. The " +
        "region servers then join and aggregate. The side goes to every region. 0: Spark does all joins."
    )
    .version("0.1.0")
    .bytesConf(ByteUnit.BYTE)
    .checkValue(bytes => bytes >= 0 && bytes <= PlanLimits.MAX_BYTES, "must be from 0 to 1 MiB")
    .createWithDefaultString("256KB")

  val MaxRuntimeKeys: ConfigEntry[Int] = SQLConf
    .buildConf(Prefix + "join.runtime.keys")
    .doc(
      "Limit on the different keys of one side of a shuffled join that are listed for the scan of the other side. Up " +
        "to it, only rows with these keys are read from the HBase table by columns of the row key. A Bloom filter of " +
        "more keys travels to the region servers. The keys are counted while the query runs. A side that Spark " +
        "broadcasts has this bound only without a condition, for columns that are not of the row key. 0: such joins " +
        "read all rows."
    )
    .version("0.1.0")
    .intConf
    .checkValue(_ >= 0, "must not be negative")
    .createWithDefault(10000)

  val BulkFolder: ConfigEntry[String] = SQLConf
    .buildConf(Prefix + "bulk.folder")
    .doc(
      "Folder for the files of bulk loads; each load makes a folder of its own in it. Spark must be able to write " +
        "to it and the region servers to read it. On the file system of HBase's files they are moved, elsewhere " +
        "copied. Empty: a folder that a region server makes next to HBase's own files."
    )
    .version("0.1.0")
    .stringConf
    .createWithDefault("")

  val entries: Seq[ConfigEntry[_]] =
    Seq(
      Coprocessor,
      CoprocessorJar,
      FetchSize,
      CacheBlocks,
      PartitionExpiration,
      ConnectionIdle,
      RegionsPerTask,
      BytesPerRange,
      ScannerAhead,
      MaxGets,
      FullScans,
      CustomFilter,
      MaxBuildBytes,
      MaxRuntimeKeys,
      BulkFolder
    )

  /** Makes the settings known to Spark; happens once per JVM, with the first use of this object. */
  def register(): Unit = ()

  /** Refuses settings with our prefix that do not exist: a misspelt one would silently do nothing. */
  def checkNames(conf: SQLConf): Unit =
    conf.getAllConfs.keys.find(key => key.startsWith(Prefix) && !entries.exists(_.key == key)).foreach { key =>
      throw HBaseErrors.UnknownSetting.analysis(NearestName.values("setting", key, entries.map(_.key)): _*)
    }
}
