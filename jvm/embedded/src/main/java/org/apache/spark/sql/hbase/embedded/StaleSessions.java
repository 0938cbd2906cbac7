package org.apache.spark.sql.hbase.embedded;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZKUtil;
import org.apache.zookeeper.ZooKeeper;

/**
 * Removes what the servers of a killed process announced in ZooKeeper. Nobody renews those
 * sessions, but until they expire (up to 40 s) a new master would wait for the dead one.
 */
final class StaleSessions {
  private static final int SESSION_TIMEOUT_MILLIS = 10_000;

  private StaleSessions() {}

  /** Call it before any server of this cluster starts. */
  static void remove(String quorum) throws IOException, InterruptedException {
    CountDownLatch connected = new CountDownLatch(1);
    Watcher watcher =
        event -> {
          if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
            connected.countDown();
          }
        };
    try (ZooKeeper zooKeeper = new ZooKeeper(quorum, SESSION_TIMEOUT_MILLIS, watcher)) {
      if (!connected.await(SESSION_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)) {
        throw new IOException("ZooKeeper at " + quorum + " does not answer.");
      }
      for (String node : ZKUtil.listSubTreeBFS(zooKeeper, "/")) {
        if (isEphemeral(zooKeeper, node)) {
          zooKeeper.delete(node, -1);
        }
      }
    } catch (KeeperException e) {
      throw new IOException(
          "ZooKeeper at " + quorum + " refused to forget the servers of an earlier run.", e);
    }
  }

  private static boolean isEphemeral(ZooKeeper zooKeeper, String node)
      throws KeeperException, InterruptedException {
    var stat = zooKeeper.exists(node, false);
    return stat != null && stat.getEphemeralOwner() != 0;
  }
}
