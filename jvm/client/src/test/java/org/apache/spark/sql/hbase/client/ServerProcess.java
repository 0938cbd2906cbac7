package org.apache.spark.sql.hbase.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    return start(regionServers, Map.of());
  }

  /**
   * @param settings of all servers
   */
  static ServerProcess start(int regionServers, Map<String, String> settings) throws IOException {
    return start(regionServers, settings, List.of());
  }

  /**
   * @param firstOnClassPath jars of ours in front of HBase's: regions then cannot split or merge
   */
  static ServerProcess start(
      int regionServers, Map<String, String> settings, List<Path> firstOnClassPath)
      throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(
        List.of("--stop-with-stdin", "--region-servers", String.valueOf(regionServers)));
    settings.forEach((key, value) -> arguments.addAll(List.of("--conf", key + "=" + value)));
    Process process = java(EmbeddedHBase.class, arguments, firstOnClassPath).start();
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

  /**
   * Runs a program of the test classes with HBase's class path until it ends.
   *
   * @throws IOException when it fails, with what it prints
   */
  static void run(Class<?> program, String... arguments) throws IOException, InterruptedException {
    Process process = java(program, List.of(arguments), List.of()).start();
    process.getOutputStream().close();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(program.getSimpleName() + " failed: " + printed);
    }
  }

  private static ProcessBuilder java(
      Class<?> program, List<String> arguments, List<Path> firstOnClassPath) {
    Path home = Path.of(System.getProperty("embedded.home"));
    // The test classes hold ChaosObserver; whatever else is there is not loaded.
    List<String> classPath = new ArrayList<>();
    firstOnClassPath.forEach(path -> classPath.add(path.toString()));
    classPath.add(System.getProperty("chaos.classes"));
    classPath.add(home.resolve("classes").toString());
    classPath.add(home.resolve("lib").resolve("*").toString());
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx768m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            String.join(System.getProperty("path.separator"), classPath),
            program.getName()));
    command.addAll(arguments);
    return new ProcessBuilder(command).redirectErrorStream(true);
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
