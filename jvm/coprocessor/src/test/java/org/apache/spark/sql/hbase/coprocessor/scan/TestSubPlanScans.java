package org.apache.spark.sql.hbase.coprocessor.scan;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Scan.ReadType;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TestSubPlanScans {
  private static final byte[] F = {'f'};
  private static final byte[] G = {'g'};

  @Test
  void acceptsAnOrdinaryForwardScan() {
    Scan scan = new Scan().withStartRow(F).setCaching(1).setCacheBlocks(false).setLimit(5);

    assertDoesNotThrow(() -> SubPlanScans.check(scan));
  }

  static Stream<Arguments> unusable() {
    Map<String, Consumer<Scan>> properties =
        Map.of(
            "setReversed", scan -> scan.setReversed(true),
            "setRaw", scan -> scan.setRaw(true),
            "setBatch", scan -> scan.setBatch(3),
            "setAllowPartialResults", scan -> scan.setAllowPartialResults(true),
            "readVersions", Scan::readAllVersions,
            "setMaxResultsPerColumnFamily", scan -> scan.setMaxResultsPerColumnFamily(1),
            "setRowOffsetPerColumnFamily", scan -> scan.setRowOffsetPerColumnFamily(1),
            "setNeedCursorResult", scan -> scan.setNeedCursorResult(true));
    return properties.entrySet().stream()
        .map(entry -> Arguments.of(entry.getKey(), entry.getValue()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unusable")
  void refusesWhatHasNoExactMeaning(String property, Consumer<Scan> change) {
    Scan scan = new Scan();
    change.accept(scan);

    PlanException refusal = assertThrows(PlanException.class, () -> SubPlanScans.check(scan));
    assertEquals(ErrorCode.UNSUPPORTED_FEATURE, refusal.code());
    assertEquals(property, refusal.values().get("scanProperty"));
  }

  @Test
  void refusesAScanThatLeavesOutAFamilyOfThePlan() {
    Scan scan = new Scan().addFamily(F);

    assertDoesNotThrow(() -> SubPlanScans.checkFamilies(scan, planFamilies(F), families(F, G)));
    PlanException refusal =
        assertThrows(
            PlanException.class,
            () -> SubPlanScans.checkFamilies(scan, planFamilies(G), families(F, G)));
    assertEquals(ErrorCode.INVALID_PLAN, refusal.code());
    assertEquals("g", refusal.values().get("families"));
  }

  @Test
  void countsAllFamiliesOfTheTableWhenThePlanNamesNone() {
    Scan scan = new Scan().addFamily(F);

    assertDoesNotThrow(
        () -> SubPlanScans.checkFamilies(new Scan(), planFamilies(), families(F, G)));
    assertThrows(
        PlanException.class,
        () -> SubPlanScans.checkFamilies(scan, planFamilies(), families(F, G)));
  }

  @Test
  void streamsRangesAndReadsSingleRowsByPosition() {
    Scan range = new Scan();
    Scan get = new Scan().withStartRow(F, true).withStopRow(F, true);
    Scan chosen = new Scan().setReadType(ReadType.PREAD);
    Scan beside = new Scan();
    Stream.of(range, get, chosen).forEach(scan -> SubPlanScans.chooseReadType(scan, false));
    SubPlanScans.chooseReadType(beside, true);

    assertEquals(ReadType.STREAM, range.getReadType());
    assertEquals(ReadType.PREAD, get.getReadType());
    assertEquals(ReadType.PREAD, chosen.getReadType());
    assertEquals(ReadType.DEFAULT, beside.getReadType());
  }

  private static List<ByteString> planFamilies(byte[]... names) {
    return Stream.of(names).map(ByteString::copyFrom).toList();
  }

  private static Set<byte[]> families(byte[]... names) {
    Set<byte[]> families = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    families.addAll(Set.of(names));
    return families;
  }
}
