/**
 * The parts of a {@code FunctionSpec}: everything that the engine knows about a function before it
 * runs. Each family of functions lists its specs, and nothing else of a family is seen from
 * outside. Builds on {@code kernel}; knows no family.
 */
package org.apache.spark.sql.hbase.engine.expression.function;
