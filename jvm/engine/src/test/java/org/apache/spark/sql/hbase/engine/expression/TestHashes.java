package org.apache.spark.sql.hbase.engine.expression;

import static org.apache.spark.sql.hbase.engine.expression.Expressions.call;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.column;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.literal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

/** The expected values are those of Spark 4.3, and of the standards of the digests. */
class TestHashes {
  private static final Expression BYTES = column(0, SqlType.BINARY);

  @Test
  void hashesLeaveNullsOut() {
    Rows rows = Rows.of(SqlType.STRING, SqlType.INT).add("Spark", null).add(null, null);
    Expression seed = literal(SqlType.BIGINT, 42L);
    Expression hash =
        call(
            SqlType.BIGINT,
            Function.XXHASH64,
            seed,
            column(0, SqlType.STRING),
            column(1, SqlType.INT));
    assertEquals(List.of(-4294468057691064905L, 42L), rows.evaluate(hash));
  }

  @Test
  void murmurMixesTheLastBytesOneByOne() {
    Rows rows = Rows.column(SqlType.STRING, "Spark", "", null);
    Expression hash =
        call(
            SqlType.INT,
            Function.MURMUR3_HASH,
            literal(SqlType.INT, 42),
            column(0, SqlType.STRING));
    assertEquals(List.of(228093765L, 142593372L, 42L), rows.evaluate(hash));
  }

  @Test
  void digestsAreHexadecimal() {
    assertEquals("900150983cd24fb0d6963f7d28e17f72", digest(Function.MD5));
    assertEquals("a9993e364706816aba3e25717850c26c9cd0d89d", digest(Function.SHA1));
    assertEquals(
        "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
        digest(Function.SHA2, literal(SqlType.INT, 224)));
    assertEquals(
        digest(Function.SHA2, literal(SqlType.INT, 0)),
        digest(Function.SHA2, literal(SqlType.INT, 256)));
    assertTrue(
        SupportedExpressions.refusal(
                call(SqlType.STRING, Function.SHA2, BYTES, literal(SqlType.INT, 1)))
            .isPresent());
  }

  @Test
  void checksumsAreUnsigned() {
    Rows rows = Rows.column(SqlType.BINARY, bytes("123456789"), new byte[0], null);
    assertEquals(
        Arrays.asList(0xCBF43926L, 0L, null),
        rows.evaluate(call(SqlType.BIGINT, Function.CRC32, BYTES)));
  }

  @Test
  void bloomFiltersAreLiterals() {
    byte[] filter =
        HexFormat.of().parseHex("00000001000000120000000219b6d92a6fd9e197e4da4d019f6cd49b");
    Rows rows = Rows.column(SqlType.BIGINT, 42L, 43L, null, Long.MIN_VALUE);
    Expression value = column(0, SqlType.BIGINT);
    assertEquals(
        Arrays.asList(true, false, null, true), rows.evaluate(mightContain(filter, value)));
    assertEquals(Arrays.asList(null, null, null, null), rows.evaluate(mightContain(null, value)));
    assertTrue(isRefused(mightContain(new byte[] {1, 2, 3}, value)));
    assertTrue(isRefused(call(SqlType.BOOLEAN, Function.MIGHT_CONTAIN, BYTES, value)));
    assertTrue(isRefused(mightContain(filter, literal(SqlType.INT, 1))), "other types than BIGINT");
  }

  private static Expression mightContain(byte[] filter, Expression value) {
    return call(SqlType.BOOLEAN, Function.MIGHT_CONTAIN, literal(SqlType.BINARY, filter), value);
  }

  private static boolean isRefused(Expression expression) {
    return SupportedExpressions.refusal(expression).isPresent();
  }

  private static Object digest(Function function, Expression... others) {
    Expression[] arguments = new Expression[others.length + 1];
    arguments[0] = BYTES;
    System.arraycopy(others, 0, arguments, 1, others.length);
    // The first row leaves nothing behind in the digest of the second.
    return Rows.column(SqlType.BINARY, bytes("other"), bytes("abc"))
        .evaluate(call(SqlType.STRING, function, arguments))
        .get(1);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
