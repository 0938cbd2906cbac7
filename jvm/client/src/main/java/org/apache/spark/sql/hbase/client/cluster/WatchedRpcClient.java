package org.apache.spark.sql.hbase.client.cluster;

import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.MetricsConnection;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.ipc.NettyRpcClient;
import org.apache.hadoop.hbase.ipc.RpcClient;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hbase.thirdparty.com.google.protobuf.BlockingRpcChannel;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcChannel;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HBase's RPC client, which also says in one log line within seconds that a server gives no answer.
 * HBase itself is silent there, or logs a stack for each attempt. HBase makes one per connection,
 * by its setting {@value #SETTING}. Thread-safe.
 */
public final class WatchedRpcClient extends NettyRpcClient {
  private static final Logger LOG = LoggerFactory.getLogger(WatchedRpcClient.class);
  private static final String SETTING = "hbase.rpc.client.impl";
  private static final String OPERATION_TIMEOUT = "hbase.client.operation.timeout";

  /**
   * A region server works on a slice of a scan for up to half of the time that the client waits.
   */
  private static final String SLOW_METHOD = "Scan";

  /** Lazily started, so that a JVM that never connects has no thread for it. */
  private static final class Watch {
    static final ScheduledExecutorService THREAD =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "hbase-silent-servers");
              thread.setDaemon(true);
              return thread;
            });
  }

  private final SilentServers silent =
      new SilentServers(() -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()), this::tell);
  private final Future<?> watch =
      Watch.THREAD.scheduleWithFixedDelay(silent::look, 1, 1, TimeUnit.SECONDS);

  /** As HBase calls it. */
  public WatchedRpcClient(
      Configuration conf,
      String clusterId,
      SocketAddress localAddress,
      MetricsConnection metrics,
      Map<String, byte[]> attributes) {
    super(conf, clusterId, localAddress, metrics, attributes);
  }

  /**
   * Makes HBase use it, unless the settings name another one, or HBase's classes come from a place
   * that does not see this class.
   */
  static void install(Configuration conf) {
    if (conf.get(SETTING) == null
        && RpcClient.class.getClassLoader() == WatchedRpcClient.class.getClassLoader()) {
      conf.set(SETTING, WatchedRpcClient.class.getName());
    }
  }

  @Override
  public BlockingRpcChannel createBlockingRpcChannel(ServerName to, User user, int timeoutMillis) {
    BlockingRpcChannel channel = super.createBlockingRpcChannel(to, user, timeoutMillis);
    return (method, controller, message, prototype) -> {
      SilentServers.Request request = sent(to, method.getName(), controller, timeoutMillis);
      try {
        var answer = channel.callBlockingMethod(method, controller, message, prototype);
        request.answered();
        return answer;
      } catch (ServiceException | RuntimeException e) {
        ended(request, e.getCause() == null ? e : e.getCause());
        throw e;
      }
    };
  }

  @Override
  public RpcChannel createRpcChannel(ServerName to, User user, int timeoutMillis) {
    RpcChannel channel = super.createRpcChannel(to, user, timeoutMillis);
    return (method, controller, message, prototype, done) -> {
      SilentServers.Request request = sent(to, method.getName(), controller, timeoutMillis);
      channel.callMethod(
          method,
          controller,
          message,
          prototype,
          answer -> {
            if (controller instanceof HBaseRpcController ours && ours.failed()) {
              ended(request, ours.getFailed());
            } else if (answer == null) {
              request.cancelled();
            } else {
              request.answered();
            }
            done.run(answer);
          });
    };
  }

  @Override
  public void close() {
    watch.cancel(false);
    super.close();
  }

  private SilentServers.Request sent(
      ServerName to, String method, RpcController controller, int timeoutMillis) {
    boolean hasOwn = controller instanceof HBaseRpcController own && own.hasCallTimeout();
    int timeout = hasOwn ? ((HBaseRpcController) controller).getCallTimeout() : timeoutMillis;
    int patience = SilentServers.PATIENCE_MILLIS;
    if (method.equals(SLOW_METHOD)) {
      patience = Math.max(patience, timeout / 3 * 2);
    }
    return silent.sent(to.getAddress().toString(), method, patience);
  }

  private static void ended(SilentServers.Request request, Throwable failure) {
    if (failure instanceof RemoteException) {
      request.answered();
    } else if (NoAnswer.isCauseOf(failure)) {
      request.failed(NoAnswer.problem(failure));
    } else {
      request.cancelled();
    }
  }

  private void tell(String server, long silentMillis, String problem) {
    LOG.warn(line(server, silentMillis, problem, conf));
  }

  /** The line is true of a server that is down, and of one that holds back writes for a while. */
  static String line(String server, long silentMillis, String problem, Configuration conf) {
    return String.format(
        "HBase leaves requests without an answer: server %s of quorum %s, for %d s (%s). The server may be down, may"
            + " hang, or may hold back writes until a region has memory again. A statement waits up to %d s for each of"
            + " its requests (%s), then it fails. `pyspark-hbase doctor` looks at all servers.",
        server,
        conf.get(ClusterSettings.QUORUM),
        TimeUnit.MILLISECONDS.toSeconds(silentMillis),
        problem,
        TimeUnit.MILLISECONDS.toSeconds(conf.getInt(OPERATION_TIMEOUT, 0)),
        OPERATION_TIMEOUT);
  }
}
