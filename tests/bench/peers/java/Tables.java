package peers;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * Readies tables: {@code QUORUM compact TABLE} flushes and compacts to one store file per region
 * and family. {@code QUORUM twin TABLE COPY KEY VALUE} makes a table that shares the store files of
 * another and has one more value in its descriptor.
 */
public final class Tables {
  private Tables() {}

  public static void main(String[] arguments) throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(configuration(arguments[0]));
        Admin admin = connection.getAdmin()) {
      TableName table = TableName.valueOf(arguments[2]);
      switch (arguments[1]) {
        case "compact" -> compact(admin, table);
        case "twin" ->
            twin(admin, table, TableName.valueOf(arguments[3]), arguments[4], arguments[5]);
        default -> throw new IllegalArgumentException(arguments[1]);
      }
    }
  }

  /** Settings of a client of the cluster whose ZooKeeper listens at {@code host:port}. */
  static Configuration configuration(String quorum) {
    Configuration conf = HBaseConfiguration.create();
    int colon = quorum.indexOf(':');
    conf.set("hbase.zookeeper.quorum", quorum.substring(0, colon));
    conf.set("hbase.zookeeper.property.clientPort", quorum.substring(colon + 1));
    return conf;
  }

  private static void compact(Admin admin, TableName table)
      throws IOException, InterruptedException {
    admin.flush(table);
    // What is asked for while HBase compacts by itself may come to nothing.
    do {
      admin.majorCompact(table);
      do {
        Thread.sleep(500);
      } while (admin.getCompactionState(table) != CompactionState.NONE);
    } while (storeFiles(admin, table) > 1);
  }

  /** Most store files that a region has. */
  private static int storeFiles(Admin admin, TableName table) throws IOException {
    int most = 0;
    for (var server : admin.getRegionServers()) {
      for (var metrics : admin.getRegionMetrics(server, table)) {
        most = Math.max(most, metrics.getStoreFileCount());
      }
    }
    return most;
  }

  private static void twin(Admin admin, TableName table, TableName copy, String key, String value)
      throws IOException, InterruptedException {
    String snapshot = copy.getQualifierAsString() + "-snapshot";
    admin.snapshot(snapshot, table);
    admin.cloneSnapshot(snapshot, copy);
    admin.modifyTable(
        TableDescriptorBuilder.newBuilder(admin.getDescriptor(copy)).setValue(key, value).build());
    while (!admin.isTableAvailable(copy)) {
      Thread.sleep(100);
    }
  }
}
