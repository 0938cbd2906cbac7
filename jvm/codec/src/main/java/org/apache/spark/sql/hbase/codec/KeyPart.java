package org.apache.spark.sql.hbase.codec;

import java.util.Objects;

/**
 * One column of a row key. Immutable.
 *
 * @param type the column's type
 * @param encoding how its values are written; only ORDERED keeps value order
 * @param descending all bytes of the part are inverted, so that larger values come first; ORDERED
 *     only, not for BINARY
 */
public record KeyPart(SqlType type, ValueEncoding encoding, boolean descending) {
  /**
   * Checks what can be said without the neighbours.
   *
   * @throws IllegalArgumentException when there is no such key part
   */
  public KeyPart {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(encoding, "encoding");
    if (type.isNested()) {
      throw new IllegalArgumentException(
          "a " + type + " column cannot be part of the row key: nested values have no order there");
    }
    if (!ValueCodec.isSupported(type, encoding)) {
      throw new IllegalArgumentException(
          "a " + type + " key column cannot be " + encoding + "; use ORDERED or HBASE");
    }
    if (descending && encoding != ValueEncoding.ORDERED) {
      throw new IllegalArgumentException(
          "a descending key column must be ORDERED, not "
              + encoding
              + ": other encodings have no value order");
    }
    if (descending && type.kind() == SqlType.Kind.BINARY) {
      throw new IllegalArgumentException(
          "a BINARY key column cannot be descending: without a terminator a prefix would still sort first");
    }
  }

  /** Writes and reads the value of the part, without a terminator. */
  ValueCodec codec() {
    boolean invertedByCodec = descending && type.physical() != SqlType.Physical.BYTES;
    return invertedByCodec ? FixedCodec.ordered(type, true) : ValueCodec.of(type, encoding);
  }
}
