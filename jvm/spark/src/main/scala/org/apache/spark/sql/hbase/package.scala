package org.apache.spark.sql

/**
 * The entrances that Spark finds by name: the catalog `HBaseCatalog`, the data source `HBaseSource`, and the session
 * extensions. Besides, the provider of delegation tokens and the registrator for Kryo. They are the top of the module:
 * the packages below know none of them.
 */
package object hbase
