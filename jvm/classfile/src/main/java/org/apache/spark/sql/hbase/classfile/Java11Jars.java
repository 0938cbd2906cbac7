package org.apache.spark.sql.hbase.classfile;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/** Rewrites jars in place: Java 11 loads their classes, and HBase's client prints no stacks. */
public final class Java11Jars {
  private Java11Jars() {}

  /**
   * Rewrites each jar. A jar is replaced at once or stays as it was.
   *
   * @param arguments paths of jars
   * @throws IOException if a jar cannot be read or written, or if its classes use what Java 11
   *     lacks
   */
  public static void main(String[] arguments) throws IOException {
    for (String argument : arguments) {
      Path jar = Path.of(argument);
      rewrite(jar);
      Set<String> newer = NewerReferences.of(jar);
      if (!newer.isEmpty()) {
        throw new IOException(
            jar.getFileName() + " does not run on Java 11. Take older methods for: " + newer);
      }
    }
  }

  private static void rewrite(Path path) throws IOException {
    Path rewritten = path.resolveSibling(path.getFileName() + ".java11");
    try (JarFile jar = new JarFile(path.toFile());
        OutputStream file = Files.newOutputStream(rewritten);
        JarOutputStream out = new JarOutputStream(file)) {
      for (JarEntry entry : jar.stream().toList()) {
        byte[] content = jar.getInputStream(entry).readAllBytes();
        JarEntry target = new JarEntry(entry.getName());
        // The digits of the time, which do not go by the time zone of this machine.
        target.setTimeLocal(entry.getTimeLocal());
        out.putNextEntry(target);
        out.write(rewrite(entry.getName(), content));
        out.closeEntry();
      }
    }
    Files.move(rewritten, path, StandardCopyOption.REPLACE_EXISTING);
  }

  private static byte[] rewrite(String entry, byte[] content) {
    if (!isForJava11(entry)) {
      return content;
    }
    byte[] forJava11 = Java11ClassVisitor.rewrite(content);
    return entry.startsWith(QuietClientVisitor.CLIENT)
        ? QuietClientVisitor.rewrite(forJava11)
        : forJava11;
  }

  /** False for classes that a library has besides, for newer versions of Java. */
  static boolean isForJava11(String entry) {
    return entry.endsWith(".class") && !entry.startsWith("META-INF/versions/");
  }
}
