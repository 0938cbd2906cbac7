package org.apache.spark.sql.hbase.client.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/**
 * The calls of a region server's RPC services into a region and its coprocessors for one request.
 * The network, the log, and the closing of scanners are left out.
 */
enum IdleRegionCalls {
  GET(100) {
    @Override
    void run(HRegion region, long first) throws IOException {
      for (int i = 0; i < requests; i++) {
        List<Cell> cells = region.get(new Get(Layout.rowKey((first + i * 7919L) % ROWS)), true);
        check(cells.isEmpty() ? 0 : 1, 1);
      }
    }
  },
  SCAN(1) {
    @Override
    void run(HRegion region, long first) throws IOException {
      RegionCoprocessorHost host = region.getCoprocessorHost();
      Scan scan = new Scan().withStartRow(Layout.rowKey(first % (ROWS - BATCH)));
      host.preScannerOpen(scan);
      try (RegionScanner scanner = host.postScannerOpen(scan, region.getScanner(scan))) {
        List<Result> results = new ArrayList<>(BATCH);
        host.preScannerNext(scanner, results, BATCH);
        while (results.size() < BATCH) {
          List<Cell> cells = new ArrayList<>();
          scanner.nextRaw(cells);
          results.add(Result.create(cells));
        }
        host.postScannerNext(scanner, results, BATCH, true);
        check(results.size(), BATCH);
      }
    }
  },
  PUT(100) {
    @Override
    void run(HRegion region, long first) throws IOException {
      Mutation[] batch = new Mutation[requests];
      for (int i = 0; i < requests; i++) {
        long row = (first + i) % ROWS;
        // The log's file would be most of the time, and its times the most different.
        Put put = new Put(Layout.rowKey(row)).setDurability(Durability.SKIP_WAL);
        Layout.PACKED.write(row, new Layout.CellWriter(put::add));
        batch[i] = put;
      }
      region.batchMutate(batch);
    }
  };

  /** Rows of each table. */
  static final int ROWS = 50_000;

  /** Rows of a scan. */
  static final int BATCH = 1_000;

  /** Requests of one call. */
  final int requests;

  IdleRegionCalls(int requests) {
    this.requests = requests;
  }

  /**
   * @param first number that chooses the rows
   */
  abstract void run(HRegion region, long first) throws IOException;

  static void check(int rowsSeen, int expected) {
    if (rowsSeen != expected) {
      throw new IllegalStateException(rowsSeen + " rows read of " + expected);
    }
  }
}
