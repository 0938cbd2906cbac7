package org.apache.spark.sql.hbase.codec;

/**
 * Writes and reads one value that fills one HBase cell. Immutable and thread-safe, except that the
 * codec of a nested type keeps scratch space and serves one thread. ORDERED, HBASE, PHOENIX and
 * NESTED decode without allocation (HBASE DECIMAL only up to 18 digits of the declared scale,
 * PHOENIX DECIMAL up to 18 digits).
 *
 * <p>A NULL has no bytes: it is an absent cell, so there is no method for it.
 */
public abstract class ValueCodec {
  private static final String ONLY_NESTED = "it is for STRUCT, ARRAY and MAP; use ORDERED";

  private final SqlType type;
  private final ValueEncoding encoding;

  ValueCodec(SqlType type, ValueEncoding encoding) {
    this.type = type;
    this.encoding = encoding;
  }

  /**
   * The codec of a type in an encoding.
   *
   * @throws IllegalArgumentException when there is none, see {@link #isSupported}
   */
  public static ValueCodec of(SqlType type, ValueEncoding encoding) {
    if (!isSupported(type, encoding)) {
      throw new IllegalArgumentException(
          "a " + type + " column has no encoding " + encoding + ": " + refusal(type, encoding));
    }
    if (type.isNested()) {
      return switch (encoding) {
        case JSON -> new JsonCodec(type);
        case AVRO -> new AvroCodec(type);
        default -> new NestedCodec(type);
      };
    }
    if (type.physical() == SqlType.Physical.BYTES) {
      return new BytesCodec(type, encoding);
    }
    return switch (encoding) {
      case ORDERED -> FixedCodec.ordered(type, false);
      case HBASE ->
          switch (type.kind()) {
            case BOOLEAN -> new HBaseBooleanCodec();
            case DECIMAL -> new HBaseDecimalCodec(type);
            default -> FixedCodec.hbase(type);
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
              : FixedCodec.phoenix(type, false);
      case NESTED, JSON, AVRO -> throw new IllegalStateException("nested types are done above");
    };
  }

  /** Whether {@link #of} has a codec. */
  public static boolean isSupported(SqlType type, ValueEncoding encoding) {
    return refusal(type, encoding) == null;
  }

  /** Why {@link #of} has no codec, and what to do; null if it has one. */
  public static String refusal(SqlType type, ValueEncoding encoding) {
    return switch (encoding) {
      case ORDERED, HBASE, PHOENIX ->
          type.isNested() ? "a nested value is encoded as NESTED, JSON or AVRO" : null;
      case TEXT, CAST_TEXT -> {
        if (type.isNested()) {
          yield "a nested value is encoded as NESTED, JSON or AVRO";
        }
        yield type.kind() == SqlType.Kind.BINARY
            ? "arbitrary bytes are not text; use ORDERED or HBASE"
            : null;
      }
      case NESTED -> type.isNested() ? null : ONLY_NESTED;
      case JSON -> type.isNested() ? JsonCodec.refusal(type) : ONLY_NESTED;
      case AVRO -> type.isNested() ? AvroCodec.refusal(type) : ONLY_NESTED;
    };
  }

  public final SqlType type() {
    return type;
  }

  public final ValueEncoding encoding() {
    return encoding;
  }

  /**
   * Reads the value that is exactly the given bytes.
   *
   * @throws CodecException CORRUPT_VALUE when they are not a value; the sink was not called then
   */
  public abstract void decode(byte[] bytes, int offset, int length, ValueSink sink);

  /**
   * Appends a value of {@link SqlType.Physical#LONG}.
   *
   * @throws CodecException VALUE_OUT_OF_RANGE when the type cannot hold it; nothing was appended
   *     then
   */
  public void encodeLong(long value, ByteBuilder out) {
    throw wrongPhysical(SqlType.Physical.LONG);
  }

  /**
   * Appends a value of {@link SqlType.Physical#DOUBLE}; a FLOAT must be exactly a float. Else as
   * {@link #encodeLong}.
   */
  public void encodeDouble(double value, ByteBuilder out) {
    throw wrongPhysical(SqlType.Physical.DOUBLE);
  }

  /** Appends a value of {@link SqlType.Physical#DECIMAL128}. Else as {@link #encodeLong}. */
  public void encodeDecimal128(long high, long low, ByteBuilder out) {
    throw wrongPhysical(SqlType.Physical.DECIMAL128);
  }

  /** Appends a value of {@link SqlType.Physical#BYTES}. */
  public void encodeBytes(byte[] bytes, int offset, int length, ByteBuilder out) {
    throw wrongPhysical(SqlType.Physical.BYTES);
  }

  final CodecException corrupt(String reason, byte[] bytes, int offset, int length) {
    return CodecException.corrupt(type, encoding, reason, bytes, offset, length);
  }

  private IllegalStateException wrongPhysical(SqlType.Physical given) {
    return new IllegalStateException(
        "a " + type + " column takes " + type.physical() + " values, not " + given);
  }
}
