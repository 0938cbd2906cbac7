/**
 * From the predicates of a sub-plan to the row keys that can satisfy them: each key column gets the
 * intervals of its bytes between the literals (critical points), and the product of the columns'
 * intervals, from the first column on, gives ranges of row keys.
 */
package org.apache.spark.sql.hbase.engine.keyrange;
