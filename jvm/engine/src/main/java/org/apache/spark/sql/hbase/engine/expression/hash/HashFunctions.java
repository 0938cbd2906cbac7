package org.apache.spark.sql.hbase.engine.expression.hash;

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.function.Arguments;
import org.apache.spark.sql.hbase.engine.expression.function.Errors;
import org.apache.spark.sql.hbase.engine.expression.function.FunctionSpec;
import org.apache.spark.sql.hbase.engine.expression.function.Growth;
import org.apache.spark.sql.hbase.engine.expression.function.JavaUse;
import org.apache.spark.sql.hbase.engine.expression.function.Nulls;
import org.apache.spark.sql.hbase.engine.expression.function.Types;
import org.apache.spark.sql.hbase.engine.expression.kernel.Constant;
import org.apache.spark.sql.hbase.engine.expression.kernel.LiteralExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.Operands;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.hash.BloomFilter;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Literal;

/** Hashes of values of any type, digests of BINARY, and Bloom filters. None raises an error. */
public final class HashFunctions {
  private static final Growth DIGEST = Growth.constant(Growth.SHORT_TEXT_BYTES);
  private static final Literal NULL = Literal.newBuilder().setNull(true).build();

  public static final List<FunctionSpec> ALL =
      List.of(
          hash(Function.XXHASH64, SqlType.BIGINT),
          hash(Function.MURMUR3_HASH, SqlType.INT),
          function(
              Function.MD5,
              Types.of(SqlType.STRING, SqlType.BINARY),
              DIGEST,
              Arguments.PLAIN,
              (call, operands) -> new DigestExpression("MD5", operands.at(0))),
          function(
              Function.SHA1,
              Types.of(SqlType.STRING, SqlType.BINARY),
              DIGEST,
              Arguments.PLAIN,
              (call, operands) -> new DigestExpression("SHA-1", operands.at(0))),
          function(
              Function.SHA2,
              Types.of(SqlType.STRING, SqlType.BINARY, SqlType.INT)
                  .and(call -> call.isValue(1) && shaName(call.constant(1).low()) != null),
              DIGEST,
              Arguments.PLAIN,
              (call, operands) ->
                  new DigestExpression(shaName(call.constant(1).low()), operands.at(0))),
          function(
              Function.CRC32,
              Types.of(SqlType.BIGINT, SqlType.BINARY),
              Growth.FIXED,
              Arguments.PLAIN,
              (call, operands) -> new Crc32Expression(operands.at(0))),
          function(
              Function.MIGHT_CONTAIN,
              HashFunctions::hasBloomFilter,
              Growth.FIXED,
              Arguments.constant(0),
              HashFunctions::mightContain));

  private HashFunctions() {}

  private static FunctionSpec function(
      Function function,
      Types types,
      Growth growth,
      Arguments arguments,
      FunctionSpec.Compilation compilation) {
    return new FunctionSpec(
        function,
        types,
        Errors.NEVER,
        Nulls.OF_ANY_ARGUMENT,
        growth,
        arguments,
        JavaUse.NOTHING,
        compilation);
  }

  /** The hash passes over NULLs. */
  private static FunctionSpec hash(Function function, SqlType hash) {
    return new FunctionSpec(
        function,
        call -> isSeeded(call, hash),
        Errors.NEVER,
        Nulls.BY_OWN_RULE,
        Growth.FIXED,
        Arguments.PLAIN,
        JavaUse.NOTHING,
        HashFunctions::hash);
  }

  private static boolean isSeeded(TypedCall call, SqlType hash) {
    return call.argumentCount() > 1
        && call.result().equals(hash)
        && call.type(0).equals(hash)
        && call.isValue(0)
        && call.types().stream().noneMatch(SqlType::isNested);
  }

  private static VectorExpression hash(TypedCall call, Operands operands) {
    List<VectorExpression> all = operands.all();
    return new HashExpression(call.result(), call.constant(0).low(), all.subList(1, all.size()));
  }

  private static boolean hasBloomFilter(TypedCall call) {
    return call.is(SqlType.BOOLEAN, SqlType.BINARY, SqlType.BIGINT)
        && call.call().getArguments(0).hasLiteral()
        && (!call.isValue(0) || bloomFilter(call).isPresent());
  }

  private static Optional<BloomFilter> bloomFilter(TypedCall call) {
    return BloomFilter.parse(call.constant(0).bytes());
  }

  private static VectorExpression mightContain(TypedCall call, Operands operands) {
    return call.isValue(0)
        ? new MightContainExpression(bloomFilter(call).orElseThrow(), operands.at(1))
        : new LiteralExpression(Constant.of(NULL, SqlType.BOOLEAN));
  }

  /** Java's name of the digest with a number of bits; null if there is none. */
  private static String shaName(long bits) {
    if (bits == 0) {
      return "SHA-256";
    }
    return bits == 224 || bits == 256 || bits == 384 || bits == 512 ? "SHA-" + bits : null;
  }
}
