package org.apache.spark.sql.hbase.codec.packed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.spark.sql.hbase.codec.RandomValues;
import org.apache.spark.sql.hbase.codec.RecordingSink;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.junit.jupiter.api.Test;

class TestPackedCodec {
  private static final int ROUNDS = 2_000;
  private static final int MAX_FIELDS = 20;
  private final RandomValues random = new RandomValues(7);

  @Test
  void readingReturnsWhatWasWrittenAlsoWhenColumnsWereAddedSince() {
    for (int round = 0; round < ROUNDS; round++) {
      List<SqlType> fields = randomFields();
      int writtenCount = 1 + random.random().nextInt(fields.size());
      List<Object> values = new ArrayList<>();
      for (SqlType type : fields.subList(0, writtenCount)) {
        values.add(random.random().nextInt(3) == 0 ? null : random.value(type));
      }
      byte[] cell = write(new PackedCodec(fields.subList(0, writtenCount)), values);
      while (values.size() < fields.size()) {
        values.add(null);
      }
      checkReads(new PackedCodec(fields), cell, values);
    }
  }

  private void checkReads(PackedCodec codec, byte[] cell, List<Object> values) {
    PackedReader reader = codec.newReader();
    reader.bind(cell, 0, cell.length);
    RecordingSink sink = new RecordingSink();
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      order.add(i);
    }
    Collections.shuffle(order, random.random());
    for (int field : order) {
      reader.read(field, sink);
      assertEquals(values.get(field), sink.take());
    }
  }

  @Test
  void damagedCellsAreRefusedWithoutAnyOtherException() {
    for (int round = 0; round < ROUNDS; round++) {
      List<SqlType> fields = randomFields();
      PackedCodec codec = new PackedCodec(fields);
      byte[] cell = write(codec, fields.stream().map(random::value).toList());
      byte[] damaged = Arrays.copyOf(cell, Math.max(0, cell.length - random.random().nextInt(3)));
      for (int i = 0; i < 3 && damaged.length > 0; i++) {
        damaged[random.random().nextInt(damaged.length)] = (byte) random.random().nextInt();
      }
      try {
        PackedReader reader = codec.newReader();
        reader.bind(damaged, 0, damaged.length);
        for (int field = 0; field < fields.size(); field++) {
          reader.read(field, new RecordingSink());
        }
      } catch (CodecException e) {
        assertEquals(CodecException.Code.CORRUPT_VALUE, e.code());
      }
    }
  }

  @Test
  void aReaderWhoseCellWasRefusedHasNoFields() {
    PackedCodec codec = new PackedCodec(List.of(SqlType.INT));
    PackedReader reader = codec.newReader();
    byte[] cell = write(codec, List.of(1L));
    reader.bind(cell, 0, cell.length);
    assertThrows(CodecException.class, () -> reader.bind(cell, 0, cell.length - 1));
    assertTrue(reader.isNull(0));
  }

  @Test
  void aWriterStartsAgainAfterReset() {
    PackedCodec codec = new PackedCodec(List.of(SqlType.STRING, SqlType.INT));
    PackedWriter writer = codec.newWriter();
    writer.putNull();
    writer.reset();
    writer.putBytes(new byte[] {'a'}, 0, 1);
    writer.putLong(1);
    checkReads(codec, writer.toByteArray(), List.of(new RecordingSink.Bytes(new byte[] {'a'}), 1L));
  }

  @Test
  void valuesOutsideTheTypeNameTheField() {
    SqlType[] types = {
      SqlType.TINYINT, SqlType.FLOAT, SqlType.decimal(3, 0), SqlType.decimal(19, 0)
    };
    for (SqlType type : types) {
      PackedWriter writer = new PackedCodec(List.of(SqlType.INT, type)).newWriter();
      writer.putNull();
      CodecException e =
          assertThrows(
              CodecException.class,
              () -> {
                switch (type.physical()) {
                  case LONG -> writer.putLong(1_000);
                  case DOUBLE -> writer.putDouble(0.1);
                  default -> writer.putDecimal128(1, 0);
                }
              },
              type::toString);
      assertEquals(CodecException.Code.VALUE_OUT_OF_RANGE, e.code());
      assertEquals("1", e.values().get("field"));
    }
  }

  @Test
  void valuesOfAnotherPhysicalTypeAreAMistakeOfTheCaller() {
    PackedWriter writer = new PackedCodec(List.of(SqlType.INT)).newWriter();
    assertThrows(IllegalStateException.class, () -> writer.putDouble(1));
    assertThrows(IllegalStateException.class, () -> writer.putBytes(new byte[0], 0, 0));
    assertThrows(IllegalStateException.class, () -> writer.putDecimal128(0, 1));
  }

  @Test
  void tooManyOrTooFewFieldsAreAMistakeOfTheCaller() {
    PackedWriter writer = new PackedCodec(List.of(SqlType.INT)).newWriter();
    assertThrows(IllegalStateException.class, writer::toByteArray);
    writer.putLong(1);
    assertThrows(IllegalStateException.class, writer::putNull);
  }

  @Test
  void theFieldCountHasTwoBytes() {
    assertThrows(IllegalArgumentException.class, () -> new PackedCodec(List.of()));
    List<SqlType> most = Collections.nCopies(PackedCodec.MAX_FIELDS, SqlType.BOOLEAN);
    PackedCodec codec = new PackedCodec(most);
    checkReads(
        codec,
        write(codec, Collections.nCopies(most.size(), 1L)),
        Collections.nCopies(most.size(), 1L));
    List<SqlType> tooMany = Collections.nCopies(PackedCodec.MAX_FIELDS + 1, SqlType.BOOLEAN);
    assertThrows(IllegalArgumentException.class, () -> new PackedCodec(tooMany));
  }

  private List<SqlType> randomFields() {
    List<SqlType> fields = new ArrayList<>();
    int count = 1 + random.random().nextInt(MAX_FIELDS);
    while (fields.size() < count) {
      fields.add(random.type());
    }
    return fields;
  }

  private static byte[] write(PackedCodec codec, List<Object> values) {
    PackedWriter writer = codec.newWriter();
    values.forEach(value -> RecordingSink.put(value, writer));
    return writer.toByteArray();
  }
}
