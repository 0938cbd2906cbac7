/**
 * Scalar expressions, computed column by column for the selected rows of a batch. {@code
 * ExpressionCompiler} makes them from the wire's messages, {@code SupportedExpressions} says which.
 * Each family of functions has a package of its own, which builds on {@code kernel}; {@code
 * Functions} lists them.
 */
package org.apache.spark.sql.hbase.engine.expression;
