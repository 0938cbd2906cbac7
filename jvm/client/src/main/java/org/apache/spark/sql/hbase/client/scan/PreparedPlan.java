package org.apache.spark.sql.hbase.client.scan;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.spark.sql.hbase.client.cluster.SubPlanException;
import org.apache.spark.sql.hbase.client.cluster.TableAccess;
import org.apache.spark.sql.hbase.client.row.MetadataResults;
import org.apache.spark.sql.hbase.client.row.RowMetadata;
import org.apache.spark.sql.hbase.client.row.RowResults;
import org.apache.spark.sql.hbase.client.row.RowStates;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.filter.ScanFilters;
import org.apache.spark.sql.hbase.wire.ScanAttributes;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;

/**
 * The sub-plan of one request, parsed. It knows which scans or gets it needs, when enough rows are
 * there, and its compiled form for runs in this process. Not thread-safe.
 */
public final class PreparedPlan {
  private static final long NO_LIMIT = -1;

  /** Rows of the first RPC of a plain scan of which Spark may want only the first rows. */
  private static final int FIRST_FETCH_SIZE = 64;

  /** Rows per RPC of a scan that reads backward for fewer. */
  private static final int BACKWARD_FETCH_SIZE = 16;

  private final ParsedPlan parsed;
  private final SubPlan plan;
  private final byte[] conditions;
  private final ReaderOptions options;
  private final TimeBounds times;
  private final long limit;
  private final boolean isBackward;

  private PreparedPlan(byte[] subPlan, byte[] conditions, ReaderOptions options, TimeBounds times) {
    this.parsed = ParsedPlan.of(subPlan);
    this.plan = parsed.plan;
    this.conditions = conditions;
    this.options = options;
    this.times = times;
    this.limit = limitOf(plan.getOperatorsList());
    this.isBackward = plan.getOperatorsList().stream().anyMatch(o -> o.getLimit().getFromEnd());
  }

  /**
   * Throws when the sub-plan is malformed.
   *
   * @param conditions another sub-plan, whose filters plain scans may use
   * @param times of all scans and gets
   */
  public static PreparedPlan of(
      byte[] subPlan, byte[] conditions, ReaderOptions options, TimeBounds times)
      throws SubPlanException {
    try {
      return new PreparedPlan(subPlan, conditions, options, times);
    } catch (PlanException e) {
      throw new SubPlanException(e.error(), e);
    }
  }

  byte[] hash() {
    return parsed.hash;
  }

  /**
   * True if the first rows that come are enough: of a plan that reads backward the last ones are.
   */
  public boolean isLimited() {
    return limit != NO_LIMIT && !isBackward;
  }

  /** True if each region is read from its end. */
  public boolean isBackward() {
    return isBackward;
  }

  /** Output rows of one region after which no more are wanted; MAX_VALUE without a limit. */
  public long wantedRows() {
    return limit == NO_LIMIT ? Long.MAX_VALUE : limit;
  }

  /** True when {@code rows} output rows are all that the plan wants. */
  boolean isSatisfiedBy(long rows) {
    return isLimited() && rows >= limit;
  }

  /**
   * Asks the region servers to run the sub-plan. One Result, that is one frame, ends an RPC. How
   * blocks are read is left to them: HBase's scanner opens each file anew to stream, and stands
   * still beside most sub-plans.
   */
  Scan subPlanScan(byte[] startRow, byte[] stopRow) {
    return scan(startRow, stopRow)
        .setCaching(1)
        .setAttribute(ScanAttributes.SUB_PLAN, parsed.bytes);
  }

  /**
   * Reads the same cells as they are, maybe without rows that the plan leaves out; from the end if
   * the plan reads backward.
   */
  Scan plainScan(byte[] startRow, byte[] stopRow) throws SubPlanException {
    Scan scan =
        scan(startRow, stopRow).setReadType(Scan.ReadType.STREAM).setCaching(options.fetchSize());
    if (isBackward) {
      int rows = (int) Math.max(BACKWARD_FETCH_SIZE, Math.min(limit, options.fetchSize()));
      scan.setReversed(true)
          .withStartRow(stopRow, false)
          .withStopRow(startRow, true)
          .setReadType(Scan.ReadType.PREAD)
          .setCaching(Math.min(rows, options.fetchSize()));
    }
    if (options.customFilter() && !times.hasVersions()) {
      try {
        SubPlan filtered = ParsedPlan.of(conditions).plan;
        if (!RowMetadata.areIn(filtered.getTable())) {
          ScanFilters.of(filtered).ifPresent(scan::setFilter);
        }
      } catch (PlanException e) {
        throw new SubPlanException(e.error(), e);
      }
    }
    return scan;
  }

  /** Rows after which a plain scan had better look whether more are wanted. */
  int firstFetchSize() {
    boolean takesAll =
        isBackward || plan.getOperatorsList().stream().anyMatch(PreparedPlan::takesAllRows);
    boolean selects = plan.getOperatorsList().stream().anyMatch(Operator::hasFilter);
    long rows = takesAll ? Long.MAX_VALUE : isLimited() && !selects ? limit : FIRST_FETCH_SIZE;
    return (int) Math.max(1, Math.min(rows, options.fetchSize()));
  }

  private static boolean takesAllRows(Operator operator) {
    return operator.hasAggregate() || operator.hasTopN();
  }

  /**
   * Reads the same cells of one row. Its blocks enter the block cache as those of other gets do: a
   * row key that was asked for once is often asked for again.
   */
  public Get get(byte[] rowKey) {
    Get get = new Get(rowKey).setConsistency(Consistency.STRONG);
    families().forEach(get::addFamily);
    times.limit(get);
    return get;
  }

  /**
   * True if region servers cannot run it, because they have no {@link RowMetadata} or one state.
   */
  boolean runsHereOnly() {
    return RowMetadata.areIn(plan.getTable()) || times.hasVersions();
  }

  /** The rows as the plan knows them. */
  public RowResults asKnown(RowResults rows, TableAccess table) {
    RowResults states = times.hasVersions() ? new RowStates(rows, times.versions()) : rows;
    return MetadataResults.over(states, table, plan.getTable());
  }

  /** The families of HBase's that the plan names; no table has the one of {@link RowMetadata}. */
  private Stream<byte[]> families() {
    return plan.getTable().getFamiliesList().stream()
        .filter(family -> !family.equals(RowMetadata.FAMILY_BYTES))
        .map(ByteString::toByteArray);
  }

  private Scan scan(byte[] startRow, byte[] stopRow) {
    Scan scan =
        new Scan()
            .withStartRow(startRow)
            .withStopRow(stopRow)
            .setCacheBlocks(options.cacheBlocks())
            // Only the primary replica has every row that was acknowledged.
            .setConsistency(Consistency.STRONG);
    families().forEach(scan::addFamily);
    times.limit(scan);
    return scan;
  }

  /**
   * For the engine in this process; throws when this version of it does not compute the plan
   * either.
   */
  public CompiledSubPlan compiled() throws SubPlanException {
    try {
      return parsed.compiled();
    } catch (PlanException e) {
      throw new SubPlanException(e.error(), e);
    }
  }

  private static long limitOf(List<Operator> operators) {
    boolean limited = !operators.isEmpty() && operators.get(operators.size() - 1).hasLimit();
    return limited ? operators.get(operators.size() - 1).getLimit().getRows() : NO_LIMIT;
  }
}
