package org.apache.spark.sql.hbase.engine.keyrange.predicate;

import java.util.Optional;
import org.apache.spark.sql.hbase.codec.types.SqlType;

/**
 * All values of a key column that are whole numbers to the engine.
 *
 * @param min at most 0
 * @param max at least 0
 */
public record KeyDomain(SqlType type, long min, long max) {
  public static Optional<KeyDomain> of(SqlType type) {
    if (type.physical() != SqlType.Physical.LONG) {
      return Optional.empty();
    }
    return switch (type.kind()) {
      case TINYINT -> Optional.of(new KeyDomain(type, Byte.MIN_VALUE, Byte.MAX_VALUE));
      case SMALLINT -> Optional.of(new KeyDomain(type, Short.MIN_VALUE, Short.MAX_VALUE));
      case INT, DATE -> Optional.of(new KeyDomain(type, Integer.MIN_VALUE, Integer.MAX_VALUE));
      case BIGINT, TIMESTAMP, TIMESTAMP_NTZ ->
          Optional.of(new KeyDomain(type, Long.MIN_VALUE, Long.MAX_VALUE));
      case DECIMAL -> {
        long end = (long) Math.pow(10, type.precision()) - 1;
        yield Optional.of(new KeyDomain(type, -end, end));
      }
      default -> Optional.empty();
    };
  }

  /** Returns the microseconds of one unit of the column; 0 if its type is not a time. */
  private long microsPerUnit() {
    return switch (type.kind()) {
      case DATE -> 86_400_000_000L;
      case TIMESTAMP, TIMESTAMP_NTZ -> 1;
      default -> 0;
    };
  }

  boolean isTime() {
    return microsPerUnit() > 0;
  }

  /** Converts a value that is a time to seconds since 1970, rounded down. */
  long epochSecond(long value) {
    return type.equals(SqlType.DATE) ? value * 86_400 : Math.floorDiv(value, 1_000_000L);
  }

  /** So many seconds, rounded up. */
  long units(long seconds) {
    return -Math.floorDiv(-seconds * 1_000_000, microsPerUnit());
  }
}
