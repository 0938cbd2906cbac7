package org.apache.spark.sql.hbase.coprocessor;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * A connection of the class to the {@link SharedCluster}, whose tables have names of their own in
 * each test.
 */
abstract class ClusterTest {
  static Connection connection;

  @BeforeAll
  static void connect() throws IOException {
    connection = SharedCluster.connect();
  }

  @AfterAll
  static void disconnect() throws IOException {
    connection.close();
  }
}
