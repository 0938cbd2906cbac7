package org.apache.spark.sql.hbase.coprocessor.direct.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class TestRowPlaces {
  private final RowPlaces.Builder places = new RowPlaces.Builder();

  @Test
  void rowsAreFoundInTheirBlocks() {
    int rows = 3_000;
    int rowsPerBlock = 100;
    for (int row = 0; row < rows; row++) {
      places.standAt(row / rowsPerBlock * 70_000L, row % rowsPerBlock * 700);
      places.add();
    }
    RowPlaces built = places.build();
    for (int row = 0; row < rows; row++) {
      assertEquals(row / rowsPerBlock * 70_000L, built.block(row));
      assertEquals(row % rowsPerBlock * 700, built.position(row));
    }
  }

  @Test
  void rowsOfOtherFilesHaveThePlaceOfTheRowBefore() {
    places.standAt(33, 5);
    places.add();
    places.add();
    RowPlaces built = places.build();
    assertEquals(33, built.block(1));
    assertEquals(5, built.position(1));
  }

  @Test
  void placesInNoBlockAreNotKept() {
    places.standAt(-1, 5);
    places.add();
    assertNull(places.build());

    places.reset();
    places.standAt(0, 5);
    places.add();
    assertNotNull(places.build());
  }
}
