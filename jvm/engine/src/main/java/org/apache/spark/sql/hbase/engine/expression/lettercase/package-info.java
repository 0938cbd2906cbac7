/**
 * Upper and lower case of STRING by Unicode's rules. The table of code points comes with the jar
 * and does not depend on the Java at hand.
 */
package org.apache.spark.sql.hbase.engine.expression.lettercase;
