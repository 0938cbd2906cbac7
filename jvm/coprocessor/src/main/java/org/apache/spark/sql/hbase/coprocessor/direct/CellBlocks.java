package org.apache.spark.sql.hbase.coprocessor.direct;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.hfile.CorruptHFileException;

/**
 * The cells of one store file in arrays, one block after the other, in the format that {@link
 * FamilyRows} describes. Not thread-safe.
 */
abstract class CellBlocks {
  /** The cells of the block are {@code bytes[start..end)}, never none. */
  byte[] bytes = {};

  int start;
  int end;

  /** Cells have tags, possibly of length 0. */
  final boolean hasTags;

  /** Cells end with a number that says when they were written. */
  final boolean hasSequenceIds;

  private final Path path;

  CellBlocks(Path path, boolean hasTags, boolean hasSequenceIds) {
    this.path = path;
    this.hasTags = hasTags;
    this.hasSequenceIds = hasSequenceIds;
  }

  /** Loads the first block of the file; false if it shows no cell. */
  abstract boolean first() throws IOException;

  /**
   * Loads a block that does not begin behind the first cell of {@code row}, if there is one.
   *
   * @return false if there are no such cells, nor later ones
   */
  abstract boolean seek(byte[] row) throws IOException;

  /** Loads the next block; false at the end of the file. */
  abstract boolean next() throws IOException;

  /** The block cannot be what HBase wrote; its checksum was right or was not verified. */
  CorruptHFileException corrupt(String why) {
    return new CorruptHFileException("a block of " + path + ": " + why);
  }
}
