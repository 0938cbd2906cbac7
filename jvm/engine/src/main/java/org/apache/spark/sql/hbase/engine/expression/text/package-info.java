/**
 * Functions of STRING, on UTF-8 bytes: substrings, searches, trimming, padding, splitting. Searches
 * take time linear in the text and the pattern.
 */
package org.apache.spark.sql.hbase.engine.expression.text;
