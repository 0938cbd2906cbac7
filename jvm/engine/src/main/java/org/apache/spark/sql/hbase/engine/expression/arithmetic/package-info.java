/**
 * Arithmetic and bit operations on integers and floating-point numbers, and divisions, in ANSI,
 * legacy and TRY mode. Overflow and division by zero are Spark's errors or NULLs.
 */
package org.apache.spark.sql.hbase.engine.expression.arithmetic;
