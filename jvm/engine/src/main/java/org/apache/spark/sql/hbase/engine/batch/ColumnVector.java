package org.apache.spark.sql.hbase.engine.batch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * The values of one column for the rows of a batch. Two ways to write: as a {@link ValueSink} it
 * appends one row per call; after {@link #setSize} the set methods write rows in any order. A
 * vector is written in one way between two resets.
 *
 * <p>The arrays are public for loops over rows: which of them are used follows from the type's
 * physical kind, the others are null. Growing replaces them, so read a field again after any append
 * or {@link #ensureCapacity}. Values of NULL rows are meaningless. Not thread-safe; the arrays
 * belong to the vector.
 */
public final class ColumnVector implements ValueSink {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final int INITIAL_ROWS = 16;
  private static final int INITIAL_BYTES_PER_ROW = 8;

  /** Some virtual machines refuse arrays of the last few lengths. */
  private static final int MAX_DATA_BYTES = Integer.MAX_VALUE - 8;

  /** LONG: the values. DECIMAL128: the low 64 bits. */
  public long[] longs;

  /** DECIMAL128: the high 64 bits. */
  public long[] highs;

  public double[] doubles;

  /**
   * BYTES: all values behind each other; row {@code i} is {@code data[offsets[i]..offsets[i + 1])}.
   */
  public byte[] data;

  /** BYTES: one entry more than rows, starting with 0. */
  public int[] offsets;

  /**
   * BYTES: the place of each value in {@link #listed}; {@link #data} and {@link #offsets} say
   * nothing then.
   */
  public int[] places;

  private ListedTexts listed;

  /** True at the NULL rows; all false where {@link #hasNulls} is false. */
  public boolean[] nulls;

  /** False only if no row is NULL; a loop then need not look at {@link #nulls}. */
  public boolean hasNulls;

  private final SqlType type;
  private final SqlType.Physical physical;
  private int size;
  private int capacity;

  public ColumnVector(SqlType type) {
    this(type, INITIAL_ROWS);
  }

  /** With room for {@code capacity} rows, and for short values where they are bytes. */
  public ColumnVector(SqlType type, int capacity) {
    this.type = type;
    this.physical = type.physical();
    allocate(Math.max(1, capacity));
  }

  private void allocate(int rows) {
    capacity = rows;
    nulls = new boolean[rows];
    switch (physical) {
      case LONG -> longs = new long[rows];
      case DOUBLE -> doubles = new double[rows];
      case DECIMAL128 -> {
        longs = new long[rows];
        highs = new long[rows];
      }
      case BYTES -> {
        offsets = new int[rows + 1];
        data = new byte[rows * INITIAL_BYTES_PER_ROW];
      }
    }
  }

  /** BYTES: the values of which the rows are {@link #places}; null if they are in the data. */
  public ListedTexts listed() {
    return listed;
  }

  /**
   * BYTES: whether the next rows may be appended as places in a list: the caller writes {@link
   * #places}, and calls {@link #addRows}.
   */
  public boolean takesPlacesIn(ListedTexts texts) {
    if (size == 0 && texts.areShort()) {
      listed = texts;
      if (places == null || places.length < capacity) {
        places = new int[capacity];
      }
    }
    return listed == texts;
  }

  /** BYTES: writes values in place of their places in a list. */
  public void spellOut() {
    if (listed == null) {
      return;
    }
    ListedTexts texts = listed;
    listed = null;
    long bytes = 0;
    for (int row = 0; row < size; row++) {
      bytes += nulls[row] ? 0 : texts.length(places[row]);
    }
    if (bytes + Long.BYTES > data.length) {
      data = new byte[grownData(bytes + Long.BYTES)];
    }
    int end = 0;
    for (int row = 0; row < size; row++) {
      int place = places[row];
      int length = nulls[row] ? 0 : texts.length(place);
      if (length <= Long.BYTES) {
        // A short value costs one word and no call; what is behind it will be overwritten.
        WORD.set(data, end, (long) WORD.get(texts.data, texts.offsets[place]));
      } else {
        System.arraycopy(texts.data, texts.offsets[place], data, end, length);
      }
      end += length;
      offsets[row + 1] = end;
    }
  }

  public SqlType type() {
    return type;
  }

  public SqlType.Physical physical() {
    return physical;
  }

  /** Rows written. */
  public int size() {
    return size;
  }

  public boolean isNull(int row) {
    return nulls[row];
  }

  /** Empties the vector and keeps its arrays. */
  public void reset() {
    if (hasNulls) {
      Arrays.fill(nulls, 0, size, false);
      hasNulls = false;
    }
    size = 0;
    listed = null;
  }

  /** Empties the vector and lets go of its arrays, which grow again. */
  public void letGo() {
    size = 0;
    hasNulls = false;
    listed = null;
    places = null;
    allocate(INITIAL_ROWS);
  }

  /** Makes room for rows 0 to {@code rows - 1}. */
  public void ensureCapacity(int rows) {
    if (rows <= capacity) {
      return;
    }
    int grown = grownCapacity(rows);
    nulls = Arrays.copyOf(nulls, grown);
    switch (physical) {
      case LONG -> longs = Arrays.copyOf(longs, grown);
      case DOUBLE -> doubles = Arrays.copyOf(doubles, grown);
      case DECIMAL128 -> {
        longs = Arrays.copyOf(longs, grown);
        highs = Arrays.copyOf(highs, grown);
      }
      case BYTES -> {
        offsets = Arrays.copyOf(offsets, grown + 1);
        places = listed == null ? null : Arrays.copyOf(places, grown);
      }
    }
    capacity = grown;
  }

  /** Makes room for {@code more} bytes behind the last value. */
  public void ensureDataCapacity(int more) {
    spellOut();
    long needed = (long) offsets[size] + more;
    if (needed > data.length) {
      data = Arrays.copyOf(data, grownData(needed));
    }
  }

  private int grownCapacity(int rows) {
    return Math.max(rows, capacity + (capacity >> 1) + 1);
  }

  private int grownData(long needed) {
    if (needed > MAX_DATA_BYTES) {
      throw new IllegalStateException("a column vector holds less than 2 GiB: " + needed);
    }
    return (int) Math.min(MAX_DATA_BYTES, Math.max(needed, data.length + (data.length >> 1) + 64L));
  }

  /**
   * Declares {@code rows} rows, to be written by the set methods; call on an empty vector that does
   * not hold bytes. Rows that stay unwritten are not NULL and have no meaningful value.
   */
  public void setSize(int rows) {
    ensureCapacity(rows);
    size = rows;
  }

  /**
   * Appends rows, not NULL, whose values the caller writes into the arrays; those of bytes, and
   * their offsets, before this call.
   */
  public void addRows(int rows) {
    ensureCapacity(size + rows);
    size += rows;
  }

  public void setLong(int row, long value) {
    longs[row] = value;
  }

  public void setDouble(int row, double value) {
    doubles[row] = value;
  }

  public void setDecimal128(int row, long high, long low) {
    highs[row] = high;
    longs[row] = low;
  }

  /**
   * Makes a row NULL; for appended bytes too, after {@link #putBytes} or {@link #appendEmptyUntil}.
   */
  public void setNull(int row) {
    nulls[row] = true;
    hasNulls = true;
  }

  /**
   * Appends empty values, not NULL, until there are {@code rows} rows: the rows that were not
   * selected.
   */
  public void appendEmptyUntil(int rows) {
    spellOut();
    ensureCapacity(rows);
    while (size < rows) {
      offsets[size + 1] = offsets[size];
      size++;
    }
  }

  @Override
  public void putNull() {
    ensureCapacity(size + 1);
    switch (physical) {
      case LONG -> longs[size] = 0;
      case DOUBLE -> doubles[size] = 0;
      case DECIMAL128 -> {
        longs[size] = 0;
        highs[size] = 0;
      }
      case BYTES -> {
        if (listed == null) {
          offsets[size + 1] = offsets[size];
        } else {
          places[size] = 0;
        }
      }
    }
    nulls[size++] = true;
    hasNulls = true;
  }

  @Override
  public void putLong(long value) {
    ensureCapacity(size + 1);
    longs[size++] = value;
  }

  @Override
  public void putDouble(double value) {
    ensureCapacity(size + 1);
    doubles[size++] = value;
  }

  @Override
  public void putDecimal128(long high, long low) {
    ensureCapacity(size + 1);
    highs[size] = high;
    longs[size++] = low;
  }

  @Override
  public void putBytes(byte[] bytes, int offset, int length) {
    ensureCapacity(size + 1);
    if (listed != null) {
      int place = listed.find(bytes, offset, length);
      if (place >= 0) {
        places[size++] = place;
        return;
      }
    }
    ensureDataCapacity(length);
    int start = offsets[size];
    if (length <= Long.BYTES
        && offset <= bytes.length - Long.BYTES
        && start <= data.length - Long.BYTES) {
      // A short value costs one word and no call; what is behind it will be overwritten.
      WORD.set(data, start, (long) WORD.get(bytes, offset));
    } else {
      System.arraycopy(bytes, offset, data, start, length);
    }
    offsets[++size] = start + length;
  }

  /** Appends the selected rows of a vector of the same physical kind. */
  public void append(ColumnVector source, SelectedRows rows) {
    append(source, rows.positions, rows.count);
  }

  /**
   * Appends rows of a vector of the same physical kind.
   *
   * @param positions of the rows, in any order and with any repetitions
   */
  public void append(ColumnVector source, int[] positions, int count) {
    ensureCapacity(size + count);
    if (source.hasNulls) {
      for (int i = 0; i < count; i++) {
        boolean isNull = source.nulls[positions[i]];
        nulls[size + i] = isNull;
        hasNulls |= isNull;
      }
    }
    switch (physical) {
      case LONG -> gather(source.longs, positions, count, longs, size);
      case DOUBLE -> {
        for (int i = 0; i < count; i++) {
          doubles[size + i] = source.doubles[positions[i]];
        }
      }
      case DECIMAL128 -> {
        gather(source.longs, positions, count, longs, size);
        gather(source.highs, positions, count, highs, size);
      }
      case BYTES -> gatherBytes(source, positions, count);
    }
    size += count;
  }

  private static void gather(long[] from, int[] positions, int count, long[] to, int at) {
    for (int i = 0; i < count; i++) {
      to[at + i] = from[positions[i]];
    }
  }

  private void gatherBytes(ColumnVector source, int[] positions, int count) {
    source.spellOut();
    ensureDataCapacity(Math.toIntExact(source.lengthOf(positions, count)));
    int end = offsets[size];
    for (int i = 0; i < count; i++) {
      int row = positions[i];
      int length = source.length(row);
      System.arraycopy(source.data, source.offsets[row], data, end, length);
      end += length;
      offsets[size + i + 1] = end;
    }
  }

  /**
   * Bytes that {@link #append} newly allocates, before it lets go of the arrays that they replace.
   */
  public long bytesToAppend(ColumnVector source, SelectedRows rows) {
    long bytes = 0;
    if (size + rows.count > capacity) {
      bytes += bytesFor(type, grownCapacity(size + rows.count));
    }
    if (physical == SqlType.Physical.BYTES) {
      long needed = offsets[size] + source.lengthOf(rows.positions, rows.count);
      bytes += needed > data.length ? grownData(needed) : 0;
    }
    return bytes;
  }

  /** BYTES: sum of the lengths of some rows. */
  public long lengthOf(SelectedRows rows) {
    return lengthOf(rows.positions, rows.count);
  }

  private long lengthOf(int[] positions, int count) {
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      bytes += length(positions[i]);
    }
    return bytes;
  }

  /**
   * Keeps some of the rows from {@code from} on and drops the others.
   *
   * @param rows those kept, counted from {@code from}, ascending
   */
  public void keep(int from, int[] rows, int count) {
    switch (physical) {
      case LONG -> keep(longs, from, rows, count);
      case DOUBLE -> {
        for (int i = 0; i < count; i++) {
          doubles[from + i] = doubles[from + rows[i]];
        }
      }
      case DECIMAL128 -> {
        keep(longs, from, rows, count);
        keep(highs, from, rows, count);
      }
      case BYTES -> {
        spellOut();
        keepBytes(from, rows, count);
      }
    }
    for (int i = 0; hasNulls && i < count; i++) {
      nulls[from + i] = nulls[from + rows[i]];
    }
    truncate(from + count);
  }

  private static void keep(long[] values, int from, int[] rows, int count) {
    for (int i = 0; i < count; i++) {
      values[from + i] = values[from + rows[i]];
    }
  }

  private void keepBytes(int from, int[] rows, int count) {
    int end = offsets[from];
    for (int i = 0; i < count; i++) {
      int start = offsets[from + rows[i]];
      int length = length(from + rows[i]);
      System.arraycopy(data, start, data, end, length);
      end += length;
      offsets[from + i + 1] = end;
    }
  }

  /** Drops the rows from {@code rows} on. */
  public void truncate(int rows) {
    Arrays.fill(nulls, rows, size, false);
    size = rows;
  }

  /** Puts the value of a row. */
  public void putTo(int row, ValueSink sink) {
    if (nulls[row]) {
      sink.putNull();
      return;
    }
    switch (physical) {
      case LONG -> sink.putLong(longs[row]);
      case DOUBLE -> sink.putDouble(doubles[row]);
      case DECIMAL128 -> sink.putDecimal128(highs[row], longs[row]);
      case BYTES -> {
        spellOut();
        sink.putBytes(data, offsets[row], length(row));
      }
    }
  }

  /** BYTES: length of the value of a row. */
  public int length(int row) {
    return listed == null ? offsets[row + 1] - offsets[row] : listed.length(places[row]);
  }

  /** BYTES: bytes of all values, or a few more if they are places in a list; otherwise 0. */
  public int dataLength() {
    if (listed != null) {
      return size * listed.longest();
    }
    return physical == SqlType.Physical.BYTES ? offsets[size] : 0;
  }

  /** Bytes of the values, without what the arrays have to spare. */
  public long usedBytes() {
    return bytesFor(type, size) + dataLength();
  }

  /** Bytes of the arrays, used or not. */
  public long allocatedBytes() {
    return bytesFor(type, capacity)
        + (data == null ? 0 : data.length)
        + (places == null ? 0 : (long) Integer.BYTES * places.length);
  }

  /** Bytes that a vector of {@code rows} rows takes, without the data of values that are bytes. */
  public static long bytesFor(SqlType type, long rows) {
    return rows
        * switch (type.physical()) {
          case LONG, DOUBLE -> Long.BYTES + 1;
          case DECIMAL128 -> 2 * Long.BYTES + 1;
          case BYTES -> Integer.BYTES + 1;
        };
  }
}
