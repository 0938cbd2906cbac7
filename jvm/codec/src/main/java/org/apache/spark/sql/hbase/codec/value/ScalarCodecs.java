package org.apache.spark.sql.hbase.codec.value;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;

/** Makes the codecs of types without parts. {@code ValueCodecs} makes those of all types. */
public final class ScalarCodecs {
  private ScalarCodecs() {}

  /**
   * Returns the codec of a type in an encoding.
   *
   * @throws IllegalArgumentException when there is none, see {@link #refusal}
   */
  public static ValueCodec of(SqlType type, ValueEncoding encoding) {
    String refusal = refusal(type, encoding);
    if (refusal != null) {
      throw noCodec(type, encoding, refusal);
    }
    if (type.physical() == SqlType.Physical.BYTES) {
      return new BytesCodec(type, encoding);
    }
    return switch (encoding) {
      case ORDERED -> FixedCodecs.ordered(type, false);
      case HBASE ->
          switch (type.kind()) {
            case BOOLEAN -> new HBaseBooleanCodec();
            case DECIMAL -> new HBaseDecimalCodec(type);
            default -> FixedCodecs.hbase(type);
          };
      case CAST_TEXT -> new CastTextCodec(of(type, ValueEncoding.TEXT));
      case TEXT ->
          switch (type.kind()) {
            case BOOLEAN -> new TextBooleanCodec();
            case FLOAT, DOUBLE -> new TextFloatingCodec(type);
            case DECIMAL -> new TextDecimalCodec(type);
            case DATE, TIMESTAMP, TIMESTAMP_NTZ -> new TextDateTimeCodec(type);
            default -> new TextIntegerCodec(type);
          };
      case PHOENIX ->
          type.kind() == SqlType.Kind.DECIMAL
              ? new PhoenixDecimalCodec(type)
              : FixedCodecs.phoenix(type, false);
      case NESTED, JSON, AVRO -> throw new IllegalStateException("refused above");
    };
  }

  /** Returns why {@link #of} has no codec, and what to do; null if it has one. */
  public static String refusal(SqlType type, ValueEncoding encoding) {
    if (type.isNested()) {
      return "a nested value is encoded as NESTED, JSON or AVRO";
    }
    return switch (encoding) {
      case ORDERED, HBASE, PHOENIX -> null;
      case TEXT, CAST_TEXT ->
          type.kind() == SqlType.Kind.BINARY
              ? "arbitrary bytes are not text; use ORDERED or HBASE"
              : null;
      case NESTED, JSON, AVRO -> "it is for STRUCT, ARRAY and MAP; use ORDERED";
    };
  }

  public static IllegalArgumentException noCodec(
      SqlType type, ValueEncoding encoding, String refusal) {
    return new IllegalArgumentException(
        "a " + type + " column has no encoding " + encoding + ": " + refusal);
  }
}
