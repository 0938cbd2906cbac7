/**
 * The SQL types and encodings, the sink that takes values, and the exception that says which bytes
 * are wrong. This is the lowest package of the module, together with {@code bytes}; every codec
 * uses it.
 */
package org.apache.spark.sql.hbase.codec.types;
