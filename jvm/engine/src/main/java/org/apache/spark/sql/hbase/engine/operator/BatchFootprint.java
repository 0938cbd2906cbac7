package org.apache.spark.sql.hbase.engine.operator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.Functions;
import org.apache.spark.sql.hbase.engine.expression.SupportedExpressions;
import org.apache.spark.sql.hbase.engine.expression.function.ResultGrowth;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.pattern.PatternFunctions;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Project;

/**
 * Memory that operators take to work on a batch. It is an upper bound that follows from the
 * sub-plan alone, so that a batch can be made small enough before any row is read.
 *
 * <p>Each expression holds its values for a whole batch. Those of one row together take at most
 * {@link #rowBytes}, and {@link #growth} bytes for each byte of the row's values of variable
 * length. Both are computed from the last operator back to the first. The bytes made of one byte of
 * a column are known once all readers of the column are known. So each expression is looked at
 * once. What functions take while they compute a row comes on top: {@link #copies} bytes for each
 * byte, of one function and one row at a time.
 */
public final class BatchFootprint {
  /** Bounds the memory that operators make of a batch, unless a single row is larger. */
  public static final long TARGET_BYTES = 16L << 20;

  /** Calls and literals of all operators together, but for those of lists of constants. */
  static final int MAX_EXPRESSIONS = 10_000;

  /** States and letters of all constant patterns together, which are compiled at once. */
  static final long MAX_PATTERN_SIZE = 20_000;

  /** Bytes that can be made of one byte of a row. */
  static final long MAX_GROWTH = 4096;

  /** A number, its NULL flag and its place among the selected rows; or the offset of bytes. */
  private static final int VALUE_BYTES = 24;

  /** A message of a sub-plan with its type and its list of arguments, on a 64-bit JVM. */
  private static final int HELD_BYTES_PER_EXPRESSION = 256;

  /** An expression that runs, with the arrays that it has before its first batch. */
  private static final int RUN_BYTES_PER_EXPRESSION = 640;

  /**
   * A column that comes out of the last operator: the vector that is filled for a frame, and the
   * column of the frame.
   */
  private static final int RUN_BYTES_PER_OUTPUT = 640;

  /** Sums and products end here. */
  private static final long ENDLESS = 1L << 40;

  private long rowBytes;
  private int expressions;
  private int outputs;
  private int calls;
  private long patternSize;

  /** Bytes made of each byte of a column of the current operator's input. */
  private long[] weights;

  /** Bytes that the function takes which takes most, for each byte of such a column. */
  private long[] peaks;

  private long growth;
  private long copies;

  /** For each byte of a column of the table, what is made of it and what functions take. */
  private long[] columnGrowth;

  /** An operator, as far as its memory goes. */
  public interface Part {
    /** The number of columns that come out of the operator. */
    int outputCount(int inputCount);

    /** Adds the memory that the operator takes of a batch. Parts add to it from last to first. */
    void addFootprint(BatchFootprint to, int inputCount);
  }

  private BatchFootprint() {}

  /**
   * The footprint of operators over columns of these types.
   *
   * @throws PlanException PLAN_TOO_LARGE
   */
  public static BatchFootprint of(List<SqlType> columns, List<? extends Part> operators) {
    BatchFootprint footprint = new BatchFootprint();
    List<Integer> inputs = inputCounts(columns.size(), operators);
    footprint.outputs = inputs.get(operators.size());
    footprint.beginInput(footprint.outputs);
    footprint.addCopies(1);
    for (int i = operators.size() - 1; i >= 0; i--) {
      operators.get(i).addFootprint(footprint, inputs.get(i));
    }
    footprint.columnGrowth = new long[columns.size()];
    for (int column = 0; column < columns.size(); column++) {
      if (columns.get(column).physical() == SqlType.Physical.BYTES) {
        long made = footprint.weights[column];
        long taken = footprint.peaks[column];
        footprint.columnGrowth[column] = plus(made, taken);
        footprint.growth = Math.max(footprint.growth, made);
        footprint.copies = Math.max(footprint.copies, taken);
      }
    }
    footprint.check();
    return footprint;
  }

  /**
   * Returns the number of input columns of each operator, and the output columns of the last one.
   */
  private static List<Integer> inputCounts(int tableColumns, List<? extends Part> operators) {
    List<Integer> counts = new ArrayList<>();
    int count = tableColumns;
    for (Part operator : operators) {
      counts.add(count);
      count = operator.outputCount(count);
    }
    counts.add(count);
    return counts;
  }

  /** Adds an expression whose values are looked at and not kept. */
  public void addTested(Expression expression) {
    add(expression, 0, 0);
  }

  /** Adds an expression whose values are kept, once. */
  public void addKept(Expression expression) {
    add(expression, 1, 0);
  }

  /** Adds the expressions that make the columns of all that was added so far. */
  public void addProjections(List<Project> projections, int inputCount) {
    long[] outputs = weights;
    long[] outputPeaks = peaks;
    beginInput(inputCount);
    for (Project projection : projections) {
      for (int i = 0; i < outputs.length; i++) {
        add(projection.getExpressions(i), outputs[i], outputPeaks[i]);
      }
    }
  }

