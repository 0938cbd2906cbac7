/** Upper and lower case of STRING. */
package org.apache.spark.sql.hbase.engine.expression.lettercase;
