package org.apache.spark.sql.hbase.read

import org.apache.spark.sql.hbase.HBaseConf
import org.apache.spark.sql.hbase.client.{ExecutionMode, ReaderOptions}
import org.apache.spark.sql.internal.SQLConf

/** The session's settings for reading, taken when a query is planned. Serializable. */
final case class ReadConf(
    mode: ExecutionMode,
    fetchSize: Int,
    framesAhead: Int,
    regionsPerTask: Int,
    bytesPerRange: Long,
    partitionExpirationSeconds: Long,
    fullScan: FullScan,
    customFilter: Boolean,
    maxBuildBytes: Long,
    maxGets: Int
) {
  def readerOptions: ReaderOptions =
    ReaderOptions
      .defaults()
      .withMode(mode)
      .withFetchSize(fetchSize)
      .withReadAhead(framesAhead > 0)
      .withCustomFilter(customFilter)
}

object ReadConf {
  def of(conf: SQLConf): ReadConf = {
    HBaseConf.checkNames(conf)
    ReadConf(
      mode = conf.getConf(HBaseConf.Coprocessor) match {
        case "true" => ExecutionMode.AUTO
        case "false" => ExecutionMode.OFF
        case "require" => ExecutionMode.REQUIRE
      },
      fetchSize = conf.getConf(HBaseConf.FetchSize),
      framesAhead = conf.getConf(HBaseConf.ScannerAhead),
      regionsPerTask = conf.getConf(HBaseConf.RegionsPerTask),
      bytesPerRange = conf.getConf(HBaseConf.BytesPerRange),
      partitionExpirationSeconds = conf.getConf(HBaseConf.PartitionExpiration),
      fullScan = FullScan.parse(conf.getConf(HBaseConf.FullScans)),
      customFilter = conf.getConf(HBaseConf.CustomFilter),
      maxBuildBytes = conf.getConf(HBaseConf.MaxBuildBytes),
      maxGets = conf.getConf(HBaseConf.MaxGets)
    )
  }
}
