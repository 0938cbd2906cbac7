package org.apache.spark.sql.hbase.codec.bytes;

/** Tells bytes that are UTF-8 from others. */
public final class Utf8Validity {
  private Utf8Validity() {}

  /** True if the bytes are UTF-8: no surrogates, nothing longer than needed or above U+10FFFF. */
  public static boolean isValid(byte[] bytes, int start, int end) {
    for (int i = start; i < end; ) {
      byte first = bytes[i];
      if (first >= 0) {
        i++;
        continue;
      }
      int width = width(first);
      if (width == 0 || width > end - i || !isValidSecond(first, bytes[i + 1])) {
        return false;
      }
      for (int j = 2; j < width; j++) {
        if (!isContinuation(bytes[i + j])) {
          return false;
        }
      }
      i += width;
    }
    return true;
  }

  /** Bytes of a code point that begins like this and has several; 0 if none does. */
  private static int width(byte first) {
    int unsigned = first & 0xFF;
    if (unsigned < 0xC2 || unsigned > 0xF4) {
      return 0;
    }
    return unsigned < 0xE0 ? 2 : unsigned < 0xF0 ? 3 : 4;
  }

  /** True if a code point that begins with the first byte can go on with the second. */
  public static boolean isValidSecond(byte first, byte second) {
    int unsigned = second & 0xFF;
    return isContinuation(second)
        && switch (first) {
          case (byte) 0xE0 -> unsigned >= 0xA0;
          case (byte) 0xED -> unsigned < 0xA0;
          case (byte) 0xF0 -> unsigned >= 0x90;
          case (byte) 0xF4 -> unsigned < 0x90;
          default -> true;
        };
  }

  /** True if a byte stands inside a code point, or at its end. */
  public static boolean isContinuation(byte following) {
    return (following & 0xC0) == 0x80;
  }
}