  /** Forgets all that was added, for an operator that holds rows of so many columns itself. */
  public void beginGroups(int columns, int inputCount) {
    beginInput(inputCount);
    rowBytes = (long) VALUE_BYTES * columns;
  }

  /**
   * Adds one row per match, in columns of its own.
   *
   * @param inputCount columns in front of those of the build rows
   * @param longestValue bytes of the longest value of a column of the build rows
   */
  public void addMatches(int matches, int inputCount, IntToLongFunction longestValue) {
    addCopies(matches);
    for (int i = inputCount; i < weights.length; i++) {
      addBytes(times(times(matches, weights[i]), longestValue.applyAsLong(i - inputCount)));
    }
    for (int i = 0; i < inputCount; i++) {
      weights[i] = times(matches, weights[i]);
    }
  }

  /** Leaves out the columns behind these, which the operator makes. */
  public void dropFrom(int inputCount) {
    weights = Arrays.copyOf(weights, inputCount);
    peaks = Arrays.copyOf(peaks, inputCount);
  }

  /** Nothing reads the columns yet. */
  private void beginInput(int columns) {
    weights = new long[columns];
    peaks = new long[columns];
  }

  /** Adds so many rows of copies of all columns. */
  public void addCopies(int rows) {
    rowBytes = times(rows, plus(rowBytes, (long) VALUE_BYTES * weights.length));
    for (int i = 0; i < weights.length; i++) {
      weights[i] = plus(weights[i], 1);
    }
  }

  /**
   * @param weight bytes that are made of each byte of the expression's values
   * @param peak bytes that the function takes for each which takes most
   */
  private void add(Expression expression, long weight, long peak) {
    switch (expression.getNodeCase()) {
      case COLUMN -> {
        int column = expression.getColumn();
        weights[column] = plus(weights[column], weight);
        peaks[column] = Math.max(peaks[column], peak);
      }
      case LITERAL -> {
        expressions++;
        addValue(plus(weight, 1), expression.getLiteral().getBinary().size());
      }
      case CALL -> {
        expressions++;
        calls++;
        addCall(TypedCall.of(expression), plus(weight, 1), peak);
      }
      case VALUES, NODE_NOT_SET -> {
        // No expression of its own.
      }
    }
  }

  private void addCall(TypedCall call, long weight, long peak) {
    patternSize += PatternFunctions.patternSize(call);
    ResultGrowth result = Functions.growth(call);
    addValue(weight, result.constantBytes());
    for (int i = 0; i < call.argumentCount(); i++) {
      if (!SupportedExpressions.isTakenAsConstant(call, i)) {
        long ofArgument =
            Math.max(times(peak, result.factor(i)), SupportedExpressions.copiedBytes(call, i));
        add(call.call().getArguments(i), times(weight, result.factor(i)), ofArgument);
      }
    }
  }

  private void addValue(long weight, long bytes) {
    addBytes(plus(VALUE_BYTES, times(weight, bytes)));
  }

  private void addBytes(long bytes) {
    rowBytes = plus(rowBytes, bytes);
  }

  private static long plus(long a, long b) {
    return Math.min(ENDLESS, a + b);
  }

  private static long times(long a, long b) {
    return a == 0 || b <= ENDLESS / a ? a * b : ENDLESS;
  }

  private void check() {
    check(expressions, MAX_EXPRESSIONS, "expressions");
    check(patternSize, MAX_PATTERN_SIZE, "states of patterns");
    check(rowBytes, TARGET_BYTES, "bytes made of each row");
    check(growth, MAX_GROWTH, "bytes made of each byte of a row");
  }

  private static void check(long value, long limit, String what) {
    if (value > limit) {
      throw new PlanException(
          ErrorCode.PLAN_TOO_LARGE,
          "The sub-plan could take too much memory. Evaluate some of its expressions in Spark.",
          "counted",
          what,
          "found",
          value,
          "limit",
          limit);
    }
  }

  /** Rows of a batch of which the operators make {@link #TARGET_BYTES}. */
  public long maxRows() {
    return Math.max(1, TARGET_BYTES / Math.max(1, rowBytes));
  }

  /** Bytes in values of variable length of which they make as much. */
  public long maxDataBytes() {
    return TARGET_BYTES / Math.max(1, growth + copies);
  }

  /** Returns the bytes that the operators make of a batch. */
  public long bytesFor(long rows, long dataBytes) {
    return plus(times(rows, rowBytes), times(dataBytes, growth + copies));
  }

  /**
   * Returns the bytes that the operators make of a column and keep, in one batch or in several.
   *
   * @param mostDataBytes of the column in one batch
   */
  public long bytesForColumn(int column, long mostDataBytes) {
    return times(mostDataBytes, columnGrowth[column]);
  }

  /** Returns the bytes that a runner takes whatever it reads: its expressions and its frames. */
  public long runBytes() {
    return (long) RUN_BYTES_PER_EXPRESSION * expressions + (long) RUN_BYTES_PER_OUTPUT * outputs;
  }

  /** Calls of all operators: what is computed of each row. */
  public int calls() {
    return calls;
  }

  /** Returns the bytes of the sub-plan's expressions as messages. */
  public long heldBytes() {
    return (long) HELD_BYTES_PER_EXPRESSION * expressions;
  }
}
