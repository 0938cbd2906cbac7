/**
 * Functions of STRUCT, ARRAY and MAP, whose values are bytes in their binary form: fields,
 * elements, keys, sizes, and values made of parts.
 */
package org.apache.spark.sql.hbase.engine.expression.nested;
