package org.apache.spark.sql.hbase.client.probe;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.spark.sql.hbase.client.cluster.RegionSpan;
import org.apache.spark.sql.hbase.wire.ScanAttributes;

/** Asks regions which version of the coprocessor they run. Stateless. */
public final class CoprocessorProbe {
  private static final byte[] VERSION = ScanAttributes.versionQualifier();
  private static final byte[] REFUSAL = ScanAttributes.refusalQualifier();
  private static final byte[] INSTANCES = ScanAttributes.instancesQualifier();
  private static final byte[] SCANNER_REASON = ScanAttributes.scannerReasonQualifier();
  private static final byte[] SCANNER_PROBLEM = ScanAttributes.scannerProblemQualifier();
  private static final byte[] UNLINKED = ScanAttributes.unlinkedQualifier();
  private static final byte[] ASK = {1};

  private CoprocessorProbe() {}

  /**
   * The answer of one region.
   *
   * @param version empty where no coprocessor runs, or one from before it told its version
   * @param refusal code of the error that it answers sub-plans with, if it runs none
   * @param instances how many times HBase loaded the coprocessor for the region, if more than once
   * @param scannerReason why it reads no store files directly, if it never does: a word, and where
   *     HBase is the reason what that lacks
   * @param unlinked the calls that its server could not make, for which it refused sub-plans
   */
  public record Answer(
      RegionSpan region,
      Optional<String> version,
      Optional<String> refusal,
      Optional<String> instances,
      Optional<String> scannerReason,
      Optional<String> unlinked) {}

  /** One answer per region, in their order. One call per region server. */
  public static List<Answer> ask(Connection connection, TableName name, List<RegionSpan> regions)
      throws IOException {
    List<Get> gets = new ArrayList<>();
    for (RegionSpan region : regions) {
      gets.add(get(region));
    }
    Result[] results = RegionGets.askSoon(connection, name, gets);
    List<Answer> answers = new ArrayList<>();
    for (int i = 0; i < results.length; i++) {
      Result result = results[i];
      answers.add(
          new Answer(
              regions.get(i),
              text(result, VERSION),
              text(result, REFUSAL),
              text(result, INSTANCES),
              scannerReason(result),
              text(result, UNLINKED)));
    }
    return answers;
  }

  private static Get get(RegionSpan region) throws IOException {
    // A region without the coprocessor answers with the row, of which nothing is wanted.
    return RegionGets.of(region)
        .setFilter(new FirstKeyOnlyFilter())
        .setAttribute(ScanAttributes.VERSION, ASK);
  }

  private static Optional<String> scannerReason(Result result) {
    String problem = text(result, SCANNER_PROBLEM).map(text -> " (" + text + ")").orElse("");
    return text(result, SCANNER_REASON).map(reason -> reason + problem);
  }

  /** The first cell of the coprocessor's of that name. */
  static Optional<String> text(Result result, byte[] qualifier) {
    return RegionGets.values(result, qualifier).stream()
        .findFirst()
        .map(value -> new String(value, StandardCharsets.UTF_8));
  }
}
