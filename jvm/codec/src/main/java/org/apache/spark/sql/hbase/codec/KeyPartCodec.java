package org.apache.spark.sql.hbase.codec;

/** Where one key part ends inside a row key, and what follows its value there. */
abstract sealed class KeyPartCodec
    permits KeyPartCodec.Fixed, KeyPartCodec.Rest, KeyPartCodec.Terminated {
  final ValueCodec codec;

  private KeyPartCodec(ValueCodec codec) {
    this.codec = codec;
  }

  /**
   * Chooses the form of a part.
   *
   * @throws IllegalArgumentException when the part cannot stand there
   */
  static KeyPartCodec of(KeyPart part, boolean last) {
    ValueCodec codec = part.codec();
    if (codec instanceof FixedCodec fixed) {
      return new Fixed(fixed);
    }
    if (last && !part.descending()) {
      return new Rest(codec);
    }
    boolean mayHoldTerminator =
        part.type().kind() == SqlType.Kind.BINARY
            || (part.type().kind() == SqlType.Kind.DECIMAL
                && part.encoding() == ValueEncoding.HBASE);
    if (mayHoldTerminator) {
      throw new IllegalArgumentException(
          "a "
              + part.type()
              + " key column encoded as "
              + part.encoding()
              + " must be the last one: its bytes have no end mark");
    }
    return new Terminated(codec, part.descending());
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
  void finish(ByteBuilder out, int start) {}

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

    private Fixed(FixedCodec fixed) {
      super(fixed);
      this.fixed = fixed;
    }

    @Override
    int decode(byte[] row, int offset, int limit, ValueSink sink) {
      int end = offset + fixed.width;
      if (end > limit) {
        throw tooShort(codec, Integer.toString(fixed.width), limit - offset);
      }
      if (sink != null) {
        fixed.get(row, offset, sink);
      }
      return end;
    }
  }

  /** All bytes up to the end of the key. */
  static final class Rest extends KeyPartCodec {
    private Rest(ValueCodec codec) {
      super(codec);
    }

    @Override
    int decode(byte[] row, int offset, int limit, ValueSink sink) {
      if (sink != null) {
        codec.decode(row, offset, limit - offset, sink);
      }
      return limit;
    }
  }

  /**
   * All bytes up to a terminator that the value cannot contain: 0x00, or 0xFF when all bytes are
   * inverted.
   */
  static final class Terminated extends KeyPartCodec {
    private final byte terminator;
    private final boolean inverted;
    // Descending values are turned back here, because the row belongs to the caller.
    private final ByteBuilder scratch = new ByteBuilder();

    private Terminated(ValueCodec codec, boolean inverted) {
      super(codec);
      this.inverted = inverted;
      this.terminator = (byte) (inverted ? 0xFF : 0x00);
    }

    @Override
    int decode(byte[] row, int offset, int limit, ValueSink sink) {
      int end = offset;
      while (end < limit && row[end] != terminator) {
        end++;
      }
      if (end == limit) {
        throw tooShort(codec, "a terminator", limit - offset);
      }
      if (sink != null && inverted) {
        scratch.reset();
        scratch.appendBytes(row, offset, end - offset);
        invert(scratch, 0);
        codec.decode(scratch.array(), 0, scratch.length(), sink);
      } else if (sink != null) {
        codec.decode(row, offset, end - offset, sink);
      }
      return end + 1;
    }

    @Override
    void finish(ByteBuilder out, int start) {
      for (int i = start; i < out.length(); i++) {
        if (out.array()[i] == 0) {
          throw CodecException.of(
              CodecException.Code.NUL_IN_STRING_KEY, "type", codec.type(), "position", i - start);
        }
      }
      if (inverted) {
        invert(out, start);
      }
      out.appendByte(terminator);
    }

    private static void invert(ByteBuilder bytes, int start) {
      byte[] array = bytes.array();
      for (int i = start; i < bytes.length(); i++) {
        array[i] = (byte) ~array[i];
      }
    }
  }
}
