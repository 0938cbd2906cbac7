package org.apache.spark.sql.hbase.engine.expression.hash;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.kernel.Constant;
import org.apache.spark.sql.hbase.engine.expression.kernel.LiteralExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.Operands;
import org.apache.spark.sql.hbase.engine.expression.kernel.PlainFamily;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.hash.BloomFilter;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Literal;

/** Hashes of values of any type, digests of BINARY, and Bloom filters. */
public final class HashFunctions implements PlainFamily {
  private static final Set<Function> PLAIN =
      Collections.unmodifiableSet(
          EnumSet.of(
              Function.XXHASH64,
              Function.MURMUR3_HASH,
              Function.MD5,
              Function.SHA1,
              Function.SHA2,
              Function.CRC32,
              Function.MIGHT_CONTAIN));

  private static final Literal NULL = Literal.newBuilder().setNull(true).build();

  @Override
  public Set<Function> functions() {
    return EnumSet.of(
        Function.XXHASH64,
        Function.MURMUR3_HASH,
        Function.MD5,
        Function.SHA1,
        Function.SHA2,
        Function.CRC32,
        Function.MIGHT_CONTAIN);
  }

  @Override
  public boolean supports(TypedCall call) {
    return switch (call.function()) {
      case XXHASH64 -> isSeeded(call, SqlType.BIGINT);
      case MURMUR3_HASH -> isSeeded(call, SqlType.INT);
      case CRC32 -> call.is(SqlType.BIGINT, SqlType.BINARY);
      case MIGHT_CONTAIN -> hasBloomFilter(call);
      case SHA2 ->
          call.is(SqlType.STRING, SqlType.BINARY, SqlType.INT)
              && call.isValue(1)
              && shaName(call.constant(1).low()) != null;
      case MD5, SHA1 -> call.is(SqlType.STRING, SqlType.BINARY);
      default -> false;
    };
  }

  private static boolean isSeeded(TypedCall call, SqlType hash) {
    return call.argumentCount() > 1
        && call.result().equals(hash)
        && call.type(0).equals(hash)
        && call.isValue(0)
        && call.types().stream().noneMatch(SqlType::isNested);
  }

  private static boolean hasBloomFilter(TypedCall call) {
    return call.is(SqlType.BOOLEAN, SqlType.BINARY, SqlType.BIGINT)
        && call.call().getArguments(0).hasLiteral()
        && (!call.isValue(0) || bloomFilter(call).isPresent());
  }

  private static Optional<BloomFilter> bloomFilter(TypedCall call) {
    return BloomFilter.parse(call.constant(0).bytes());
  }

  /** Java's name of the digest with a number of bits; null if there is none. */
  private static String shaName(long bits) {
    if (bits == 0) {
      return "SHA-256";
    }
    return bits == 224 || bits == 256 || bits == 384 || bits == 512 ? "SHA-" + bits : null;
  }

  @Override
  public VectorExpression compile(TypedCall call, Operands operands) {
    return switch (call.function()) {
      case XXHASH64, MURMUR3_HASH -> {
        List<VectorExpression> all = operands.all();
        yield new HashExpression(call.result(), call.constant(0).low(), all.subList(1, all.size()));
      }
      case CRC32 -> new Crc32Expression(operands.at(0));
      case MIGHT_CONTAIN ->
          call.isValue(0)
              ? new MightContainExpression(bloomFilter(call).orElseThrow(), operands.at(1))
              : new LiteralExpression(Constant.of(NULL, SqlType.BOOLEAN));
      case MD5 -> new DigestExpression("MD5", operands.at(0));
      case SHA1 -> new DigestExpression("SHA-1", operands.at(0));
      default -> new DigestExpression(shaName(call.constant(1).low()), operands.at(0));
    };
  }

  @Override
  public boolean takesConstant(TypedCall call, int argument) {
    return call.function() == Function.MIGHT_CONTAIN && argument == 0;
  }

  @Override
  public Set<Function> plain() {
    return PLAIN;
  }
}
