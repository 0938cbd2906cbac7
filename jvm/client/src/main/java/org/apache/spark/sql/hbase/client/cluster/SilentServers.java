package org.apache.spark.sql.hbase.client.cluster;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Finds the servers of one cluster that leave requests without an answer. HBase's client repeats
 * such requests for minutes. {@link WatchedRpcClient} tells of each request and asks for a look
 * once a second. Thread-safe.
 */
final class SilentServers {
  /** A server that moves or starts anew is no news. */
  static final int PATIENCE_MILLIS = 5_000;

  /** Nothing more is told of the same server in this time. */
  static final int PAUSE_MILLIS = 30_000;

  /** A failure that is as old says nothing of the next one. */
  static final int MEMORY_MILLIS = 60_000;

  /** The longest pause of HBase's client between its first attempts. */
  private static final int BETWEEN_ATTEMPTS_MILLIS = 2_000;

  /** Is told of a server. */
  interface Listener {
    /**
     * @param server {@code host:port}
     * @param silentMillis since its last answer, or since the first request that failed
     */
    void isSilent(String server, long silentMillis, String problem);
  }

  private final LongSupplier clock;
  private final Listener listener;
  private final Map<String, Server> servers = new ConcurrentHashMap<>();
  private volatile long lastAnswer = Long.MIN_VALUE;

  /**
   * @param clock milliseconds from any start
   */
  SilentServers(LongSupplier clock, Listener listener) {
    this.clock = clock;
    this.listener = listener;
  }

  /** A request leaves; exactly one of its methods is called when it ends. */
  Request sent(String server, String method, int patienceMillis) {
    Server to = servers.computeIfAbsent(server, name -> new Server());
    Request request = new Request(to, method, clock.getAsLong(), patienceMillis);
    to.open.add(request);
    return request;
  }

  /** Tells of the servers that are silent now. */
  void look() {
    long now = clock.getAsLong();
    servers.forEach((name, server) -> server.look(name, now));
  }

  /** One request to a server. */
  final class Request {
    private final Server server;
    private final String method;
    private final long sentAt;
    private final int patienceMillis;

    private Request(Server server, String method, long sentAt, int patienceMillis) {
      this.server = server;
      this.method = method;
      this.sentAt = sentAt;
      this.patienceMillis = patienceMillis;
    }

    /** The server answered, be it with an error. */
    void answered() {
      server.open.remove(this);
      lastAnswer = clock.getAsLong();
      server.answered(lastAnswer);
    }

    /** There was no answer. */
    void failed(String problem) {
      server.open.remove(this);
      server.failed(problem, clock.getAsLong());
    }

    /** Nobody waits for the answer any more. */
    void cancelled() {
      server.open.remove(this);
    }
  }

  private final class Server {
    private final Set<Request> open = ConcurrentHashMap.newKeySet();
    private volatile long answeredAt = Long.MIN_VALUE;

    // Null while the last request was answered.
    private String problem;
    private long failingSince;
    private long failedAt;
    private boolean told;
    private long toldAt;

    void answered(long now) {
      answeredAt = now;
      synchronized (this) {
        problem = null;
        told = false;
      }
    }

    synchronized void failed(String newProblem, long now) {
      if (problem == null || now - failedAt >= MEMORY_MILLIS) {
        failingSince = now;
      }
      problem = newProblem;
      failedAt = now;
    }

    synchronized void look(String name, long now) {
      boolean isNews = !told || now - toldAt >= PAUSE_MILLIS;
      if (isNews && !tellOfRequests(name, now)) {
        tellOfFailures(name, now);
      }
    }

    private boolean tellOfRequests(String name, long now) {
      for (Request request : open) {
        long since = Math.max(request.sentAt, answeredAt);
        if (now - since >= request.patienceMillis) {
          long begin = problem == null ? since : Math.min(since, failingSince);
          tell(name, now, begin, "no answer to " + request.method);
          return true;
        }
      }
      return false;
    }

    private void tellOfFailures(String name, long now) {
      if (problem == null || now - failingSince < PATIENCE_MILLIS) {
        return;
      }
      boolean goesOn = now - failedAt < BETWEEN_ATTEMPTS_MILLIS;
      // Whoever asked asks elsewhere without an answer either, of ZooKeeper for example.
      boolean isStuck = lastAnswer < failedAt && !told;
      if (goesOn || isStuck) {
        tell(name, now, failingSince, problem);
      }
    }

    private void tell(String name, long now, long begin, String what) {
      told = true;
      toldAt = now;
      listener.isSilent(name, now - begin, what);
    }
  }
}
