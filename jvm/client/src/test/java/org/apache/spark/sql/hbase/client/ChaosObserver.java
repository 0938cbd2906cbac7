package org.apache.spark.sql.hbase.client;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.HasRegionServerServices;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Loaded before the real observer, on the region server's own class path. Does what a scan's
 * attributes ask for. So a test can make single regions or servers answer as if they had no
 * coprocessor, or end a server. Counts the scans of each table that this JVM's region servers have
 * open.
 */
public final class ChaosObserver implements RegionCoprocessor, RegionObserver {
  /** Printable start rows, joined by semicolons, of regions that do not see the sub-plan. */
  static final String DEAF_REGIONS = "chaos.deaf.regions";

  /** Names, joined by semicolons, of region servers that do not see it. */
  static final String DEAF_SERVERS = "chaos.deaf.servers";

  /** Names of region servers that abort when they get this scan. */
  static final String ABORT = "chaos.abort";

  /** A Get with this attribute is answered with one cell: its table's open scans, as a long. */
  public static final String OPEN_SCANS = "chaos.open.scans";

  private static final Map<TableName, LongAdder> OPEN = new ConcurrentHashMap<>();

  private static final String SUB_PLAN = "sparksql.subplan";

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void preScannerOpen(ObserverContext<RegionCoprocessorEnvironment> context, Scan scan) {
    RegionCoprocessorEnvironment region = context.getEnvironment();
    String start = Bytes.toStringBinary(region.getRegionInfo().getStartKey());
    String server = region.getServerName().getServerName();
    if (names(scan, ABORT).contains(server)) {
      ((HasRegionServerServices) region)
          .getRegionServerServices()
          .abort("asked to by a test", null);
    }
    if (names(scan, DEAF_REGIONS).contains(start) || names(scan, DEAF_SERVERS).contains(server)) {
      scan.setAttribute(SUB_PLAN, null);
    }
  }

  @Override
  public RegionScanner postScannerOpen(
      ObserverContext<RegionCoprocessorEnvironment> context, Scan scan, RegionScanner scanner) {
    openScans(context).increment();
    return scanner;
  }

  @Override
  public void postScannerClose(
      ObserverContext<RegionCoprocessorEnvironment> context, InternalScanner scanner) {
    openScans(context).decrement();
  }

  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<Cell> result) {
    if (get.getAttribute(OPEN_SCANS) != null) {
      result.add(
          CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
              .setRow(get.getRow())
              .setFamily(get.familySet().iterator().next())
              .setType(Cell.Type.Put)
              .setValue(Bytes.toBytes(openScans(context).sum()))
              .build());
      context.bypass();
    }
  }

  private static LongAdder openScans(ObserverContext<RegionCoprocessorEnvironment> context) {
    TableName table = context.getEnvironment().getRegionInfo().getTable();
    return OPEN.computeIfAbsent(table, name -> new LongAdder());
  }

  private static List<String> names(Scan scan, String attribute) {
    byte[] value = scan.getAttribute(attribute);
    return value == null ? List.of() : List.of(Bytes.toString(value).split(";", -1));
  }
}
