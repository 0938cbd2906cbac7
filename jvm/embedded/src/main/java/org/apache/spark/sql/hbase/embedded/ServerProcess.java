package org.apache.spark.sql.hbase.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The command of one server of a cluster whose servers are processes of their own. It calls the
 * main class that HBase's and Hadoop's own scripts call, and writes a file once the server serves.
 * Settings are those of {@code hbase-site.xml}, {@code core-site.xml} and {@code hdfs-site.xml} on
 * the class path, and the property {@code embedded.clock.ahead.millis}, for tests. {@code
 * pyspark_hbase.embedded} starts it.
 */
public final class ServerProcess {
  private ServerProcess() {}

  /**
   * Runs until the server ends. The arguments are the {@link ServerRole}, the host and the port
   * where it listens, and the file that is written once it serves. With {@code --stop-with-stdin}
   * the process ends at once when its standard input does.
   */
  public static void main(String[] arguments) throws Exception {
    ServerRole role = ServerRole.of(arguments[0]);
    InetSocketAddress address = new InetSocketAddress(arguments[1], Integer.parseInt(arguments[2]));
    Path ready = Path.of(arguments[3]);
    if (arguments.length > 4) {
      startDaemon("end-of-input", ServerProcess::haltWithInput);
    }
    // The servers of HDFS have no classes of HBase.
    long ahead = Long.getLong(EmbeddedCluster.CLOCK_AHEAD, 0);
    if (ahead != 0) {
      EmbeddedCluster.setClock(ahead);
    }
    startDaemon("ready", () -> tellWhenReady(role, address, ready));
    role.run(address);
  }

  private static void haltWithInput() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      System.err.println("ServerProcess: standard input failed, which is its end, too: " + e);
    }
    // No exit: its hooks would wait for servers that have ended, too.
    Runtime.getRuntime().halt(0);
  }

  private static void tellWhenReady(ServerRole role, InetSocketAddress address, Path ready) {
    try {
      role.awaitServing(address);
      // Readers poll for the file, so it must appear complete.
      Path draft = ready.resolveSibling(ready.getFileName() + ".draft");
      Files.writeString(draft, Long.toString(ProcessHandle.current().pid()));
      Files.move(draft, ready, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException | InterruptedException e) {
      System.err.println("ServerProcess: it is not known whether the server serves: " + e);
      Runtime.getRuntime().halt(1);
    }
  }

  private static void startDaemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }
}
