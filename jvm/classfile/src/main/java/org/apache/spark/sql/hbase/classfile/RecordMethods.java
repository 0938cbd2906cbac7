package org.apache.spark.sql.hbase.classfile;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * One of {@code equals}, {@code hashCode} and {@code toString} of a record, as a private static
 * method. It returns what {@code java.lang.runtime.ObjectMethods} of Java 17 returns. Components
 * are compared by {@code ==} or by the {@code compare} of their wrapper. A hash is 31 times the
 * hash before plus that of the component. The text is {@code Name[a=1, b=2]}.
 */
final class RecordMethods {
  private static final String OBJECTS = "java/util/Objects";
  private static final String BUILDER = "java/lang/StringBuilder";

  private final String owner;
  private final String simpleName;
  private final String method;
  private final String descriptor;
  private final Object[] arguments;

  /**
   * Takes an {@code invokedynamic} of a record.
   *
   * @param arguments those of the bootstrap method: the class, the names of the components
   *     separated by semicolons, and a handle that reads each
   */
  RecordMethods(
      String owner, String simpleName, String method, String descriptor, Object[] arguments) {
    this.owner = owner;
    this.simpleName = simpleName;
    this.method = method;
    this.descriptor = descriptor;
    this.arguments = arguments;
  }

  /** The name of the static method, which no method in a source file has. */
  String name() {
    return "record$" + method;
  }

  /** Adds the method to the class. */
  void write(ClassVisitor target) {
    MethodVisitor code =
        target.visitMethod(
            Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
            name(),
            descriptor,
            null,
            null);
    code.visitCode();
    switch (method) {
      case "equals":
        writeEquals(code);
        break;
      case "hashCode":
        writeHashCode(code);
        break;
      case "toString":
        writeToString(code);
        break;
      default:
        throw new IllegalArgumentException(owner + " has a record method " + method);
    }
    // ClassWriter computes both sizes.
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  private void writeEquals(MethodVisitor code) {
    Label other = new Label();
    Label different = new Label();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitJumpInsn(Opcodes.IF_ACMPNE, other);
    code.visitInsn(Opcodes.ICONST_1);
    code.visitInsn(Opcodes.IRETURN);
    code.visitLabel(other);
    code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitTypeInsn(Opcodes.INSTANCEOF, owner);
    code.visitJumpInsn(Opcodes.IFEQ, different);
    for (int i = 2; i < arguments.length; i++) {
      Handle component = (Handle) arguments[i];
      readComponent(code, component, 0);
      readComponent(code, component, 1);
      switch (Type.getType(component.getDesc()).getSort()) {
        case Type.BOOLEAN:
        case Type.CHAR:
        case Type.BYTE:
        case Type.SHORT:
        case Type.INT:
          code.visitJumpInsn(Opcodes.IF_ICMPNE, different);
          break;
        case Type.LONG:
          code.visitInsn(Opcodes.LCMP);
          code.visitJumpInsn(Opcodes.IFNE, different);
          break;
        case Type.FLOAT:
          invokeStatic(code, "java/lang/Float", "compare", "(FF)I");
          code.visitJumpInsn(Opcodes.IFNE, different);
          break;
        case Type.DOUBLE:
          invokeStatic(code, "java/lang/Double", "compare", "(DD)I");
          code.visitJumpInsn(Opcodes.IFNE, different);
          break;
        default:
          invokeStatic(code, OBJECTS, "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z");
          code.visitJumpInsn(Opcodes.IFEQ, different);
      }
    }
    code.visitInsn(Opcodes.ICONST_1);
    code.visitInsn(Opcodes.IRETURN);
    code.visitLabel(different);
    code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    code.visitInsn(Opcodes.ICONST_0);
    code.visitInsn(Opcodes.IRETURN);
  }

  private void writeHashCode(MethodVisitor code) {
    code.visitInsn(Opcodes.ICONST_0);
    for (int i = 2; i < arguments.length; i++) {
      Handle component = (Handle) arguments[i];
      code.visitIntInsn(Opcodes.BIPUSH, 31);
      code.visitInsn(Opcodes.IMUL);
      readComponent(code, component, 0);
      Type type = Type.getType(component.getDesc());
      if (isReference(type)) {
        invokeStatic(code, OBJECTS, "hashCode", "(Ljava/lang/Object;)I");
      } else {
        invokeStatic(code, wrapper(type), "hashCode", "(" + type.getDescriptor() + ")I");
      }
      code.visitInsn(Opcodes.IADD);
    }
    code.visitInsn(Opcodes.IRETURN);
  }

  private void writeToString(MethodVisitor code) {
    String[] names = ((String) arguments[1]).isEmpty() ? new String[0] : names();
    code.visitTypeInsn(Opcodes.NEW, BUILDER);
    code.visitInsn(Opcodes.DUP);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, BUILDER, "<init>", "()V", false);
    code.visitLdcInsn(simpleName);
    append(code, "Ljava/lang/String;");
    for (int i = 0; i < names.length; i++) {
      code.visitLdcInsn((i == 0 ? "[" : ", ") + names[i] + "=");
      append(code, "Ljava/lang/String;");
      Handle component = (Handle) arguments[2 + i];
      readComponent(code, component, 0);
      Type type = Type.getType(component.getDesc());
      boolean small = type.getSort() == Type.BYTE || type.getSort() == Type.SHORT;
      append(code, isReference(type) ? "Ljava/lang/Object;" : small ? "I" : type.getDescriptor());
    }
    code.visitLdcInsn(names.length == 0 ? "[]" : "]");
    append(code, "Ljava/lang/String;");
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, BUILDER, "toString", "()Ljava/lang/String;", false);
    code.visitInsn(Opcodes.ARETURN);
  }

  private String[] names() {
    return ((String) arguments[1]).split(";");
  }

  /** Reads a component of the record in the local variable {@code local}. */
  private void readComponent(MethodVisitor code, Handle component, int local) {
    code.visitVarInsn(Opcodes.ALOAD, local);
    if (local != 0) {
      code.visitTypeInsn(Opcodes.CHECKCAST, owner);
    }
    code.visitFieldInsn(Opcodes.GETFIELD, owner, component.getName(), component.getDesc());
  }

  private static void append(MethodVisitor code, String descriptor) {
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL, BUILDER, "append", "(" + descriptor + ")L" + BUILDER + ";", false);
  }

  private static void invokeStatic(
      MethodVisitor code, String owner, String name, String descriptor) {
    code.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
  }

  private static boolean isReference(Type type) {
    return type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY;
  }

  private static String wrapper(Type type) {
    switch (type.getSort()) {
      case Type.BOOLEAN:
        return "java/lang/Boolean";
      case Type.CHAR:
        return "java/lang/Character";
      case Type.BYTE:
        return "java/lang/Byte";
      case Type.SHORT:
        return "java/lang/Short";
      case Type.INT:
        return "java/lang/Integer";
      case Type.LONG:
        return "java/lang/Long";
      case Type.FLOAT:
        return "java/lang/Float";
      default:
        return "java/lang/Double";
    }
  }
}
