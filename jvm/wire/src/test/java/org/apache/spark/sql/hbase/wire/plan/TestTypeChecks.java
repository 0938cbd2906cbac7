package org.apache.spark.sql.hbase.wire.plan;

import static org.apache.spark.sql.hbase.wire.plan.NestedFixtures.field;
import static org.apache.spark.sql.hbase.wire.plan.NestedFixtures.nested;
import static org.apache.spark.sql.hbase.wire.plan.NestedFixtures.struct;
import static org.apache.spark.sql.hbase.wire.plan.PlanFixtures.INT;
import static org.apache.spark.sql.hbase.wire.plan.PlanFixtures.STRING;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.NestedType;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;
import org.junit.jupiter.api.Test;

class TestTypeChecks {
  private static final int MAX_DEPTH = 32;

  @Test
  void nestedTypesHaveTheirNumberOfParts() {
    assertRefused(ErrorCode.INVALID_PLAN, struct());
    assertRefused(ErrorCode.INVALID_PLAN, nested(TypeKind.ARRAY));
    assertRefused(ErrorCode.INVALID_PLAN, nested(TypeKind.ARRAY, field("", INT), field("", INT)));
    assertRefused(ErrorCode.INVALID_PLAN, nested(TypeKind.MAP, field("", STRING)));
    assertRefused(ErrorCode.INVALID_PLAN, nested(TypeKind.INT, field("", INT)));
  }

  @Test
  void onlyFieldsOfStructsHaveNames() {
    assertDoesNotThrow(() -> TypeChecks.check(struct(field("", INT), field("", INT)), "type"));
    assertRefused(ErrorCode.INVALID_PLAN, nested(TypeKind.ARRAY, field("element", INT)));
  }

  @Test
  void partsAreCheckedLikeTypes() {
    DataType unspecified = struct(field("a", DataType.getDefaultInstance()));
    assertRefused(ErrorCode.INVALID_PLAN, unspecified);
    assertRefused(ErrorCode.INVALID_PLAN, struct(NestedType.newBuilder().setName("a").build()));
    DataType unknown = DataType.newBuilder().setKindValue(99).build();
    assertRefused(ErrorCode.UNSUPPORTED_FEATURE, struct(field("a", unknown)));
  }

  @Test
  void typesAreBoundedInDepth() {
    DataType deepest = INT;
    for (int i = 1; i < MAX_DEPTH; i++) {
      deepest = nested(TypeKind.ARRAY, field("", deepest));
    }
    DataType legal = deepest;
    assertDoesNotThrow(() -> TypeChecks.check(legal, "type"));
    assertRefused(ErrorCode.PLAN_TOO_LARGE, nested(TypeKind.ARRAY, field("", legal)));
  }

  /** A message of 1 MiB may name some 200,000 types. */
  @Test
  void legalTypesAreCheckedWithoutGarbageForEach() {
    NestedType[] fields = new NestedType[60_000];
    Arrays.fill(fields, field("", INT));
    DataType wide = struct(fields);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    TypeChecks.check(wide, "type");
    long before = threads.getCurrentThreadAllocatedBytes();
    TypeChecks.check(wide, "type");
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertTrue(allocated < fields.length, () -> allocated + " bytes");
  }

  private static void assertRefused(ErrorCode code, DataType type) {
    PlanException e = assertThrows(PlanException.class, () -> TypeChecks.check(type, "type"));
    assertEquals(code, e.code());
  }
}
