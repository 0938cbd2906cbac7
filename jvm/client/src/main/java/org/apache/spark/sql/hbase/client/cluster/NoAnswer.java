package org.apache.spark.sql.hbase.client.cluster;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hadoop.hbase.ipc.FailedServerException;

/** Tells failures of requests that no server answered from answers of servers. Stateless. */
public final class NoAnswer {
  /** HBase's ZooKeeper client stands under several names in class files, so it is named here. */
  private static final String CONNECTION_LOSS = "ConnectionLossException";

  /** The places where messages of HBase's client name a server. */
  private static final Pattern SERVER =
      Pattern.compile("(?:hostname=|address=)([^\\s,/:]+)[,:](\\d+)");

  /** Causes of causes, as many as a person would read. */
  private static final int MAX_DEPTH = 20;

  private NoAnswer() {}

  /** Whether a request failed because a server of HBase, or ZooKeeper, does not answer. */
  public static boolean isCauseOf(Throwable failure) {
    return causes(failure).stream().anyMatch(NoAnswer::isNoAnswer);
  }

  private static boolean isNoAnswer(Throwable failure) {
    // HBase's client wraps the last failure of its attempts in a SocketTimeoutException, which may
    // be an answer.
    return failure instanceof SocketTimeoutException timeout && timeout.getCause() == null
        || failure instanceof ConnectException
        || failure instanceof NoRouteToHostException
        || failure instanceof UnknownHostException
        || failure instanceof CallTimeoutException
        || failure instanceof FailedServerException
        || failure instanceof ConnectionClosedException
        || failure.getClass().getSimpleName().equals(CONNECTION_LOSS);
  }

  /** The servers, {@code host:port}, that the messages of a failure name; none for ZooKeeper. */
  public static Set<String> servers(Throwable failure) {
    Set<String> servers = new LinkedHashSet<>();
    for (Throwable cause : causes(failure)) {
      Matcher found = SERVER.matcher(String.valueOf(cause.getMessage()));
      while (found.find()) {
        servers.add(found.group(1) + ":" + found.group(2));
      }
    }
    return servers;
  }

  /** Says in a few words what happened at the server, without the texts around it. */
  public static String problem(Throwable failure) {
    List<Throwable> causes = causes(failure);
    for (int i = causes.size() - 1; i >= 0; i--) {
      if (isNoAnswer(causes.get(i))) {
        return problemOf(causes.get(i));
      }
    }
    return "the error is " + failure.getClass().getSimpleName();
  }

  private static String problemOf(Throwable failure) {
    if (failure instanceof UnknownHostException) {
      return "the name of the host is not known";
    }
    if (failure instanceof CallTimeoutException || failure instanceof SocketTimeoutException) {
      return "no answer came in time";
    }
    if (failure.getClass().getSimpleName().equals(CONNECTION_LOSS)) {
      return "ZooKeeper cannot be reached";
    }
    // FailedServerException: refused a moment ago, so not tried again yet.
    return "no connection can be made";
  }

  /** The failure, its causes, and those of the rows of a batch. */
  private static List<Throwable> causes(Throwable failure) {
    List<Throwable> causes = new ArrayList<>();
    Throwable next = failure;
    while (next != null && causes.size() < MAX_DEPTH) {
      causes.add(next);
      boolean ofRows =
          next instanceof RetriesExhaustedWithDetailsException rows && rows.getNumExceptions() > 0;
      next = ofRows ? ((RetriesExhaustedWithDetailsException) next).getCause(0) : next.getCause();
    }
    return causes;
  }
}
