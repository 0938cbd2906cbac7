/**
 * AND, OR and NOT in three-valued logic, tests for NULL, CASE and COALESCE. They evaluate a later
 * argument only for rows that need it, because it may raise an error.
 */
package org.apache.spark.sql.hbase.engine.expression.logic;
