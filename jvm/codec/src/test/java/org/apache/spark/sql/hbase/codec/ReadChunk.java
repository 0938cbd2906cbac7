package org.apache.spark.sql.hbase.codec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.chunk.ChunkReader;
import org.apache.spark.sql.hbase.codec.types.Decimals;
import org.apache.spark.sql.hbase.codec.types.SqlType;

/** All that a chunk holds, read in the ways that the engine reads it. */
public record ReadChunk(List<RecordingSink.Bytes> rests, List<List<Object>> columns) {
  /** Rows that lie in the target arrays already. */
  private static final int BEFORE = 2;

  /** The bound chunk; values in the form of {@link RecordingSink#take}. */
  public static ReadChunk of(ChunkReader reader, List<SqlType> types) {
    List<RecordingSink.Bytes> rests = new ArrayList<>();
    for (int row = 0; row < reader.rowCount(); row++) {
      int from = reader.restOffset(row);
      rests.add(
          new RecordingSink.Bytes(
              Arrays.copyOfRange(reader.array(), from, from + reader.restLength(row))));
    }
    List<List<Object>> columns = new ArrayList<>();
    for (int column = 0; column < types.size(); column++) {
      columns.add(column(reader, types.get(column), column));
    }
    return new ReadChunk(rests, columns);
  }

  private static List<Object> column(ChunkReader reader, SqlType type, int column) {
    int rows = reader.rowCount();
    boolean[] nulls = new boolean[BEFORE + rows];
    reader.readNulls(column, nulls, BEFORE);
    Object[] values = new Object[rows];
    if (reader.hasValues(column)) {
      switch (type.physical()) {
        case LONG -> {
          long[] longs = new long[BEFORE + rows];
          reader.readLongs(column, longs, BEFORE);
          Arrays.setAll(values, row -> longs[BEFORE + row]);
        }
        case DOUBLE -> {
          double[] doubles = new double[BEFORE + rows];
          reader.readDoubles(column, doubles, BEFORE);
          Arrays.setAll(values, row -> doubles[BEFORE + row]);
        }
        case DECIMAL128 -> {
          long[] highs = new long[BEFORE + rows];
          long[] lows = new long[BEFORE + rows];
          reader.readDecimals(column, highs, lows, BEFORE);
          Arrays.setAll(
              values, row -> Decimals.toBigDecimal(highs[BEFORE + row], lows[BEFORE + row], 0));
        }
        case BYTES -> {
          int[] ends = new int[BEFORE + 1 + rows];
          ends[BEFORE] = BEFORE;
          reader.readEnds(column, ends, BEFORE + 1, BEFORE);
          int shift = reader.dataOffset(column) - BEFORE;
          Arrays.setAll(
              values,
              row ->
                  new RecordingSink.Bytes(
                      Arrays.copyOfRange(
                          reader.array(),
                          shift + ends[BEFORE + row],
                          shift + ends[BEFORE + row + 1])));
        }
      }
    }
    for (int row = 0; row < rows; row++) {
      values[row] = nulls[BEFORE + row] ? null : values[row];
    }
    return Arrays.asList(values);
  }
}
