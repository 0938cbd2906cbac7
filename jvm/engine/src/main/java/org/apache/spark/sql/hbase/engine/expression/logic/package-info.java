/** Three-valued logic, tests for NULL, CASE and COALESCE. */
package org.apache.spark.sql.hbase.engine.expression.logic;
