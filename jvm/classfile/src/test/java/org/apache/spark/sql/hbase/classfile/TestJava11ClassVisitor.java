package org.apache.spark.sql.hbase.classfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Classes for Java 11 do what the same classes of Java 17 do. */
class TestJava11ClassVisitor {
  record Empty() {}

  record AllTypes(
      boolean flag,
      char letter,
      byte tiny,
      short small,
      int number,
      long large,
      float single,
      double twice,
      String text,
      int[] array,
      List<String> names) {}

  /** A list with a null, of a stream whose elements are strings. */
  static final class Lists implements Function<Stream<String>, List<String>> {
    @Override
    public List<String> apply(Stream<String> names) {
      return names.toList();
    }
  }

  private static final int[] ARRAY = {1};

  private static final Object[][] VALUES = {
    {true, 'x', (byte) -1, (short) 300, 7, 1L << 40, 1.5f, -2.5, "text", ARRAY, List.of("a")},
    {false, '\0', (byte) 0, (short) 0, 0, 0L, 0f, 0d, null, null, null},
    {false, 'y', (byte) 1, (short) 1, 1, 1L, -0f, -0d, "", new int[0], List.of()},
    {false, 'y', (byte) 1, (short) 1, 1, 1L, Float.NaN, Double.NaN, "", null, List.of()},
  };

  private static byte[] classFile(Class<?> type) throws IOException {
    try (InputStream file =
        type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
      return file.readAllBytes();
    }
  }

  /** The class for Java 11, in a class loader of its own. */
  private static Constructor<?> rewritten(Class<?> type) throws IOException {
    byte[] classFile = Java11ClassVisitor.rewrite(classFile(type));
    assertEquals(55, classFile[7]);
    ClassLoader loader =
        new ClassLoader(TestJava11ClassVisitor.class.getClassLoader()) {
          @Override
          protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.equals(type.getName())
                ? defineClass(name, classFile, 0, classFile.length)
                : super.loadClass(name, resolve);
          }
        };
    try {
      Constructor<?> constructor = loader.loadClass(type.getName()).getDeclaredConstructors()[0];
      constructor.setAccessible(true);
      return constructor;
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aRecordIsAClassWithTheSameTextHashAndEquality() throws Exception {
    Constructor<?> plain = AllTypes.class.getDeclaredConstructors()[0];
    Constructor<?> rewritten = rewritten(AllTypes.class);
    assertSame(Object.class, rewritten.getDeclaringClass().getSuperclass());
    for (Object[] left : VALUES) {
      assertEquals(plain.newInstance(left).toString(), rewritten.newInstance(left).toString());
      assertEquals(plain.newInstance(left).hashCode(), rewritten.newInstance(left).hashCode());
      for (Object[] right : VALUES) {
        assertEquals(
            plain.newInstance(left).equals(plain.newInstance(right)),
            rewritten.newInstance(left).equals(rewritten.newInstance(right)));
      }
      for (int component = 0; component < left.length; component++) {
        Object[] other = left.clone();
        other[component] = VALUES[left == VALUES[0] ? 1 : 0][component];
        assertNotEquals(rewritten.newInstance(left), rewritten.newInstance(other));
      }
      assertNotEquals(rewritten.newInstance(left), plain.newInstance(left));
      assertNotEquals(rewritten.newInstance(left), null);
    }
  }

  @Test
  void aRecordWithoutComponentsKeepsItsText() throws Exception {
    Object empty = rewritten(Empty.class).newInstance();
    assertEquals("Empty[]", empty.toString());
    assertEquals(new Empty().hashCode(), empty.hashCode());
    assertEquals(rewritten(Empty.class).newInstance().toString(), empty.toString());
  }

  @Test
  void toListTakesNullsAndCannotBeChanged() throws Exception {
    @SuppressWarnings("unchecked")
    Function<Stream<String>, List<String>> lists =
        (Function<Stream<String>, List<String>>) rewritten(Lists.class).newInstance();
    List<String> names = lists.apply(Stream.of("a", null));
    assertEquals(Stream.of("a", null).toList(), names);
    assertThrows(UnsupportedOperationException.class, () -> names.set(0, "b"));
  }

  @Test
  void aClassOfAnOlderJavaStaysAsItIs() throws Exception {
    byte[] old = Java11ClassVisitor.rewrite(classFile(Lists.class));
    assertSame(old, Java11ClassVisitor.rewrite(old));
  }
}
