package org.apache.spark.sql.hbase.client.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;

/** Looks into ZooKeeper for where an HBase cluster has its znodes. Stateless. */
final class Znodes {
  private static final int SESSION_MILLIS = 3_000;

  /** Each running cluster has it below its parent. */
  private static final String CLUSTER_ID = "/hbaseid";

  private Znodes() {}

  static String parent(Configuration conf) {
    return conf.get("zookeeper.znode.parent", "/hbase");
  }

  /**
   * Does nothing where ZooKeeper does not tell.
   *
   * @param quorum {@code host:port,host:port}
   * @throws SubPlanException CLUSTER_UNREACHABLE where no cluster has the parent that is set; names
   *     those that there are
   */
  static void check(Configuration conf, String quorum) throws SubPlanException {
    String parent = parent(conf);
    List<String> others = new ArrayList<>();
    try (ZooKeeper zooKeeper = new ZooKeeper(quorum, SESSION_MILLIS, event -> {})) {
      if (zooKeeper.exists(parent + CLUSTER_ID, false) != null) {
        return;
      }
      for (String name : zooKeeper.getChildren("/", false)) {
        if (zooKeeper.exists("/" + name + CLUSTER_ID, false) != null) {
          others.add("/" + name);
        }
      }
    } catch (IOException | KeeperException e) {
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    throw new SubPlanException(
        ErrorCode.CLUSTER_UNREACHABLE,
        "ZooKeeper answers, but no HBase cluster has this parent znode there. Set zookeeper.znode.parent to the value of the"
            + " servers' hbase-site.xml, for example as spark.sql.catalog.hbase.zookeeper.znode.parent.",
        Map.of("quorum", quorum, "znode", parent, "clusters", String.join(",", others)));
  }
}
