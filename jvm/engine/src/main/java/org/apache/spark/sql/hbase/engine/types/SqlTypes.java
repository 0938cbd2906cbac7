package org.apache.spark.sql.hbase.engine.types;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.NestedType;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;

/** SQL types between the wire's spelling and the codecs'. */
public final class SqlTypes {
  private SqlTypes() {}

  /**
   * The type of a validated message.
   *
   * @throws PlanException INVALID_PLAN if it is not a type
   */
  public static SqlType of(DataType wire) {
    return switch (wire.getKind()) {
      case BOOLEAN -> SqlType.BOOLEAN;
      case TINYINT -> SqlType.TINYINT;
      case SMALLINT -> SqlType.SMALLINT;
      case INT -> SqlType.INT;
      case BIGINT -> SqlType.BIGINT;
      case FLOAT -> SqlType.FLOAT;
      case DOUBLE -> SqlType.DOUBLE;
      case DECIMAL -> decimal(wire);
      case STRING -> SqlType.STRING;
      case BINARY -> SqlType.BINARY;
      case DATE -> SqlType.DATE;
      case TIMESTAMP -> SqlType.TIMESTAMP;
      case TIMESTAMP_NTZ -> SqlType.TIMESTAMP_NTZ;
      case STRUCT, ARRAY, MAP -> nested(wire);
      case TYPE_KIND_UNSPECIFIED, UNRECOGNIZED -> throw invalid(wire);
    };
  }

  private static SqlType nested(DataType wire) {
    try {
      return switch (wire.getKind()) {
        case STRUCT ->
            SqlType.struct(
                wire.getNestedList().stream()
                    .map(field -> new SqlType.Field(field.getName(), of(field.getType())))
                    .toList());
        case ARRAY -> SqlType.array(nested(wire, 0));
        default -> SqlType.map(nested(wire, 0), nested(wire, 1));
      };
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw invalid(wire);
    }
  }

  private static SqlType nested(DataType wire, int position) {
    return of(wire.getNested(position).getType());
  }

  public static DataType toWire(SqlType type) {
    DataType.Builder wire =
        DataType.newBuilder()
            .setKind(TypeKind.valueOf(type.kind().name()))
            .setPrecision(type.precision())
            .setScale(type.scale());
    for (SqlType.Field field : type.fields()) {
      NestedType.Builder nested = NestedType.newBuilder().setType(toWire(field.type()));
      if (type.kind() == SqlType.Kind.STRUCT) {
        nested.setName(field.name());
      }
      wire.addNested(nested);
    }
    return wire.build();
  }

  private static SqlType decimal(DataType wire) {
    if (wire.getPrecision() < 1
        || wire.getPrecision() > SqlType.MAX_PRECISION
        || wire.getScale() < 0
        || wire.getScale() > wire.getPrecision()) {
      throw invalid(wire);
    }
    return SqlType.decimal(wire.getPrecision(), wire.getScale());
  }

  private static PlanException invalid(DataType wire) {
    return new PlanException(
        ErrorCode.INVALID_PLAN,
        "The sub-plan names a type that does not exist. Write it with a client of this version.",
        "kind",
        wire.getKind(),
        "precision",
        wire.getPrecision(),
        "scale",
        wire.getScale());
  }
}
