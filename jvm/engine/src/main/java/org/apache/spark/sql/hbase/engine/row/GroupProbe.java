package org.apache.spark.sql.hbase.engine.row;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.chunk.ChunkCodec;
import org.apache.spark.sql.hbase.codec.chunk.ChunkReader;
import org.apache.spark.sql.hbase.codec.chunk.GroupCell;
import org.apache.spark.sql.hbase.codec.chunk.GroupKey;
import org.apache.spark.sql.hbase.codec.chunk.OverlayCell;
import org.apache.spark.sql.hbase.codec.packed.PackedCodec;
import org.apache.spark.sql.hbase.codec.packed.PackedReader;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;

/**
 * Reads a column of a columnar table. A chunk says its smallest and largest value itself, which
 * {@link GroupDecoder} goes by as well. An overlay row has its value.
 */
final class GroupProbe extends ValueProbe {
  private final byte[] family;
  private final ChunkReader chunk;
  private final PackedReader packed;
  private final int field;
  private final ColumnVector value;
  private boolean isNull;
  private long min;
  private long max;

  /**
   * @param fields of all value columns ever written
   * @param field number of the column among them
   */
  GroupProbe(
      byte[] family,
      GroupKey groups,
      List<SqlType> fields,
      int field,
      ColumnRange range,
      StoredColumn stored) {
    super(range, stored);
    this.family = family;
    this.chunk = new ChunkCodec(fields, groups).newReader();
    this.packed = new PackedCodec(fields).newReader();
    this.field = field;
    this.value = new ColumnVector(fields.get(field), 1);
  }

  @Override
  public boolean isIn(byte[] other) {
    return Arrays.equals(family, other);
  }

  @Override
  public boolean isIn(byte[] name, int offset, int length) {
    int qualifier = offset + 1 + family.length;
    return name[offset] == family.length
        && Arrays.equals(name, offset + 1, qualifier, family, 0, family.length);
  }

  @Override
  public boolean read(
      byte[] name, int nameOffset, int nameLength, byte[] bytes, int offset, int length) {
    int qualifier = nameOffset + 1 + family.length;
    byte kind = nameOffset + nameLength > qualifier ? name[qualifier] : 0;
    try {
      return switch (kind) {
        case GroupCell.CHUNK -> readChunk(bytes, offset, length);
        case GroupCell.OVERLAY -> readOverlay(bytes, offset, length);
        default -> false;
      };
    } catch (CodecException e) {
      return false;
    }
  }

  private boolean readChunk(byte[] bytes, int offset, int length) {
    chunk.bind(bytes, offset, length);
    isNull = !chunk.hasValues(field);
    if (isNull) {
      return true;
    }
    min = chunk.min(field);
    max = chunk.max(field);
    return min <= max;
  }

  private boolean readOverlay(byte[] bytes, int offset, int length) {
    isNull = OverlayCell.isRemoved(bytes, offset, length);
    if (isNull) {
      return true;
    }
    int header = OverlayCell.HEADER_BYTES;
    packed.bind(bytes, offset + header, length - header);
    value.reset();
    packed.read(field, value);
    isNull = value.isNull(0);
    min = isNull ? 0 : ColumnRange.valueOf(value, 0);
    max = min;
    return true;
  }

  @Override
  public boolean isNull() {
    return isNull;
  }

  @Override
  public long min() {
    return min;
  }

  @Override
  public long max() {
    return max;
  }
}
