package org.apache.spark.sql.hbase

/**
 * Tables as data: columns, key parts, encodings and layout of a SQL table, its statistics, and
 * both as JSON. Readers, writers and the catalog share them.
 */
package object schema
