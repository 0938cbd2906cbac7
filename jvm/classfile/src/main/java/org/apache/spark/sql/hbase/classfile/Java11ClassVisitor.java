package org.apache.spark.sql.hbase.classfile;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.RecordComponentVisitor;

/**
 * Turns a class file of Java 17 (version 61) into one of Java 11 (version 55).
 *
 * <p>javac 17 writes records, the list of permitted subclasses and calls of newer methods, which
 * Java 11 lacks. A record becomes a final class whose {@code equals}, {@code hashCode} and {@code
 * toString} are written out ({@link RecordMethods}). {@link NewerReferences} finds references that
 * Java 11 lacks all the same.
 *
 * @see <a href="https://docs.oracle.com/javase/specs/jvms/se17/html/jvms-4.html">The class File
 *     Format, Java SE 17</a>
 */
final class Java11ClassVisitor extends ClassVisitor {
  private static final String RECORD = "java/lang/Record";
  private static final String STREAM = "java/util/stream/Stream";

  private final List<RecordMethods> recordMethods = new ArrayList<>();
  private String className;
  private String simpleName;
  private boolean isRecord;

  private Java11ClassVisitor(ClassWriter writer) {
    super(Opcodes.ASM9, writer);
  }

  /** Returns the class for Java 11; the same array where an older Java loads it already. */
  static byte[] rewrite(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    if (reader.readUnsignedShort(6) <= Opcodes.V11) {
      return classFile;
    }
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    reader.accept(new Java11ClassVisitor(writer), 0);
    return writer.toByteArray();
  }

  @Override
  public void visit(
      int version,
      int access,
      String name,
      String signature,
      String superName,
      String[] interfaces) {
    className = name;
    simpleName = name.substring(name.lastIndexOf('/') + 1);
    isRecord = RECORD.equals(superName);
    super.visit(
        Opcodes.V11,
        access & ~Opcodes.ACC_RECORD,
        name,
        signature == null ? null : signature.replace("L" + RECORD + ";", "Ljava/lang/Object;"),
        isRecord ? "java/lang/Object" : superName,
        interfaces);
  }

  @Override
  public void visitInnerClass(String name, String outerName, String innerName, int access) {
    if (name.equals(className)) {
      simpleName = innerName;
    }
    super.visitInnerClass(name, outerName, innerName, access);
  }

  /** Leaves the attribute Record out. */
  @Override
  public RecordComponentVisitor visitRecordComponent(
      String name, String descriptor, String signature) {
    return null;
  }

  /** Leaves the attribute PermittedSubclasses out. */
  @Override
  public void visitPermittedSubclass(String permittedSubclass) {
    // Only the compiler asks for it.
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    return new Java11MethodVisitor(
        super.visitMethod(access, name, descriptor, signature, exceptions));
  }

  @Override
  public void visitEnd() {
    for (RecordMethods methods : recordMethods) {
      methods.write(cv);
    }
    super.visitEnd();
  }

  private final class Java11MethodVisitor extends MethodVisitor {
    Java11MethodVisitor(MethodVisitor target) {
      super(Opcodes.ASM9, target);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      if (owner.equals(STREAM) && name.equals("toList")) {
        // The default implementation of Stream.toList does the same.
        super.visitMethodInsn(opcode, owner, "toArray", "()[Ljava/lang/Object;", isInterface);
        visitStatic("java/util/Arrays", "asList", "([Ljava/lang/Object;)Ljava/util/List;");
        visitStatic(
            "java/util/Collections", "unmodifiableList", "(Ljava/util/List;)Ljava/util/List;");
        return;
      }
      boolean recordConstructor = isRecord && owner.equals(RECORD);
      super.visitMethodInsn(
          opcode, recordConstructor ? "java/lang/Object" : owner, name, descriptor, isInterface);
    }

    private void visitStatic(String owner, String name, String descriptor) {
      super.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      if (!bootstrap.getOwner().equals("java/lang/runtime/ObjectMethods")) {
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
        return;
      }
      RecordMethods methods = new RecordMethods(className, simpleName, name, descriptor, arguments);
      recordMethods.add(methods);
      visitStatic(className, methods.name(), descriptor);
    }
  }
}
