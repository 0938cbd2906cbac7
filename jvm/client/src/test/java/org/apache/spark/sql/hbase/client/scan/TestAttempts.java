package org.apache.spark.sql.hbase.client.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestAttempts {
  private final List<Long> pauses = new ArrayList<>();

  @Test
  void pausesDoubleUpToTheLongest() throws Exception {
    Attempts attempts =
        new Attempts(ReaderOptions.defaults().withAttempts(6, 100, 500), pauses::add);
    for (int i = 0; i < 5; i++) {
      attempts.failed(new IOException("lost"));
    }
    assertEquals(List.of(100L, 200L, 400L, 500L, 500L), pauses);
  }

  @Test
  void theLastFailureIsThrown() throws Exception {
    Attempts attempts = new Attempts(ReaderOptions.defaults().withAttempts(2, 1, 1), pauses::add);
    attempts.failed(new IOException("first"));
    IOException last = new IOException("last");
    assertSame(last, assertThrows(IOException.class, () -> attempts.failed(last)));
  }

  @Test
  void progressStartsTheCountAgain() throws Exception {
    Attempts attempts = new Attempts(ReaderOptions.defaults().withAttempts(2, 7, 100), pauses::add);
    for (int i = 0; i < 10; i++) {
      attempts.failed(new IOException("lost"));
      attempts.progressed();
    }
    assertEquals(10, pauses.stream().filter(pause -> pause == 7).count());
  }

  @Test
  void anInterruptEndsTheWaitAndStaysVisible() {
    Attempts attempts =
        new Attempts(
            ReaderOptions.defaults(),
            millis -> {
              throw new InterruptedException();
            });
    IOException failure = new IOException("lost");
    InterruptedIOException error =
        assertThrows(InterruptedIOException.class, () -> attempts.failed(failure));
    assertSame(failure, error.getCause());
    assertTrue(Thread.interrupted());
  }
}
