package org.apache.spark.sql.hbase.engine.row;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.engine.hash.TableHash;

/**
 * Finds the reader of a cell by its name. The cells of a row mostly come in the order of the row
 * before. So each cell is first compared with the name that was next then. If that fails, the name
 * is looked up in a hash table. Names without a column are remembered in that order too, up to
 * {@value #MAX_IGNORED} of them, unless the caller wants to see them. A table has many columns of
 * which a query looks at few. Nothing is allocated per row. Not thread-safe.
 */
final class CellReaders {
  static final int MAX_IGNORED = 64;

  /** In the order in which the last rows had their cells. */
  private final CellReader[] expected;

  private int expectedCount;
  private int next;

  /** Open addressing over the names; a power of two, at most half full. */
  private final CellReader[] byName;

  /**
   * @param wantsOthers whether names without a reader are always told as such
   */
  CellReaders(List<CellReader> readers, boolean wantsOthers) {
    int most = readers.size() + (wantsOthers ? 0 : MAX_IGNORED);
    expected = new CellReader[most];
    byName = new CellReader[Integer.highestOneBit(Math.max(1, most)) * 4];
    for (CellReader reader : readers) {
      expected[expectedCount++] = reader;
      put(reader);
    }
  }

  /** The next cell is the first one of its row. */
  void startRow() {
    next = 0;
  }

  /**
   * The reader of the next cell of the row; null or one without columns if no column lies in it.
   */
  CellReader next(byte[] name, int offset, int length) {
    if (next < expectedCount && expected[next].name.equal(name, offset, length)) {
      return expected[next++];
    }
    CellReader reader = find(name, offset, length);
    if (reader != null) {
      expectHere(reader);
    } else if (expectedCount < expected.length) {
      reader = ignore(name, offset, length);
    }
    return reader;
  }

  private CellReader find(byte[] name, int offset, int length) {
    int slot = slot(TableHash.of(name, offset, length));
    while (byName[slot] != null && !byName[slot].name.equal(name, offset, length)) {
      slot = slot(slot + 1);
    }
    return byName[slot];
  }

  private CellReader ignore(byte[] name, int offset, int length) {
    CellReader reader = new CellReader(Arrays.copyOfRange(name, offset, offset + length), false);
    put(reader);
    System.arraycopy(expected, next, expected, next + 1, expectedCount - next);
    expectedCount++;
    expected[next++] = reader;
    return reader;
  }

  private void put(CellReader reader) {
    int slot = slot(reader.name.hash());
    while (byName[slot] != null) {
      slot = slot(slot + 1);
    }
    byName[slot] = reader;
  }

  private int slot(int hash) {
    return hash & byName.length - 1;
  }

  /**
   * Moves a reader whose cell came now to the current place of the expected order, and goes on
   * behind it. Readers skipped here are absent in this row: they stay in order, behind.
   */
  private void expectHere(CellReader reader) {
    for (int i = next; i < expectedCount; i++) {
      if (expected[i] == reader) {
        System.arraycopy(expected, next, expected, next + 1, i - next);
        expected[next++] = reader;
        return;
      }
    }
  }
}
