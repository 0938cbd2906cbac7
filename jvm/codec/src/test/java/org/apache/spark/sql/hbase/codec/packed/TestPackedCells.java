package org.apache.spark.sql.hbase.codec.packed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.codec.RandomValues;
import org.apache.spark.sql.hbase.codec.RecordingSink;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueSink;
import org.junit.jupiter.api.Test;

class TestPackedCells {
  private static final int ROUNDS = 2_000;
  private static final int MAX_FIELDS = 20;
  private static final int MAX_CELLS = 10;
  private final RandomValues values = new RandomValues(11);
  private final Random random = values.random();

  /** Cells behind each other in one array, with some bytes between them. */
  private static final class Cells {
    final int[] starts = new int[MAX_CELLS];
    final int[] lengths = new int[MAX_CELLS];
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    int count;

    void add(byte[] cell) {
      out.write('-');
      starts[count] = out.size();
      lengths[count++] = cell.length;
      out.writeBytes(cell);
    }
  }

  /** The values that were put, one after the other. */
  private static final class Values extends ArrayList<Object> implements ValueSink {
    private static final long serialVersionUID = 1;

    private void add(Consumer<ValueSink> put) {
      RecordingSink sink = new RecordingSink();
      put.accept(sink);
      add(sink.take());
    }

    @Override
    public void putNull() {
      add(ValueSink::putNull);
    }

    @Override
    public void putLong(long value) {
      add(sink -> sink.putLong(value));
    }

    @Override
    public void putDouble(double value) {
      add(sink -> sink.putDouble(value));
    }

    @Override
    public void putDecimal128(long high, long low) {
      add(sink -> sink.putDecimal128(high, low));
    }

    @Override
    public void putBytes(byte[] bytes, int offset, int length) {
      add(sink -> sink.putBytes(bytes, offset, length));
    }
  }

  @Test
  void fieldsOfManyCellsAreThoseOfOneAfterTheOther() {
    for (int round = 0; round < ROUNDS; round++) {
      PackedCodec codec = new PackedCodec(randomFields());
      int written = 1 + random.nextInt(codec.fields.length);
      Cells cells = new Cells();
      int count = 1 + random.nextInt(MAX_CELLS);
      for (int i = 0; i < count; i++) {
        cells.add(randomCell(codec, written));
      }
      byte[] bytes = cells.out.toByteArray();
      PackedCells many = codec.newCells();
      int from = random.nextInt(count);
      assertEquals(count - from, many.bind(bytes, cells.starts, cells.lengths, from, count - from));
      for (int field = 0; field < codec.fields.length; field++) {
        int[] chosen = random.ints(count, from, count).toArray();
        Values found = new Values();
        if (many.reads(field)) {
          assertTrue(many.read(field, chosen, count, found));
          assertEquals(oneByOne(codec, bytes, cells, field, chosen), found);
        }
      }
    }
  }

  private static List<Object> oneByOne(
      PackedCodec codec, byte[] bytes, Cells cells, int field, int[] chosen) {
    PackedReader reader = codec.newReader();
    Values expected = new Values();
    for (int cell : chosen) {
      reader.bind(bytes, cells.starts[cell], cells.lengths[cell]);
      reader.read(field, expected);
    }
    return expected;
  }

  @Test
  void nestedFieldsAreNotRead() {
    SqlType array = SqlType.array(SqlType.INT);
    PackedCells cells = new PackedCodec(List.of(SqlType.INT, array)).newCells();
    assertTrue(cells.reads(0));
    assertFalse(cells.reads(1));
  }

  @Test
  void theFirstCellOfAnotherNumberOfFieldsEndsTheRun() {
    PackedCodec codec = new PackedCodec(Collections.nCopies(9, SqlType.INT));
    Cells cells = new Cells();
    for (int written : new int[] {8, 8, 9, 8}) {
      cells.add(randomCell(codec, written));
    }
    byte[] bytes = cells.out.toByteArray();
    assertEquals(2, codec.newCells().bind(bytes, cells.starts, cells.lengths, 0, 4));
  }

  /** Tests that both readers refuse the same cells and find the same values in the others. */
  @Test
  void damagedCellsAreRefusedWhereTheyAreOneByOne() {
    int refusedCells = 0;
    int refusedValues = 0;
    for (int round = 0; round < ROUNDS; round++) {
      PackedCodec codec = new PackedCodec(randomFields());
      byte[] cell = randomCell(codec, codec.fields.length);
      for (int i = 0; i < 3; i++) {
        cell[random.nextInt(cell.length)] = (byte) random.nextInt();
      }
      Cells cells = new Cells();
      cells.add(cell);
      cells.lengths[0] -= random.nextInt(2) * random.nextInt(Math.min(3, cell.length));
      byte[] bytes = cells.out.toByteArray();
      PackedCells many = codec.newCells();
      int bound = many.bind(bytes, cells.starts, cells.lengths, 0, 1);
      if (bound == 0) {
        refusedCells++;
      }
      assertEquals(isWhole(codec, bytes, cells) ? 1 : 0, bound);
      for (int field = 0; bound > 0 && field < codec.fields.length; field++) {
        if (many.reads(field)) {
          Values found = new Values();
          boolean isRead = many.read(field, new int[1], 1, found);
          refusedValues += isRead ? 0 : 1;
          assertEquals(valueOrNone(codec, bytes, cells, field), isRead ? found : List.of());
        }
      }
    }
    assertTrue(refusedCells > 0 && refusedValues > 0);
  }

  private static boolean isWhole(PackedCodec codec, byte[] bytes, Cells cells) {
    try {
      codec.newReader().bind(bytes, cells.starts[0], cells.lengths[0]);
      return true;
    } catch (CodecException e) {
      return false;
    }
  }

  private static List<Object> valueOrNone(PackedCodec codec, byte[] bytes, Cells cells, int field) {
    try {
      return oneByOne(codec, bytes, cells, field, new int[1]);
    } catch (CodecException e) {
      return List.of();
    }
  }

  private byte[] randomCell(PackedCodec codec, int written) {
    List<SqlType> types = IntStream.range(0, written).mapToObj(i -> codec.fields[i].type).toList();
    PackedWriter writer = new PackedCodec(types).newWriter();
    for (SqlType type : types) {
      RecordingSink.put(random.nextInt(4) == 0 ? null : values.value(type), writer);
    }
    return writer.toByteArray();
  }

  private List<SqlType> randomFields() {
    return IntStream.rangeClosed(0, random.nextInt(MAX_FIELDS))
        .mapToObj(i -> values.type())
        .toList();
  }
}
