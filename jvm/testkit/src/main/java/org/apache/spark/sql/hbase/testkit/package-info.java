/**
 * Fixtures for tests: tables in memory, sub-plans, sources that misbehave, and results as plain
 * rows.
 */
package org.apache.spark.sql.hbase.testkit;
