package org.apache.spark.sql.hbase.client;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Repeats something in a thread of its own until closed; its failure fails the test at close. */
final class Background implements AutoCloseable {
  /** One round. */
  interface Action {
    void run() throws Exception;
  }

  private final AtomicInteger rounds = new AtomicInteger();
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private final Thread thread;
  private volatile boolean stopped;

  Background(Action action) {
    thread = new Thread(() -> repeat(action), "background");
    thread.start();
  }

  private void repeat(Action action) {
    while (!stopped && failure.get() == null) {
      try {
        action.run();
        rounds.incrementAndGet();
      } catch (Exception e) {
        failure.set(e);
      }
    }
  }

  /** True until the action has run so often, or failed. */
  boolean isBelow(int wanted) {
    return rounds.get() < wanted && failure.get() == null;
  }

  @Override
  public void close() throws Exception {
    stopped = true;
    thread.join();
    if (failure.get() != null) {
      throw failure.get();
    }
  }
}
