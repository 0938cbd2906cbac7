package org.apache.spark.sql.hbase.codec.bytes;

/**
 * A change of the bytes of a value before they stand in a row key; the same change restores them.
 */
public enum ByteChange {
  NONE {
    @Override
    public void apply(ByteBuilder bytes, int start) {}
  },
  /** All bits are turned over. */
  INVERTED {
    @Override
    public void apply(ByteBuilder bytes, int start) {
      byte[] array = bytes.array();
      for (int i = start; i < bytes.length(); i++) {
        array[i] = (byte) ~array[i];
      }
    }
  },
  /** The last byte comes first. */
  REVERSED {
    @Override
    public void apply(ByteBuilder bytes, int start) {
      byte[] array = bytes.array();
      for (int low = start, high = bytes.length() - 1; low < high; low++, high--) {
        byte before = array[low];
        array[low] = array[high];
        array[high] = before;
      }
    }
  };

  /** Changes the bytes from {@code start} on in place. */
  public abstract void apply(ByteBuilder bytes, int start);
}
