package org.apache.spark.sql.hbase.codec.types;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Bytes that do not decode, or a value that has no encoding. Immutable: {@link #withRow} and {@link
 * #withColumn} return copies that say where it happened, for callers that know more than the codec.
 */
public final class CodecException extends RuntimeException {
  private static final int MAX_PRINTED_BYTES = 64;

  /** The problem, with the static sentence of the message. */
  public enum Code {
    CORRUPT_VALUE(
        "the bytes are not a value of the column's type and encoding. The cell was likely written with another type"
            + " or encoding; declare the column as it was written, see FORMAT.md"),
    ROW_KEY_TOO_SHORT(
        "the row key ends inside a key column. The table was likely written with another key schema; see FORMAT.md,"
            + " \"Row keys\""),
    ROW_KEY_TRAILING_BYTES(
        "the row key goes on after its last key column. The table was likely written with another key schema; see"
            + " FORMAT.md, \"Row keys\""),
    ROW_KEY_TOO_LONG(
        "the row key is longer than HBase allows. Shorten the values of the string or binary key columns"),
    ROW_KEY_EMPTY(
        "the row key has no bytes, which HBase does not allow. Give the key column a value that is not empty"),
    NULL_IN_ROW_KEY(
        "a key column is NULL. Key columns are NOT NULL; filter such rows out or give them a value"),
    NUL_IN_STRING_KEY(
        "a string in the row key contains the character U+0000, which ends the string there. Remove the character, or"
            + " declare a table whose column is the last one of the key or of form escaped"),
    DELIMITER_IN_KEY(
        "a value of a delimited key column contains the delimiter, which ends the value there. Remove it from the value, or"
            + " declare the column with another delimiter or form; see FORMAT.md, \"Forms of key columns\""),
    KEY_VALUE_LENGTH(
        "a value of a fixed key column has another number of bytes than the column. Pad or cut the value, or declare the"
            + " column with another form; see FORMAT.md, \"Forms of key columns\""),
    VALUE_OUT_OF_RANGE(
        "the value does not fit the column's type. Widen the type or correct the value");

    private final String sentence;

    Code(String sentence) {
      this.sentence = sentence;
    }

    /** Returns the sentence without values: the problem, its reason and the remedy. */
    public String sentence() {
      return sentence;
    }
  }

  private final Code code;
  private final Map<String, String> values;

  private CodecException(Code code, Map<String, String> values, Throwable cause) {
    super(message(code, values), cause);
    this.code = code;
    this.values = Collections.unmodifiableMap(values);
  }

  /**
   * Makes an exception of a code and its keyed values.
   *
   * @param keysAndValues alternating: a key, then its value
   */
  public static CodecException of(Code code, Object... keysAndValues) {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i].toString(), String.valueOf(keysAndValues[i + 1]));
    }
    return new CodecException(code, values, null);
  }

  /** Bytes that are not a value of {@code type}; shows the first of them. */
  public static CodecException corrupt(
      SqlType type, ValueEncoding encoding, String reason, byte[] bytes, int offset, int length) {
    return of(
        Code.CORRUPT_VALUE,
        "type",
        type,
        "encoding",
        encoding,
        "reason",
        reason,
        "foundBytes",
        length,
        "bytes",
        printable(bytes, offset, length));
  }

  /** A qualifier that is the STRING key of a map over a family, and is no text. */
  public static CodecException qualifier(byte[] bytes, int offset, int length) {
    return of(
        Code.CORRUPT_VALUE,
        "reason",
        "the qualifier is not UTF-8; a MAP<BINARY, ...> has it",
        "qualifier",
        printable(bytes, offset, length));
  }

  public static CodecException outOfRange(SqlType type, Object value) {
    return of(Code.VALUE_OUT_OF_RANGE, "type", type, "value", value);
  }

  /** Returns the rule that was broken; the error code that users see has its name. */
  public Code code() {
    return code;
  }

  /** The keyed values of the message, in its order. */
  public Map<String, String> values() {
    return values;
  }

  /** Position of the key part the error is about, -1 when it is not about one. */
  public int keyPart() {
    String part = values.get("part");
    return part == null ? -1 : Integer.parseInt(part);
  }

  /** Returns the error with the row in which it occurred. */
  public CodecException withRow(byte[] row) {
    return with("row", printable(row, 0, row.length));
  }

  /** Returns the error with the name of its SQL column. */
  public CodecException withColumn(String name) {
    return with("column", name);
  }

  public CodecException withKeyPart(int part) {
    return with("part", Integer.toString(part));
  }

  private CodecException with(String key, String value) {
    Map<String, String> enriched = new LinkedHashMap<>(values);
    enriched.put(key, value);
    CodecException copy = new CodecException(code, enriched, getCause());
    copy.setStackTrace(getStackTrace());
    return copy;
  }

  private static String message(Code code, Map<String, String> values) {
    StringBuilder message =
        new StringBuilder(code.name()).append(": ").append(code.sentence()).append('.');
    values.forEach((key, value) -> message.append(' ').append(key).append('=').append(value));
    return message.toString();
  }

  /** HBase's notation: printable ASCII as it is, other bytes as {@code \xNN}. */
  public static String printable(byte[] bytes, int offset, int length) {
    StringBuilder text = new StringBuilder();
    int shown = Math.min(length, MAX_PRINTED_BYTES);
    for (int i = offset; i < offset + shown; i++) {
      int b = bytes[i] & 0xFF;
      if (b > ' ' && b < 0x7F && b != '\\') {
        text.append((char) b);
      } else {
        text.append(String.format("\\x%02X", b));
      }
    }
    return shown < length ? text.append("...").toString() : text.toString();
  }
}
