package org.apache.spark.sql.hbase.coprocessor.direct.columns;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.hbase.coprocessor.direct.zones.Stretch;
import org.apache.spark.sql.hbase.engine.row.DecodedColumns;
import org.apache.spark.sql.hbase.engine.row.StoredColumn;

/**
 * The rows of store files from one on, up to another one, with their values in some columns. In a
 * columnar table it is one group. Immutable.
 *
 * @param first its first row
 * @param end next row behind it, null if the file has none
 * @param keys of the rows, all of its files in it; rows of others may be among them, as gaps
 * @param rows of the table that have values: as many as keys, unless it is a group
 * @param places of the rows in blocks; null if they are not known
 * @param columns the values of each column that is known
 */
public record ValuedStretch(
    byte[] first,
    byte[] end,
    RowKeyList keys,
    int rows,
    RowPlaces places,
    Map<StoredColumn, StretchValues> columns)
    implements Stretch {
  /** Keys in it. */
  public int count() {
    return keys.count();
  }

  /** A cursor that stands at the key of its first row. */
  public RowKeyCursor newKeys() {
    return new RowKeyCursor(keys);
  }

  /** The values of the columns by their ordinals; null if those of some column are not known. */
  public StretchValues[] values(DecodedColumns wanted) {
    StretchValues[] values = new StretchValues[wanted.count()];
    for (int i = 0; i < values.length; i++) {
      if (wanted.stored(i) != null) {
        values[i] = columns.get(wanted.stored(i));
        if (values[i] == null) {
          return null;
        }
      }
    }
    return values;
  }

  /** Adds the columns of another stretch; null if it does not hold the same rows. */
  ValuedStretch with(ValuedStretch other) {
    if (!keys.equals(other.keys) || rows != other.rows || !Arrays.equals(end, other.end)) {
      return null;
    }
    Map<StoredColumn, StretchValues> all = new HashMap<>(columns);
    all.putAll(other.columns);
    return new ValuedStretch(first, end, keys, rows, places, Map.copyOf(all));
  }

  @Override
  public int heldBytes() {
    int bytes = FIXED_BYTES + first.length + (end == null ? 0 : end.length) + keys.heldBytes();
    bytes += places == null ? 0 : places.heldBytes();
    for (StretchValues values : columns.values()) {
      bytes += PackedNumbers.OBJECT_BYTES + values.heldBytes();
    }
    return bytes;
  }
}
