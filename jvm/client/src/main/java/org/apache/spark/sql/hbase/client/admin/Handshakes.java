package org.apache.spark.sql.hbase.client.admin;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.client.cluster.LastFailure;
import org.apache.spark.sql.hbase.wire.ScanAttributes;

/** Asks every region of a table which coprocessor answers there. docs/FORMAT.md, "Versions". */
final class Handshakes {
  private static final byte[] FAMILY = ScanAttributes.frameFamily();

  /** The first row of a table: Gets need one that is not empty. */
  private static final byte[] FIRST_ROW = {0};

  private Handshakes() {}

  /**
   * One answer per region in row-key order; one call per region server.
   *
   * @return for each region {@code region}, {@code startRow}, {@code stopRow} and {@code server},
   *     then the values of the coprocessor's answer. The {@code state} is ON, OFF (told to refuse),
   *     FAILED (could not start, with a {@code problem}), MISSING (ordinary cells came) or
   *     UNREACHABLE (with a {@code problem})
   */
  static List<Map<String, Object>> ask(Connection connection, TableName name, int timeoutMillis)
      throws IOException {
    List<HRegionLocation> regions = regions(connection, name);
    List<Get> gets = new ArrayList<>();
    for (HRegionLocation region : regions) {
      gets.add(get(region.getRegion()));
    }
    Object[] results = new Object[gets.size()];
    try (Table table =
        connection.getTableBuilder(name, null).setOperationTimeout(timeoutMillis).build()) {
      table.batch(gets, results);
    } catch (RetriesExhaustedWithDetailsException e) {
      // Each problem stands in the results.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for handshakes");
    }
    List<Map<String, Object>> answers = new ArrayList<>();
    try (RegionLocator locator = connection.getRegionLocator(name)) {
      for (int i = 0; i < results.length; i++) {
        HRegionLocation asked = regions.get(i);
        Map<String, Object> answer =
            describe(results[i] instanceof Result ? answering(locator, asked) : asked);
        answer.putAll(read(results[i]));
        answers.add(answer);
      }
    }
    return answers;
  }

  /**
   * Returns where a region answered: it may have moved off a server that died since it was looked
   * up. HBase's client remembers the place.
   */
  private static HRegionLocation answering(RegionLocator locator, HRegionLocation asked)
      throws IOException {
    HRegionLocation known = locator.getRegionLocation(asked.getRegion().getStartKey());
    return known != null && known.getRegion().equals(asked.getRegion()) ? known : asked;
  }

  /** All primary regions, looked up anew. */
  static List<HRegionLocation> regions(Connection connection, TableName name) throws IOException {
    List<HRegionLocation> regions = new ArrayList<>();
    try (RegionLocator locator = connection.getRegionLocator(name)) {
      locator.clearRegionLocationCache();
      for (HRegionLocation location : locator.getAllRegionLocations()) {
        if (location != null
            && location.getRegion().getReplicaId() == RegionInfo.DEFAULT_REPLICA_ID) {
          regions.add(location);
        }
      }
    }
    return regions;
  }

  static Map<String, Object> describe(HRegionLocation location) {
    RegionInfo region = location.getRegion();
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("region", region.getEncodedName());
    described.put("startRow", Bytes.toStringBinary(region.getStartKey()));
    described.put("stopRow", Bytes.toStringBinary(region.getEndKey()));
    described.put(
        "server",
        location.getServerName() == null ? "" : location.getServerName().getAddress().toString());
    return described;
  }

  private static Get get(RegionInfo region) {
    byte[] start = region.getStartKey();
    Get get = new Get(start.length == 0 ? FIRST_ROW : start).setFilter(new FirstKeyOnlyFilter());
    get.setAttribute(ScanAttributes.VERSION, FIRST_ROW);
    return get;
  }

  static Map<String, Object> read(Object result) {
    Map<String, Object> answer = new LinkedHashMap<>();
    if (!(result instanceof Result)) {
      answer.put("state", "UNREACHABLE");
      answer.put(
          "problem",
          result instanceof Throwable failure ? LastFailure.of(failure) : "no answer came in time");
      return answer;
    }
    Result cells = (Result) result;
    String version = text(cells, ScanAttributes.versionQualifier());
    String problem = text(cells, ScanAttributes.problemQualifier());
    answer.put("state", state(version, problem, text(cells, ScanAttributes.refusalQualifier())));
    put(answer, "version", version);
    put(answer, "digest", text(cells, ScanAttributes.digestQualifier()));
    put(answer, "java", text(cells, ScanAttributes.javaQualifier()));
    put(answer, "javaDigest", text(cells, ScanAttributes.javaDigestQualifier()));
    put(answer, "javaRelease", text(cells, ScanAttributes.javaReleaseQualifier()));
    put(answer, "problem", problem);
    put(answer, "instances", text(cells, ScanAttributes.instancesQualifier()));
    put(answer, "scannerReason", text(cells, ScanAttributes.scannerReasonQualifier()));
    put(answer, "unlinked", text(cells, ScanAttributes.unlinkedQualifier()));
    put(answer, "scannerProblem", text(cells, ScanAttributes.scannerProblemQualifier()));
    return answer;
  }

  private static String state(String version, String problem, String refusal) {
    if (version == null) {
      return "MISSING";
    }
    if (problem != null) {
      return "FAILED";
    }
    return refusal == null ? "ON" : "OFF";
  }

  private static void put(Map<String, Object> answer, String name, String value) {
    if (value != null) {
      answer.put(name, value);
    }
  }

  private static String text(Result cells, byte[] qualifier) {
    byte[] value = cells.getValue(FAMILY, qualifier);
    return value == null ? null : new String(value, StandardCharsets.UTF_8);
  }
}
