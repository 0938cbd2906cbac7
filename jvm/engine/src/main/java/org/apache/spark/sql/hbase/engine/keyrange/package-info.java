/**
 * From the predicates of a sub-plan to the row keys that can satisfy them. Each key column gets the
 * intervals of its bytes between the literals (critical points). The product of the columns'
 * intervals, from the first column on, gives ranges of row keys ({@code KeyRanges}). {@code
 * KeyPredicates} takes comparisons with literals, {@code MonotoneComparison} takes functions that
 * keep the order. A row for which an earlier condition may raise an error is never left out. {@code
 * PrefixedBoxes} and {@code PrefixSegment} handle a salt or hash in front. Cursors walk the ranges
 * row by row and never list them; {@code ResidualPlan} drops the conditions that a range decides.
 * For a plan that needs one row per group of leading key columns, {@code GroupCursor} leads behind
 * each row that was delivered.
 *
 * <p>{@code interval} has the sets of bytes, {@code predicate} finds the boxes of one predicate,
 * and {@code cursor} walks through the ranges while rows are read. This package puts them together
 * for a table: its key, salts and hashes in front of it, and listed keys.
 */
package org.apache.spark.sql.hbase.engine.keyrange;
