package org.apache.spark.sql.hbase.classfile;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Takes calls of {@code printStackTrace()} out of a class of HBase's client.
 *
 * <p>{@code RpcRetryingCallerWithReadReplicas} and {@code ClientAsyncPrefetchScanner} of HBase 2.6
 * print the stack of an exception that they throw as well. So each region that moves under a query
 * would be fifty lines on the console of Spark, whose answer is right.
 */
final class QuietClientVisitor extends ClassVisitor {
  /** Name of the folder of its classes. */
  static final String CLIENT = "org/apache/hadoop/hbase/client/";

  private boolean wasChanged;

  private QuietClientVisitor(ClassWriter writer) {
    super(Opcodes.ASM9, writer);
  }

  /** Returns the class without such calls; the same array where it has none. */
  static byte[] rewrite(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(0);
    QuietClientVisitor visitor = new QuietClientVisitor(writer);
    reader.accept(visitor, 0);
    return visitor.wasChanged ? writer.toByteArray() : classFile;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor target = super.visitMethod(access, name, descriptor, signature, exceptions);
    return new MethodVisitor(Opcodes.ASM9, target) {
      @Override
      public void visitMethodInsn(
          int opcode, String owner, String method, String arguments, boolean isInterface) {
        if (method.equals("printStackTrace") && arguments.equals("()V")) {
          // The exception is on the stack.
          visitInsn(Opcodes.POP);
          wasChanged = true;
        } else {
          super.visitMethodInsn(opcode, owner, method, arguments, isInterface);
        }
      }
    };
  }
}
