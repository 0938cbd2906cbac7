package org.apache.spark.sql.hbase.coprocessor.direct.walk;

/** The outcome of a row whose cells were given to a decoder. */
public enum RowKind {
  /** All cells were given to the decoder, which wants more. */
  PLAIN,
  /** The decoder wants no further cell of the row, in no family. */
  SETTLED,
  /** No cell is visible, so the decoder was not told of the row. */
  EMPTY,
  /** A cell is not simply visible. */
  UNUSUAL,
  /** The row has more bytes than are read in one piece. */
  LARGE
}
