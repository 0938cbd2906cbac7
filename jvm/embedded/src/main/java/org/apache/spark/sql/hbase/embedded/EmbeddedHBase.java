package org.apache.spark.sql.hbase.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * The command: starts an {@link EmbeddedCluster}, prints {@code ready <quorum>}, and runs until
 * SIGTERM, SIGINT or, with {@code --stop-with-stdin}, the end of standard input. See README.md of
 * this module.
 */
public final class EmbeddedHBase {
  /** Above Hadoop's file systems (10), which must still be open while the cluster flushes. */
  private static final int HOOK_PRIORITY = 100;

  private static final long STOP_TIMEOUT_SECONDS = 60;

  private EmbeddedHBase() {}

  public static void main(String[] arguments) throws Exception {
    EmbeddedOptions options;
    try {
      options = EmbeddedOptions.parse(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println(
          "EmbeddedHBase: " + e.getMessage() + System.lineSeparator() + EmbeddedOptions.USAGE);
      System.exit(2);
      return;
    }
    Path log = logFile(options);
    // Read by log4j2.properties when the first logger is made.
    System.setProperty("embedded.log", log.toString());
    try {
      run(options, log);
    } catch (IOException | RuntimeException e) {
      // ZooKeeper and HBase leave threads that would keep a half-started process alive.
      System.err.println("EmbeddedHBase: " + reason(e) + " log=" + log);
      System.exit(1);
    }
  }

  /** HBase wraps what went wrong; the innermost message says it. */
  private static String reason(Throwable problem) {
    Throwable innermost = problem;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    String outer = String.valueOf(problem.getMessage());
    return innermost == problem ? outer : outer + " cause=\"" + innermost.getMessage() + "\"";
  }

  private static void run(EmbeddedOptions options, Path log)
      throws IOException, InterruptedException {
    EmbeddedCluster cluster = EmbeddedCluster.start(options);
    ShutdownHookManager.get()
        .addShutdownHook(
            () -> stop(cluster, options, log),
            HOOK_PRIORITY,
            STOP_TIMEOUT_SECONDS,
            TimeUnit.SECONDS);
    if (options.stateFile().isPresent()) {
      writeState(options.stateFile().get(), ClusterState.of(options.name(), cluster));
    }
    System.out.println("ready " + cluster.quorum());
    if (options.stopWithStdin()) {
      System.in.transferTo(OutputStream.nullOutputStream());
      System.exit(0);
    }
    Thread.currentThread().join();
  }

  /** In the data folder; for temporary data beside it, so that it outlives a failed start. */
  private static Path logFile(EmbeddedOptions options) {
    if (options.data().isPresent()) {
      return options.data().get().toAbsolutePath().resolve("hbase.log");
    }
    String name = "embedded-hbase-" + ProcessHandle.current().pid() + ".log";
    return Path.of(System.getProperty("java.io.tmpdir"), name);
  }

  /** Readers poll for the file, so it must appear complete. */
  private static void writeState(Path file, ClusterState state) throws IOException {
    Path target = file.toAbsolutePath();
    Files.createDirectories(target.getParent());
    Path draft =
        Files.createTempFile(target.getParent(), target.getFileName().toString(), ".draft");
    Files.writeString(draft, state.toJson());
    Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void stop(EmbeddedCluster cluster, EmbeddedOptions options, Path log) {
    try {
      cluster.close();
      if (options.stateFile().isPresent()) {
        Files.deleteIfExists(options.stateFile().get());
      }
      if (options.data().isEmpty()) {
        Files.deleteIfExists(log);
      }
    } catch (IOException e) {
      System.err.println("EmbeddedHBase: stopped, but not cleanly: " + e.getMessage());
    }
  }
}
