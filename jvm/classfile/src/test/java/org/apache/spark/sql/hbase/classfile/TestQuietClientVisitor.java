package org.apache.spark.sql.hbase.classfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** HBase's client throws what it threw and prints none of it. */
class TestQuietClientVisitor {
  /** As the methods of HBase's client that print. */
  static final class Loud implements Callable<String> {
    @Override
    public String call() {
      IllegalStateException lost = new IllegalStateException("lost");
      lost.printStackTrace();
      throw lost;
    }
  }

  /** Prints to a writer that it was given: that is no console. */
  static final class Quiet implements Callable<String> {
    @Override
    public String call() {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      new IllegalStateException("lost").printStackTrace(new PrintStream(text));
      return text.toString(StandardCharsets.UTF_8);
    }
  }

  private static byte[] classFile(Class<?> type) throws IOException {
    try (InputStream file =
        type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
      return file.readAllBytes();
    }
  }

  @Test
  void anExceptionIsThrownAndNotPrinted() throws Exception {
    byte[] rewritten = QuietClientVisitor.rewrite(classFile(Loud.class));
    assertNotSame(rewritten, classFile(Loud.class));
    Class<?> quiet =
        new ClassLoader(TestQuietClientVisitor.class.getClassLoader()) {
          Class<?> define() {
            return defineClass(Loud.class.getName(), rewritten, 0, rewritten.length);
          }
        }.define();
    var constructor = quiet.getDeclaredConstructor();
    constructor.setAccessible(true);
    Callable<?> caller = (Callable<?>) constructor.newInstance();
    assertEquals("", printed(caller));
    assertEquals(
        "java.lang.IllegalStateException: lost", printed(new Loud()).lines().findFirst().get());
  }

  @Test
  void otherClassesStayAsTheyAre() throws IOException {
    byte[] classFile = classFile(Quiet.class);
    assertSame(classFile, QuietClientVisitor.rewrite(classFile));
  }

  /** Standard error while a call fails. */
  private static String printed(Callable<?> caller) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(text, true, StandardCharsets.UTF_8));
    try {
      assertThrows(IllegalStateException.class, caller::call);
    } finally {
      System.setErr(before);
    }
    return text.toString(StandardCharsets.UTF_8);
  }
}
