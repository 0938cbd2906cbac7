package org.apache.spark.sql.hbase.engine.operator;

import java.util.Optional;

/** An operator that lets some rows of its input pass as they are. No operator stands above it. */
public interface RowLimitSpec extends OperatorSpec {
  @Override
  default OutputSchema output(OutputSchema input) {
    return input;
  }

  @Override
  default int outputCount(int inputCount) {
    return inputCount;
  }

  /** Looks at no column that is not in its output. */
  @Override
  default void addReferences(ReferencedColumns to) {}

  @Override
  default boolean hasOwnColumns() {
    return false;
  }

  /** Nothing stands above it that asks. */
  @Override
  default Optional<KeyParts> keyParts(KeyParts input) {
    return Optional.empty();
  }

  @Override
  default void addUse(RowUses to) {
    to.other();
  }

  @Override
  default long heldBytes() {
    return 0;
  }
}
