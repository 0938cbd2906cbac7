package org.apache.spark.sql.hbase.conf

import org.apache.spark.sql.hbase.client.scan.{CoprocessorMode, ReaderOptions}
import org.apache.spark.sql.internal.SQLConf

/**
 * The settings for reading, taken when a query is planned. Serializable.
 *
 * @param modeSetBy who set the mode, for EXPLAIN
 * @param learns whether Spark may give the scan runtime filters of its own making
 * @param hasPlanner whether a strategy of ours plans the session's queries; else Spark itself hands over parts of them
 */
final case class ReadConf(
    mode: CoprocessorMode,
    fetchSize: Int,
    cacheBlocks: Boolean,
    framesAhead: Int,
    regionsPerTask: Int,
    bytesPerRange: Long,
    partitionExpirationSeconds: Long,
    fullScan: FullScan,
    customFilter: Boolean,
    maxBuildBytes: Long,
    maxGets: Int,
    maxRuntimeKeys: Int,
    modeSetBy: String = s"${HBaseConf.Coprocessor.key} is true",
    learns: Boolean = true,
    hasPlanner: Boolean = true
) {

  /** Returns the settings for a read that region servers cannot do. */
  def inSpark(reason: String): ReadConf = copy(mode = CoprocessorMode.OFF, customFilter = false, modeSetBy = reason)

  def readerOptions: ReaderOptions =
    ReaderOptions
      .defaults()
      .withMode(mode)
      .withFetchSize(fetchSize)
      .withCacheBlocks(cacheBlocks)
      .withReadAhead(framesAhead > 0)
      .withCustomFilter(customFilter)
}

object ReadConf {
  def of(conf: SQLConf): ReadConf = of(conf, Choice.Coprocessor.ofSession(conf))

  def of(conf: SQLConf, coprocessor: Chosen[CoprocessorMode]): ReadConf = {
    HBaseConf.checkNames(conf)
    ReadConf(
      mode = coprocessor.value,
      fetchSize = conf.getConf(HBaseConf.FetchSize),
      cacheBlocks = conf.getConf(HBaseConf.CacheBlocks),
      framesAhead = conf.getConf(HBaseConf.ScannerAhead),
      regionsPerTask = conf.getConf(HBaseConf.RegionsPerTask),
      bytesPerRange = conf.getConf(HBaseConf.BytesPerRange),
      partitionExpirationSeconds = conf.getConf(HBaseConf.PartitionExpiration),
      fullScan = FullScan.parse(conf.getConf(HBaseConf.FullScans)),
      customFilter = conf.getConf(HBaseConf.CustomFilter),
      maxBuildBytes = conf.getConf(HBaseConf.MaxBuildBytes),
      maxGets = conf.getConf(HBaseConf.MaxGets),
      maxRuntimeKeys = conf.getConf(HBaseConf.MaxRuntimeKeys),
      modeSetBy = coprocessor.setBy
    )
  }
}
