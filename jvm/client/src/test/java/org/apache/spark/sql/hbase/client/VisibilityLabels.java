package org.apache.spark.sql.hbase.client;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.visibility.VisibilityClient;

/**
 * A program that makes a visibility label and lets a user see what bears it. HBase's client asks an
 * endpoint for that, so it runs with HBase's class path: {@link ServerProcess#run}.
 */
final class VisibilityLabels {
  private VisibilityLabels() {}

  /**
   * @param arguments quorum, label, user
   */
  public static void main(String[] arguments) throws Exception {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.zookeeper.quorum", arguments[0]);
    String[] labels = {arguments[1]};
    try (Connection connection = ConnectionFactory.createConnection(conf)) {
      VisibilityClient.addLabels(connection, labels);
      VisibilityClient.setAuths(connection, labels, arguments[2]);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
