package org.apache.spark.sql.hbase.coprocessor.link;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.hbase.coprocessor.link.ClassReferences.Member;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares what our classes refer to with what HBase has. Much of it is no public API: releases of
 * one line differ in methods that are missing, or that belong to their package only. Such a call
 * would be a {@link LinkageError} in the middle of a query.
 *
 * <p>The references are those of our own class files, so a call that somebody adds is compared
 * without being listed. Takes some 50 milliseconds where the classes of HBase are loaded; to be
 * called once for each part.
 */
public final class HBaseLinks {
  private static final Logger LOG = LoggerFactory.getLogger(HBaseLinks.class);
  private static final String HBASE = "org/apache/hadoop/";

  private HBaseLinks() {}

  /**
   * Classes and members of HBase that a part of the coprocessor needs and cannot use; none if it
   * runs on this HBase. Its own classes that are not there are among them.
   *
   * @param root the part is this class and what it leads to in its package and the packages below
   * @param others classes that belong to another part, each with its package if that is another one
   */
  public static List<String> missing(Class<?> root, Class<?>... others) {
    ClassLoader loader = root.getClassLoader();
    String ownPackage = packageOf(root);
    Set<String> otherPackages = new HashSet<>();
    Set<String> seen = new HashSet<>();
    for (Class<?> other : others) {
      seen.add(internal(other.getName()));
      if (packageOf(other).startsWith(ownPackage) && !packageOf(other).equals(ownPackage)) {
        otherPackages.add(packageOf(other));
      }
    }
    Deque<String> waiting = new ArrayDeque<>();
    waiting.add(internal(root.getName()));
    Set<String> missing = new TreeSet<>();
    while (!waiting.isEmpty()) {
      String name = waiting.remove();
      if (seen.add(name)) {
        ClassReferences references;
        try {
          references = ClassReferences.of(loader, name);
        } catch (IOException e) {
          if (isLoadable(loader, name)) {
            LOG.warn(
                "The class file of {} cannot be read any more, so its calls are not compared",
                simpleName(name),
                e);
          } else {
            missing.add(simpleName(name));
          }
          continue;
        }
        addMissing(loader, name, references, missing);
        for (String referred : references.classes()) {
          if (referred.startsWith(ownPackage)
              && otherPackages.stream().noneMatch(referred::startsWith)) {
            waiting.add(referred);
          }
        }
      }
    }
    return List.copyOf(missing);
  }

  /**
   * Whether the jar is open. HBase deletes its copies of jars when another server that shares
   * {@code hbase.tmp.dir} starts. Classes still come from the open file then; their files do not.
   */
  private static boolean isLoadable(ClassLoader loader, String name) {
    try {
      load(loader, name);
      return true;
    } catch (ReflectiveOperationException | LinkageError e) {
      return false;
    }
  }

  private static String packageOf(Class<?> type) {
    return internal(type.getPackageName()) + "/";
  }

  private static String simpleName(String internalName) {
    return internalName.substring(internalName.lastIndexOf('/') + 1);
  }

  private static void addMissing(
      ClassLoader loader, String user, ClassReferences references, Set<String> missing) {
    Lookup lookup;
    try {
      lookup = MethodHandles.privateLookupIn(load(loader, user), MethodHandles.lookup());
    } catch (ReflectiveOperationException | LinkageError e) {
      missing.add(user);
      return;
    }
    for (String name : references.classes()) {
      if (name.startsWith(HBASE) && !isAccessible(lookup, loader, name)) {
        missing.add(simpleName(name));
      }
    }
    for (Member member : references.members()) {
      if (member.owner().startsWith(HBASE) && !isThere(lookup, loader, member)) {
        missing.add(member.toString());
      }
    }
  }

  private static boolean isAccessible(Lookup lookup, ClassLoader loader, String name) {
    try {
      lookup.accessClass(load(loader, name));
      return true;
    } catch (ReflectiveOperationException | LinkageError e) {
      return false;
    }
  }

  private static boolean isThere(Lookup lookup, ClassLoader loader, Member member) {
    try {
      Class<?> owner = load(loader, member.owner());
      if (member.isField()) {
        Class<?> type =
            MethodType.fromMethodDescriptorString("()" + member.descriptor(), loader).returnType();
        return finds(() -> lookup.findGetter(owner, member.name(), type))
            || finds(() -> lookup.findStaticGetter(owner, member.name(), type));
      }
      MethodType type = MethodType.fromMethodDescriptorString(member.descriptor(), loader);
      return member.name().equals("<init>")
          ? finds(() -> lookup.findConstructor(owner, type))
          : finds(() -> lookup.findVirtual(owner, member.name(), type))
              || finds(() -> lookup.findStatic(owner, member.name(), type));
    } catch (ReflectiveOperationException | TypeNotPresentException | LinkageError e) {
      return false;
    }
  }

  /** A search that says by an exception what it does not find. */
  private interface Search {
    Object find() throws ReflectiveOperationException;
  }

  private static boolean finds(Search search) {
    try {
      return search.find() != null;
    } catch (ReflectiveOperationException | LinkageError e) {
      return false;
    }
  }

  private static Class<?> load(ClassLoader loader, String internalName)
      throws ClassNotFoundException {
    return Class.forName(internalName.replace('/', '.'), false, loader);
  }

  private static String internal(String name) {
    return name.replace('.', '/');
  }
}
