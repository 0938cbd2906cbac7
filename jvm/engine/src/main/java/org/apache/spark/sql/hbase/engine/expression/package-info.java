/**
 * Scalar expressions, computed column by column for the selected rows of a batch. {@code
 * ExpressionCompiler} makes them from the wire's messages, {@code SupportedExpressions} says which;
 * each family of functions has its own file.
 */
package org.apache.spark.sql.hbase.engine.expression;
