/**
 * Functions that write bytes and numbers as text in other alphabets and read them back, such as
 * hex, bin and base64.
 */
package org.apache.spark.sql.hbase.engine.expression.encoding;
