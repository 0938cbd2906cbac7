package org.apache.spark.sql.hbase.client;

import com.google.protobuf.ByteString;
import java.util.List;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.filter.ScanFilters;
import org.apache.spark.sql.hbase.wire.PlanException;
import org.apache.spark.sql.hbase.wire.PlanHash;
import org.apache.spark.sql.hbase.wire.ScanAttributes;
import org.apache.spark.sql.hbase.wire.SubPlans;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;

/**
 * The sub-plan of one request, parsed: which scans it needs, when enough rows are there, and its
 * compiled form for runs in this process. Not thread-safe.
 */
final class PreparedPlan {
  private static final long NO_LIMIT = -1;

  private final byte[] bytes;
  private final SubPlan plan;
  private final byte[] conditions;
  private final ReaderOptions options;
  private final long limit;
  private CompiledSubPlan compiled;

  private PreparedPlan(SubPlanRequest request) {
    this.bytes = request.subPlan();
    this.plan = SubPlans.parse(bytes);
    this.conditions = request.conditions();
    this.options = request.options();
    this.limit = limitOf(plan.getOperatorsList());
  }

  /** Throws when the sub-plan is malformed. */
  static PreparedPlan of(SubPlanRequest request) throws SubPlanException {
    try {
      return new PreparedPlan(request);
    } catch (PlanException e) {
      throw new SubPlanException(e.error(), e);
    }
  }

  byte[] hash() {
    return PlanHash.of(bytes);
  }

  boolean isLimited() {
    return limit != NO_LIMIT;
  }

  /** True when {@code rows} output rows are all that the plan wants. */
  boolean isSatisfiedBy(long rows) {
    return isLimited() && rows >= limit;
  }

  /** Asks the region servers to run the sub-plan. One Result, that is one frame, ends an RPC. */
  Scan subPlanScan(byte[] startRow, byte[] stopRow) {
    return scan(startRow, stopRow).setCaching(1).setAttribute(ScanAttributes.SUB_PLAN, bytes);
  }

  /** Reads the same cells as they are, maybe without rows that the plan leaves out. */
  Scan plainScan(byte[] startRow, byte[] stopRow) throws SubPlanException {
    Scan scan = scan(startRow, stopRow).setCaching(options.fetchSize());
    if (options.customFilter()) {
      try {
        ScanFilters.of(SubPlans.parse(conditions)).ifPresent(scan::setFilter);
      } catch (PlanException e) {
        throw new SubPlanException(e.error(), e);
      }
    }
    return scan;
  }

  private Scan scan(byte[] startRow, byte[] stopRow) {
    Scan scan =
        new Scan()
            .withStartRow(startRow)
            .withStopRow(stopRow)
            .setCacheBlocks(options.cacheBlocks())
            .setReadType(options.readType())
            // Only the primary replica has every row that was acknowledged.
            .setConsistency(Consistency.STRONG);
    for (ByteString family : plan.getTable().getFamiliesList()) {
      scan.addFamily(family.toByteArray());
    }
    return scan;
  }

  /**
   * For the engine in this process; throws when this version of it does not compute the plan
   * either.
   */
  CompiledSubPlan compiled() throws SubPlanException {
    if (compiled == null) {
      try {
        compiled = CompiledSubPlan.compile(plan);
      } catch (PlanException e) {
        throw new SubPlanException(e.error(), e);
      }
    }
    return compiled;
  }

  private static long limitOf(List<Operator> operators) {
    boolean limited = !operators.isEmpty() && operators.get(operators.size() - 1).hasLimit();
    return limited ? operators.get(operators.size() - 1).getLimit().getRows() : NO_LIMIT;
  }
}
