package org.apache.spark.sql.hbase.wire.plan;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.Aggregate;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.Expand;
import org.apache.spark.sql.hbase.wire.proto.Feature;
import org.apache.spark.sql.hbase.wire.proto.Filter;
import org.apache.spark.sql.hbase.wire.proto.Limit;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.Project;
import org.apache.spark.sql.hbase.wire.proto.RowRange;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;

/**
 * Parses sub-plans as untrusted input. The plan that {@link #parse} returns is structurally sound.
 * It is within the limits, has no unknown fields or enum values, and its operators are in a legal
 * order. Every position is in range, and every column reference and literal has the type that it
 * claims. Whether the engine computes a function for given argument types is the engine's matter.
 */
public final class SubPlans {
  public static final int FORMAT_VERSION = 1;

  /**
   * Each level of an expression is two messages, Expression and Call; and there is a little above
   * and below them.
   */
  private static final int MAX_MESSAGE_DEPTH = 4 * PlanLimits.MAX_DEPTH;

  private SubPlans() {}

  /**
   * @param bytes of the scan attribute {@link ScanAttributes#SUB_PLAN}
   * @throws PlanException of kind {@link ErrorCode.Kind#PLAN} for everything that is wrong with
   *     them
   */
  public static SubPlan parse(byte[] bytes) {
    if (bytes.length > PlanLimits.MAX_BYTES) {
      throw new PlanException(
          ErrorCode.PLAN_TOO_LARGE,
          "The sub-plan has too many bytes; shorten its lists of values.",
          "bytes",
          bytes.length,
          "limit",
          PlanLimits.MAX_BYTES);
    }
    SubPlan plan = decode(bytes);
    if (plan.getFormatVersion() != FORMAT_VERSION) {
      throw new PlanException(
          ErrorCode.UNSUPPORTED_PLAN_VERSION,
          "The sub-plan has a format version that this server does not know; upgrade the server first.",
          "version",
          Integer.toUnsignedLong(plan.getFormatVersion()),
          "known",
          FORMAT_VERSION);
    }
    check(plan);
    return plan;
  }

  private static SubPlan decode(byte[] bytes) {
    try {
      CodedInputStream in = CodedInputStream.newInstance(bytes);
      in.setRecursionLimit(MAX_MESSAGE_DEPTH);
      SubPlan plan = SubPlan.parseFrom(in);
      in.checkLastTagWas(0);
      return plan;
    } catch (InvalidProtocolBufferException e) {
      throw new PlanException(
          ErrorCode.INVALID_PLAN,
          "The bytes do not parse as a sub-plan; build it with a client of this version.",
          "problem",
          e.getMessage());
    } catch (IOException e) {
      throw new IllegalStateException("an array does not fail to be read", e);
    }
  }

  private static void check(SubPlan plan) {
    PlanChecks.knownFields(plan, "sub_plan");
    for (Feature feature : plan.getRequiredFeaturesList()) {
      throw new PlanException(
          ErrorCode.UNSUPPORTED_FEATURE,
          "The sub-plan requires a feature that this server does not have; upgrade the server first.",
          "feature",
          feature);
    }
    PlanChecks.require(plan.hasTable(), "table", "is missing");
    TableChecks.check(plan.getTable());
    PlanChecks.atMost(plan.getOperatorsCount(), PlanLimits.MAX_OPERATORS, "operators");
    List<DataType> input = TableChecks.columnTypes(plan.getTable());
    Operator.NodeCase previous = Operator.NodeCase.NODE_NOT_SET;
    boolean isExpanded = false;
    for (int i = 0; i < plan.getOperatorsCount(); i++) {
      Operator operator = plan.getOperators(i);
      String path = "operators[" + i + "]";
      PlanChecks.knownFields(operator, path);
      checkOrder(previous, operator.getNodeCase(), path);
      PlanChecks.require(
          !isExpanded || isBetweenExpandAndAggregate(operator),
          path,
          operator.getNodeCase() + " cannot stand between an EXPAND and its AGGREGATE");
      input = checkOperator(operator, input, path);
      PlanChecks.atMost(input.size(), PlanLimits.MAX_OUTPUT_COLUMNS, path + ".output");
      previous = operator.getNodeCase();
      isExpanded = (isExpanded || operator.hasExpand()) && !operator.hasAggregate();
    }
    PlanChecks.require(!isExpanded, "operators", "an EXPAND has no AGGREGATE above it");
  }

  private static void checkOrder(Operator.NodeCase previous, Operator.NodeCase next, String path) {
    boolean legal =
        switch (previous) {
          case AGGREGATE -> next == Operator.NodeCase.LIMIT;
          case LIMIT, TOP_N -> false;
          case NODE_NOT_SET, FILTER, PROJECT, EXPAND, BROADCAST_JOIN -> true;
        };
    PlanChecks.require(legal, path, next + " cannot follow " + previous);
  }

