package org.apache.spark.sql.hbase.classfile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.objectweb.asm.ClassReader;

/** Finds what the classes of a jar use and Java 11 lacks. */
final class NewerReferences {
  /** Libraries are built for Java 8 or 11, and have classes for the insides of some JDKs. */
  private static final String OURS = "org/apache/spark/sql/hbase/";

  private NewerReferences() {}

  /** Returns who uses what, for each class, field and method. */
  static SortedSet<String> of(Path path) throws IOException {
    SortedSet<String> found = new TreeSet<>();
    try (JavaApi java11 = JavaApi.ofJava11();
        JarFile jar = new JarFile(path.toFile())) {
      List<ClassReader> classFiles = new ArrayList<>();
      for (JarEntry entry : jar.stream().toList()) {
        if (Java11Jars.isForJava11(entry.getName())) {
          ClassReader classFile = new ClassReader(jar.getInputStream(entry));
          java11.add(classFile);
          if (classFile.getClassName().startsWith(OURS)) {
            classFiles.add(classFile);
          }
        }
      }
      for (ClassReader classFile : classFiles) {
        for (JavaReference reference : JavaReference.of(classFile)) {
          if (!java11.has(reference)) {
            found.add(classFile.getClassName() + " uses " + reference);
          }
        }
      }
    }
    return found;
  }
}
