package org.apache.spark.sql.hbase.codec;

import org.apache.spark.sql.hbase.codec.document.AvroCodec;
import org.apache.spark.sql.hbase.codec.document.JsonCodec;
import org.apache.spark.sql.hbase.codec.packed.NestedCodec;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.value.ScalarCodecs;
import org.apache.spark.sql.hbase.codec.value.ValueCodec;

/** Makes the codec of a type, nested or not, in an encoding. */
public final class ValueCodecs {
  private ValueCodecs() {}

  /**
   * Returns the codec of a type in an encoding.
   *
   * @throws IllegalArgumentException when there is none, see {@link #isSupported}
   */
  public static ValueCodec of(SqlType type, ValueEncoding encoding) {
    String refusal = refusal(type, encoding);
    if (refusal != null) {
      throw ScalarCodecs.noCodec(type, encoding, refusal);
    }
    if (!type.isNested()) {
      return ScalarCodecs.of(type, encoding);
    }
    return switch (encoding) {
      case JSON -> new JsonCodec(type);
      case AVRO -> new AvroCodec(type);
      default -> new NestedCodec(type);
    };
  }

  /** Tells whether {@link #of} has a codec. */
  public static boolean isSupported(SqlType type, ValueEncoding encoding) {
    return refusal(type, encoding) == null;
  }

  /** Returns why {@link #of} has no codec, and what to do; null if it has one. */
  public static String refusal(SqlType type, ValueEncoding encoding) {
    if (!type.isNested()) {
      return ScalarCodecs.refusal(type, encoding);
    }
    return switch (encoding) {
      case NESTED -> null;
      case JSON -> JsonCodec.refusal(type);
      case AVRO -> AvroCodec.refusal(type);
      default -> ScalarCodecs.refusal(type, encoding);
    };
  }
}
