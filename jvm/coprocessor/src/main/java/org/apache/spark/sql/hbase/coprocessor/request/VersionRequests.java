package org.apache.spark.sql.hbase.coprocessor.request;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.spark.sql.hbase.coprocessor.server.JarDigest;
import org.apache.spark.sql.hbase.coprocessor.server.RegionSettings;
import org.apache.spark.sql.hbase.coprocessor.server.RemoteErrors;
import org.apache.spark.sql.hbase.engine.expression.JavaRules;
import org.apache.spark.sql.hbase.wire.ProductVersion;
import org.apache.spark.sql.hbase.wire.ScanAttributes;
import org.apache.spark.sql.hbase.wire.plan.PlanException;

/**
 * Answers Gets that ask for the version of the coprocessor. docs/FORMAT.md, "Versions". Never
 * throws.
 */
public final class VersionRequests {
  private VersionRequests() {}

  public static boolean isAsked(Get get) {
    return get.getAttribute(ScanAttributes.VERSION) != null;
  }

  /**
   * Answers with cells in the order of their qualifiers.
   *
   * @param observer name of the class that HBase loads for the region
   */
  public static List<Cell> answer(
      Get get, Region region, RegionSettings settings, String observer) {
    List<Cell> cells = new ArrayList<>();
    if (!JarDigest.CURRENT.isEmpty()) {
      cells.add(cell(get, ScanAttributes.digestQualifier(), JarDigest.CURRENT));
    }
    cells.add(cell(get, ScanAttributes.javaQualifier(), JavaRules.describe()));
    cells.add(cell(get, ScanAttributes.javaDigestQualifier(), JavaRules.digest()));
    cells.add(cell(get, ScanAttributes.javaReleaseQualifier(), JavaRules.release()));
    long instances = instances(region, observer);
    if (instances > 1) {
      cells.add(cell(get, ScanAttributes.instancesQualifier(), Long.toString(instances)));
    }
    if (settings.problem() != null) {
      cells.add(cell(get, ScanAttributes.problemQualifier(), settings.problem().toString()));
    }
    try {
      settings.checkUsable();
    } catch (PlanException refusal) {
      cells.add(cell(get, ScanAttributes.refusalQualifier(), refusal.code().name()));
    }
    if (settings.problem() == null) {
      settings
          .storeFileScans()
          .reasonOfRegion(region)
          .map(reason -> cell(get, ScanAttributes.scannerReasonQualifier(), reason.name()))
          .ifPresent(cells::add);
      settings
          .storeFileScans()
          .problemOfHBase()
          .map(problem -> cell(get, ScanAttributes.scannerProblemQualifier(), problem))
          .ifPresent(cells::add);
    }
    RemoteErrors.unlinked()
        .map(calls -> cell(get, ScanAttributes.unlinkedQualifier(), calls))
        .ifPresent(cells::add);
    cells.add(cell(get, ScanAttributes.versionQualifier(), ProductVersion.CURRENT));
    return cells;
  }

  /** Counts how often HBase loaded the class for the region, from whatever class loader. */
  private static long instances(Region region, String observer) {
    return !(region instanceof HRegion opened) || opened.getCoprocessorHost() == null
        ? 1
        : opened.getCoprocessorHost().findCoprocessors(RegionCoprocessor.class).stream()
            .filter(coprocessor -> coprocessor.getClass().getName().equals(observer))
            .count();
  }

  private static Cell cell(Get get, byte[] qualifier, String value) {
    return CellBuilderFactory.create(CellBuilderType.SHALLOW_COPY)
        .setRow(get.getRow())
        .setFamily(ScanAttributes.frameFamily())
        .setQualifier(qualifier)
        .setType(Cell.Type.Put)
        .setValue(value.getBytes(StandardCharsets.UTF_8))
        .build();
  }
}
