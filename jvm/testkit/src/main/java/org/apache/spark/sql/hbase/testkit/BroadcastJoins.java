package org.apache.spark.sql.hbase.testkit;

import com.google.protobuf.ByteString;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.wire.proto.BroadcastJoin;
import org.apache.spark.sql.hbase.wire.proto.BuildColumn;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.JoinType;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.Values;

/** BroadcastJoins and their build columns in few words. */
public final class BroadcastJoins {
  private BroadcastJoins() {}

  /** With one key. */
  public static Operator join(
      JoinType type, Expression key, BuildColumn buildKey, BuildColumn... buildValues) {
    return join(type, List.of(key), List.of(buildKey), buildValues);
  }

  public static Operator join(
      JoinType type,
      List<Expression> keys,
      List<BuildColumn> buildKeys,
      BuildColumn... buildValues) {
    BroadcastJoin join =
        BroadcastJoin.newBuilder()
            .setType(type)
            .addAllKeys(keys)
            .addAllBuildKeys(buildKeys)
            .addAllBuildValues(List.of(buildValues))
            .build();
    return Operator.newBuilder().setBroadcastJoin(join).build();
  }

  /**
   * @param values as of {@link FixtureValues}
   */
  public static BuildColumn column(SqlType type, Object... values) {
    BuildColumn.Builder column = BuildColumn.newBuilder().setType(SqlTypes.toWire(type));
    for (int row = 0; row < values.length; row++) {
      if (values[row] == null) {
        column.addNulls(row);
      } else {
        add(values[row], type, column.getValuesBuilder());
      }
    }
    return column.build();
  }

  private static void add(Object value, SqlType type, Values.Builder values) {
    switch (type.kind()) {
      case BOOLEAN -> values.addIntegers((Boolean) value ? 1 : 0);
      case FLOAT, DOUBLE -> values.addFloatings(((Number) value).doubleValue());
      case DECIMAL -> values.addDecimals(unscaled(value));
      case STRING -> values.addBinaries(utf8((String) value));
      case BINARY -> values.addBinaries(ByteString.copyFrom((byte[]) value));
      default -> values.addIntegers(((Number) value).longValue());
    }
  }

  private static ByteString unscaled(Object value) {
    BigInteger unscaled =
        value instanceof BigInteger big ? big : BigInteger.valueOf(((Number) value).longValue());
    return ByteString.copyFrom(unscaled.toByteArray());
  }

  private static ByteString utf8(String value) {
    return ByteString.copyFrom(value, StandardCharsets.UTF_8);
  }
}
