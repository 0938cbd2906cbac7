/** Bytes and numbers as text in other alphabets, and back. */
package org.apache.spark.sql.hbase.engine.expression.encoding;
