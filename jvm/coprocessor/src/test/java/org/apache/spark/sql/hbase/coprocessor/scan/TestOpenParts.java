package org.apache.spark.sql.hbase.coprocessor.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestOpenParts {
  private final List<String> closed = new ArrayList<>();

  @Test
  void theLastPartIsClosedFirstAndEachOnce() throws IOException {
    OpenParts parts = new OpenParts();
    parts.add(() -> closed.add("memory"));
    parts.add(() -> closed.add("source"));

    parts.close();
    parts.close();

    assertEquals(List.of("source", "memory"), closed);
  }

  @Test
  void partsThatWereHandedOverStayOpen() throws IOException {
    try (OpenParts parts = new OpenParts()) {
      parts.add(() -> closed.add("memory"));
      parts.handOver();
    }

    assertEquals(List.of(), closed);
  }

  @Test
  void aPartThatDoesNotCloseKeepsNoOtherOpen() {
    IllegalStateException problem = new IllegalStateException("broken");
    OpenParts parts = new OpenParts();
    parts.add(() -> closed.add("memory"));
    parts.add(
        () -> {
          throw problem;
        });
    parts.add(() -> closed.add("source"));

    IOException thrown = assertThrows(IOException.class, parts::close);

    assertSame(problem, thrown.getCause());
    assertEquals(List.of("source", "memory"), closed);
  }

  @Test
  void theProblemOfTheOpeningComesFirst() {
    IllegalStateException opening = new IllegalStateException("cannot open");

    IllegalStateException thrown =
        assertThrows(
            IllegalStateException.class,
            () -> {
              try (OpenParts parts = new OpenParts()) {
                parts.add(
                    () -> {
                      throw new IOException("cannot close");
                    });
                throw opening;
              }
            });

    assertSame(opening, thrown);
    assertEquals(1, thrown.getSuppressed().length);
  }
}
