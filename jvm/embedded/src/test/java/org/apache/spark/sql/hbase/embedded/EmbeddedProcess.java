package org.apache.spark.sql.hbase.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * The command in a JVM of its own, as a user starts it. Stopped, or killed, on close at the latest.
 */
final class EmbeddedProcess implements AutoCloseable {
  private static final long STOP_TIMEOUT_SECONDS = 60;

  private final Process process;
  private final String quorum;

  private EmbeddedProcess(Process process, String quorum) {
    this.process = process;
    this.quorum = quorum;
  }

  static EmbeddedProcess start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(EmbeddedHBase.class.getName());
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    StringBuilder before = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith("ready ")) {
        return new EmbeddedProcess(process, line.substring("ready ".length()));
      }
      before.append(line).append(System.lineSeparator());
    }
    throw new IOException("the command ended before it was ready: " + before);
  }

  Connection connect() throws IOException {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.zookeeper.quorum", quorum.substring(0, quorum.indexOf(':')));
    conf.set("hbase.zookeeper.property.clientPort", quorum.substring(quorum.indexOf(':') + 1));
    return ConnectionFactory.createConnection(conf);
  }

  String quorum() {
    return quorum;
  }

  long pid() {
    return process.pid();
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  void closeStdin() throws IOException {
    process.getOutputStream().close();
  }

  /** Whether it ended by itself within the timeout. */
  boolean awaitEnd() throws InterruptedException {
    return process.waitFor(STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void close() throws InterruptedException {
    process.destroy();
    if (!awaitEnd()) {
      kill();
      throw new IllegalStateException("the embedded HBase did not stop after SIGTERM");
    }
  }
}
