package org.apache.spark.sql.hbase.classfile;

import java.util.LinkedHashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;

/**
 * A class or a member of one, as a class file names it.
 *
 * @param member name and descriptor; null for the class itself
 */
public record JavaReference(String owner, String member) {
  private static final int CLASS = 7;
  private static final int FIELD = 9;
  private static final int METHOD = 10;
  private static final int INTERFACE_METHOD = 11;

  /**
   * Reads the constant pool, which holds the references of all instructions, lambdas and method
   * references. Types that stand in descriptors alone are left out: the JVM does not load them.
   *
   * @see <a href="https://docs.oracle.com/javase/specs/jvms/se11/html/jvms-4.html#jvms-4.4">The
   *     Constant Pool</a>
   */
  public static Set<JavaReference> of(ClassReader classFile) {
    Set<JavaReference> references = new LinkedHashSet<>();
    char[] buffer = new char[classFile.getMaxStringLength()];
    for (int item = 1; item < classFile.getItemCount(); item++) {
      int offset = classFile.getItem(item);
      // The second half of a long or a double is no item.
      if (offset == 0) {
        continue;
      }
      int tag = classFile.readByte(offset - 1);
      if (tag == CLASS) {
        add(references, classFile.readUTF8(offset, buffer), null);
      } else if (tag == FIELD || tag == METHOD || tag == INTERFACE_METHOD) {
        int nameAndType = classFile.getItem(classFile.readUnsignedShort(offset + 2));
        add(
            references,
            classFile.readClass(offset, buffer),
            classFile.readUTF8(nameAndType, buffer) + classFile.readUTF8(nameAndType + 2, buffer));
      }
    }
    return references;
  }

  private static void add(Set<JavaReference> references, String name, String member) {
    if (!name.startsWith("[")) {
      references.add(new JavaReference(name, member));
    } else if (name.endsWith(";")) {
      references.add(
          new JavaReference(Type.getType(name).getElementType().getInternalName(), null));
    }
  }

  @Override
  public String toString() {
    return member == null ? owner : owner + "." + member;
  }
}
