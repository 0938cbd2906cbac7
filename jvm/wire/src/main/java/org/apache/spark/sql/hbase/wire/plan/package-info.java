/**
 * The checks of a sub-plan as untrusted input, before anything is compiled or read. {@code
 * SubPlans} parses its bytes and walks its operators. Beside it stands one class for each part of a
 * plan: table, types, expressions, aggregates, joins and order. A plan that breaks a rule is a
 * {@code PlanException}, which says where.
 */
package org.apache.spark.sql.hbase.wire.plan;
