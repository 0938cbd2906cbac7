package org.apache.spark.sql.hbase.codec.rowkey;

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.DiscardingSink;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * Reads and writes row keys of one key schema: the prefix, if there is one, and the parts one after
 * the other. FORMAT.md, "Row keys", specifies them. With ORDERED parts only, the byte order of row
 * keys with the same prefix is the order of their values, part by part.
 *
 * <p>Decodes without allocation. Not thread-safe: each reader makes its own, which is cheap.
 */
public final class RowKeyCodec {
  /** Takes any value of a part, which only has to be readable. */
  public static final ValueSink ANY_VALUE = DiscardingSink.INSTANCE;

  private final List<KeyPart> parts;
  private final Optional<KeyPrefix> prefix;
  private final int prefixBytes;
  private final KeyPartCodec[] codecs;

  /** From this part on all are left out of a row key that ends before them; never the first one. */
  private final int firstOmittable;

  /** The codec of a key schema without prefix; see the other constructor. */
  public RowKeyCodec(List<KeyPart> parts) {
    this(parts, Optional.empty());
  }

  /**
   * Makes the codec of a key schema.
   *
   * @throws IllegalArgumentException when there is no part, or a part that cannot stand where it
   *     does: PLAIN BINARY and HBASE DECIMAL have no end mark and must be last; or when the prefix
   *     is computed from parts that do not exist
   */
  public RowKeyCodec(List<KeyPart> parts, Optional<KeyPrefix> prefix) {
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("a row key has at least one column");
    }
    this.parts = List.copyOf(parts);
    this.prefix = prefix;
    this.prefixBytes = prefix.map(KeyPrefix::width).orElse(0);
    prefix.ifPresent(this::checkPrefix);
    this.codecs = new KeyPartCodec[parts.size()];
    int omittable = codecs.length;
    while (omittable > 1 && parts.get(omittable - 1).isOmittedIfEmpty()) {
      omittable--;
    }
    this.firstOmittable = omittable;
    for (int i = 0; i < codecs.length; i++) {
      boolean isLast = i == codecs.length - 1;
      codecs[i] = KeyPartCodec.of(parts.get(i), isLast, !isLast && i >= omittable - 1);
    }
  }

  private void checkPrefix(KeyPrefix of) {
    boolean isInside = of.parts().stream().allMatch(part -> part >= 0 && part < parts.size());
    if (!isInside) {
      throw new IllegalArgumentException(
          "a salt or hash is computed from columns of the row key, which has "
              + parts.size()
              + ", not from those at "
              + of.parts());
    }
  }

  public List<KeyPart> parts() {
    return parts;
  }

  public Optional<KeyPrefix> prefix() {
    return prefix;
  }

  /**
   * Reads one row key.
   *
   * @param sinks one per part, null for parts to pass over
   * @throws CodecException with {@link CodecException#keyPart} when the bytes are not a row key of
   *     this schema; sinks of earlier parts have been called then
   */
  public void decode(byte[] row, int offset, int length, ValueSink[] sinks) {
    if (length < prefixBytes) {
      throw CodecException.of(
          CodecException.Code.ROW_KEY_TOO_SHORT,
          "type",
          prefix.orElseThrow().kind(),
          "expectedBytes",
          prefixBytes,
          "foundBytes",
          length);
    }
    int limit = offset + length;
    int at = offset + prefixBytes;
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

  /** The end of a part's bytes in a row key. */
  public enum PartEnd {
    /** All values have the same number of bytes. */
    WIDTH,
    /** A byte, or two, that no value holds. */
    TERMINATOR,
    /** Their number, which stands in front of them. */
    LENGTH,
    /** The end of the row key. */
    END_OF_KEY
  }

  public PartEnd endOf(int part) {
    if (widthOf(part) > 0) {
      return PartEnd.WIDTH;
    }
    if (codecs[part] instanceof KeyPartCodec.LengthPrefixed) {
      return PartEnd.LENGTH;
    }
    return codecs[part] instanceof KeyPartCodec.Rest ? PartEnd.END_OF_KEY : PartEnd.TERMINATOR;
  }

  /** Bytes of every value of a part with {@link PartEnd#WIDTH}; 0 for others. */
  public int widthOf(int part) {
    if (codecs[part] instanceof KeyPartCodec.Fixed fixed) {
      return fixed.width();
    }
    return codecs[part] instanceof KeyPartCodec.FixedLength fixed ? fixed.width : 0;
  }

  /** The byte that ends a part with {@link PartEnd#TERMINATOR}, which is not ESCAPED. */
  public byte terminatorOf(int part) {
    return ((KeyPartCodec.Terminated) codecs[part]).terminator;
  }

  /** Returns the number of bytes behind each value of a part: 0, 1 or 2. */
  public int terminatorBytesOf(int part) {
    if (codecs[part] instanceof KeyPartCodec.Escaped) {
      return KeyPartCodec.Escaped.END_BYTES;
    }
    return codecs[part] instanceof KeyPartCodec.Terminated ? 1 : 0;
  }

  /**
   * Returns the offset behind a part with {@link PartEnd#TERMINATOR}; -1 if it has no terminator.
   */
  public int terminatedEnd(int part, byte[] row, int from, int to) {
    return codecs[part] instanceof KeyPartCodec.Escaped escaped
        ? escaped.end(row, from, to)
        : ((KeyPartCodec.Terminated) codecs[part]).end(row, from, to);
  }

  /**
   * Whether a row key of Phoenix may end with the value of a part, its terminator left out, since
   * the parts behind it are NULL. Not each such row key can be read.
   */
  public boolean mayLackTerminator(int part) {
    KeyPart at = parts.get(part);
    return endOf(part) == PartEnd.TERMINATOR
        && !at.descending()
        && at.form().kind() == KeyForm.Kind.PLAIN
        && part + 1 < codecs.length
        && parts.get(part + 1).isOmittedIfNull();
  }

  /**
   * Whether a part that a row key does not have is read as the value without bytes. Such a value
   * may be in the row key as well, so that it has two forms.
   */
  public boolean isOmittable(int part) {
    return part >= firstOmittable;
  }

  /**
   * A builder that takes the value of one part only. {@link RowKeyBuilder#toPrefix} has the bytes
   * that the part has in every row key with that value, its terminator included.
   */
  public RowKeyBuilder newPartBuilder(int part) {
    return new RowKeyBuilder(new KeyPartCodec[] {codecs[part]}, 1, Optional.empty());
  }

  /**
   * Reads what {@link #newPartBuilder} wrote.
   *
   * @throws CodecException when the bytes are not exactly one value of the part
   */
  public void decodePart(int part, byte[] bytes, ValueSink sink) {
    int end = codecs[part].decode(bytes, 0, bytes.length, sink);
    if (end != bytes.length) {
      throw CodecException.of(
          CodecException.Code.ROW_KEY_TRAILING_BYTES,
          "expectedBytes",
          end,
          "foundBytes",
          bytes.length);
    }
  }

  /** A builder of row keys of this schema, for the same thread as this codec. */
  public RowKeyBuilder newBuilder() {
    return new RowKeyBuilder(codecs, firstOmittable, prefix);
  }
}
