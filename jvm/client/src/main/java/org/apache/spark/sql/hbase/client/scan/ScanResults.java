package org.apache.spark.sql.hbase.client.scan;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.spark.sql.hbase.client.cluster.SubPlanException;
import org.apache.spark.sql.hbase.client.cluster.TableAccess;
import org.apache.spark.sql.hbase.client.row.RowResults;
import org.apache.spark.sql.hbase.filter.ScanFilters;
import org.apache.spark.sql.hbase.wire.RemoteError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rows of an ordinary HBase scan. When the scan is lost for good, it is opened again after the last
 * row delivered, so each row comes once. The first RPC brings few rows and each further one as many
 * as came before, because the reader may want no more. Rows per RPC are fixed in an HBase scan, so
 * these are several scans. Not thread-safe.
 */
final class ScanResults implements RowResults {
  private static final Logger LOG = LoggerFactory.getLogger(ScanResults.class);

  private final TableAccess table;
  private final Attempts attempts;
  private final StatisticsCounter statistics;
  private Scan template;
  private MeteredScan scan;
  private Result last;

  /** Rows of the next scan or of this one, those that it has left, and those of all scans. */
  private int fetchSize;

  private long left;
  private long delivered;

  /**
   * @param template the range and how to read it; copied before each use
   * @param firstFetchSize rows of the first RPC
   */
  ScanResults(
      TableAccess table,
      Scan template,
      int firstFetchSize,
      Attempts attempts,
      StatisticsCounter statistics) {
    this.table = table;
    this.template = template;
    this.fetchSize = firstFetchSize;
    this.attempts = attempts;
    this.statistics = statistics;
  }

  @Override
  public Result next() throws IOException {
    while (true) {
      try {
        if (scan == null) {
          leaveOutMissingFilter();
          scan = new MeteredScan(table, rest(), statistics);
        }
        Result result = scan.next();
        attempts.progressed();
        if (result != null) {
          last = result;
          left--;
          delivered++;
        } else if (left == 0) {
          close();
          fetchSize = (int) Math.min(delivered, template.getCaching());
          continue;
        }
        return result;
      } catch (IOException e) {
        close();
        if (isFilterUnusable(e)) {
          if (ScanFilters.isMissing(e)) {
            table.filters().missing();
          }
          LOG.info(
              "A plain scan goes on without a filter, because the region server cannot use it. filter={} problem={}",
              template.getFilter(),
              // HBase appends the stack of the region server.
              e.toString().lines().findFirst().orElse(""));
          dropFilter();
          continue;
        }
        throwIfFinal(e);
        attempts.failed(e);
        statistics.addReopen();
        table.forgetLocations();
      }
    }
  }

  @Override
  public void close() {
    if (scan != null) {
      scan.close();
      scan = null;
    }
  }

  private void leaveOutMissingFilter() throws IOException {
    if (template.hasFilter() && !table.filters().isUsable(table, template)) {
      LOG.debug("A plain scan has no filter, because region servers lack its class.");
      dropFilter();
    }
  }

  private void dropFilter() throws IOException {
    template = new Scan(template).setFilter((Filter) null);
    statistics.addUnusableFilter();
  }

  private boolean isFilterUnusable(IOException failure) {
    return template.hasFilter() && ScanErrors.isOfUnusableFilter(failure);
  }

  /**
   * Throws if the failure is final. An error that a filter reports is final, because the engine
   * here would report it too.
   */
  private static void throwIfFinal(IOException failure) throws IOException {
    Optional<RemoteError> ofFilter = ScanErrors.remoteError(failure);
    if (ofFilter.isPresent()) {
      throw new SubPlanException(ofFilter.get(), failure);
    }
    ScanErrors.throwIfFinal(failure);
  }

  private Scan rest() throws IOException {
    Scan copy = new Scan(template);
    if (fetchSize < template.getCaching()) {
      copy.setCaching(fetchSize).setLimit(fetchSize);
      left = fetchSize;
    } else {
      left = -1;
    }
    return last == null ? copy : copy.withStartRow(last.getRow(), false);
  }
}
