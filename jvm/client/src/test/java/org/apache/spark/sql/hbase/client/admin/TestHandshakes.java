package org.apache.spark.sql.hbase.client.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.client.Result;
import org.apache.spark.sql.hbase.wire.ScanAttributes;
import org.junit.jupiter.api.Test;

class TestHandshakes {
  private static Cell cell(String family, String qualifier, String value) {
    return CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
        .setRow(new byte[] {1})
        .setFamily(family.getBytes(StandardCharsets.UTF_8))
        .setQualifier(qualifier.getBytes(StandardCharsets.UTF_8))
        .setType(Cell.Type.Put)
        .setValue(value.getBytes(StandardCharsets.UTF_8))
        .build();
  }

  private static Cell answer(String qualifier, String value) {
    return cell(ScanAttributes.FRAME_FAMILY, qualifier, value);
  }

  @Test
  void aRegionThatRunsSubPlansIsOn() {
    assertEquals(
        Map.of("state", "ON", "version", "1.0", "digest", "abc"),
        Handshakes.read(Result.create(List.of(answer("d", "abc"), answer("v", "1.0")))));
  }

  @Test
  void theRulesOfItsJavaAreATextAndADigest() {
    assertEquals(
        Map.of(
            "state",
            "ON",
            "version",
            "1.0",
            "java",
            "zones 1 (Java 17)",
            "javaDigest",
            "00ff",
            "javaRelease",
            "Java 17"),
        Handshakes.read(
            Result.create(
                List.of(
                    answer("j", "zones 1 (Java 17)"),
                    answer("k", "00ff"),
                    answer("l", "Java 17"),
                    answer("v", "1.0")))));
  }

  @Test
  void aRegionThatRefusesThemIsOffOrFailedWithItsReason() {
    Cell refusal = answer("r", "COPROCESSOR_DISABLED");
    Cell version = answer("v", "1.0");
    assertEquals(
        Map.of("state", "OFF", "version", "1.0"),
        Handshakes.read(Result.create(List.of(refusal, version))));
    assertEquals(
        Map.of("state", "FAILED", "version", "1.0", "problem", "too cold"),
        Handshakes.read(Result.create(List.of(answer("p", "too cold"), refusal, version))));
  }

  @Test
  void aRegionThatReadsNoStoreFilesSaysWhy() {
    assertEquals(
        Map.of(
            "state",
            "ON",
            "version",
            "1.0",
            "scannerReason",
            "UNKNOWN_HBASE_VERSION",
            "scannerProblem",
            "HBase 2.9 has no usable X.y"),
        Handshakes.read(
            Result.create(
                List.of(
                    answer("s", "UNKNOWN_HBASE_VERSION"),
                    answer("t", "HBase 2.9 has no usable X.y"),
                    answer("v", "1.0")))));
  }

  @Test
  void anOrdinaryRowOrNoneIsNoAnswer() {
    Result row = Result.create(List.of(cell("d", "v", "1.0")));
    assertEquals(Map.of("state", "MISSING"), Handshakes.read(row));
    assertEquals(Map.of("state", "MISSING"), Handshakes.read(Result.EMPTY_RESULT));
  }

  @Test
  void anErrorOrNothingIsARegionThatCannotBeReached() {
    assertEquals(
        Map.of("state", "UNREACHABLE", "problem", "IOException: gone"),
        Handshakes.read(new IOException("gone")));
    assertEquals("UNREACHABLE", Handshakes.read(null).get("state"));
  }
}
