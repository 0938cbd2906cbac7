/**
 * The base of every family of functions: operands, results, constants and errors. Knows no family.
 */
package org.apache.spark.sql.hbase.engine.expression.kernel;
