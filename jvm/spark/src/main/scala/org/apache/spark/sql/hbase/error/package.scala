package org.apache.spark.sql.hbase

/**
 * The errors that users see: each class of `HBaseErrors` with its code and sentence, and
 * helpers for their texts. The lowest package of the module: everything may use it.
 */
package object error
