package org.apache.spark.sql.hbase.client.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TestReadAhead {
  private static final Executor NEVER = task -> {};

  /** Answers 1, 2, 3, ...; each call waits for a permit. */
  private static final class Numbers implements ReadAhead.Source<Integer> {
    final Semaphore permits = new Semaphore(0);
    final Semaphore entered = new Semaphore(0);
    final CountDownLatch closed = new CountDownLatch(1);
    volatile Throwable failure;
    volatile Thread caller;
    volatile boolean interrupted;
    volatile int closes;
    private int calls;

    @Override
    public Integer next() throws IOException {
      caller = Thread.currentThread();
      entered.release();
      try {
        permits.acquire();
      } catch (InterruptedException e) {
        interrupted = true;
        throw new InterruptedIOException();
      }
      if (failure instanceof IOException problem) {
        throw problem;
      }
      if (failure instanceof Error problem) {
        throw problem;
      }
      return ++calls;
    }

    @Override
    public void close() {
      assertFalse(Thread.currentThread().isInterrupted());
      closes++;
      closed.countDown();
    }

    void awaitClose() throws InterruptedException {
      assertTrue(closed.await(10, TimeUnit.SECONDS));
      assertEquals(1, closes);
    }
  }

  private final Numbers numbers = new Numbers();
  private final ReadAhead<Integer> answers = new ReadAhead<>(numbers, NEVER);

  @Test
  void withoutBeingStartedTheCallerFetchesItself() throws Exception {
    numbers.permits.release();
    assertEquals(1, answers.next());
    assertSame(Thread.currentThread(), numbers.caller);
    answers.close();
    numbers.awaitClose();
  }

  @Test
  void answersComeInOrderWhetherFetchedAheadOrNot() throws Exception {
    numbers.permits.release(100);
    for (int i = 1; i <= 9; i++) {
      if (i % 3 != 0) {
        answers.start();
      }
      assertEquals(i, answers.next());
    }
    answers.close();
    numbers.awaitClose();
  }

  @Test
  void onlyOneAnswerIsFetchedAheadHoweverOftenItIsAskedFor() throws Exception {
    numbers.permits.release(100);
    answers.start();
    answers.start();
    numbers.entered.acquire();
    answers.start();
    assertFalse(numbers.entered.tryAcquire(50, TimeUnit.MILLISECONDS));
    assertEquals(1, answers.next());
    answers.close();
    numbers.awaitClose();
    assertEquals(99, numbers.permits.availablePermits());
  }

  @Test
  void theCallerWorksWhileTheAnswerIsFetched() throws Exception {
    answers.start();
    numbers.entered.acquire();
    assertFalse(Thread.currentThread() == numbers.caller);
    assertTrue(numbers.caller.isDaemon());
    numbers.permits.release();
    assertEquals(1, answers.next());
  }

  @Test
  void failuresReachTheCallerAsTheyWereThrown() throws Exception {
    numbers.permits.release(100);
    for (Throwable failure : new Throwable[] {new IOException("lost"), new OutOfMemoryError()}) {
      numbers.failure = failure;
      answers.start();
      assertSame(failure, assertThrows(Throwable.class, answers::next));
    }
    numbers.failure = null;
    assertEquals(1, answers.next());
  }

  @Test
  void aCloseDuringACallLeavesClosingToTheCall() throws Exception {
    answers.start();
    numbers.entered.acquire();
    answers.close();
    answers.close();
    assertEquals(0, numbers.closes);
    numbers.permits.release();
    numbers.awaitClose();
    assertFalse(numbers.interrupted);
  }

  @Test
  void aFailureAfterTheCloseStillClosesTheSource() throws Exception {
    answers.start();
    numbers.entered.acquire();
    answers.close();
    numbers.failure = new IOException("lost");
    numbers.permits.release();
    numbers.awaitClose();
  }

  @Test
  void aCallThatDoesNotComeBackIsInterruptedAfterTheGrace() throws Exception {
    ReadAhead<Integer> impatient = new ReadAhead<>(numbers, Runnable::run);
    impatient.start();
    numbers.entered.acquire();
    impatient.close();
    numbers.awaitClose();
    assertTrue(numbers.interrupted);
  }

  @Test
  void theGraceOfACallThatCameBackInterruptsNobody() throws Exception {
    Deque<Runnable> later = new ArrayDeque<>();
    ReadAhead<Integer> closing = new ReadAhead<>(numbers, later::add);
    closing.start();
    numbers.entered.acquire();
    closing.close();
    numbers.permits.release();
    numbers.awaitClose();
    // The same thread works for another source by now.
    Numbers others = new Numbers();
    ReadAhead<Integer> other = new ReadAhead<>(others, NEVER);
    other.start();
    others.entered.acquire();
    later.remove().run();
    others.permits.release();
    assertEquals(1, other.next());
    assertFalse(others.interrupted);
  }

  @Test
  void anInterruptOfTheCallerEndsItsWaitAndIsKept() throws Exception {
    answers.start();
    numbers.entered.acquire();
    Thread.currentThread().interrupt();
    assertThrows(InterruptedIOException.class, answers::next);
    assertTrue(Thread.interrupted());
    answers.close();
    numbers.permits.release();
    numbers.awaitClose();
  }

  @Test
  void anAnswerThatNobodyTakesIsDropped() throws Exception {
    numbers.permits.release();
    answers.start();
    numbers.entered.acquire();
    answers.close();
    numbers.awaitClose();
    assertNull(numbers.failure);
  }
}
