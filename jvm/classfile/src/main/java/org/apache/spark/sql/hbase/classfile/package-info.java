/**
 * The step of the build that makes jars run on Java 11. Sources are written in Java 17, and region
 * servers often run on Java 11. Nothing of it is in a jar that users get.
 */
package org.apache.spark.sql.hbase.classfile;
