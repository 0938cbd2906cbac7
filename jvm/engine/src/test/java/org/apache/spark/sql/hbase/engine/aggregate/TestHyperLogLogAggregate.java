package org.apache.spark.sql.hbase.engine.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.hash.XxHash64;
import org.junit.jupiter.api.Test;

/** Tests the sketch alone; a test beside Spark compares its registers with Spark's. */
class TestHyperLogLogAggregate {
  @Test
  void hasOneWordForTenRegistersAndOneSpare() {
    int[] words = {2, 4, 7, 13, 26, 52, 103};
    for (int i = 0; i < words.length; i++) {
      HyperLogLogAggregate aggregate = new HyperLogLogAggregate(4 + i);
      assertEquals(words[i], aggregate.stateTypes().size());
      assertEquals(8 * words[i], aggregate.bytesPerGroup());
    }
  }

  @Test
  void registersStartAtZeroAndNullChangesNothing() {
    assertEquals(Collections.nCopies(2, (Object) 0L), of());
    assertEquals(Collections.nCopies(2, (Object) 0L), of(null, null));
  }

  @Test
  void aValueSetsTheRegisterThatItsFirstBitsChoose() {
    long hash = XxHash64.hashLong(7, 42);
    int register = (int) (hash >>> 60);
    long position = Long.numberOfLeadingZeros(hash << 4) + 1;
    Long[] expected = {0L, 0L};
    expected[register / 10] = position << register % 10 * 6;
    assertEquals(List.of(expected), of(7));
    assertEquals(List.of(expected), of(7, 7, null, 7));
  }

  @Test
  void registersKeepTheirMaximumWhateverTheOrder() {
    Object[] values = new Object[1000];
    Object[] reversed = new Object[1000];
    for (int i = 0; i < 1000; i++) {
      values[i] = i;
      reversed[999 - i] = i;
    }
    assertEquals(of(values), of(reversed));
  }

  @Test
  void keepsGroupsApart() {
    HyperLogLogAggregate aggregate = new HyperLogLogAggregate(4);
    AggregateStates states = new AggregateStates(aggregate, SqlType.BIGINT).groups(2);
    states.add(0, 1, 2).add(1, 3).groups(3).add(0, 4);
    assertEquals(List.of(of(1, 2, 4), of(3), of()), states.state());
  }

  private static List<Object> of(Object... values) {
    return AggregateStates.of(new HyperLogLogAggregate(4), SqlType.BIGINT, values);
  }
}
