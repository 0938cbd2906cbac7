package org.apache.spark.sql.hbase.engine.expression.nestedcast;

import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;

/** The text of one nested value, put together from those of its parts. Reusable. */
final class NestedText {
  private static final byte[] NULL = {'n', 'u', 'l', 'l'};
  private static final byte[] SEPARATOR = {',', ' '};
  private static final byte[] ARROW = {' ', '-', '>', ' '};

  private final ByteBuilder text = new ByteBuilder();

  void open(char bracket) {
    text.reset();
    text.appendByte(bracket);
  }

  /** Stands before every part but the first. */
  void separate() {
    text.appendBytes(SEPARATOR, 0, SEPARATOR.length);
  }

  /** Stands between a key and its value. */
  void arrow() {
    text.appendBytes(ARROW, 0, ARROW.length);
  }

  /** A part whose text is a row of a vector, NULL where that is. */
  void append(ColumnVector texts, int row) {
    if (texts.isNull(row)) {
      text.appendBytes(NULL, 0, NULL.length);
    } else {
      text.appendBytes(texts.data, texts.offsets[row], texts.length(row));
    }
  }

  /** Ends the text and makes it the value of a row. */
  void close(char bracket, ColumnVector result, int row) {
    text.appendByte(bracket);
    result.appendEmptyUntil(row);
    result.putBytes(text.array(), 0, text.length());
  }
}
