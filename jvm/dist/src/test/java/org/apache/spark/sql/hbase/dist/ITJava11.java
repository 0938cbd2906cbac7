package org.apache.spark.sql.hbase.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/** Java 11 loads every class of the finished jars and has whatever our own classes use. */
class ITJava11 {
  private static final Set<JavaReference> NONE = Set.of();

  @ParameterizedTest
  @ValueSource(strings = {"pyspark-hbase-region-server.jar", "pyspark-hbase-common.jar"})
  void everyReferenceIsInJava11(String name) throws IOException {
    Set<String> missing = new TreeSet<>();
    Set<String> newer = new TreeSet<>();
    int references = 0;
    try (JavaApi java11 = JavaApi.ofJava11();
        JarFile jar = new JarFile(System.getProperty("dist.target") + "/" + name)) {
      List<ClassReader> classFiles = new ArrayList<>();
      for (JarEntry entry : jar.stream().filter(ITJava11::isForJava11).toList()) {
        ClassReader classFile = new ClassReader(jar.getInputStream(entry));
        classFiles.add(classFile);
        java11.add(classFile);
      }
      for (ClassReader classFile : classFiles) {
        if (classFile.readUnsignedShort(6) > Opcodes.V11) {
          newer.add(classFile.getClassName());
        }
        // HBase's client is built for Java 8, and has classes for the insides of some JDKs.
        boolean isOurs = classFile.getClassName().startsWith("org/apache/spark/sql/hbase/");
        for (JavaReference reference : isOurs ? JavaReference.of(classFile) : NONE) {
          references++;
          if (!java11.has(reference)) {
            missing.add(classFile.getClassName() + " uses " + reference);
          }
        }
      }
    }
    assertEquals(Set.of(), newer);
    assertEquals(Set.of(), missing);
    assertTrue(references > 10_000, "only " + references + " references were found");
  }

  /** False for classes that a library has besides, for newer versions of Java. */
  private static boolean isForJava11(JarEntry entry) {
    return entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/versions/");
  }
}
