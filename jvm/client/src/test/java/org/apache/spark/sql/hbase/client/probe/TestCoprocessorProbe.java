package org.apache.spark.sql.hbase.client.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.client.Result;
import org.apache.spark.sql.hbase.wire.ScanAttributes;
import org.junit.jupiter.api.Test;

class TestCoprocessorProbe {
  private static final byte[] VERSION = ScanAttributes.versionQualifier();

  private static Cell cell(String family, byte[] qualifier, String value) {
    return CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
        .setRow(new byte[] {0})
        .setFamily(family.getBytes(StandardCharsets.US_ASCII))
        .setQualifier(qualifier)
        .setType(Cell.Type.Put)
        .setValue(value.getBytes(StandardCharsets.UTF_8))
        .build();
  }

  @Test
  void theCoprocessorsCellsHaveItsVersion() {
    Result answer =
        Result.create(
            List.of(
                cell(".q", ScanAttributes.refusalQualifier(), "COPROCESSOR_DISABLED"),
                cell(".q", VERSION, "0.1.0")));
    assertEquals(Optional.of("0.1.0"), CoprocessorProbe.text(answer, VERSION));
    assertEquals(
        Optional.of("COPROCESSOR_DISABLED"),
        CoprocessorProbe.text(answer, ScanAttributes.refusalQualifier()));
  }

  @Test
  void anOrdinaryRowHasNone() {
    Result row = Result.create(List.of(cell("q", VERSION, "0.1.0")));
    assertEquals(Optional.empty(), CoprocessorProbe.text(row, VERSION));
    assertEquals(Optional.empty(), CoprocessorProbe.text(Result.EMPTY_RESULT, VERSION));
  }
}
