package org.apache.spark.sql.hbase.codec.rowkey;

import java.util.List;
import java.util.Objects;

/**
 * Bytes in front of the first column of a row key, computed from key columns. They keep rows with
 * neighbouring values far from one another: FORMAT.md, "Salt and hash". Immutable.
 *
 * @param size SALT: number of buckets, 1 to {@value #MAX_BUCKETS}; HASH: number of bytes, 1 to
 *     {@value #MAX_HASH_BYTES}
 * @param parts positions in the row key of the columns that it is computed from, ascending
 */
public record KeyPrefix(Kind kind, int size, List<Integer> parts) {
  public static final int MAX_BUCKETS = 256;
  public static final int MAX_HASH_BYTES = Integer.BYTES;

  /** The kind of the prefix. */
  public enum Kind {
    /** One byte: the hash modulo the number of buckets. */
    SALT,
    /** The first bytes of the hash. */
    HASH
  }

  /**
   * Checks what can be said without the columns.
   *
   * @throws IllegalArgumentException when there is no such prefix
   */
  public KeyPrefix {
    Objects.requireNonNull(kind, "kind");
    parts = List.copyOf(parts);
    int max = kind == Kind.SALT ? MAX_BUCKETS : MAX_HASH_BYTES;
    if (size < 1 || size > max) {
      throw new IllegalArgumentException(
          kind == Kind.SALT
              ? "a salt has 1 to " + max + " buckets, because it is one byte, not " + size
              : "a hash in front of a row key has 1 to " + max + " bytes, not " + size);
    }
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("a salt or hash is computed from at least one key column");
    }
    for (int i = 1; i < parts.size(); i++) {
      if (parts.get(i - 1) >= parts.get(i)) {
        throw new IllegalArgumentException(
            "the columns of a salt or hash are named once each and in row-key order, not " + parts);
      }
    }
  }

  /** Bytes in front of each row key. */
  public int width() {
    return kind == Kind.SALT ? 1 : size;
  }

  /**
   * The bytes for a hash, a fresh array.
   *
   * @param hash as {@link KeyHash#value} returns it
   */
  public byte[] of(long hash) {
    byte[] bytes = new byte[width()];
    write(hash, bytes);
    return bytes;
  }

  /** Writes the bytes for a hash to the start of an array. */
  void write(long hash, byte[] to) {
    if (kind == Kind.SALT) {
      to[0] = (byte) (hash % size);
      return;
    }
    for (int i = 0; i < size; i++) {
      to[i] = (byte) (hash >>> (MAX_HASH_BYTES - 1 - i) * Byte.SIZE);
    }
  }
}
