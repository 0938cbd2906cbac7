package org.apache.spark.sql.hbase.wire.plan;

import com.google.protobuf.Message;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;

/**
 * The checks that all parts of a sub-plan share. {@code path} says where in the message, for the
 * error.
 */
final class PlanChecks {
  private PlanChecks() {}

  /** A field that this version does not know may change the meaning of the ones it knows. */
  static void knownFields(Message message, String path) {
    if (!message.getUnknownFields().asMap().isEmpty()) {
      throw new PlanException(
          ErrorCode.UNSUPPORTED_FEATURE,
          "The sub-plan has a field that this server does not know; upgrade the server first.",
          "at",
          path,
          "fields",
          message.getUnknownFields().asMap().keySet());
    }
  }

  static void require(boolean condition, String path, String problem) {
    if (!condition) {
      throw invalid(path, problem);
    }
  }

  static PlanException invalid(String path, String problem) {
    return new PlanException(
        ErrorCode.INVALID_PLAN,
        "The sub-plan contradicts the contract; build it with a client of this version.",
        "at",
        path,
        "problem",
        problem);
  }

  static void atMost(int count, int limit, String path) {
    if (count > limit) {
      throw new PlanException(
          ErrorCode.PLAN_TOO_LARGE,
          "The sub-plan has too many parts; ask for fewer columns, groups or values.",
          "at",
          path,
          "count",
          count,
          "limit",
          limit);
    }
  }

  static PlanException unsupportedFunction(String path, int number) {
    return new PlanException(
        ErrorCode.UNSUPPORTED_FUNCTION,
        "The sub-plan uses a function that this server does not know; upgrade the server first.",
        "at",
        path,
        "function",
        number);
  }

  /**
   * Makes the error for an unknown value of an enum, other than a function, which a later version
   * may have added.
   */
  static PlanException unsupportedValue(String path, int number) {
    return new PlanException(
        ErrorCode.UNSUPPORTED_FEATURE,
        "The sub-plan has a value that this server does not know; upgrade the server first.",
        "at",
        path,
        "value",
        number);
  }

  static void evalMode(EvalMode mode, int number, boolean needed, String path) {
    if (mode == EvalMode.UNRECOGNIZED) {
      throw unsupportedValue(path + ".eval_mode", number);
    }
    require(!needed || mode != EvalMode.EVAL_MODE_UNSPECIFIED, path, "has no eval_mode");
  }
}
