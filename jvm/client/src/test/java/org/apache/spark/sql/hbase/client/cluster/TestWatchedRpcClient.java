package org.apache.spark.sql.hbase.client.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class TestWatchedRpcClient {
  @Test
  void theLineIsTrueOfAServerThatHoldsBackWritesToo() {
    Configuration conf = new Configuration(false);
    conf.set(ClusterSettings.QUORUM, "zk:2181");
    conf.setInt("hbase.client.operation.timeout", 120_000);
    assertEquals(
        "HBase leaves requests without an answer: server rs1:16020 of quorum zk:2181, for 5 s (no answer to Multi)."
            + " The server may be down, may hang, or may hold back writes until a region has memory again. A statement"
            + " waits up to 120 s for each of its requests (hbase.client.operation.timeout), then it fails."
            + " `pyspark-hbase doctor` looks at all servers.",
        WatchedRpcClient.line("rs1:16020", 5_900, "no answer to Multi", conf));
  }
}
