package org.apache.spark.sql.hbase.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.thrift.ThriftServer;

/** HBase's Thrift gateway in this JVM: buffered transport, binary protocol, loopback only. */
final class ThriftGateway implements AutoCloseable {
  private static final long START_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final ThriftServer server;
  private final int port;

  private ThriftGateway(ThriftServer server, int port) {
    this.server = server;
    this.port = port;
  }

  /** Starts the gateway and waits until it accepts connections. */
  static ThriftGateway start(Configuration conf) throws IOException, InterruptedException {
    int port = freePort();
    ThriftServer server = new ThriftServer(new Configuration(conf));
    AtomicReference<Exception> failure = new AtomicReference<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                server.run(
                    new String[] {
                      "-p", Integer.toString(port), "-b", "127.0.0.1", "--infoport", "-1"
                    });
              } catch (Exception e) {
                failure.set(e);
              }
            },
            "thrift-gateway");
    thread.setDaemon(true);
    thread.start();

    long deadline = System.nanoTime() + START_TIMEOUT_NANOS;
    while (!accepts(port)) {
      if (!thread.isAlive() || System.nanoTime() > deadline) {
        throw new IOException(
            "the Thrift gateway did not start on 127.0.0.1:" + port + ".", failure.get());
      }
      Thread.sleep(20);
    }
    return new ThriftGateway(server, port);
  }

  String address() {
    return "127.0.0.1:" + port;
  }

  @Override
  public void close() {
    server.stop();
  }

  /**
   * Another process may take the port before the gateway does; then {@link #start} fails and says
   * so.
   */
  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static boolean accepts(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
