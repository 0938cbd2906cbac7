package org.apache.spark.sql.hbase.embedded;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Locale;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.thrift.ThriftServer;
import org.apache.hadoop.hbase.zookeeper.HQuorumPeer;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;

/**
 * The kind of a server: it says how the server is run, and when it serves. A process loads the
 * classes of its own role alone, since HDFS has another class path than HBase.
 */
enum ServerRole {
  NAME_NODE {
    @Override
    void run(InetSocketAddress address) throws Exception {
      NameNode.main(new String[0]);
    }
  },
  DATA_NODE {
    @Override
    void run(InetSocketAddress address) {
      DataNode.main(new String[0]);
    }
  },
  ZOOKEEPER {
    @Override
    void run(InetSocketAddress address) {
      HQuorumPeer.main(new String[0]);
    }
  },
  MASTER {
    @Override
    void run(InetSocketAddress address) {
      HMaster.main(new String[] {"start"});
    }

    @Override
    void awaitServing(InetSocketAddress address) throws InterruptedException {
      super.awaitServing(address);
      ClusterWait.forMaster();
    }
  },
  REGION_SERVER {
    @Override
    void run(InetSocketAddress address) {
      HRegionServer.main(new String[] {"start"});
    }

    @Override
    void awaitServing(InetSocketAddress address) throws InterruptedException {
      super.awaitServing(address);
      ClusterWait.forRegionServer(address.getPort());
    }
  },
  GATEWAY {
    @Override
    void run(InetSocketAddress address) throws Exception {
      String port = Integer.toString(address.getPort());
      ThriftServer.main(
          new String[] {"-p", port, "-b", address.getHostString(), "--infoport", "-1"});
    }
  };

  private static final int CONNECT_TIMEOUT_MILLIS = 200;

  /**
   * The role of a word such as {@code region-server}; throws {@link IllegalArgumentException} for
   * others.
   */
  static ServerRole of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** Runs the server in this thread, until it ends. */
  abstract void run(InetSocketAddress address) throws Exception;

  /** Returns once the server of this process answers. */
  void awaitServing(InetSocketAddress address) throws InterruptedException {
    while (!accepts(address)) {
      Thread.sleep(ClusterWait.POLL_MILLIS);
    }
  }

  private static boolean accepts(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address, CONNECT_TIMEOUT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
