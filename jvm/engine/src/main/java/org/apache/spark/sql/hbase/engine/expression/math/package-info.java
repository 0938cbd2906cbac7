/**
 * Mathematical functions of numbers: rounding, logarithms, powers and trigonometry. Functions of
 * DOUBLE give the digits of the JDK, so clients compare the JDK of region servers with Spark's.
 */
package org.apache.spark.sql.hbase.engine.expression.math;
