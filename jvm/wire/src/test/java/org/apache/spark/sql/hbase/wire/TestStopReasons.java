package org.apache.spark.sql.hbase.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.apache.spark.sql.hbase.wire.proto.StopReason;
import org.junit.jupiter.api.Test;

class TestStopReasons {
  @Test
  void rowsOrTheLimitEndAFrameInBandAndBoundsOutOfBand() {
    List<StopReason> known = those(StopReasons::isKnown);

    assertEquals(5, known.size());
    assertEquals(
        List.of(StopReason.END_OF_REGION, StopReason.LIMIT_REACHED),
        known.stream().filter(StopReasons::isInBand).toList());
  }

  @Test
  void oneReasonEndsARegionAndOneTheScan() {
    assertEquals(List.of(StopReason.END_OF_REGION), those(StopReasons::endsRegion));
    assertEquals(List.of(StopReason.LIMIT_REACHED), those(StopReasons::endsScan));
  }

  @Test
  void noFrameStopsForAReasonThatIsNotKnown() {
    assertThrows(
        IllegalArgumentException.class,
        () -> StopReasons.isInBand(StopReason.STOP_REASON_UNSPECIFIED));
    assertThrows(
        IllegalArgumentException.class, () -> StopReasons.isInBand(StopReason.UNRECOGNIZED));
  }

  private static List<StopReason> those(Predicate<StopReason> accepts) {
    return Arrays.stream(StopReason.values()).filter(accepts).toList();
  }
}
