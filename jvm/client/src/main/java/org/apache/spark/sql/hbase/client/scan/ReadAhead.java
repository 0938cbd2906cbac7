package org.apache.spark.sql.hbase.client.scan;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Calls a source in another thread, so that the next answer is on its way while the caller works on
 * this one. It makes one call at a time, at most one ahead of its caller. Failures reach the caller
 * as they were thrown.
 *
 * <p>The source is never called by two threads at once and is closed exactly once. {@link #close}
 * closes it. When a call is under way, the thread of the call closes it as soon as it is back. So
 * nobody waits for an answer that is not wanted. An HBase scanner that is closed in the middle of a
 * call would stay open in the region server until its lease ends. Not thread-safe.
 *
 * @param <T> an answer
 */
final class ReadAhead<T> implements AutoCloseable {
  /** The source whose answers are read ahead. */
  interface Source<T> extends AutoCloseable {
    T next() throws IOException;

    @Override
    void close();
  }

  /** Longer than a region server works on one frame; only a server that is gone takes longer. */
  private static final Executor GRACE = CompletableFuture.delayedExecutor(10, TimeUnit.SECONDS);

  /**
   * Daemon threads of this process for all sources; they end when nothing was to do for a while.
   */
  private static final Executor THREADS =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          5,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> {
            Thread thread = new Thread(task, "hbase-read-ahead");
            thread.setDaemon(true);
            return thread;
          });

  private final Source<T> source;
  private final Executor grace;
  // The answer that was asked for and not taken yet.
  private FutureTask<T> ahead;

  // These three are guarded by this object's monitor. A call is pending from start() on.
  private boolean callPending;
  private Thread caller;
  private boolean closed;

  /** Takes over {@code source}. */
  ReadAhead(Source<T> source) {
    this(source, GRACE);
  }

  /**
   * @param grace runs what it is given after the time that a call may take once nobody wants it
   */
  ReadAhead(Source<T> source, Executor grace) {
    this.source = source;
    this.grace = grace;
  }

  /** Asks for the next answer, unless that was done already. Returns at once. */
  void start() {
    if (ahead != null) {
      return;
    }
    FutureTask<T> call = new FutureTask<>(this::call);
    synchronized (this) {
      callPending = true;
    }
    try {
      THREADS.execute(call);
      ahead = call;
    } catch (RuntimeException | Error e) {
      endCall();
      throw e;
    }
  }

  /**
   * The answer that was asked for, or else a new one.
   *
   * @throws InterruptedIOException if this thread is interrupted while it waits
   */
  T next() throws IOException {
    if (ahead == null) {
      return source.next();
    }
    try {
      T answer = ahead.get();
      ahead = null;
      return answer;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted while fetching").initCause(e);
    } catch (ExecutionException e) {
      ahead = null;
      throw asThrown(e.getCause());
    }
  }

  /** Idempotent. Does not wait for a call that is under way. */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      if (callPending) {
        grace.execute(this::interruptCall);
        return;
      }
    }
    source.close();
  }

  private T call() throws IOException {
    boolean isWanted;
    synchronized (this) {
      caller = Thread.currentThread();
      isWanted = !closed;
    }
    try {
      return isWanted ? source.next() : null;
    } finally {
      if (endCall()) {
        // An interrupt was meant for the call, not for telling the region server.
        Thread.interrupted();
        source.close();
      }
    }
  }

  /**
   * @return true if the source is to be closed by this thread
   */
  private synchronized boolean endCall() {
    callPending = false;
    caller = null;
    return closed;
  }

  private synchronized void interruptCall() {
    if (caller != null) {
      caller.interrupt();
    }
  }

  private static IOException asThrown(Throwable failure) {
    if (failure instanceof IOException problem) {
      return problem;
    }
    if (failure instanceof RuntimeException problem) {
      throw problem;
    }
    throw (Error) failure;
  }
}
