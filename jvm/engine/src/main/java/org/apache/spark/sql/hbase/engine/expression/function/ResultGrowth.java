package org.apache.spark.sql.hbase.engine.expression.function;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;

/**
 * The largest length of a call's value: {@link #constantBytes} and, for each argument, its bytes
 * times {@link #factor}. The bound holds for all values, because memory is planned by it.
 * Immutable.
 */
public final class ResultGrowth {
  /** The growth of a call whose result is no value of variable length. */
  public static final ResultGrowth NONE = new ResultGrowth(0);

  private final long constantBytes;
  private final long[] factors;

  private ResultGrowth(long constantBytes, long... factors) {
    this.constantBytes = constantBytes;
    this.factors = factors;
  }

  /**
   * @param factor bytes of the result for each byte of an argument of variable length
   */
  public static ResultGrowth of(TypedCall call, long constantBytes, IntToLongFunction factor) {
    long[] factors =
        IntStream.range(0, call.argumentCount())
            .mapToLong(i -> isVariable(call.type(i)) ? factor.applyAsLong(i) : 0)
            .toArray();
    return new ResultGrowth(constantBytes, factors);
  }

  /** True for values of variable length. */
  public static boolean isVariable(SqlType type) {
    return type.physical() == SqlType.Physical.BYTES;
  }

  /** Bytes that do not depend on the arguments. */
  public long constantBytes() {
    return constantBytes;
  }

  /** Bytes of the result for each byte of an argument. */
  public long factor(int argument) {
    return argument < factors.length ? factors[argument] : 0;
  }

  @Override
  public String toString() {
    return constantBytes + " + " + Arrays.toString(factors);
  }
}
