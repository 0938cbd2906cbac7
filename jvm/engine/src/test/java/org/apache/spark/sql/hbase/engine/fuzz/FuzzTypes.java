package org.apache.spark.sql.hbase.engine.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.ValueCodecs;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;

/** The nested types of {@link FuzzTable}, and parts of them that functions yield. */
final class FuzzTypes {
  private static final SqlType.Field X = new SqlType.Field("x", SqlType.INT);

  static final SqlType POINT =
      SqlType.struct(List.of(X, new SqlType.Field("name", SqlType.STRING)));
  static final SqlType INTS = SqlType.array(SqlType.INT);
  static final SqlType POINTS = SqlType.array(POINT);
  static final SqlType COUNTS = SqlType.map(SqlType.STRING, SqlType.INT);

  /** Types of results only. */
  static final List<SqlType> PARTS =
      List.of(SqlType.struct(List.of(X)), SqlType.array(SqlType.STRING));

  private FuzzTypes() {}

  /** A nested value in binary form. */
  static byte[] value(SqlType type, String json) {
    byte[] utf8 = json.getBytes(StandardCharsets.UTF_8);
    ColumnVector vector = new ColumnVector(type);
    ValueCodecs.of(type, ValueEncoding.JSON).decode(utf8, 0, utf8.length, vector);
    return Arrays.copyOfRange(vector.data, vector.offsets[0], vector.offsets[1]);
  }
}
