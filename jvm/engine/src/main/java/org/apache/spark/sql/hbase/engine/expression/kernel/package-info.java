/**
 * What every family of functions builds on: operands, results, constants, errors. Knows no family.
 */
package org.apache.spark.sql.hbase.engine.expression.kernel;
