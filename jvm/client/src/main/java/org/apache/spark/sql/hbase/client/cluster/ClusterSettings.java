package org.apache.spark.sql.hbase.client.cluster;

import java.io.Serializable;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;

/**
 * The settings to reach one HBase cluster. Immutable; equal settings share one connection in {@link
 * ConnectionCache}. Holds only strings and numbers, so it may travel inside a Spark task.
 *
 * @param properties HBase properties that override hbase-site.xml, such as {@code
 *     hbase.zookeeper.quorum}
 * @param connectTimeoutMillis how long a cluster that does not answer may hold up the first use
 * @param idleSeconds how long a connection that nobody uses stays open
 */
public record ClusterSettings(
    Map<String, String> properties, int connectTimeoutMillis, int idleSeconds)
    implements Serializable {
  /** ZooKeeper servers, {@code host:port,host:port}. */
  public static final String QUORUM = "hbase.zookeeper.quorum";

  /** Masters or region servers, {@code host:port,host:port}, in place of ZooKeeper. */
  public static final String BOOTSTRAP_SERVERS = "hbase.client.bootstrap.servers";

  private static final String REGISTRY = "hbase.client.registry.impl";
  private static final String RPC_REGISTRY = "org.apache.hadoop.hbase.client.RpcConnectionRegistry";

  public static final int DEFAULT_CONNECT_TIMEOUT_MILLIS = 10_000;
  public static final int DEFAULT_IDLE_SECONDS = 120;

  /**
   * Shorter than HBase's own. A region server spends at most half of a call's timeout on one slice
   * of a sub-plan. A lost location is given up soon, because {@code SubPlanReader} looks it up
   * again and goes on. hbase-site.xml and {@link #properties} win.
   */
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "hbase.rpc.read.timeout", "12000",
          "hbase.client.scanner.timeout.period", "12000",
          "hbase.client.meta.read.rpc.timeout", "5000",
          "hbase.client.meta.operation.timeout", "20000",
          "hbase.client.operation.timeout", "120000",
          "zookeeper.recovery.retry", "3");

  public ClusterSettings {
    properties = Collections.unmodifiableMap(new TreeMap<>(properties));
  }

  /** Settings with the default times. */
  public static ClusterSettings of(Map<String, String> properties) {
    return new ClusterSettings(properties, DEFAULT_CONNECT_TIMEOUT_MILLIS, DEFAULT_IDLE_SECONDS);
  }

  /** Settings for ZooKeeper servers {@code host:port,host:port}. */
  public static ClusterSettings ofQuorum(String quorum) {
    return of(Map.of(QUORUM, quorum));
  }

  public ClusterSettings withConnectTimeout(Duration timeout) {
    return new ClusterSettings(properties, Math.toIntExact(timeout.toMillis()), idleSeconds);
  }

  public ClusterSettings withIdleTime(Duration idle) {
    return new ClusterSettings(properties, connectTimeoutMillis, Math.toIntExact(idle.toSeconds()));
  }

  /** The ZooKeeper servers that HBase's client asks, for messages. */
  public String quorum() {
    return toConfiguration().get(QUORUM);
  }

  /**
   * A fresh configuration: hbase-site.xml of the class path, our shorter times, then {@link
   * #properties}. Properties that name bootstrap servers and no ZooKeeper choose HBase's registry
   * of that kind.
   */
  public Configuration toConfiguration() {
    Configuration conf = HBaseConfiguration.create();
    DEFAULTS.forEach(
        (key, value) -> {
          if (isHBaseDefault(conf, key)) {
            conf.set(key, value);
          }
        });
    properties.forEach(conf::set);
    boolean hasBootstrap = properties.containsKey(BOOTSTRAP_SERVERS);
    if (hasBootstrap && !properties.containsKey(QUORUM) && !properties.containsKey(REGISTRY)) {
      conf.set(REGISTRY, RPC_REGISTRY);
    }
    return conf;
  }

  private static boolean isHBaseDefault(Configuration conf, String key) {
    String[] sources = conf.getPropertySources(key);
    return sources == null
        || sources.length == 0
        || sources[sources.length - 1].endsWith("hbase-default.xml");
  }
}
