/**
 * Questions that a Get with an attribute asks of a region: whether the coprocessor runs there,
 * where large regions can be cut, and which zones region servers have of columns. No answer decides
 * what a query returns.
 */
package org.apache.spark.sql.hbase.client.probe;
