package org.apache.spark.sql.hbase.classfile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The classes of an older Java, as {@code javac --release} sees them: {@code lib/ct.sym} of the JDK
 * holds them as class files without code, {@code <releases>/<module>/<class>.sig}, with one letter
 * or digit for each release (JEP 247).
 */
final class JavaApi implements AutoCloseable {
  private final ZipFile symbols;
  private final Map<String, ZipEntry> classes = new HashMap<>();
  private final Map<String, Declared> declared = new HashMap<>();

  private JavaApi(char release) throws IOException {
    symbols = new ZipFile(Path.of(System.getProperty("java.home"), "lib", "ct.sym").toFile());
    symbols.stream()
        .filter(entry -> entry.getName().endsWith(".sig"))
        .forEach(
            entry -> {
              String[] parts = entry.getName().split("/", 3);
              if (parts[0].indexOf(release) >= 0) {
                classes.put(parts[2].substring(0, parts[2].length() - ".sig".length()), entry);
              }
            });
  }

  static JavaApi ofJava11() throws IOException {
    return new JavaApi('B');
  }

  /** Adds a class of the jar, which may inherit from the JDK. */
  void add(ClassReader classFile) {
    Declared type = new Declared();
    classFile.accept(type, ClassReader.SKIP_CODE);
    declared.put(classFile.getClassName(), type);
  }

  /**
   * Whether Java 11 or an added class has it; true for a class of neither, as those of HBase are.
   */
  boolean has(JavaReference reference) {
    return reference.member() == null
        ? isElsewhere(reference.owner()) || classes.containsKey(reference.owner())
        : inherits(reference.owner(), reference.member());
  }

  private static boolean isElsewhere(String name) {
    return !name.startsWith("java/") && !name.startsWith("sun/");
  }

  private boolean inherits(String owner, String member) {
    if (!declared.containsKey(owner) && !classes.containsKey(owner)) {
      return isElsewhere(owner);
    }
    Declared type = declared.computeIfAbsent(owner, this::read);
    // The JVM links calls of these with any descriptor.
    boolean anyDescriptor =
        owner.equals("java/lang/invoke/MethodHandle") || owner.equals("java/lang/invoke/VarHandle");
    return type.members.contains(member)
        || anyDescriptor && type.names.contains(member.substring(0, member.indexOf('(')))
        || type.parents.stream().anyMatch(parent -> inherits(parent, member));
  }

  private Declared read(String name) {
    Declared type = new Declared();
    try {
      new ClassReader(symbols.getInputStream(classes.get(name))).accept(type, 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return type;
  }

  @Override
  public void close() throws IOException {
    symbols.close();
  }

  /** The parents and members that a class file declares. */
  private static final class Declared extends ClassVisitor {
    private final Set<String> parents = new HashSet<>();
    private final Set<String> members = new HashSet<>();
    private final Set<String> names = new HashSet<>();

    Declared() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        String signature,
        String superName,
        String[] interfaces) {
      // Interfaces have the methods of Object too.
      if (superName != null) {
        parents.add(superName);
      }
      parents.addAll(Set.of(interfaces));
    }

    @Override
    public FieldVisitor visitField(
        int access, String name, String descriptor, String signature, Object value) {
      members.add(name + descriptor);
      return null;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      members.add(name + descriptor);
      names.add(name);
      return null;
    }
  }
}
