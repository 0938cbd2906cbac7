/** Functions of STRUCT, ARRAY and MAP, whose values are bytes in their binary form. */
package org.apache.spark.sql.hbase.engine.expression.nested;
