package org.apache.spark.sql.hbase.classfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars for Java 11 use nothing that it lacks. */
class TestJava11Jars {
  @TempDir Path folder;

  record Old(List<String> names) {
    List<String> sorted() {
      return names.stream().sorted().toList();
    }
  }

  static final class New {
    private New() {}

    static String hex(byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }

    static Stream<Object> several(Stream<Object> one) {
      return one.mapMulti((element, next) -> next.accept(element));
    }
  }

  private String jar(Class<?> type) throws IOException {
    Path jar = folder.resolve("some.jar");
    String entry = type.getName().replace('.', '/') + ".class";
    try (InputStream classFile = type.getResourceAsStream("/" + entry);
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry(entry));
      classFile.transferTo(out);
    }
    return jar.toString();
  }

  @Test
  void whatJava11HasIsRewritten() throws IOException {
    String path = jar(Old.class);
    Java11Jars.main(new String[] {path});
    try (JarFile jar = new JarFile(path)) {
      byte[] classFile = jar.getInputStream(jar.entries().nextElement()).readAllBytes();
      assertEquals(55, classFile[7]);
    }
  }

  @Test
  void whatJava11LacksIsNamed() throws IOException {
    String path = jar(New.class);
    IOException refused =
        assertThrows(IOException.class, () -> Java11Jars.main(new String[] {path}));
    String name = New.class.getName().replace('.', '/');
    assertEquals(
        "some.jar does not run on Java 11. Take older methods for: ["
            + String.join(
                ", ",
                name + " uses java/util/HexFormat",
                name + " uses java/util/HexFormat.formatHex([B)Ljava/lang/String;",
                name + " uses java/util/HexFormat.of()Ljava/util/HexFormat;",
                name
                    + " uses java/util/stream/Stream.mapMulti"
                    + "(Ljava/util/function/BiConsumer;)Ljava/util/stream/Stream;")
            + "]",
        refused.getMessage());
  }
}
