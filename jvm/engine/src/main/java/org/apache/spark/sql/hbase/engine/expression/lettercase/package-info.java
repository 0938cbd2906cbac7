/**
 * Upper and lower case of STRING by Unicode's rules, from a table of code points that comes with
 * the jar and does not depend on the Java at hand.
 */
package org.apache.spark.sql.hbase.engine.expression.lettercase;
