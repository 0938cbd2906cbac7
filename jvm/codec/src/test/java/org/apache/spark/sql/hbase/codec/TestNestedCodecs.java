package org.apache.spark.sql.hbase.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.rowkey.KeyPart;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.value.ValueCodec;
import org.junit.jupiter.api.Test;

class TestNestedCodecs {
  private static final int ROUNDS = 3_000;
  private static final int LEVELS = 3;
  private static final List<ValueEncoding> ENCODINGS =
      List.of(ValueEncoding.NESTED, ValueEncoding.JSON, ValueEncoding.AVRO);

  private final RandomValues random = new RandomValues(11);
  private final NestedValues nested = new NestedValues(random);

  @Test
  void readingTheBinaryFormReturnsWhatWasWritten() {
    for (int round = 0; round < ROUNDS; round++) {
      SqlType type = nested.type(LEVELS);
      Object value = nested.value(type);
      assertEquals(value, NestedValues.read(type, NestedValues.write(type, value)), type::toString);
    }
  }

  @Test
  void everyEncodingReturnsTheSameBinaryForm() {
    for (int round = 0; round < ROUNDS; round++) {
      SqlType type = nested.type(LEVELS);
      RecordingSink.Bytes value =
          new RecordingSink.Bytes(NestedValues.write(type, nested.value(type)));
      for (ValueEncoding encoding : ENCODINGS) {
        if (ValueCodecs.isSupported(type, encoding)) {
          ValueCodec codec = ValueCodecs.of(type, encoding);
          byte[] cell = RecordingSink.encode(value, codec);
          assertEquals(value, decode(codec, cell), () -> encoding + " " + type);
        }
      }
    }
  }

  @Test
  void jsonIsWhatJacksonReads() throws Exception {
    ObjectMapper jackson = new ObjectMapper();
    for (int round = 0; round < ROUNDS; round++) {
      SqlType type = nested.type(LEVELS);
      if (ValueCodecs.isSupported(type, ValueEncoding.JSON)) {
        RecordingSink.Bytes value =
            new RecordingSink.Bytes(NestedValues.write(type, nested.value(type)));
        byte[] cell = RecordingSink.encode(value, ValueCodecs.of(type, ValueEncoding.JSON));
        assertNotNull(jackson.readTree(cell));
      }
    }
  }

