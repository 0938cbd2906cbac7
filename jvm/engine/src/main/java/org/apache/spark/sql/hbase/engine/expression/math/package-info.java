/** Mathematical functions: rounding, logarithms, powers, trigonometry. */
package org.apache.spark.sql.hbase.engine.expression.math;
