package org.apache.spark.sql.hbase.coprocessor.scan;

import com.google.protobuf.ByteString;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Scan.ReadType;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.plan.PlanException;

/** Checks that a scan has the form in which its sub-plan gives an exact answer. */
final class SubPlanScans {
  private SubPlanScans() {}

  /**
   * Refuses a scan whose Results would not be one frame each, or whose rows would not be complete.
   * A limit on Results is invisible here: HBase keeps it out of the Scan that hooks see.
   *
   * @throws PlanException naming what to leave out
   */
  static void check(Scan scan) {
    Map<String, Boolean> unusable = new LinkedHashMap<>();
    unusable.put("setReversed", scan.isReversed());
    unusable.put("setRaw", scan.isRaw());
    unusable.put("setBatch", scan.getBatch() > 0);
    unusable.put("setAllowPartialResults", scan.getAllowPartialResults());
    unusable.put("readVersions", scan.getMaxVersions() != 1);
    unusable.put("setMaxResultsPerColumnFamily", scan.getMaxResultsPerColumnFamily() >= 0);
    unusable.put("setRowOffsetPerColumnFamily", scan.getRowOffsetPerColumnFamily() > 0);
    unusable.put("setNeedCursorResult", scan.isNeedCursorResult());
    unusable.forEach(
        (method, used) -> {
          if (used) {
            throw new PlanException(
                ErrorCode.UNSUPPORTED_FEATURE,
                "A sub-plan scan runs forward over whole rows and returns frames, so this property of a Scan has no exact"
                    + " meaning for it. Leave it out.",
                "scanProperty",
                method);
          }
        });
  }

  /**
   * Refuses a scan that would hide cells the plan counts on.
   *
   * @param planFamilies families the plan reads; empty means all of the table
   * @throws PlanException naming the families that the scan leaves out
   */
  static void checkFamilies(Scan scan, List<ByteString> planFamilies, Set<byte[]> tableFamilies) {
    if (!scan.hasFamilies()) {
      return;
    }
    Set<String> missing = new TreeSet<>();
    Collection<byte[]> needed =
        planFamilies.isEmpty()
            ? tableFamilies
            : planFamilies.stream().map(ByteString::toByteArray).toList();
    for (byte[] family : needed) {
      if (!scan.getFamilyMap().containsKey(family)) {
        missing.add(Bytes.toStringBinary(family));
      }
    }
    if (!missing.isEmpty()) {
      throw new PlanException(
          ErrorCode.INVALID_PLAN,
          "The Scan leaves out families that its sub-plan reads. Add them to the Scan or take them out of the plan's table"
              + " layout.",
          "families",
          String.join(",", missing));
    }
  }

  /**
   * Decides how HBase's scanner reads blocks, unless the client did. A scanner that streams opens
   * each file anew, which costs a call of the NameNode; so does the walk over a store file. With
   * the default, HBase starts with positional reads over the readers that are open, and streams
   * once it has read some blocks. That is right for a scanner that reads few rows beside a walk. A
   * scanner that reads everything streams from the start, because HBase comes back from each cell
   * until it may change over.
   *
   * @param expectsStoreFiles most rows will be walked to, not read by the scanner
   */
  static void chooseReadType(Scan scan, boolean expectsStoreFiles) {
    if (scan.getReadType() == ReadType.DEFAULT && !expectsStoreFiles) {
      scan.setReadType(scan.isGetScan() ? ReadType.PREAD : ReadType.STREAM);
    }
  }
}
