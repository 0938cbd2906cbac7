package org.apache.spark.sql.hbase.embedded;

import java.util.Optional;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** The address of a running cluster and its process; the content of the state file. */
record ClusterState(String name, long pid, String quorum, String master, Optional<String> thrift) {

  static ClusterState of(String name, EmbeddedCluster cluster) {
    return new ClusterState(
        name, ProcessHandle.current().pid(), cluster.quorum(), cluster.master(), cluster.thrift());
  }

  /** One JSON object; {@code thrift} is absent when there is no gateway. */
  String toJson() {
    JsonObject json = new JsonObject();
    json.addProperty("name", name);
    json.addProperty("pid", pid);
    json.addProperty("quorum", quorum);
    json.addProperty("master", master);
    thrift.ifPresent(address -> json.addProperty("thrift", address));
    return json + System.lineSeparator();
  }
}
