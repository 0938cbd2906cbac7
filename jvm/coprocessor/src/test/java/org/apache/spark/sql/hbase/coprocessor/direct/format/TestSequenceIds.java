package org.apache.spark.sql.hbase.coprocessor.direct.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.hadoop.io.WritableUtils;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestSequenceIds {
  @ParameterizedTest
  @ValueSource(
      longs = {
        0,
        1,
        127,
        128,
        255,
        256,
        65_535,
        65_536,
        1L << 31,
        (1L << 40) - 1,
        Long.MAX_VALUE,
        -1,
        -112,
        -113,
        -70_000,
        Long.MIN_VALUE
      })
  void readsWhatHadoopWrites(long value) throws IOException {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    WritableUtils.writeVLong(new DataOutputStream(written), value);
    byte[] bytes = written.toByteArray();
    byte first = bytes[0];

    if (first >= SequenceIds.LEAST_IN_ONE_BYTE) {
      assertEquals(1, bytes.length);
      assertEquals(value, first);
    } else {
      assertEquals(bytes.length - 1, SequenceIds.bytesBehind(first));
      assertEquals(value, SequenceIds.read(bytes, 1, first));
    }
  }
}
