/**
 * Byte arrays that grow, integers in both byte orders, and the check of UTF-8. Nothing here knows
 * SQL types.
 */
package org.apache.spark.sql.hbase.codec.bytes;
