package org.apache.spark.sql.hbase.codec.rowkey;

import java.util.Objects;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.value.FixedCodec;
import org.apache.spark.sql.hbase.codec.value.FixedCodecs;
import org.apache.spark.sql.hbase.codec.value.ScalarCodecs;
import org.apache.spark.sql.hbase.codec.value.ValueCodec;

/**
 * One column of a row key. Immutable.
 *
 * @param type the column's type
 * @param encoding how its values are written; only ORDERED and PHOENIX keep value order
 * @param descending all bytes of the part are inverted, so that larger values come first. ORDERED
 *     or PHOENIX, and PLAIN or ESCAPED only; a BINARY column ESCAPED only
 * @param form how these bytes stand in the row key; only PLAIN and ESCAPED keep value order
 */
public record KeyPart(SqlType type, ValueEncoding encoding, boolean descending, KeyForm form) {
  /** A part of form PLAIN. */
  public KeyPart(SqlType type, ValueEncoding encoding, boolean descending) {
    this(type, encoding, descending, KeyForm.PLAIN);
  }

  /**
   * Checks what can be said without the neighbours.
   *
   * @throws IllegalArgumentException when there is no such key part
   */
  public KeyPart {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(encoding, "encoding");
    Objects.requireNonNull(form, "form");
    if (type.isNested()) {
      throw new IllegalArgumentException(
          "a " + type + " column cannot be part of the row key: nested values have no order there");
    }
    if (ScalarCodecs.refusal(type, encoding) != null) {
      throw new IllegalArgumentException(
          "a " + type + " key column cannot be " + encoding + "; use ORDERED or HBASE");
    }
    if (descending && !encoding.keepsOrder()) {
      throw new IllegalArgumentException(
          "a descending key column must be ORDERED or PHOENIX, not "
              + encoding
              + ": other encodings have no value order");
    }
    if (descending && !form.kind().keepsOrder()) {
      throw new IllegalArgumentException(
          "a descending key column must be PLAIN or ESCAPED, not "
              + form.kind()
              + ": other forms have no value order");
    }
    if (descending && type.kind() == SqlType.Kind.BINARY && form.kind() != KeyForm.Kind.ESCAPED) {
      throw new IllegalArgumentException(
          "a descending BINARY key column must be ESCAPED, not "
              + form.kind()
              + ": without an end mark a prefix would still sort first");
    }
    if (encoding == ValueEncoding.CAST_TEXT) {
      throw new IllegalArgumentException(
          "a key column cannot be CAST_TEXT: another text of its value is another row; use TEXT");
    }
    checkForm(type, encoding, form.kind());
  }

  private static void checkForm(SqlType type, ValueEncoding encoding, KeyForm.Kind form) {
    boolean saysWhereItEnds =
        form == KeyForm.Kind.DELIMITED
            || form == KeyForm.Kind.LENGTH_PREFIXED
            || form == KeyForm.Kind.FIXED
            || form == KeyForm.Kind.ESCAPED;
    if (saysWhereItEnds && ScalarCodecs.of(type, encoding) instanceof FixedCodec fixed) {
      throw new IllegalArgumentException(
          "a "
              + type
              + " key column encoded as "
              + encoding
              + " has always "
              + fixed.width
              + " bytes, so it is not "
              + form
              + "; leave out the form");
    }
    if (form == KeyForm.Kind.ESCAPED && type.physical() != SqlType.Physical.BYTES) {
      throw new IllegalArgumentException(
          "a "
              + type
              + " key column cannot be ESCAPED, which is for STRING and BINARY; use LENGTH_PREFIXED");
    }
    if (form == KeyForm.Kind.FIXED && type.physical() != SqlType.Physical.BYTES) {
      throw new IllegalArgumentException(
          "a "
              + type
              + " key column encoded as "
              + encoding
              + " cannot be FIXED: its values differ in length; use LENGTH_PREFIXED");
    }
    if (form == KeyForm.Kind.DELIMITED && mayHoldAnyByte(type, encoding)) {
      throw new IllegalArgumentException(
          "a "
              + type
              + " key column encoded as "
              + encoding
              + " may hold any delimiter; use LENGTH_PREFIXED");
    }
    if (form == KeyForm.Kind.REVERSED && type.physical() == SqlType.Physical.DOUBLE) {
      throw new IllegalArgumentException(
          "a "
              + type
              + " key column cannot be REVERSED: numbers that are equal have several bytes");
    }
  }

  /** Whether no byte is left that could end a value. */
  static boolean mayHoldAnyByte(SqlType type, ValueEncoding encoding) {
    return type.kind() == SqlType.Kind.BINARY
        || type.kind() == SqlType.Kind.DECIMAL && encoding == ValueEncoding.HBASE;
  }

  /**
   * Whether Phoenix leaves NULLs of the column out at the end of a row key. Those of its types that
   * have always the same number of bytes are never NULL there.
   */
  boolean isOmittedIfNull() {
    return encoding == ValueEncoding.PHOENIX
        && form.kind() == KeyForm.Kind.PLAIN
        && !(ScalarCodecs.of(type, encoding) instanceof FixedCodec);
  }

  /** Tells whether such a NULL is read as the value without bytes, as Phoenix does. */
  boolean isOmittedIfEmpty() {
    return isOmittedIfNull() && !descending && type.physical() == SqlType.Physical.BYTES;
  }

  /** Writes and reads the value of the part, without what the form adds and without terminator. */
  ValueCodec codec() {
    ValueCodec ascending = ScalarCodecs.of(type, encoding);
    if (!descending || !(ascending instanceof FixedCodec)) {
      return ascending;
    }
    return encoding == ValueEncoding.PHOENIX
        ? FixedCodecs.phoenix(type, true)
        : FixedCodecs.ordered(type, true);
  }
}
