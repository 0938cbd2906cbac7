package org.apache.spark.sql.hbase.wire.plan;

import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.NestedType;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;

/**
 * Checks the SQL types that a sub-plan names. It may name some 200,000, so texts are made only for
 * an error.
 */
final class TypeChecks {
  private static final int MAX_PRECISION = 38;

  /** Types inside one another. */
  private static final int MAX_DEPTH = 32;

  /** The field count of a STRUCT is 16 bits. */
  private static final int MAX_FIELDS = 0xFFFF;

  private TypeChecks() {}

  static void check(DataType type, String path) {
    check(type, path, 1);
  }

  private static void check(DataType type, String path, int depth) {
    PlanChecks.knownFields(type, path);
    if (type.getKind() == TypeKind.UNRECOGNIZED) {
      throw PlanChecks.unsupportedValue(path + ".kind", type.getKindValue());
    }
    PlanChecks.require(type.getKind() != TypeKind.TYPE_KIND_UNSPECIFIED, path, "has no type");
    checkPrecision(type, path);
    checkNested(type, path, depth);
  }

  private static void checkPrecision(DataType type, String path) {
    int precision = type.getPrecision();
    int scale = type.getScale();
    boolean legal =
        type.getKind() == TypeKind.DECIMAL
            ? precision >= 1 && precision <= MAX_PRECISION && scale >= 0 && scale <= precision
            : precision == 0 && scale == 0;
    if (!legal) {
      throw PlanChecks.invalid(path, "precision or scale is not legal for " + type.getKind());
    }
  }

  private static void checkNested(DataType type, String path, int depth) {
    int count = type.getNestedCount();
    boolean legal =
        switch (type.getKind()) {
          case STRUCT -> count >= 1;
          case ARRAY -> count == 1;
          case MAP -> count == 2;
          default -> count == 0;
        };
    if (!legal) {
      throw PlanChecks.invalid(path, count + " nested types are not legal for " + type.getKind());
    }
    if (depth > MAX_DEPTH) {
      PlanChecks.atMost(depth, MAX_DEPTH, path + ", nested types");
    }
    if (count == 0) {
      return;
    }
    String nestedPath = path + ".nested";
    PlanChecks.atMost(count, MAX_FIELDS, nestedPath);
    for (NestedType nested : type.getNestedList()) {
      PlanChecks.knownFields(nested, nestedPath);
      PlanChecks.require(
          nested.getName().isEmpty() || type.getKind() == TypeKind.STRUCT,
          path,
          "only fields of a STRUCT have names");
      check(nested.getType(), path, depth + 1);
    }
  }
}
