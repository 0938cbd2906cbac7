/**
 * Questions that a Get with an attribute asks of a region. They are whether the coprocessor runs
 * there, where large regions can be split, and which zones of columns exist. No answer decides what
 * a query returns.
 */
package org.apache.spark.sql.hbase.client.probe;