  private static boolean isBetweenExpandAndAggregate(Operator operator) {
    return operator.hasFilter() || operator.hasProject() || operator.hasAggregate();
  }

  /** Returns the types of the operator's output columns. */
  private static List<DataType> checkOperator(
      Operator operator, List<DataType> input, String path) {
    return switch (operator.getNodeCase()) {
      case FILTER -> checkFilter(operator.getFilter(), input, path + ".filter");
      case PROJECT -> checkProject(operator.getProject(), input, path + ".project");
      case AGGREGATE -> checkAggregate(operator.getAggregate(), input, path + ".aggregate");
      case LIMIT -> checkLimit(operator.getLimit(), input, path + ".limit");
      case TOP_N -> TopNChecks.check(operator.getTopN(), input, path + ".top_n");
      case EXPAND -> checkExpand(operator.getExpand(), input, path + ".expand");
      case BROADCAST_JOIN ->
          BroadcastJoinChecks.check(operator.getBroadcastJoin(), input, path + ".broadcast_join");
      case NODE_NOT_SET -> throw PlanChecks.invalid(path, "has no node");
    };
  }

  private static List<DataType> checkFilter(Filter filter, List<DataType> input, String path) {
    PlanChecks.knownFields(filter, path);
    PlanChecks.require(filter.hasPredicate(), path, "has no predicate");
    new ExpressionChecks(input, path).check(filter.getPredicate());
    boolean isBoolean = filter.getPredicate().getType().getKind() == TypeKind.BOOLEAN;
    PlanChecks.require(isBoolean, path, "the predicate is not BOOLEAN");
    checkRowRanges(filter, path + ".row_ranges");
    return input;
  }

  private static void checkRowRanges(Filter filter, String path) {
    PlanChecks.atMost(filter.getRowRangesCount(), PlanLimits.MAX_ROW_RANGES, path);
    PlanChecks.require(
        filter.getOptional() || filter.getRowRangesCount() == 0,
        path,
        "the FILTER is not optional");
    Comparator<ByteString> order = ByteString.unsignedLexicographicalComparator();
    ByteString end = ByteString.EMPTY;
    for (int i = 0; i < filter.getRowRangesCount(); i++) {
      RowRange range = filter.getRowRanges(i);
      PlanChecks.knownFields(range, path);
      PlanChecks.require(
          range.getStop().isEmpty() || order.compare(range.getStart(), range.getStop()) < 0,
          path,
          "a range is empty");
      PlanChecks.require(
          i == 0 || !end.isEmpty() && order.compare(end, range.getStart()) <= 0,
          path,
          "the ranges are not ascending and disjoint");
      end = range.getStop();
    }
  }

  private static List<DataType> checkProject(Project project, List<DataType> input, String path) {
    PlanChecks.knownFields(project, path);
    return ExpressionChecks.checkAll(project.getExpressionsList(), input, path);
  }

  private static List<DataType> checkAggregate(
      Aggregate aggregate, List<DataType> input, String path) {
    PlanChecks.knownFields(aggregate, path);
    List<DataType> output =
        new ArrayList<>(
            ExpressionChecks.checkAll(aggregate.getGroupByList(), input, path + ".group_by"));
    PlanChecks.atMost(aggregate.getCallsCount(), PlanLimits.MAX_EXPRESSIONS, path + ".calls");
    for (int i = 0; i < aggregate.getCallsCount(); i++) {
      String callPath = path + ".calls[" + i + "]";
      AggregateChecks.check(aggregate.getCalls(i), input, callPath);
      output.addAll(aggregate.getCalls(i).getStateTypesList());
    }
    return output;
  }

  /** Returns the types that all projections have. */
  private static List<DataType> checkExpand(Expand expand, List<DataType> input, String path) {
    PlanChecks.knownFields(expand, path);
    PlanChecks.atMost(
        expand.getProjectionsCount(), PlanLimits.MAX_PROJECTIONS, path + ".projections");
    PlanChecks.require(expand.getProjectionsCount() > 0, path, "has no projection");
    List<DataType> types = checkProject(expand.getProjections(0), input, path + ".projections[0]");
    for (int i = 1; i < expand.getProjectionsCount(); i++) {
      String projectionPath = path + ".projections[" + i + "]";
      boolean isSame = types.equals(checkProject(expand.getProjections(i), input, projectionPath));
      PlanChecks.require(isSame, projectionPath, "has other types than the first projection");
    }
    return types;
  }

  private static List<DataType> checkLimit(Limit limit, List<DataType> input, String path) {
    PlanChecks.knownFields(limit, path);
    PlanChecks.require(limit.getRows() >= 0, path, "rows are above 2^63 - 1");
    return input;
  }
}
