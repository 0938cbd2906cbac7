package org.apache.spark.sql.hbase.engine.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.junit.jupiter.api.Test;

/**
 * Tests the aggregates alone; a test beside Spark compares their states with Spark's to the last
 * bit.
 */
class TestMomentsAggregates {
  @Test
  void statesStartWithZeros() {
    for (int order = 2; order <= 4; order++) {
      assertEquals(
          Collections.nCopies(order + 1, (Object) 0.0),
          AggregateStates.of(new CentralMomentAggregate(order), SqlType.DOUBLE));
    }
    assertEquals(zeros(4), pairs(ComomentAggregate.covariance(), List.of()));
    assertEquals(zeros(6), pairs(ComomentAggregate.correlation(), List.of()));
    assertEquals(zeros(7), pairs(ComomentAggregate.regression(), List.of()));
  }

  @Test
  void oneValueHasNoDeviation() {
    assertEquals(
        List.of(1.0, 3.5, 0.0, 0.0, 0.0),
        AggregateStates.of(new CentralMomentAggregate(4), SqlType.DOUBLE, 3.5));
    assertEquals(
        List.of(1.0, 2.0, 5.0, 0.0, 0.0, 0.0),
        pairs(ComomentAggregate.correlation(), List.of(List.of(2.0, 5.0))));
  }

  @Test
  void centralMomentsAreSumsOfPowersOfTheDeviations() {
    double[] values = new Random(3).doubles(500, -10, 10).toArray();
    double mean = Arrays.stream(values).average().orElseThrow();
    Object[] boxed = Arrays.stream(values).boxed().toArray();
    List<Object> state = AggregateStates.of(new CentralMomentAggregate(4), SqlType.DOUBLE, boxed);
    assertEquals(500.0, state.get(0));
    assertClose(mean, state.get(1));
    for (int power = 2; power <= 4; power++) {
      int exponent = power;
      double expected = Arrays.stream(values).map(v -> Math.pow(v - mean, exponent)).sum();
      assertClose(expected, state.get(power));
    }
  }

  @Test
  void pairsHaveProductsOfTheDeviations() {
    Random random = new Random(4);
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      rows.add(List.of(random.nextDouble() * 9, random.nextDouble() * 5 - i));
    }
    double xMean = rows.stream().mapToDouble(r -> (Double) r.get(0)).average().orElseThrow();
    double yMean = rows.stream().mapToDouble(r -> (Double) r.get(1)).average().orElseThrow();
    double xx = 0;
    double xy = 0;
    double yy = 0;
    for (List<Object> row : rows) {
      double dx = (Double) row.get(0) - xMean;
      double dy = (Double) row.get(1) - yMean;
      xx += dx * dx;
      xy += dx * dy;
      yy += dy * dy;
    }
    assertClose(List.of(300.0, xMean, yMean, xy), pairs(ComomentAggregate.covariance(), rows));
    assertClose(
        List.of(300.0, xMean, yMean, xy, xx, yy), pairs(ComomentAggregate.correlation(), rows));
    assertClose(
        List.of(300.0, xMean, yMean, xy, 300.0, xMean, xx),
        pairs(ComomentAggregate.regression(), rows));
  }

  @Test
  void pairsWithANullAreLeftOut() {
    List<List<Object>> rows =
        List.of(Arrays.asList(null, 1.0), List.of(2.0, 3.0), Arrays.asList(4.0, null));
    assertEquals(List.of(1.0, 2.0, 3.0, 0.0), pairs(ComomentAggregate.covariance(), rows));
  }

  @Test
  void nanAndInfinitySpread() {
    List<Object> state =
        AggregateStates.of(
            new CentralMomentAggregate(2), SqlType.DOUBLE, 1.0, Double.POSITIVE_INFINITY);
    assertEquals(List.of(2.0, Double.POSITIVE_INFINITY, Double.NaN), state);
    assertEquals(
        List.of(1.0, Double.NaN, Double.NaN),
        AggregateStates.of(new CentralMomentAggregate(2), SqlType.DOUBLE, Double.NaN));
  }

  private static List<Object> pairs(ComomentAggregate aggregate, List<List<Object>> rows) {
    return new AggregateStates(aggregate, SqlType.DOUBLE, SqlType.DOUBLE)
        .groups(1)
        .addRows(0, rows)
        .state()
        .get(0);
  }

  private static List<Object> zeros(int count) {
    return Collections.nCopies(count, 0.0);
  }

  private static void assertClose(List<Double> expected, List<Object> actual) {
    assertEquals(expected.size(), actual.size());
    for (int i = 0; i < expected.size(); i++) {
      assertClose(expected.get(i), actual.get(i));
    }
  }

  private static void assertClose(double expected, Object actual) {
    assertEquals(expected, (Double) actual, 1e-9 * Math.max(1, Math.abs(expected)));
  }
}
