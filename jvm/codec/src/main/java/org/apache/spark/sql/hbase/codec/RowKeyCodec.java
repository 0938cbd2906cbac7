package org.apache.spark.sql.hbase.codec;

import java.util.List;

/**
 * Reads and writes row keys of one key schema: the parts one after the other, specified in
 * FORMAT.md, "Row keys". With ORDERED parts only, the byte order of row keys is the order of their
 * values, part by part.
 *
 * <p>Decodes without allocation. Not thread-safe: each reader makes its own, which is cheap.
 */
public final class RowKeyCodec {
  /** HBase's limit. */
  public static final int MAX_ROW_KEY_BYTES = Short.MAX_VALUE;

  private final List<KeyPart> parts;
  private final KeyPartCodec[] codecs;

  /**
   * Makes the codec of a key schema.
   *
   * @throws IllegalArgumentException when there is no part, or a part that cannot stand where it
   *     does: BINARY and HBASE DECIMAL have no end mark and must be last
   */
  public RowKeyCodec(List<KeyPart> parts) {
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("a row key has at least one column");
    }
    this.parts = List.copyOf(parts);
    this.codecs = new KeyPartCodec[parts.size()];
    for (int i = 0; i < codecs.length; i++) {
      codecs[i] = KeyPartCodec.of(parts.get(i), i == codecs.length - 1);
    }
  }

  public List<KeyPart> parts() {
    return parts;
  }

  /**
   * Reads one row key.
   *
   * @param sinks one per part, null for parts to pass over
   * @throws CodecException with {@link CodecException#keyPart} when the bytes are not a row key of
   *     this schema; sinks of earlier parts have been called then
   */
  public void decode(byte[] row, int offset, int length, ValueSink[] sinks) {
    int limit = offset + length;
    int at = offset;
    int part = 0;
    try {
      for (; part < codecs.length; part++) {
        at = codecs[part].decode(row, at, limit, sinks[part]);
      }
    } catch (CodecException e) {
      throw e.withKeyPart(part);
    }
    if (at != limit) {
      throw CodecException.of(
          CodecException.Code.ROW_KEY_TRAILING_BYTES,
          "expectedBytes",
          at - offset,
          "foundBytes",
          length);
    }
  }

  /** What ends the bytes of one part in a row key. */
  public enum PartEnd {
    /** All values have the same number of bytes. */
    WIDTH,
    /** A byte that no value holds. */
    TERMINATOR,
    /** The end of the row key. */
    END_OF_KEY
  }

  public PartEnd endOf(int part) {
    if (codecs[part] instanceof KeyPartCodec.Fixed) {
      return PartEnd.WIDTH;
    }
    return codecs[part] instanceof KeyPartCodec.Rest ? PartEnd.END_OF_KEY : PartEnd.TERMINATOR;
  }

  /**
   * A builder that takes the value of one part only; {@link RowKeyBuilder#toPrefix} has the bytes
   * that the part has in every row key with that value, its terminator included.
   */
  public RowKeyBuilder newPartBuilder(int part) {
    return new RowKeyBuilder(new KeyPartCodec[] {codecs[part]});
  }

  /** A builder of row keys of this schema, for the same thread as this codec. */
  public RowKeyBuilder newBuilder() {
    return new RowKeyBuilder(codecs);
  }
}
