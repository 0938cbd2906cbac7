/**
 * Casts between numbers, BOOLEAN, dates and timestamps, in ANSI, legacy and TRY mode. {@code
 * CastRules} lists the casts; texts and nested types have packages of their own.
 */
package org.apache.spark.sql.hbase.engine.expression.cast;
