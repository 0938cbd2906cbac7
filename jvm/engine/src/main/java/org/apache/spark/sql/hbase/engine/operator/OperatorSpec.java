package org.apache.spark.sql.hbase.engine.operator;

import java.util.Optional;

/**
 * All that the engine knows about one operator of a sub-plan. It says what the operator gives,
 * which columns it reads, which order it keeps, what it takes of memory, and how it starts. No
 * answer has a default, because the region server's memory rests on them. Immutable and
 * thread-safe.
 */
public interface OperatorSpec extends BatchFootprint.Part {
  /** The columns that come out of the operator over the given ones. */
  OutputSchema output(OutputSchema input);

  /** Adds the columns of the input that the operator reads. */
  void addReferences(ReferencedColumns to);

  /**
   * True if the operators above refer to columns that this one makes, not to those of its input.
   */
  boolean hasOwnColumns();

  /**
   * The places of the output's columns in the row key; empty if rows leave the order of the key.
   */
  Optional<KeyParts> keyParts(KeyParts input);

  /** Says what the operator makes of rows. */
  void addUse(RowUses to);

  /** Memory that the operator holds besides its message, while the sub-plan is kept. */
  long heldBytes();

  /**
   * Adds what runs to a pipeline.
   *
   * @throws org.apache.spark.sql.hbase.wire.plan.PlanException if the engine does not run it
   */
  void start(PipelineBuilder pipeline);
}
