package org.apache.spark.sql.hbase.codec;

import java.util.Objects;

/**
 * How the bytes of a value stand in a row key, whatever its encoding: FORMAT.md, "Forms of key
 * columns". Immutable.
 *
 * @param delimiter the byte behind a DELIMITED value, from 0 to 255; 0 for the others
 */
public record KeyForm(Kind kind, int delimiter) {
  public static final KeyForm PLAIN = new KeyForm(Kind.PLAIN, 0);
  public static final KeyForm REVERSED = new KeyForm(Kind.REVERSED, 0);
  public static final KeyForm LENGTH_PREFIXED = new KeyForm(Kind.LENGTH_PREFIXED, 0);

  /** What is done to the bytes, and how a value of variable length ends. */
  public enum Kind {
    /** Nothing; it ends with a terminator. */
    PLAIN,
    /** The last byte comes first; it ends with a terminator. */
    REVERSED,
    /** Nothing; it ends with a delimiter. */
    DELIMITED,
    /** Two bytes in front of it tell its length. */
    LENGTH_PREFIXED
  }

  /**
   * Checks the delimiter.
   *
   * @throws IllegalArgumentException when it is no byte, or none is needed
   */
  public KeyForm {
    Objects.requireNonNull(kind, "kind");
    if (delimiter < 0 || delimiter > 0xFF || kind != Kind.DELIMITED && delimiter != 0) {
      throw new IllegalArgumentException(
          "a delimiter is one byte of a delimited key column, not " + delimiter);
    }
  }

  /** The form of values that end with this byte. */
  public static KeyForm delimited(int delimiter) {
    return new KeyForm(Kind.DELIMITED, delimiter);
  }
}
