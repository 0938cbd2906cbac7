/** Arithmetic on integers, floating-point numbers and decimals. */
package org.apache.spark.sql.hbase.engine.expression.arithmetic;
