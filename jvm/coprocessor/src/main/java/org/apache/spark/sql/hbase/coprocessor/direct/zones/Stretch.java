package org.apache.spark.sql.hbase.coprocessor.direct.zones;

import java.util.Arrays;

/** Facts about a stretch of whole rows of one store file. Immutable; the arrays are shared. */
public interface Stretch {
  /** The bytes of the object and its map entry, without the rows. */
  int FIXED_BYTES = 128;

  /** First row of the stretch. */
  byte[] first();

  /** Next row of the file behind it; null if there is none. */
  byte[] end();

  /** Memory that it takes in a map. */
  int heldBytes();

  /** Whether a row that is not before the first one lies in the stretch. */
  default boolean reaches(byte[] row) {
    return end() == null || Arrays.compareUnsigned(row, end()) < 0;
  }
}
