package org.apache.spark.sql.hbase.client;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.CallQueueTooBigException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.UnknownScannerException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.apache.hadoop.hbase.regionserver.RegionServerStoppedException;
import org.apache.spark.sql.hbase.client.cluster.TableAccess;
import org.apache.spark.sql.hbase.wire.ScanAttributes;

/**
 * A table whose scans fail at random, with the exceptions with which HBase's client ends them, and
 * whose frames are lost or come twice.
 */
final class FaultyTable extends ForwardingTable {
  /** One call of so many fails, behind a frame and behind a row. */
  private static final int FRAMES_PER_FAULT = 4;

  private static final int ROWS_PER_FAULT = 600;

  /** An event in a call of a scanner. */
  enum Fault {
    CONNECTION_CUT,
    ANSWER_LOST,
    SCANNER_LOST,
    REGION_MOVED,
    SERVER_STOPPED,
    QUEUE_FULL,
    FRAME_LOST,
    FRAME_REPEATED
  }

  private final Random random;
  private final Consumer<Fault> happened;

  /**
   * @param happened is told of each fault, by the thread that reads
   */
  FaultyTable(TableAccess table, Random random, Consumer<Fault> happened) {
    super(table);
    this.random = random;
    this.happened = happened;
  }

  @Override
  public ResultScanner scan(Scan scan) throws IOException {
    return new FaultyScanner(super.scan(scan));
  }

  private final class FaultyScanner implements ResultScanner {
    private final ResultScanner scanner;

    /** A frame that comes once more; null for none. */
    private Result repeated;

    private int callsPerFault = FRAMES_PER_FAULT;

    FaultyScanner(ResultScanner scanner) {
      this.scanner = scanner;
    }

    @Override
    public Result next() throws IOException {
      if (repeated != null) {
        Result result = repeated;
        repeated = null;
        return result;
      }
      if (random.nextInt(callsPerFault) > 0) {
        Result result = scanner.next();
        callsPerFault = isFrame(result) ? FRAMES_PER_FAULT : ROWS_PER_FAULT;
        return result;
      }
      Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
      return switch (fault) {
        case CONNECTION_CUT -> throw failed(fault, new ConnectionClosedException("by a test"));
        case REGION_MOVED -> throw failed(fault, new NotServingRegionException("by a test"));
        case SERVER_STOPPED -> throw failed(fault, new RegionServerStoppedException("by a test"));
        case QUEUE_FULL -> throw failed(fault, new CallQueueTooBigException("by a test"));
        case ANSWER_LOST -> {
          scanner.next();
          throw failed(fault, new SocketTimeoutException("by a test"));
        }
        case SCANNER_LOST -> {
          scanner.close();
          throw failed(fault, new UnknownScannerException("by a test"));
        }
        case FRAME_LOST -> withoutFrame(scanner.next());
        case FRAME_REPEATED -> twice(scanner.next());
      };
    }

    private IOException failed(Fault fault, IOException failure) {
      happened.accept(fault);
      return failure;
    }

    private Result withoutFrame(Result result) throws IOException {
      if (!isFrame(result)) {
        return result;
      }
      happened.accept(Fault.FRAME_LOST);
      return scanner.next();
    }

    private Result twice(Result result) {
      if (isFrame(result)) {
        happened.accept(Fault.FRAME_REPEATED);
        repeated = result;
      }
      return result;
    }

    /** Rows that HBase itself sends are not numbered: nobody would miss one. */
    private boolean isFrame(Result result) {
      return result != null
          && result.containsColumn(ScanAttributes.frameFamily(), ScanAttributes.frameQualifier());
    }

    @Override
    public void close() {
      scanner.close();
    }

    @Override
    public boolean renewLease() {
      return scanner.renewLease();
    }

    @Override
    public ScanMetrics getScanMetrics() {
      return scanner.getScanMetrics();
    }
  }
}
