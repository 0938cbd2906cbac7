package org.apache.spark.sql.hbase.codec.rowkey;

import java.util.Objects;

/**
 * The form of a value's bytes in a row key, whatever its encoding; see FORMAT.md, "Forms of key
 * columns". Immutable.
 *
 * @param delimiter the byte behind a DELIMITED value, from 0 to 255; 0 for the others
 * @param width bytes of each FIXED value, from 1 to {@link RowKeys#MAX_BYTES}; 0 for the others
 */
public record KeyForm(Kind kind, int delimiter, int width) {
  public static final KeyForm PLAIN = new KeyForm(Kind.PLAIN, 0);
  public static final KeyForm REVERSED = new KeyForm(Kind.REVERSED, 0);
  public static final KeyForm LENGTH_PREFIXED = new KeyForm(Kind.LENGTH_PREFIXED, 0);
  public static final KeyForm ESCAPED = new KeyForm(Kind.ESCAPED, 0);

  /** The change of the bytes, and the end of a value of variable length. */
  public enum Kind {
    /** Nothing; it ends with a terminator. */
    PLAIN,
    /** The last byte comes first; it ends with a terminator. */
    REVERSED,
    /** Nothing; it ends with a delimiter. */
    DELIMITED,
    /** Two bytes in front of it tell its length. */
    LENGTH_PREFIXED,
    /** Nothing; every value has the same number of bytes. */
    FIXED,
    /** 0x00 becomes 0x00 0xFF, and 0x00 0x01 ends it, so that it may hold any byte. */
    ESCAPED;

    /** Tells whether the form keeps the order of bytes that the encoding gives. */
    public boolean keepsOrder() {
      return this == PLAIN || this == ESCAPED;
    }
  }

  /** A form without width. */
  public KeyForm(Kind kind, int delimiter) {
    this(kind, delimiter, 0);
  }

  /**
   * Checks delimiter and width.
   *
   * @throws IllegalArgumentException when they are out of range, or not of this kind
   */
  public KeyForm {
    Objects.requireNonNull(kind, "kind");
    if (delimiter < 0 || delimiter > 0xFF || kind != Kind.DELIMITED && delimiter != 0) {
      throw new IllegalArgumentException(
          "a delimiter is one byte of a delimited key column, not " + delimiter);
    }
    int most = kind == Kind.FIXED ? RowKeys.MAX_BYTES : 0;
    int least = kind == Kind.FIXED ? 1 : 0;
    if (width < least || width > most) {
      throw new IllegalArgumentException(
          "a fixed key column has from 1 to "
              + RowKeys.MAX_BYTES
              + " bytes, others say none, not "
              + width);
    }
  }

  /** The form of values that end with this byte. */
  public static KeyForm delimited(int delimiter) {
    return new KeyForm(Kind.DELIMITED, delimiter);
  }

  /** The form of values that have all so many bytes. */
  public static KeyForm fixed(int width) {
    return new KeyForm(Kind.FIXED, 0, width);
  }
}
