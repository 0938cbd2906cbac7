package org.apache.spark.sql.hbase.coprocessor.direct.format;

/**
 * The numbers behind cells that say when they were written, in Hadoop's format of variable length.
 * One byte is the number itself, down to {@value #LEAST_IN_ONE_BYTE}. A smaller byte says how many
 * bytes follow, and whether the number is negative.
 */
public final class SequenceIds {
  public static final byte LEAST_IN_ONE_BYTE = -112;

  /** In front of a number that is not negative, written as eight bytes. */
  static final byte EIGHT_BYTES_FOLLOW = -120;

  private SequenceIds() {}

  /** Bytes behind a first byte that is not the number itself. */
  public static int bytesBehind(byte first) {
    return first >= EIGHT_BYTES_FOLLOW ? LEAST_IN_ONE_BYTE - first : EIGHT_BYTES_FOLLOW - first;
  }

  /** The number whose first byte was {@code first} and whose other bytes begin at {@code at}. */
  public static long read(byte[] bytes, int at, byte first) {
    long value = 0;
    int end = at + bytesBehind(first);
    for (int i = at; i < end; i++) {
      value = value << Byte.SIZE | bytes[i] & 0xFF;
    }
    return first >= EIGHT_BYTES_FOLLOW ? value : ~value;
  }
}
