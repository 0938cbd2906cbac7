package org.apache.spark.sql.hbase.codec.rowkey;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.ValueSink;
import org.apache.spark.sql.hbase.codec.value.ValueCodec;

/**
 * Writes one row key after the other: the values of all parts in order, then {@link #toByteArray},
 * then {@link #reset}. Made by {@link RowKeyCodec#newBuilder}. Not thread-safe.
 *
 * <p>-0.0 becomes 0.0 and every NaN the same one, so that equal SQL values have equal row keys.
 * After a {@link CodecException} the key is incomplete and must be reset.
 */
public final class RowKeyBuilder implements ValueSink {
  private final KeyPartCodec[] codecs;

  /** From this part on, those at the end that have no bytes are left out. */
  private final int firstOmittable;

  /** The number of bytes of the row key with all parts that it must have. */
  private int needed;

  /** Null without one. */
  private final KeyPrefix prefix;

  /** For each part, tells whether the prefix is computed from it. */
  private final boolean[] isHashed;

  private final KeyHash hash;
  private final ByteBuilder out = new ByteBuilder();
  private int part;

  /**
   * @param firstOmittable as many as there are parts if none is left out
   */
  RowKeyBuilder(KeyPartCodec[] codecs, int firstOmittable, Optional<KeyPrefix> prefix) {
    this.codecs = codecs;
    this.firstOmittable = firstOmittable;
    this.prefix = prefix.orElse(null);
    this.isHashed = new boolean[codecs.length];
    List<Integer> hashed = prefix.map(KeyPrefix::parts).orElse(List.of());
    hashed.forEach(hashedPart -> isHashed[hashedPart] = true);
    this.hash = new KeyHash(hashed.stream().map(i -> codecs[i].codec.type()).toList());
    reset();
  }

  /** Starts the next row key. */
  public void reset() {
    out.reset();
    hash.reset();
    part = 0;
    if (prefix != null) {
      // Computed once its columns are known.
      out.appendZeros(prefix.width());
    }
  }

  /** Key columns are NOT NULL: always throws {@link CodecException} NULL_IN_ROW_KEY. */
  @Override
  public void putNull() {
    throw CodecException.of(CodecException.Code.NULL_IN_ROW_KEY, "type", current().type())
        .withKeyPart(part);
  }

  @Override
  public void putLong(long value) {
    int start = out.length();
    try {
      current().encodeLong(value, out);
      if (isHashed[part]) {
        hash.putLong(value);
      }
      finish(start);
    } catch (CodecException e) {
      throw e.withKeyPart(part);
    }
  }

  @Override
  public void putDouble(double value) {
    int start = out.length();
    try {
      // Adding zero turns -0.0 into 0.0 and changes nothing else.
      current().encodeDouble(value + 0.0, out);
      if (isHashed[part]) {
        hash.putDouble(value);
      }
      finish(start);
    } catch (CodecException e) {
      throw e.withKeyPart(part);
    }
  }

  @Override
  public void putDecimal128(long high, long low) {
    int start = out.length();
    try {
      current().encodeDecimal128(high, low, out);
      if (isHashed[part]) {
        hash.putDecimal128(high, low);
      }
      finish(start);
    } catch (CodecException e) {
      throw e.withKeyPart(part);
    }
  }

  @Override
  public void putBytes(byte[] bytes, int offset, int length) {
    int start = out.length();
    try {
      current().encodeBytes(bytes, offset, length, out);
      if (isHashed[part]) {
        hash.putBytes(bytes, offset, length);
      }
      finish(start);
    } catch (CodecException e) {
      throw e.withKeyPart(part);
    }
  }

  /**
   * The row key of all parts, a fresh array.
   *
   * @throws CodecException ROW_KEY_TOO_LONG or ROW_KEY_EMPTY when HBase does not take such a row
   *     key
   * @throws IllegalStateException when parts are missing
   */
  public byte[] toByteArray() {
    if (part != codecs.length) {
      throw new IllegalStateException(
          "the row key has " + codecs.length + " columns, only " + part + " were put");
    }
    if (needed == 0) {
      throw CodecException.of(CodecException.Code.ROW_KEY_EMPTY, "type", codecs[0].codec.type());
    }
    if (needed > RowKeys.MAX_BYTES) {
      throw CodecException.of(
          CodecException.Code.ROW_KEY_TOO_LONG,
          "foundBytes",
          needed,
          "maxBytes",
          RowKeys.MAX_BYTES);
    }
    return withPrefix(needed);
  }

  private byte[] withPrefix(int length) {
    byte[] key = Arrays.copyOf(out.array(), length);
    if (prefix != null) {
      prefix.write(hash.value(), key);
    }
    return key;
  }

  /**
   * The bytes of the parts put so far, a fresh array: what all row keys with these values start
   * with. For bounds of scans. May be empty.
   *
   * @throws IllegalStateException when a column is missing from which salt or hash are computed
   */
  public byte[] toPrefix() {
    return withPrefix(out.length());
  }

  private ValueCodec current() {
    if (part == codecs.length) {
      throw new IllegalStateException(
          "all " + codecs.length + " columns of the row key were put; reset first");
    }
    return codecs[part].codec;
  }

  private void finish(int start) {
    boolean isEmpty = out.length() == start;
    codecs[part].finish(out, start);
    // What follows may be omitted, and then the terminator in front of it is too.
    boolean lacksTerminator =
        codecs[part] instanceof KeyPartCodec.Terminated terminated && terminated.mayEndKey;
    if (part < firstOmittable || !isEmpty) {
      needed = out.length() - (lacksTerminator ? 1 : 0);
    }
    part++;
  }
}
