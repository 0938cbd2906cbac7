package org.apache.spark.sql.hbase.engine.types;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TestSqlTypes {
  @ParameterizedTest
  @EnumSource(SqlType.Kind.class)
  void everyTypeSurvivesTheWire(SqlType.Kind kind) {
    SqlType inner = SqlType.map(SqlType.STRING, SqlType.decimal(20, 3));
    SqlType type =
        switch (kind) {
          case DECIMAL -> SqlType.decimal(20, 3);
          case STRUCT -> SqlType.struct(List.of(new SqlType.Field("a b", inner)));
          case ARRAY -> SqlType.array(inner);
          case MAP -> SqlType.map(SqlType.INT, inner);
          default -> new SqlType(kind, 0, 0);
        };
    assertEquals(type, SqlTypes.of(SqlTypes.toWire(type)));
  }

  @Test
  void aTypeThatDoesNotExistIsRefused() {
    DataType decimal39 = DataType.newBuilder().setKind(TypeKind.DECIMAL).setPrecision(39).build();
    assertRefused(decimal39);
    assertRefused(DataType.getDefaultInstance());
    assertRefused(DataType.newBuilder().setKind(TypeKind.STRUCT).build());
    assertRefused(DataType.newBuilder().setKind(TypeKind.MAP).build());
  }

  private static void assertRefused(DataType type) {
    PlanException e = assertThrows(PlanException.class, () -> SqlTypes.of(type));
    assertEquals(ErrorCode.INVALID_PLAN, e.code());
  }
}
