package org.apache.spark.sql.hbase.wire.plan;

import org.apache.spark.sql.hbase.wire.ArrowBatch;

/** The most of each part that a sub-plan may have: a plan with more is refused before it runs. */
public final class PlanLimits {
  public static final int MAX_BYTES = 1 << 20;

  /** Nesting of expressions; a column or literal alone has depth 1. */
  public static final int MAX_DEPTH = 100;

  public static final int MAX_OPERATORS = 64;

  /** Expressions of one Project, group columns or calls of one Aggregate. */
  public static final int MAX_EXPRESSIONS = 4096;

  /** Columns that come out of one operator, aggregation states too, so columns of a frame. */
  public static final int MAX_OUTPUT_COLUMNS = ArrowBatch.MAX_COLUMNS;

  /** Projections of one Expand: CUBE of six columns. */
  public static final int MAX_PROJECTIONS = 64;

  /** Build rows of one BroadcastJoin. */
  public static final int MAX_BUILD_ROWS = 1 << 16;

  /** Row ranges of one Filter. */
  public static final int MAX_ROW_RANGES = 1 << 16;

  private PlanLimits() {}
}
