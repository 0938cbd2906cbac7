package org.apache.spark.sql.hbase.embedded;

import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.procedure2.RemoteProcedureDispatcher;

/**
 * The HBase settings of a cluster that lives in one JVM, on the local file system and the loopback
 * interface.
 */
final class EmbeddedConfiguration {
  /** The number of region servers that a master waits for when it starts. */
  static final String AWAITED_REGION_SERVERS = "hbase.master.wait.on.regionservers.maxtostart";

  private EmbeddedConfiguration() {}

  /**
   * @param data folder of the cluster's files
   * @param overrides the user's settings; they win
   */
  static Configuration create(Path data, int regionServers, Map<String, String> overrides) {
    Configuration conf = HBaseConfiguration.create();
    storeIn(data, conf);
    listenOnLoopback(conf);
    startFast(regionServers, conf);
    overrides.forEach(conf::set);
    return conf;
  }

  private static void storeIn(Path data, Configuration conf) {
    conf.set("hbase.rootdir", data.resolve("root").toUri().toString());
    conf.set("hbase.tmp.dir", data.resolve("tmp").toString());
    conf.set("hadoop.tmp.dir", data.resolve("tmp").toString());
    conf.setClass("fs.file.impl", DurableLocalFileSystem.class, FileSystem.class);
    conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    conf.set("hbase.wal.provider", "filesystem");
  }

  private static void listenOnLoopback(Configuration conf) {
    conf.setBoolean("hbase.cluster.distributed", false);
    conf.setBoolean("hbase.localcluster.assign.random.ports", true);
    conf.setInt("hbase.master.info.port", -1);
    conf.setInt("hbase.regionserver.info.port", -1);
    conf.set("hbase.master.hostname", "localhost");
    conf.set("hbase.regionserver.hostname", "localhost");
    conf.set("hbase.master.ipc.address", "127.0.0.1");
    conf.set("hbase.regionserver.ipc.address", "127.0.0.1");
    conf.set("hbase.zookeeper.quorum", "127.0.0.1");
  }

  private static void startFast(int regionServers, Configuration conf) {
    conf.setInt("hbase.regionserver.msginterval", 100);
    conf.setInt("hbase.master.wait.on.regionservers.mintostart", regionServers);
    conf.setInt(AWAITED_REGION_SERVERS, regionServers);
    conf.setInt("hbase.master.wait.on.regionservers.interval", 50);
    conf.setInt("hbase.master.wait.on.regionservers.timeout", 500);
    // Else the master collects for 150 ms what it has to tell a server: for each table made or
    // dropped.
    conf.setInt(RemoteProcedureDispatcher.DISPATCH_DELAY_CONF_KEY, 1);
    // The process decides when to stop; HBase's own hook would race with ours.
    conf.setBoolean("hbase.shutdown.hook", false);
  }
}
