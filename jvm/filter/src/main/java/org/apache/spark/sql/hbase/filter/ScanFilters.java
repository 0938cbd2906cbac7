package org.apache.spark.sql.hbase.filter;

import java.util.Optional;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.spark.sql.hbase.engine.RowFilter;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;

/** Chooses the filter of a plain scan, and interprets the failures of a filter. */
public final class ScanFilters {
  private ScanFilters() {}

  /**
   * A filter that leaves out rows which the conditions of a plan do; empty if there is none worth
   * it. The plan must run over the others all the same.
   *
   * @throws PlanException if the engine does not compute the conditions of the plan
   */
  public static Optional<Filter> of(SubPlan plan) {
    FilterPlan filter = FilterPlan.of(plan);
    if (filter.conditions().getOperatorsCount() == 0) {
      return Optional.empty();
    }
    // Of a group of rows, only its key says alike for all that none is wanted.
    boolean isColumnar = plan.getTable().hasColumnar();
    return Optional.of(
        isColumnar || RowFilter.readsKeyOnly(filter.conditions())
            ? new SkipScanFilter(filter, false)
            : new SubPlanFilter(filter, false));
  }

  /**
   * Whether a region server could not make one of these filters, or failed in it. Then the class is
   * not on its class path, or is of another version. A scan without it gives the same answer.
   * Errors that a filter raises for the data it sees are no such failure; the caller looks for them
   * first.
   */
  public static boolean isUnusable(Throwable failure) {
    return isSaid(failure, SkipScanFilter.class.getName())
        || isSaid(failure, SubPlanFilter.class.getName());
  }

  /**
   * Tells whether a failure for which {@link #isUnusable} is true comes from a class that is not on
   * the class path.
   */
  public static boolean isMissing(Throwable failure) {
    return isSaid(failure, ClassNotFoundException.class.getName());
  }

  private static boolean isSaid(Throwable failure, String text) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (String.valueOf(t.getMessage()).contains(text)) {
        return true;
      }
    }
    return false;
  }
}
