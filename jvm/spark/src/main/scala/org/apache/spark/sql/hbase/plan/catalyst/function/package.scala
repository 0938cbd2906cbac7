package org.apache.spark.sql.hbase.plan.catalyst

/**
 * The functions that Spark and the region servers both have, one object for each family: `CatalystText`,
 * `CatalystTimes` and others. Each translates Spark's expression to a `FunctionCall`, or says nothing about it.
 */
package object function
