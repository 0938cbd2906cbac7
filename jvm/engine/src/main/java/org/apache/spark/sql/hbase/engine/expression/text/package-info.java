/** Functions of STRING, on UTF-8 bytes. */
package org.apache.spark.sql.hbase.engine.expression.text;
