package org.apache.spark.sql.hbase.engine.expression.kernel;

/** Made of the constants of a call; {@link SharedConstants} keep it. Immutable. */
public interface SharedConstant {
  /** Memory that it takes, besides the message that it was made of. */
  long heldBytes();
}
