package org.apache.spark.sql.hbase.engine.expression.text;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * {@code TRANSLATE} by constant code points. Bytes that are not UTF-8 turn into U+FFFD first, as in
 * Spark. Works on Java strings, so each row allocates.
 */
final class TranslateExpression extends TextExpression {
  private static final int REMOVED = -1;

  private final Map<Integer, Integer> replacements = new HashMap<>();

  TranslateExpression(VectorExpression operand, byte[] from, byte[] to) {
    super(SqlType.STRING, List.of(operand));
    int[] sources = codePoints(from);
    int[] targets = codePoints(to);
    for (int i = 0; i < sources.length; i++) {
      replacements.putIfAbsent(sources[i], i < targets.length ? targets[i] : REMOVED);
    }
  }

  private static int[] codePoints(byte[] utf8) {
    return new String(utf8, StandardCharsets.UTF_8).codePoints().toArray();
  }

  @Override
  void append(ColumnVector[] values, int row, ColumnVector result) {
    String text = Utf8.decode(values[0], row);
    StringBuilder translated = new StringBuilder(text.length());
    for (int at = 0; at < text.length(); ) {
      int codePoint = text.codePointAt(at);
      at += Character.charCount(codePoint);
      int replacement = replacements.getOrDefault(codePoint, codePoint);
      if (replacement != REMOVED) {
        translated.appendCodePoint(replacement);
      }
    }
    byte[] bytes = translated.toString().getBytes(StandardCharsets.UTF_8);
    result.putBytes(bytes, 0, bytes.length);
  }
}
