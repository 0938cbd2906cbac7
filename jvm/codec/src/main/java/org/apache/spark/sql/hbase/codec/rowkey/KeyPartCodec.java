package org.apache.spark.sql.hbase.codec.rowkey;

import org.apache.spark.sql.hbase.codec.bytes.BigEndian;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.bytes.ByteChange;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;
import org.apache.spark.sql.hbase.codec.value.FixedCodec;
import org.apache.spark.sql.hbase.codec.value.ValueCodec;

/** Finds the end of one key part inside a row key, and the bytes around its value. */
abstract sealed class KeyPartCodec
    permits KeyPartCodec.Fixed,
        KeyPartCodec.Rest,
        KeyPartCodec.Terminated,
        KeyPartCodec.LengthPrefixed,
        KeyPartCodec.FixedLength,
        KeyPartCodec.Escaped {
  final ValueCodec codec;
  private final ByteChange change;

  /** Changed values are turned back here, because the row belongs to the caller. */
  final ByteBuilder scratch = new ByteBuilder();

  private KeyPartCodec(ValueCodec codec, ByteChange change) {
    this.codec = codec;
    this.change = change;
  }

  /**
   * Chooses how a part ends.
   *
   * @param last it is the last part
   * @param mayEndKey the parts behind it may be omitted, which is not so of the last part
   * @throws IllegalArgumentException when the part cannot stand there
   */
  static KeyPartCodec of(KeyPart part, boolean last, boolean mayEndKey) {
    ValueCodec codec = part.codec();
    KeyForm.Kind form = part.form().kind();
    ByteChange change = form == KeyForm.Kind.REVERSED ? ByteChange.REVERSED : ByteChange.NONE;
    if (codec instanceof FixedCodec fixed) {
      return new Fixed(fixed, change);
    }
    if (form == KeyForm.Kind.LENGTH_PREFIXED) {
      return new LengthPrefixed(codec);
    }
    if (form == KeyForm.Kind.FIXED) {
      return new FixedLength(codec, part.form().width());
    }
    if (form == KeyForm.Kind.ESCAPED) {
      return new Escaped(codec, part.descending());
    }
    if (last && !part.descending()) {
      return new Rest(codec, change);
    }
    if (form == KeyForm.Kind.DELIMITED) {
      return new Terminated(
          codec, change, part.form().delimiter(), CodecException.Code.DELIMITER_IN_KEY, false);
    }
    if (KeyPart.mayHoldAnyByte(part.type(), part.encoding())) {
      throw new IllegalArgumentException(
          "a "
              + part.type()
              + " key column encoded as "
              + part.encoding()
              + " must be the last one, or "
              + (part.type().physical() == SqlType.Physical.BYTES
                  ? "ESCAPED, LENGTH_PREFIXED or FIXED"
                  : "LENGTH_PREFIXED")
              + ": its bytes have no end mark");
    }
    return new Terminated(
        codec,
        part.descending() ? ByteChange.INVERTED : change,
        0x00,
        CodecException.Code.NUL_IN_STRING_KEY,
        mayEndKey && !part.descending() && form == KeyForm.Kind.PLAIN);
  }

  /**
   * Reads the part that starts at {@code offset}.
   *
   * @param limit end of the row key
   * @param sink null to pass over the part
   * @return where the next part starts
   */
  abstract int decode(byte[] row, int offset, int limit, ValueSink sink);

  /** Completes the part whose value was appended from {@code start} on. */
  abstract void finish(ByteBuilder out, int start);

  /** Reads the value that is these bytes. */
  final void read(byte[] row, int offset, int length, ValueSink sink) {
    if (sink == null) {
      return;
    }
    if (change == ByteChange.NONE) {
      codec.decode(row, offset, length, sink);
      return;
    }
    scratch.reset();
    scratch.appendBytes(row, offset, length);
    readScratch(sink);
  }

  /** Reads the value whose bytes, as they stand in the row key, are in {@link #scratch}. */
  final void readScratch(ValueSink sink) {
    change.apply(scratch, 0);
    codec.decode(scratch.array(), 0, scratch.length(), sink);
  }

  /** Changes the value that was appended from {@code start} on. */
  final void change(ByteBuilder out, int start) {
    change.apply(out, start);
  }

  private static CodecException tooShort(ValueCodec codec, String expected, int found) {
    return CodecException.of(
        CodecException.Code.ROW_KEY_TOO_SHORT,
        "type",
        codec.type(),
        "expectedBytes",
        expected,
        "foundBytes",
        found);
  }

  /** A known number of bytes, anywhere in the key. */
  static final class Fixed extends KeyPartCodec {
    private final FixedCodec fixed;
    private final boolean isChanged;

    private Fixed(FixedCodec fixed, ByteChange change) {
      super(fixed, change);
      this.fixed = fixed;
      this.isChanged = change != ByteChange.NONE;
    }

    int width() {
      return fixed.width;
    }

    @Override
    int decode(byte[] row, int offset, int limit, ValueSink sink) {
      int end = offset + fixed.width;
      if (end > limit) {
        throw tooShort(codec, Integer.toString(fixed.width), limit - offset);
      }
      if (isChanged) {
        read(row, offset, fixed.width, sink);
      } else if (sink != null) {
        fixed.get(row, offset, sink);
      }
      return end;
    }

    @Override
    void finish(ByteBuilder out, int start) {
      change(out, start);
    }
  }

  /** So many bytes of a value that could have others, anywhere in the key. */
  static final class FixedLength extends KeyPartCodec {
    final int width;

    private FixedLength(ValueCodec codec, int width) {
      super(codec, ByteChange.NONE);
      this.width = width;
    }

    @Override
    int decode(byte[] row, int offset, int limit, ValueSink sink) {
      int end = offset + width;
      if (end > limit) {
        throw tooShort(codec, Integer.toString(width), limit - offset);
      }
      read(row, offset, width, sink);
      return end;
    }

    @Override
    void finish(ByteBuilder out, int start) {
      if (out.length() - start != width) {
        throw CodecException.of(
            CodecException.Code.KEY_VALUE_LENGTH,
            "type",
            codec.type(),
            "expectedBytes",
            width,
            "foundBytes",
            out.length() - start);
      }
    }
  }

  /** All bytes up to the end of the key. */
  static final class Rest extends KeyPartCodec {
    private Rest(ValueCodec codec, ByteChange change) {
      super(codec, change);
    }

    @Override
    int decode(byte[] row, int offset, int limit, ValueSink sink) {
      read(row, offset, limit - offset, sink);
      return limit;
    }

    @Override
    void finish(ByteBuilder out, int start) {
      change(out, start);
    }
  }

  /** All bytes up to a byte that the value does not contain. */
  static final class Terminated extends KeyPartCodec {
    /** As it stands in the row key. */
    final byte terminator;

    /** The end of the row key ends a value too. */
    final boolean mayEndKey;

    /** Phoenix writes a NULL of a descending column as this byte, with which no value begins. */
    private final boolean hasNullByte;

    private final byte excluded;
    private final CodecException.Code refusal;

    /**
     * @param excluded what ends the value, before the change
     * @param refusal of a value that contains it
     */
    private Terminated(
        ValueCodec codec,
        ByteChange change,
        int excluded,
        CodecException.Code refusal,
        boolean mayEndKey) {
      super(codec, change);
      this.excluded = (byte) excluded;
      this.terminator = (byte) (change == ByteChange.INVERTED ? ~excluded : excluded);
      this.refusal = refusal;
      this.mayEndKey = mayEndKey;
      this.hasNullByte = change == ByteChange.INVERTED && codec.encoding() == ValueEncoding.PHOENIX;
    }

    /**
     * Returns the end of the part that starts at {@code offset}, its terminator included.
     *
     * @return -1 if it has none, or is a NULL
     */
    int end(byte[] row, int offset, int limit) {
      int at = offset;
      while (at < limit && row[at] != terminator) {
        at++;
      }
      return at == limit || isNull(row, offset) ? -1 : at + 1;
    }

    private boolean isNull(byte[] row, int offset) {
      return hasNullByte && row[offset] == 0;
    }

    @Override
    int decode(byte[] row, int offset, int limit, ValueSink sink) {
      int end = end(row, offset, limit);
      if (end >= 0) {
        read(row, offset, end - 1 - offset, sink);
        return end;
      }
      if (offset < limit && isNull(row, offset)) {
        throw CodecException.corrupt(
            codec.type(),
            codec.encoding(),
            "Phoenix writes so a NULL of a descending column, which is not read in row keys",
            row,
            offset,
            limit - offset);
      }
      if (!mayEndKey) {
        throw tooShort(codec, "a terminator", limit - offset);
      }
      read(row, offset, limit - offset, sink);
      return limit;
    }

    @Override
    void finish(ByteBuilder out, int start) {
      for (int i = start; i < out.length(); i++) {
        if (out.array()[i] == excluded) {
          throw CodecException.of(refusal, "type", codec.type(), "position", i - start);
        }
      }
      change(out, start);
      out.appendByte(terminator);
    }
  }

  /** Any bytes: 0x00 stands as 0x00 0xFF, and 0x00 0x01 is behind them. */
  static final class Escaped extends KeyPartCodec {
    static final int END_BYTES = 2;

    private static final byte ZERO = 0x00;
    private static final byte BEHIND_ZERO = (byte) 0xFF;
    private static final byte BEHIND_END = 0x01;

    /** The byte of the row key that stands for {@code ZERO}. */
    private final byte zero;

    private final byte behindZero;
    private final byte behindEnd;

    private Escaped(ValueCodec codec, boolean descending) {
      super(codec, descending ? ByteChange.INVERTED : ByteChange.NONE);
      int inversion = descending ? 0xFF : 0;
      this.zero = (byte) (ZERO ^ inversion);
      this.behindZero = (byte) (BEHIND_ZERO ^ inversion);
      this.behindEnd = (byte) (BEHIND_END ^ inversion);
    }

    /**
     * Returns the end of the part that starts at {@code offset}, its end mark included.
     *
     * @return -1 if it has none, or an escape that there is not
     */
    int end(byte[] row, int offset, int limit) {
      int at = endOfValue(row, offset, limit);
      return at + 1 < limit && row[at + 1] == behindEnd ? at + END_BYTES : -1;
    }

    /** The first zero byte that is none of the value. */
    private int endOfValue(byte[] row, int offset, int limit) {
      int at = nextZero(row, offset, limit);
      while (at + 1 < limit && row[at + 1] == behindZero) {
        at = nextZero(row, at + 2, limit);
      }
      return at;
    }

    private int nextZero(byte[] row, int from, int limit) {
      int at = from;
      while (at < limit && row[at] != zero) {
        at++;
      }
      return at;
    }

    @Override
    int decode(byte[] row, int offset, int limit, ValueSink sink) {
      int at = nextZero(row, offset, limit);
      if (at + 1 < limit && row[at + 1] == behindEnd) {
        read(row, offset, at - offset, sink);
        return at + END_BYTES;
      }
      int end = end(row, offset, limit);
      if (end < 0) {
        throw withoutEnd(row, offset, limit);
      }
      if (sink != null) {
        readWithout(row, at, offset, end - END_BYTES, sink);
      }
      return end;
    }

    /** Leaves out the byte behind each zero, the first of which is at {@code firstZero}. */
    private void readWithout(byte[] row, int firstZero, int offset, int end, ValueSink sink) {
      scratch.reset();
      int from = offset;
      int at = firstZero;
      while (at < end) {
        scratch.appendBytes(row, from, at + 1 - from);
        from = at + 2;
        at = nextZero(row, from, end);
      }
      scratch.appendBytes(row, from, end - from);
      readScratch(sink);
    }

    private CodecException withoutEnd(byte[] row, int offset, int limit) {
      int at = endOfValue(row, offset, limit);
      return at + 1 < limit
          ? CodecException.corrupt(
              codec.type(),
              codec.encoding(),
              "Behind the zero byte of an escaped key column stands neither 0xFF nor 0x01",
              row,
              at,
              END_BYTES)
          : tooShort(codec, "an end mark", limit - offset);
    }

    @Override
    void finish(ByteBuilder out, int start) {
      int length = out.length() - start;
      checkLength(out, length);
      int zeros = 0;
      for (int i = start; i < start + length; i++) {
        zeros += out.array()[i] == ZERO ? 1 : 0;
      }
      out.appendZeros(zeros);
      byte[] bytes = out.array();
      int to = out.length() - 1;
      for (int from = start + length - 1; to > from; from--) {
        if (bytes[from] == ZERO) {
          bytes[to--] = BEHIND_ZERO;
        }
        bytes[to--] = bytes[from];
      }
      out.appendByte(ZERO);
      out.appendByte(BEHIND_END);
      change(out, start);
    }
  }

  /** No row key holds more, so that there is no need to make it. */
  private static void checkLength(ByteBuilder out, int length) {
    if (length > RowKeys.MAX_BYTES) {
      throw CodecException.of(
          CodecException.Code.ROW_KEY_TOO_LONG,
          "foundBytes",
          out.length(),
          "maxBytes",
          RowKeys.MAX_BYTES);
    }
  }

  /** Two bytes tell how many follow. */
  static final class LengthPrefixed extends KeyPartCodec {
    static final int LENGTH_BYTES = Short.BYTES;

    private LengthPrefixed(ValueCodec codec) {
      super(codec, ByteChange.NONE);
    }

    @Override
    int decode(byte[] row, int offset, int limit, ValueSink sink) {
      int start = offset + LENGTH_BYTES;
      int length = start <= limit ? BigEndian.getShort(row, offset) & 0xFFFF : 0;
      if (start + length > limit) {
        throw tooShort(codec, Integer.toString(LENGTH_BYTES + length), limit - offset);
      }
      read(row, start, length, sink);
      return start + length;
    }

    @Override
    void finish(ByteBuilder out, int start) {
      int length = out.length() - start;
      checkLength(out, length);
      out.appendZeros(LENGTH_BYTES);
      System.arraycopy(out.array(), start, out.array(), start + LENGTH_BYTES, length);
      BigEndian.putShort(out.array(), start, (short) length);
    }
  }
}
