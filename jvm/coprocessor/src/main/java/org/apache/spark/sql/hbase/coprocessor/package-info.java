/**
 * The sub-plan engine inside a region server: an observer that wraps the scanners of sub-plan
 * scans. Reads only through the scanner that HBase hands over, starts no thread, opens no file or
 * socket.
 */
package org.apache.spark.sql.hbase.coprocessor;
