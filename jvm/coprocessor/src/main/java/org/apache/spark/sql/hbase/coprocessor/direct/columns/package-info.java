/**
 * The values of columns that a region server keeps, by stretches of a store file. Scans need not
 * decode the same rows again; docs/decisions/0012 has the reason why they are the same. {@code
 * ColumnMemory} holds the {@code ValuedStretch}es of all files of a server, in its bound. Each has
 * the row keys of its rows and, for some columns, their {@code StretchValues}.
 */
package org.apache.spark.sql.hbase.coprocessor.direct.columns;
