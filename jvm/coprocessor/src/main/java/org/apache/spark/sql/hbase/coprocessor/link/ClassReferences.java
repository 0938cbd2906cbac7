package org.apache.spark.sql.hbase.coprocessor.link;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The classes and members that a class file refers to: the entries of its constant pool. Their
 * layout is in the JVM specification, section 4.4.
 *
 * @param classes internal names, with slashes. Arrays are left out, and so are nested classes of
 *     which a class file names many that its code never touches
 */
record ClassReferences(List<String> classes, List<Member> members) {
  private static final int MAGIC = 0xCAFEBABE;

  /**
   * A field or a method.
   *
   * @param owner internal name of the class that it is looked for in
   */
  record Member(String owner, String name, String descriptor) {
    boolean isField() {
      return descriptor.charAt(0) != '(';
    }

    @Override
    public String toString() {
      return owner.substring(owner.lastIndexOf('/') + 1) + "." + name + descriptor;
    }
  }

  /** Reads the class file of a class that was compiled with its loader's resources. */
  static ClassReferences of(ClassLoader loader, String internalName) throws IOException {
    try (InputStream file = loader.getResourceAsStream(internalName + ".class")) {
      if (file == null) {
        throw new IOException("no class file of " + internalName);
      }
      return read(new DataInputStream(file));
    }
  }

  private static ClassReferences read(DataInputStream in) throws IOException {
    if (in.readInt() != MAGIC) {
      throw new IOException("not a class file");
    }
    in.readInt();
    int count = in.readUnsignedShort();
    Map<Integer, String> texts = new HashMap<>();
    Map<Integer, Integer> classes = new HashMap<>();
    Map<Integer, int[]> namesAndTypes = new HashMap<>();
    List<int[]> members = new ArrayList<>();
    for (int i = 1; i < count; i++) {
      int tag = in.readUnsignedByte();
      switch (tag) {
        case 1 -> texts.put(i, in.readUTF());
        case 7 -> classes.put(i, in.readUnsignedShort());
        case 9, 10, 11 -> members.add(new int[] {in.readUnsignedShort(), in.readUnsignedShort()});
        case 12 -> namesAndTypes.put(i, new int[] {in.readUnsignedShort(), in.readUnsignedShort()});
        case 3, 4, 17, 18 -> in.readInt();
        case 15 -> in.readFully(new byte[3]);
        case 8, 16, 19, 20 -> in.readShort();
        case 5, 6 -> {
          in.readLong();
          i++;
        }
        default -> throw new IOException("unknown constant " + tag);
      }
    }
    List<Member> found = new ArrayList<>();
    for (int[] member : members) {
      int[] nameAndType = namesAndTypes.get(member[1]);
      String owner = texts.get(classes.get(member[0]));
      found.add(new Member(owner, texts.get(nameAndType[0]), texts.get(nameAndType[1])));
    }
    List<String> names =
        classes.values().stream()
            .map(texts::get)
            .filter(name -> !name.startsWith("[") && !isNested(name))
            .toList();
    return new ClassReferences(names, found);
  }

  /** Members of nested classes are compared all the same. */
  private static boolean isNested(String name) {
    return name.startsWith("org/apache/hadoop/") && name.indexOf('$') >= 0;
  }
}
