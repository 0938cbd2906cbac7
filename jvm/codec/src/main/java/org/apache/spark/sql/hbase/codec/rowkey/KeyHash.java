package org.apache.spark.sql.hbase.codec.rowkey;

import java.util.List;
import java.util.zip.CRC32;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;
import org.apache.spark.sql.hbase.codec.value.ScalarCodecs;
import org.apache.spark.sql.hbase.codec.value.ValueCodec;

/**
 * The hash of the values of some columns: CRC-32 of their ascending ORDERED bytes one after the
 * other, without terminators. It depends on nothing but the values, so tables whose keys hold the
 * same values in other forms agree on it. Not thread-safe.
 */
public final class KeyHash implements ValueSink {
  private final ValueCodec[] codecs;
  private final ByteBuilder bytes = new ByteBuilder();
  private final CRC32 crc = new CRC32();
  private int column;

  public KeyHash(List<SqlType> types) {
    this.codecs =
        types.stream()
            .map(type -> ScalarCodecs.of(type, ValueEncoding.ORDERED))
            .toArray(ValueCodec[]::new);
  }

  /** Starts the next hash. */
  public void reset() {
    bytes.reset();
    column = 0;
  }

  /** Key columns are NOT NULL: always throws {@link CodecException} NULL_IN_ROW_KEY. */
  @Override
  public void putNull() {
    throw CodecException.of(CodecException.Code.NULL_IN_ROW_KEY, "type", codecs[column].type());
  }

  @Override
  public void putLong(long value) {
    codecs[column].encodeLong(value, bytes);
    column++;
  }

  @Override
  public void putDouble(double value) {
    // Adding zero turns -0.0 into 0.0 and changes nothing else.
    codecs[column].encodeDouble(value + 0.0, bytes);
    column++;
  }

  @Override
  public void putDecimal128(long high, long low) {
    codecs[column].encodeDecimal128(high, low, bytes);
    column++;
  }

  @Override
  public void putBytes(byte[] value, int offset, int length) {
    codecs[column].encodeBytes(value, offset, length, bytes);
    column++;
  }

  /** Whether there is a value for each column. */
  public boolean isComplete() {
    return column == codecs.length;
  }

  /**
   * The hash of the values put, from 0 to 2^32 - 1.
   *
   * @throws IllegalStateException when values are missing
   */
  public long value() {
    if (!isComplete()) {
      throw new IllegalStateException(
          "the hash is of " + codecs.length + " columns, only " + column + " were put");
    }
    crc.reset();
    crc.update(bytes.array(), 0, bytes.length());
    return crc.getValue();
  }
}
