package org.apache.spark.sql.hbase.engine.expression;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.RunnerContext;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/**
 * Keeps the rows for which a predicate is TRUE; NULL counts as FALSE. The operands of AND work one
 * after the other, each on the rows that the ones before it have left. Not thread-safe.
 */
public final class PredicateEvaluator {
  private final VectorExpression[] conjuncts;

  private PredicateEvaluator(List<VectorExpression> conjuncts) {
    this.conjuncts = conjuncts.toArray(VectorExpression[]::new);
  }

  /**
   * Compiles a BOOLEAN expression over columns of the given types.
   *
   * @throws org.apache.spark.sql.hbase.wire.plan.PlanException UNSUPPORTED_FUNCTION
   */
  public static PredicateEvaluator compile(
      Expression predicate, List<SqlType> input, RunnerContext context) {
    List<VectorExpression> conjuncts = new ArrayList<>();
    addConjuncts(predicate, input, context, conjuncts);
    return new PredicateEvaluator(conjuncts);
  }

  private static void addConjuncts(
      Expression predicate, List<SqlType> input, RunnerContext context, List<VectorExpression> to) {
    if (predicate.hasCall() && predicate.getCall().getFunction() == Function.AND) {
      ExpressionCompiler.checkOnce(predicate, context);
      for (Expression operand : predicate.getCall().getArgumentsList()) {
        addConjuncts(operand, input, context, to);
      }
    } else {
      to.add(ExpressionCompiler.compile(predicate, input, context));
    }
  }

  /** Shrinks {@code rows} in place. */
  public void keepTrue(ColumnBatch batch, SelectedRows rows) {
    for (VectorExpression conjunct : conjuncts) {
      if (rows.isEmpty()) {
        return;
      }
      rows.keepTrue(conjunct.evaluate(batch, rows));
    }
  }
}
