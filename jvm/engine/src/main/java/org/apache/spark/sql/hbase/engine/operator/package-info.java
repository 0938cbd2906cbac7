/**
 * The interfaces and classes that all operators of a sub-plan share. Each operator has a package of
 * its own below this one, whose {@code OperatorSpec} says all that the engine knows about it;
 * {@code analysis.OperatorSpecs} lists them. A running operator turns a batch into the next one; at
 * the end a sink keeps rows or groups until a frame takes them. Nothing here knows one operator.
 */
package org.apache.spark.sql.hbase.engine.operator;
