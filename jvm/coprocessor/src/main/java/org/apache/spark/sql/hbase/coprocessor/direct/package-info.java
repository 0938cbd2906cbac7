/**
 * Reads clean rows from the blocks of store files below HBase's scanner, with provably the same
 * answer: docs/decisions/0004 has the proof. {@code walk.RegionCapture} holds the files and the
 * memory that the open scanner sees, by reference. {@code StoreFileRowSource} merges the rows of
 * large files with the patch: small files and memory. A row that is not simply visible, because of
 * a delete marker, tags or a cell behind the read point, goes to HBase's scanner. {@code
 * ScanConditions} and {@code ScannerReason} name all cases in which the scanner reads everything. A
 * region close never waits: the slices are those of any scan.
 */
package org.apache.spark.sql.hbase.coprocessor.direct;
