/**
 * {@code ./build.sh bench floor}: what a row costs inside the region server. Test scope, so none of
 * it reaches a product jar.
 */
package org.apache.spark.sql.hbase.client.bench;
