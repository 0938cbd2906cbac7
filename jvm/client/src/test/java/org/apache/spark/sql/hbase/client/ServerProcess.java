package org.apache.spark.sql.hbase.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.hbase.embedded.EmbeddedHBase;

/**
 * An embedded HBase in a JVM of its own, with HBase's class path and none of ours: HBase's
 * endpoints, which splits and merges need, are compiled against a protobuf that the engine's
 * version does not replace. The coprocessor comes from jars named in the table descriptor, as in
 * production. Stops with this JVM at the latest.
 */
final class ServerProcess implements AutoCloseable {
  private final Process process;
  private final String quorum;

  private ServerProcess(Process process, String quorum) {
    this.process = process;
    this.quorum = quorum;
  }

  static ServerProcess start(int regionServers) throws IOException {
    Path home = Path.of(System.getProperty("embedded.home"));
    // The test classes hold ChaosObserver; whatever else is there is not loaded.
    String classPath =
        String.join(
            System.getProperty("path.separator"),
            System.getProperty("chaos.classes"),
            home.resolve("classes").toString(),
            home.resolve("lib").resolve("*").toString());
    ProcessBuilder command =
        new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx768m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                EmbeddedHBase.class.getName(),
                "--stop-with-stdin",
                "--region-servers",
                String.valueOf(regionServers)));
    Process process = command.redirectErrorStream(true).start();
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    StringBuilder before = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith("ready ")) {
        return new ServerProcess(process, line.substring("ready ".length()));
      }
      before.append(line).append(System.lineSeparator());
    }
    throw new IOException("the embedded HBase ended before it was ready: " + before);
  }

  String quorum() {
    return quorum;
  }

  @Override
  public void close() throws IOException, InterruptedException {
    process.getOutputStream().close();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }
}
