package org.apache.spark.sql.hbase.client.cluster;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Bytes stored per region of a table, as region servers reported them at one time. Immutable. */
public final class RegionSizes {
  private final Map<ByteBuffer, Long> byStartRow;
  private final long sum;

  private RegionSizes(Map<ByteBuffer, Long> byStartRow) {
    this.byStartRow = byStartRow;
    this.sum = byStartRow.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Makes the sizes of regions, given by their start rows. */
  public static RegionSizes of(Map<ByteBuffer, Long> byStartRow) {
    return new RegionSizes(new HashMap<>(byStartRow));
  }

  /** 0 for a region that was not there. */
  public long of(RegionSpan region) {
    return byStartRow.getOrDefault(ByteBuffer.wrap(region.startRow()), 0L);
  }

  public long sum() {
    return sum;
  }

  /** False where regions were split, merged or moved to other servers since they were listed. */
  boolean areOf(List<RegionSpan> regions) {
    Set<ByteBuffer> starts =
        regions.stream()
            .map(region -> ByteBuffer.wrap(region.startRow()))
            .collect(Collectors.toSet());
    return starts.equals(byStartRow.keySet());
  }
}
