package org.apache.spark.sql.hbase.engine.expression.hash;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** A digest of a BINARY, as a STRING of lower-case hexadecimal digits. */
final class DigestExpression extends UnaryExpression {
  private static final byte[] DIGITS = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };

  private final MessageDigest digest;
  private final byte[] bytes;
  private final byte[] text;

  /** By one of the algorithms that every Java has. */
  DigestExpression(String algorithm, VectorExpression operand) {
    super(SqlType.STRING, operand);
    try {
      digest = MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no " + algorithm, e);
    }
    bytes = new byte[digest.getDigestLength()];
    text = new byte[2 * bytes.length];
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      digest.update(values.data, values.offsets[i], values.length(i));
      result.appendEmptyUntil(i);
      appendDigest(result);
    }
  }

  private void appendDigest(ColumnVector result) {
    try {
      digest.digest(bytes, 0, bytes.length);
    } catch (DigestException e) {
      throw new IllegalStateException("the digest is longer than " + bytes.length, e);
    }
    for (int i = 0; i < bytes.length; i++) {
      text[2 * i] = DIGITS[bytes[i] >> 4 & 0xF];
      text[2 * i + 1] = DIGITS[bytes[i] & 0xF];
    }
    result.putBytes(text, 0, text.length);
  }
}
