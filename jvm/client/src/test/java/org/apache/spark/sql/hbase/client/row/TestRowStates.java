package org.apache.spark.sql.hbase.client.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class TestRowStates {
  /** Cells as {@code a@5}, in HBase's order. */
  private static Result row(String key, String... cells) {
    return Result.create(
        Arrays.stream(cells)
            .map(cell -> cell.split("@"))
            .map(
                cell ->
                    (Cell)
                        new KeyValue(
                            Bytes.toBytes(key),
                            Bytes.toBytes("d"),
                            Bytes.toBytes(cell[0]),
                            Long.parseLong(cell[1]),
                            Bytes.toBytes("v")))
            .toList());
  }

  /** Rows that are there; the last one may be enough. */
  private static RowResults given(Result... rows) {
    Iterator<Result> each = List.of(rows).iterator();
    return new RowResults() {
      @Override
      public Result next() {
        return each.hasNext() ? each.next() : null;
      }

      @Override
      public boolean mayBeEnough() {
        return !each.hasNext();
      }

      @Override
      public void close() {}
    };
  }

  private static List<String> states(int most, Result... rows) throws IOException {
    List<String> states = new ArrayList<>();
    try (RowStates results = new RowStates(given(rows), most)) {
      for (Result state = results.next(); state != null; state = results.next()) {
        states.add(
            Bytes.toString(state.getRow())
                + Arrays.stream(state.rawCells())
                    .map(
                        cell ->
                            " "
                                + Bytes.toString(CellUtil.cloneQualifier(cell))
                                + "@"
                                + cell.getTimestamp())
                    .collect(Collectors.joining()));
      }
    }
    return states;
  }

  @Test
  void eachTimestampIsAStateAndTheNewestComesFirst() throws IOException {
    assertEquals(
        List.of("r a@5 b@4", "r a@3 b@4", "r a@3 b@3", "s a@1"),
        states(3, row("r", "a@5", "a@3", "b@4", "b@3"), row("s", "a@1")));
  }

  @Test
  void noMoreStatesComeThanAreWanted() throws IOException {
    assertEquals(List.of("r a@9 b@1", "r a@8 b@1"), states(2, row("r", "a@9", "a@8", "b@1")));
    assertEquals(List.of("r a@9 b@1"), states(1, row("r", "a@9", "a@8", "b@1")));
  }

  @Test
  void aColumnThatCameLaterIsNotThereBefore() throws IOException {
    assertEquals(List.of("r a@1 b@2", "r a@1"), states(9, row("r", "a@1", "b@2")));
  }

  @Test
  void rowsMayBeEnoughWhenAllTheirStatesWereTaken() throws IOException {
    try (RowStates results = new RowStates(given(row("r", "a@2", "a@1")), 2)) {
      results.next();
      assertFalse(results.mayBeEnough());
      results.next();
      assertTrue(results.mayBeEnough());
    }
  }
}