  @Test
  void damagedCellsAreRefusedWithoutAnyOtherException() {
    int refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
      SqlType type = nested.type(LEVELS);
      RecordingSink.Bytes value =
          new RecordingSink.Bytes(NestedValues.write(type, nested.value(type)));
      for (ValueEncoding encoding : ENCODINGS) {
        if (ValueCodecs.isSupported(type, encoding)) {
          ValueCodec codec = ValueCodecs.of(type, encoding);
          refused += refuses(codec, damaged(RecordingSink.encode(value, codec))) ? 1 : 0;
        }
      }
    }
    assertTrue(refused > ROUNDS / 2, "damage is noticed: " + refused);
  }

  /**
   * Tells whether the codec refuses the cell; a cell that is not refused must be readable to its
   * last part.
   */
  private static boolean refuses(ValueCodec codec, byte[] cell) {
    RecordingSink sink = new RecordingSink();
    try {
      codec.decode(cell, 0, cell.length, sink);
    } catch (CodecException e) {
      assertEquals(CodecException.Code.CORRUPT_VALUE, e.code());
      assertTrue(sink.isUntouched());
      return true;
    }
    Object value = sink.take();
    if (value != null) {
      NestedValues.read(codec.type(), ((RecordingSink.Bytes) value).content());
    }
    return false;
  }

  private byte[] damaged(byte[] bytes) {
    int length = Math.max(0, bytes.length + random.random().nextInt(5) - 2);
    byte[] damaged = Arrays.copyOf(bytes, length);
    for (int i = random.random().nextInt(3); i > 0 && length > 0; i--) {
      damaged[random.random().nextInt(length)] = (byte) random.random().nextInt();
    }
    return damaged;
  }

  @Test
  void countsAreComparedWithTheBytesThatAreThere() {
    SqlType array = SqlType.array(SqlType.BOOLEAN);
    byte[] twoBillionElements = {1, 0x7f, -1, -1, -1, 0};
    assertTrue(refuses(ValueCodecs.of(array, ValueEncoding.NESTED), twoBillionElements));
    byte[] negativeCount = {1, -1, -1, -1, -1, 0};
    assertTrue(refuses(ValueCodecs.of(array, ValueEncoding.NESTED), negativeCount));
    byte[] manyAvroItems = {-2, -1, -1, -1, 0x0f, 0, 1};
    assertTrue(refuses(ValueCodecs.of(array, ValueEncoding.AVRO), manyAvroItems));
    byte[] smallestAvroCount = {-1, -1, -1, -1, -1, -1, -1, -1, -1, 1, 0, 0};
    assertTrue(refuses(ValueCodecs.of(array, ValueEncoding.AVRO), smallestAvroCount));
  }

  @Test
  void structsWrittenWithFewerFieldsEndInNulls() {
    SqlType before = SqlType.struct(List.of(new SqlType.Field("a", SqlType.INT)));
    SqlType now =
        SqlType.struct(
            List.of(new SqlType.Field("a", SqlType.INT), new SqlType.Field("b", SqlType.STRING)));
    byte[] cell = NestedValues.write(before, List.of(7L));
    assertEquals(Arrays.asList(7L, null), NestedValues.read(now, cell));
  }

  @Test
  void typesAreBoundedInDepth() {
    SqlType type = SqlType.INT;
    for (int i = 1; i < SqlType.MAX_DEPTH; i++) {
      type = SqlType.array(type);
    }
    SqlType deepest = type;
    assertThrows(IllegalArgumentException.class, () -> SqlType.array(deepest));
    byte[] cell = NestedValues.write(deepest, List.of());
    assertFalse(refuses(ValueCodecs.of(deepest, ValueEncoding.NESTED), cell));
  }

  @Test
  void encodingsNameTheTypesThatTheyCannotHold() {
    SqlType intKeys = SqlType.map(SqlType.INT, SqlType.INT);
    SqlType structKeys = SqlType.map(SqlType.array(SqlType.INT), SqlType.INT);
    SqlType twins =
        SqlType.struct(
            List.of(new SqlType.Field("a", SqlType.INT), new SqlType.Field("a", SqlType.INT)));
    assertTrue(ValueCodecs.refusal(intKeys, ValueEncoding.AVRO).contains("string"));
    assertTrue(ValueCodecs.isSupported(intKeys, ValueEncoding.JSON));
    assertTrue(ValueCodecs.refusal(structKeys, ValueEncoding.JSON).contains("nested"));
    assertTrue(ValueCodecs.refusal(twins, ValueEncoding.JSON).contains("one name"));
    for (SqlType type : List.of(intKeys, structKeys, twins)) {
      assertTrue(ValueCodecs.isSupported(type, ValueEncoding.NESTED));
      assertFalse(ValueCodecs.isSupported(type, ValueEncoding.ORDERED));
      assertFalse(ValueCodecs.isSupported(type, ValueEncoding.TEXT));
    }
    assertFalse(ValueCodecs.isSupported(SqlType.INT, ValueEncoding.JSON));
  }

  @Test
  void nestedColumnsAreNoKeyColumns() {
    SqlType type = SqlType.array(SqlType.INT);
    assertThrows(
        IllegalArgumentException.class, () -> new KeyPart(type, ValueEncoding.NESTED, false));
  }

  @Test
  void stringsThatAreNotUtf8HaveNoJson() {
    SqlType type = SqlType.array(SqlType.STRING);
    RecordingSink.Bytes invalid = new RecordingSink.Bytes(new byte[] {(byte) 0xC3});
    byte[] value = NestedValues.write(type, List.of(invalid));
    CodecException e =
        assertThrows(
            CodecException.class,
            () ->
                RecordingSink.encode(
                    new RecordingSink.Bytes(value), ValueCodecs.of(type, ValueEncoding.JSON)));
    assertEquals(CodecException.Code.VALUE_OUT_OF_RANGE, e.code());
  }

  @Test
  void jsonOfOtherWritersIsRead() {
    SqlType type =
        SqlType.struct(
            List.of(
                new SqlType.Field("id", SqlType.BIGINT),
                new SqlType.Field("price", SqlType.decimal(9, 2)),
                new SqlType.Field("at", SqlType.TIMESTAMP),
                new SqlType.Field("tags", SqlType.array(SqlType.STRING)),
                new SqlType.Field("gone", SqlType.INT)));
    String text =
        " { \"unknown\" : {\"x\": [1, {\"y\": null}]},\n \"tags\":[\"a\\u00e9\\ud83d\\ude00\", null],"
            + " \"at\":\"1970-01-01T00:00:01Z\", \"price\": 1.5, \"id\": \"12\" } ";
    ValueCodec codec = ValueCodecs.of(type, ValueEncoding.JSON);
    RecordingSink.Bytes value =
        (RecordingSink.Bytes) decode(codec, text.getBytes(StandardCharsets.UTF_8));
    Object tag = new RecordingSink.Bytes("aé😀".getBytes(StandardCharsets.UTF_8));
    assertEquals(
        Arrays.asList(12L, 150L, 1_000_000L, Arrays.asList(tag, null), null),
        NestedValues.read(type, value.content()));
    assertEquals(null, decode(codec, "null".getBytes(StandardCharsets.UTF_8)));
  }

  private static Object decode(ValueCodec codec, byte[] cell) {
    RecordingSink sink = new RecordingSink();
    byte[] padded = new byte[cell.length + 4];
    System.arraycopy(cell, 0, padded, 2, cell.length);
    codec.decode(padded, 2, cell.length, sink);
    return sink.take();
  }
}
