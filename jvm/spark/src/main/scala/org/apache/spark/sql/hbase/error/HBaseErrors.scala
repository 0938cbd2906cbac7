package org.apache.spark.sql.hbase.error

import org.apache.spark.sql.hbase.codec.types.CodecException
import org.apache.spark.sql.hbase.wire.ErrorCode

/** Every error that the Spark side raises by itself. Errors of the engine have their codes in `wire.ErrorCode`. */
object HBaseErrors {
  val NoPrimaryKey: HBaseError = HBaseError(
    "NO_PRIMARY_KEY",
    "42601",
    "The table has no PRIMARY KEY, so its row key is unknown.",
    "Add PRIMARY KEY (column, ...) to the column list, in row-key order. A statement without a column list " +
      "sets the property hbase.key to the columns; saveAsTable takes the option hbase.key."
  )
  val UnknownKeyColumn: HBaseError = HBaseError(
    "UNKNOWN_KEY_COLUMN",
    "42703",
    "PRIMARY KEY names a column that the table does not have.",
    "Correct the name, or add the column to the column list."
  )
  val DuplicateKeyColumn: HBaseError = HBaseError(
    "DUPLICATE_KEY_COLUMN",
    "42711",
    "PRIMARY KEY names a column twice, but each column can be one part of the row key only.",
    "Name each column once."
  )
  val NullableKeyColumn: HBaseError = HBaseError(
    "NULLABLE_KEY_COLUMN",
    "42831",
    "A column of the PRIMARY KEY can be NULL, but a row key cannot hold NULL.",
    "Declare the column NOT NULL."
  )
  val BinaryNotLastInKey: HBaseError = HBaseError(
    "BINARY_NOT_LAST_IN_KEY",
    "42830",
    "A plain BINARY column has no end mark, so it can only be the last column of the PRIMARY KEY.",
    "Move it to the end, or set its property hbase.column.<name>.form to escaped, length_prefixed or " +
      "fixed(n)."
  )
  val InvalidKeyPrefix: HBaseError = HBaseError(
    "INVALID_KEY_PREFIX",
    "42616",
    "The row keys cannot have this salt (CLUSTERED BY) or hash (hbase.key.hash.bytes) in front.",
    "Declare one of the two, over columns of the PRIMARY KEY, for an HBase table that does not exist yet."
  )
  val NestedKeyColumn: HBaseError = HBaseError(
    "NESTED_KEY_COLUMN",
    "42830",
    "A STRUCT, ARRAY or MAP has no order, so it cannot be part of a row key.",
    "Make its parts columns of their own, or choose other columns for the PRIMARY KEY."
  )
  val UnsupportedType: HBaseError = HBaseError(
    "UNSUPPORTED_TYPE",
    "0A000",
    "A column has a type that cannot be stored in HBase.",
    "Use BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DECIMAL, STRING without collation, CHAR, " +
      "VARCHAR, BINARY, DATE, TIMESTAMP or TIMESTAMP_NTZ. Or use a STRUCT with fields, an ARRAY or a MAP of " +
      "these types, at most 32 deep."
  )
  val UnsupportedEncoding: HBaseError = HBaseError(
    "UNSUPPORTED_ENCODING",
    "0A000",
    "The encoding of the column, or the form of the key column, cannot hold values of this type.",
    "Use encoding ordered; for STRUCT, ARRAY and MAP use nested."
  )
  val UnknownProperty: HBaseError = HBaseError(
    "UNKNOWN_PROPERTY",
    "42616",
    "There is no such table property, and names that start with hbase. are reserved for this connector.",
    "Correct the name. docs/OPERATIONS.md lists the properties."
  )
  val InvalidProperty: HBaseError = HBaseError(
    "INVALID_PROPERTY",
    "42616",
    "The table property has a value that is not allowed.",
    "Give it a value of the kind that docs/OPERATIONS.md lists for it."
  )
  val UnknownPropertyColumn: HBaseError = HBaseError(
    "UNKNOWN_PROPERTY_COLUMN",
    "42703",
    "A table property, or an entry of MAPPED BY, names a column that the table does not have.",
    "Correct the name, or add the column to the column list."
  )
  val DuplicateMapping: HBaseError = HBaseError(
    "DUPLICATE_MAPPING",
    "42711",
    "Two columns are mapped to the same HBase cell.",
    "Give each its own qualifier."
  )
  val InvalidFamilyMap: HBaseError = HBaseError(
    "INVALID_FAMILY_MAP",
    "42611",
    "The column cannot be the map of a whole column family.",
    "Declare it as MAP<STRING, ...> or MAP<BINARY, ...> that can be NULL."
  )
  val InvalidFamilyMapEntry: HBaseError = HBaseError(
    "INVALID_FAMILY_MAP_ENTRY",
    "22000",
    "An entry of a map over a column family cannot be a cell.",
    "Leave it out of the map, or write its value to the column that lies there."
  )
  val InvalidStructMapping: HBaseError = HBaseError(
    "INVALID_STRUCT_MAPPING",
    "42611",
    "The fields of this STRUCT cannot lie in cells of their own.",
    "Declare the STRUCT and its fields without NOT NULL. Give each field a cell and the column itself none. " +
      "Give no other column the name of a field."
  )
  val FamilyMissing: HBaseError = HBaseError(
    "FAMILY_MISSING",
    "42704",
    "The HBase table exists but lacks a column family that a column is mapped to.",
    "Set the property hbase.family, or hbase.column.<name>.family, or the name in MAPPED BY, to a family that " +
      "it has."
  )
  val InvalidHBaseName: HBaseError = HBaseError(
    "INVALID_HBASE_NAME",
    "42602",
    "HBase does not accept this name. Names of HBase tables have letters, digits, '_', '-' and '.', and begin " +
      "with neither '-' nor '.'. Names of namespaces have letters, digits and '_'.",
    "Name the HBase table by the property hbase.table; a SQL table may have any name."
  )
  val NameTooLong: HBaseError = HBaseError(
    "NAME_TOO_LONG",
    "42622",
    "The name of the table, with its namespace, is longer than a row key of the metadata table can be.",
    "Give the table a shorter name."
  )
  val KeyColumnMapped: HBaseError = HBaseError(
    "KEY_COLUMN_MAPPED",
    "42616",
    "A column of the PRIMARY KEY lies in the row key, so it has no family and no qualifier.",
    "Remove the property, or the entry of MAPPED BY."
  )
  val ColumnMappedTwice: HBaseError = HBaseError(
    "COLUMN_MAPPED_TWICE",
    "42711",
    "MAPPED BY maps a column twice.",
    "Keep the entry of the cell that holds its values."
  )
  val ColumnNotMapped: HBaseError = HBaseError(
    "COLUMN_NOT_MAPPED",
    "42616",
    "A column is neither in the PRIMARY KEY nor mapped to a cell.",
    "Add column=family.qualifier to COLS. Or leave out MAPPED BY (property hbase.mapped), so that columns " +
      "have cells of their own names."
  )
  val MappedTableMissing: HBaseError = HBaseError(
    "MAPPED_TABLE_MISSING",
    "42P01",
    "MAPPED BY (property hbase.mapped) takes an HBase table that exists, and this one does not.",
    "Correct its name, namespace:table, or create it first; CREATE TABLE without MAPPED BY creates it by " +
      "itself."
  )
  val NotAnHBaseCatalog: HBaseError = HBaseError(
    "NOT_AN_HBASE_CATALOG",
    "3D000",
    "MAPPED BY is for tables of HBase, and this name leads to another catalog.",
    "Put the name of an HBase catalog in front of the table's name, or USE that catalog; " +
      "spark.sql.catalog.<name>=org.apache.spark.sql.hbase.HBaseCatalog makes one."
  )
  val PackedColumnMapped: HBaseError = HBaseError(
    "PACKED_COLUMN_MAPPED",
    "42616",
    "In layouts packed and columnar a column is a field of its family's cells, so it has no qualifier and no " +
      "encoding of its own.",
    "Remove the property or use layout columns. An HBase table that does not exist would be created in layout " +
      "packed, so look at its name as well."
  )
  val UnsupportedInColumnarLayout: HBaseError = HBaseError(
    "UNSUPPORTED_IN_COLUMNAR_LAYOUT",
    "0A000",
    "Tables in layout columnar do not support this declaration, option or property.",
    "Choose layout packed: CREATE TABLE ... AS SELECT copies the rows of a table."
  )
  val LayoutMismatch: HBaseError = HBaseError(
    "LAYOUT_MISMATCH",
    "42809",
    "The HBase table was written with another layout than this statement declares, so its bytes would be " +
      "misread.",
    "Declare the same columns and properties as at first, or use another HBase table (property hbase.table)."
  )
  val InvalidSplits: HBaseError = HBaseError(
    "INVALID_SPLITS",
    "42616",
    "Property hbase.splits does not hold split points, which are SQL literals of the first PRIMARY KEY " +
      "columns.",
    "Separate the values of one split point by commas and split points by semicolons, in ascending row-key " +
      "order."
  )
  val UnsupportedStatement: HBaseError = HBaseError(
    "UNSUPPORTED_STATEMENT",
    "0A000",
    "HBase tables do not support this statement or this part of it.",
    "Leave the part out, or see in docs/SQL.md which statements there are."
  )
  val UnsupportedMetadata: HBaseError = HBaseError(
    "UNSUPPORTED_METADATA",
    "0A000",
    "The table's metadata was written by a newer version of this connector.",
    "Upgrade the connector of this session."
  )
  val CorruptMetadata: HBaseError = HBaseError(
    "CORRUPT_METADATA",
    "XX000",
    "The table's metadata row cannot be read.",
    "DROP TABLE removes it (data stays); CREATE TABLE writes it anew."
  )
  val CorruptStatistics: HBaseError = HBaseError(
    "CORRUPT_STATISTICS",
    "XX000",
    "The table's statistics cannot be read; rows are not affected.",
    "CALL system.analyze writes them anew."
  )
  val TableChanged: HBaseError = HBaseError(
    "TABLE_CHANGED",
    "55000",
    "The SQL table was dropped or changed while it was analyzed, so nothing was stored.",
    "Call the procedure again."
  )
  val AlterConflict: HBaseError = HBaseError(
    "ALTER_CONFLICT",
    "40001",
    "Another session changed or dropped the table at the same time, and its change holds; this statement " +
      "changed nothing.",
    "Look at the table with DESCRIBE and repeat the statement if it is still wanted."
  )
  val TableBeingCreated: HBaseError = HBaseError(
    "TABLE_BEING_CREATED",
    "55006",
    "CREATE TABLE ... AS SELECT of another session writes this HBase table now, or died before it was done.",
    "If it died, CALL system.drop_staged with the table of that statement and repeat the statement. Otherwise " +
      "name another HBase table with hbase.table."
  )
  val ReplaceIntoExistingTable: HBaseError = HBaseError(
    "REPLACE_INTO_EXISTING_TABLE",
    "0A000",
    "REPLACE TABLE ... AS SELECT writes the rows to an HBase table of its own, so that the old rows stay " +
      "until it is done. It cannot write to an HBase table that exists.",
    "Leave the property hbase.table out, or name a table that does not exist."
  )
  val WriteOutdated: HBaseError = HBaseError(
    "WRITE_OUTDATED",
    "55000",
    "The SQL table was altered, replaced or dropped after this write was planned.",
    "Repeat the statement, or start the streaming query again. It then knows the columns of the table and " +
      "overwrites rows that were sent already."
  )
  val CannotChangeKey: HBaseError = HBaseError(
    "CANNOT_CHANGE_KEY",
    "0A000",
    "The columns of the PRIMARY KEY make up the row keys of stored rows. None can be added, dropped, or given " +
      "another type or NULLs.",
    "Create another table and copy the rows with INSERT INTO ... SELECT."
  )
  val CannotChangeType: HBaseError = HBaseError(
    "CANNOT_CHANGE_TYPE",
    "0A000",
    "The stored values of the column have the bytes of its type, so the type cannot change. Only a STRING, " +
      "CHAR or VARCHAR can be made longer.",
    "Add a column of the new type, fill it, and drop this one."
  )
  val CannotFillAddedColumn: HBaseError = HBaseError(
    "CANNOT_FILL_ADDED_COLUMN",
    "0A000",
    "The column cannot be added like this, because stored rows have no value for it and read as NULL.",
    "Add it without NOT NULL and without DEFAULT. ALTER COLUMN ... SET DEFAULT is for rows that are written " +
      "later."
  )
  val CannotAddPackedColumn: HBaseError = HBaseError(
    "CANNOT_ADD_PACKED_COLUMN",
    "0A000",
    "A column of layout packed is a field of a cell, and this column cannot become one. All rows must have " +
      "the cell, and all SQL tables over the HBase table must know its fields.",
    "Add the column to a family that has a packed cell, in a table that is alone over its HBase table. Or " +
      "copy the rows: CREATE TABLE ... AS SELECT."
  )
  val DroppedCellReused: HBaseError = HBaseError(
    "DROPPED_CELL_REUSED",
    "42809",
    "The cell may still hold values of a dropped column, which had another type or encoding and would be " +
      "misread.",
    "Give the new column another qualifier, or none."
  )
  val ColumnExists: HBaseError = HBaseError(
    "COLUMN_EXISTS",
    "42711",
    "The table has a column of this name already.",
    "Choose another name."
  )
  val UnknownColumn: HBaseError = HBaseError(
    "UNKNOWN_COLUMN",
    "42703",
    "The table has no such column.",
    "DESCRIBE lists the columns."
  )
  val CannotSetNotNull: HBaseError = HBaseError(
    "CANNOT_SET_NOT_NULL",
    "0A000",
    "A column that may hold NULLs cannot become NOT NULL, because rows with NULLs may be there.",
    "Add a column, fill it, and drop this one."
  )
  val CannotChangeProperty: HBaseError = HBaseError(
    "CANNOT_CHANGE_PROPERTY",
    "0A000",
    "This table property cannot change after CREATE TABLE, because stored rows follow from it or belong to " +
      "other programs, too.",
    "Create another table with the new value and copy the rows, or do what the reason names."
  )
  val UnknownProcedure: HBaseError = HBaseError(
    "UNKNOWN_PROCEDURE",
    "42883",
    "There is no such procedure.",
    "SHOW PROCEDURES lists them."
  )
  val UnknownTable: HBaseError = HBaseError(
    "UNKNOWN_TABLE",
    "42P01",
    "There is no such table in this catalog.",
    "Write its name as namespace.table, or table in namespace default."
  )
  val HBaseTableMissing: HBaseError = HBaseError(
    "HBASE_TABLE_MISSING",
    "42P01",
    "The SQL table exists, but its HBase table does not.",
    "If the table was replaced while the statement ran, run the statement again. Otherwise restore the HBase table, " +
      "or run DROP TABLE and CREATE TABLE."
  )
  val CreateTableFailed: HBaseError = HBaseError(
    "CREATE_TABLE_FAILED",
    "58000",
    "HBase refused to create or change the table.",
    "Mend what the reason, which is HBase's own, names. If it names the coprocessor jar, check that every " +
      "region server can read that path."
  )
  val NamespaceNotEmpty: HBaseError = HBaseError(
    "NAMESPACE_NOT_EMPTY",
    "2BP01",
    "The HBase namespace still holds HBase tables, so it cannot be dropped.",
    "Drop them first (DROP TABLE ... PURGE)."
  )
  val QuorumMissing: HBaseError = HBaseError(
    "QUORUM_MISSING",
    "42616",
    "Nothing says where the HBase cluster is.",
    "Set spark.sql.catalog.hbase.quorum to its ZooKeeper, host:port[,host:port...]; or " +
      "spark.sql.catalog.hbase.site to the path of its hbase-site.xml; or " +
      "spark.sql.catalog.hbase.hbase.client.bootstrap.servers to host:port[,host:port...] of masters or region " +
      "servers."
  )
  val UnknownOption: HBaseError = HBaseError(
    "UNKNOWN_OPTION",
    "42616",
    "There is no such option.",
    "Correct the name or leave the option out. docs/SQL.md lists the options, docs/MIGRATION.md those of " +
      "format hbase."
  )
  val InvalidOption: HBaseError = HBaseError(
    "INVALID_OPTION",
    "42616",
    "An option is missing or has a value that is not allowed.",
    "Give the option a value that docs/SQL.md lists for it, or docs/MIGRATION.md for format hbase."
  )
  val UnsupportedOption: HBaseError = HBaseError(
    "UNSUPPORTED_OPTION",
    "0A000",
    "This option of another connector changes what is read or written, and this connector cannot follow it " +
      "exactly.",
    "Leave it out and say the same in this connector's way (docs/MIGRATION.md)."
  )
  val ForeignEncoding: HBaseError = HBaseError(
    "FOREIGN_ENCODING",
    "0A000",
    "This column cannot be read and written exactly as the other connector does it.",
    "Declare the column in another type or encoding, or leave it out (docs/MIGRATION.md)."
  )
  val UnknownHBaseTable: HBaseError = HBaseError(
    "UNKNOWN_HBASE_TABLE",
    "42P01",
    "There is no such HBase table.",
    "Correct the name (namespace:table, or table in HBase's namespace default) or create the table. A write with " +
      "option newtable creates one that option catalog or hbase.columns.mapping declares."
  )
  val CoprocessorJarMissing: HBaseError = HBaseError(
    "COPROCESSOR_JAR_MISSING",
    "58030",
    "HBase cannot read the coprocessor's jar, so nothing was changed.",
    "Put it where the master and every region server can read it, and give that path as jar or in " +
      "spark.sql.hbase.coprocessor.jar."
  )
  val CoprocessorPathDenied: HBaseError = HBaseError(
    "COPROCESSOR_PATH_DENIED",
    "42501",
    "HBase does not load coprocessors from this path, so nothing was changed.",
    "Put the jar under a path of hbase.coprocessor.region.whitelist.paths, or add its path there."
  )
  val CoprocessorJarInvalid: HBaseError = HBaseError(
    "COPROCESSOR_JAR_INVALID",
    "58030",
    "HBase found the jar, but cannot load the coprocessor from it, so nothing was changed.",
    "Give the path of the product's region-server jar, of the version of this session or an older one."
  )
  val CoprocessorLoadedTwice: HBaseError = HBaseError(
    "COPROCESSOR_LOADED_TWICE",
    "55000",
    "The region servers load the coprocessor for all tables, and would load it once more for this one, so " +
      "nothing was changed.",
    "Take it out of hbase.coprocessor.region.classes and hbase.coprocessor.user.region.classes, or leave the " +
      "table without a jar of its own."
  )
  val CoprocessorNotAnswering: HBaseError = HBaseError(
    "COPROCESSOR_NOT_ANSWERING",
    "55000",
    "The coprocessor is attached to the table, but some of its regions do not run it; queries compute these " +
      "in Spark.",
    "See the logs of their region servers for why it was not loaded, or CALL system.detach_coprocessor."
  )
  val CoprocessorStillAnswering: HBaseError = HBaseError(
    "COPROCESSOR_STILL_ANSWERING",
    "55000",
    "The table does not name the coprocessor any more, but some of its regions run it.",
    "Take it out of hbase.coprocessor.region.classes and hbase.coprocessor.user.region.classes, or set " +
      "the property hbase.coprocessor to off."
  )
  val CellTooLarge: HBaseError = HBaseError(
    "CELL_TOO_LARGE",
    "22001",
    "A row needs a cell that is larger than HBase's client sends.",
    "Store long values elsewhere or in parts. Or raise the limit: " +
      "spark.sql.catalog.<name>.hbase.client.keyvalue.maxsize for clients, hbase.server.keyvalue.maxsize in " +
      "region servers."
  )
  val TooManyColumns: HBaseError = HBaseError(
    "TOO_MANY_COLUMNS",
    "54011",
    "The table has more columns, or columns with longer names and types, than one query can read.",
    "Declare fewer columns; a MAP or a STRUCT holds many values in one."
  )
  val UnknownSetting: HBaseError = HBaseError(
    "UNKNOWN_SETTING",
    "42616",
    "There is no such setting, and names that start with spark.sql.hbase. are reserved for this connector.",
    "Correct the name. docs/OPERATIONS.md lists the settings."
  )
  val NotOwned: HBaseError = HBaseError(
    "NOT_OWNED",
    "42501",
    "The statement would empty, drop or change an HBase table of another name that does not name the SQL " +
      "table as its owner. Whoever may write the metadata table can lead a SQL table to any HBase table.",
    "Check that this is the HBase table that you mean. If it is, run CALL <catalog>.system.claim_table(table " +
      "=> '<table>', hbase_table => '<hbaseTable>')."
  )
  val UnsupportedOverwrite: HBaseError = HBaseError(
    "UNSUPPORTED_OVERWRITE",
    "0A000",
    "mode(\"overwrite\") would delete every row of the HBase table that is not in the data; other connectors " +
      "only write rows by their keys.",
    "Use mode(\"append\") to write rows and to replace rows with the same keys. To delete the other rows, " +
      "make the table known by CREATE TABLE and use INSERT OVERWRITE."
  )
  val WriteFailed: HBaseError = HBaseError(
    "WRITE_FAILED",
    "58030",
    "HBase refused to store rows.",
    "Repeat the write, which overwrites the same cells."
  )
  val HiddenByLaterCells: HBaseError = HBaseError(
    "HIDDEN_BY_LATER_CELLS",
    "55000",
    "The statement is stored, but cells or delete markers with a later time hide changes of some of its rows. " +
      "The statement has the time of this driver's clock, or with the option time=server the time of the region " +
      "servers' clocks.",
    "Keep the clocks of drivers, region servers and other programs together. Run the statement again when " +
      "that time has come, or delete those rows up to it in HBase's shell."
  )
  val PartlyStored: HBaseError = HBaseError(
    "PARTLY_STORED",
    "58030",
    "The statement failed, and some of its changes may be stored: changes that this task sent, and changes of " +
      "its other tasks and attempts. All have the timestamp that is named here.",
    "Run the statement again, which overwrites them."
  )
  val RowOutsideTable: HBaseError = HBaseError(
    "ROW_OUTSIDE_TABLE",
    "23514",
    "The row key of a row does not start with the bytes of the property hbase.row.prefix, so the row would " +
      "belong to another program.",
    "Write rows of this table only, or declare a table with another prefix."
  )
  val DuplicateRowKey: HBaseError = HBaseError(
    "DUPLICATE_ROW_KEY",
    "23505",
    "The statement writes two rows with the same row key, and their order is undefined. A bulk load has " +
      "loaded nothing; an UPDATE or MERGE may have stored some changes.",
    "Write each key once, as with GROUP BY or dropDuplicates. An INSERT without the option write=bulk takes " +
      "one of the rows."
  )
  val MalformedInput: HBaseError = HBaseError(
    "MALFORMED_INPUT",
    "22000",
    "A record of the input does not fit the columns of the table, or lacks a value of a NOT NULL column.",
    "Correct the file, or name a folder for such records (bad_records)."
  )
  val BulkLoadFolderUnusable: HBaseError = HBaseError(
    "BULK_LOAD_FOLDER_UNUSABLE",
    "58030",
    "A bulk load could not write its files, and none of them was loaded.",
    "Let Spark write to the folder and the region servers read it, or name another one by " +
      "spark.sql.hbase.bulk.folder."
  )
  val BulkLoadFolderUnread: HBaseError = HBaseError(
    "BULK_LOAD_FOLDER_UNREAD",
    "58030",
    "The file system of the folder does not answer, so it is not known whether a bulk load has left its files there.",
    "Nothing has changed. Call the procedure again when what the reason names is mended."
  )
  val BulkLoadIncomplete: HBaseError = HBaseError(
    "BULK_LOAD_INCOMPLETE",
    "58030",
    "HBase has not taken over all files of a bulk load; rows of some regions may be there.",
    "Repeat the statement. Or, where a folder is named, CALL system.bulk_load_resume(path => folder); CALL " +
      "system.bulk_load_cleanup removes the folder."
  )
  val BulkLoadNotResumable: HBaseError = HBaseError(
    "BULK_LOAD_NOT_RESUMABLE",
    "55000",
    "The bulk load of this folder cannot be completed from its files.",
    "Repeat the statement that made it, which writes the same rows again, and remove the folder by CALL " +
      "system.bulk_load_cleanup."
  )
  val UnknownBulkLoad: HBaseError = HBaseError(
    "UNKNOWN_BULK_LOAD",
    "42704",
    "No bulk load has left its files in this folder.",
    "Give the path that an error or the log has named."
  )
  val UnsupportedBulkLoad: HBaseError = HBaseError(
    "UNSUPPORTED_BULK_LOAD",
    "0A000",
    "This table cannot be bulk-loaded.",
    "Write without the option write=bulk."
  )
  val AmbiguousRowKey: HBaseError = HBaseError(
    "AMBIGUOUS_ROW_KEY",
    "0A000",
    "The encoding of a key column can write one value as several byte strings, as 7 and 07. So the value does " +
      "not tell which row to change.",
    "Use INSERT, TRUNCATE TABLE or DELETE without a condition; change single rows with the program that wrote " +
      "them."
  )
  val StatementInterrupted: HBaseError = HBaseError(
    "STATEMENT_INTERRUPTED",
    "40003",
    "Spark lost rows that the statement had read before it began to write. Reading them again would change " +
      "some of them twice. Some changes may be stored, others not.",
    "Look at the table before you run the statement again."
  )
  val FullScanForbidden: HBaseError = HBaseError(
    "FULL_SCAN_FORBIDDEN",
    "54000",
    "The query reads every row of the table, which spark.sql.hbase.fullscan=error forbids.",
    "Add a condition on a column of the PRIMARY KEY, best on the first one, that is pushed down. Or set " +
      "spark.sql.hbase.fullscan to warn or allow. EXPLAIN shows the row keys that a query reads."
  )
  val SubqueryValueRefused: HBaseError = HBaseError(
    "SUBQUERY_VALUE_REFUSED",
    "54000",
    "Region servers do not take the value of a scalar subquery in a condition of the query; most likely it is " +
      "too long.",
    "Set spark.sql.hbase.coprocessor to false for this query, so that Spark checks the condition."
  )
  val TimeNotKept: HBaseError = HBaseError(
    "TIME_NOT_KEPT",
    "55000",
    "HBase may have dropped rows of the table at that time, because a column family does not keep them.",
    "Set the family to what is needed, which helps for later times. Or read what is left of that time with " +
      "option time.unchecked=true, which is exact if no row was deleted or written twice."
  )
  val VersionsNotKept: HBaseError = HBaseError(
    "VERSIONS_NOT_KEPT",
    "55000",
    "A column family keeps fewer versions of a cell than the states of each row that the query asks for.",
    "Ask for fewer. Or raise the table property hbase.versions, which helps for later writes, or read what is " +
      "left with option time.unchecked=true."
  )
  val TimeInFuture: HBaseError = HBaseError(
    "TIME_IN_FUTURE",
    "22008",
    "The query asks for a time that lies ahead, and nobody knows yet what the table will hold then.",
    "Leave the time out to read the present."
  )
  val SnapshotNotOpen: HBaseError = HBaseError(
    "SNAPSHOT_NOT_OPEN",
    "55000",
    "VERSION AS OF reads opened snapshots only.",
    "CALL system.open_snapshot(table => ..., name => ...) opens one that is there, system.snapshot makes one."
  )
  val UnknownSnapshot: HBaseError = HBaseError(
    "UNKNOWN_SNAPSHOT",
    "42704",
    "HBase has no snapshot of this name of the table.",
    "CALL system.snapshot(table => ..., name => ...) makes one."
  )
  val SnapshotFailed: HBaseError = HBaseError(
    "SNAPSHOT_FAILED",
    "58000",
    "HBase refused to make, open or close the snapshot; the table is as it was.",
    "Mend what the reason, which is HBase's own, names, and call the procedure again."
  )
  val InvalidArgument: HBaseError = HBaseError(
    "INVALID_ARGUMENT",
    "22023",
    "An argument of a procedure is missing or has a value that is not allowed.",
    "Give it a value that docs/SQL.md lists for it."
  )
  val LayoutAlreadyKnown: HBaseError = HBaseError(
    "LAYOUT_ALREADY_KNOWN",
    "42809",
    "This connector made the HBase table, so its layout is known and need not be guessed.",
    "Use its SQL table, or declare the layout again with CREATE TABLE and property hbase.table."
  )
  val NothingToInspect: HBaseError = HBaseError(
    "NOTHING_TO_INSPECT",
    "02000",
    "The HBase table has no rows, so nothing can be said of its columns.",
    "Name a table that has rows, or write the declaration by hand."
  )
  val ReadFailed: HBaseError = HBaseError(
    "READ_FAILED",
    "58030",
    "Reading from HBase failed.",
    "Run the query again: where the table was replaced or dropped while the query ran, it reads what is there " +
      "now. If it fails again, see what `pyspark-hbase doctor` says of the region servers."
  )
  val ServerNotResponding: HBaseError = HBaseError(
    "SERVER_NOT_RESPONDING",
    "08006",
    "HBase did not answer for as long as its client waits (hbase.client.operation.timeout).",
    "See whether ZooKeeper and the region servers run; `pyspark-hbase doctor` looks at all of them. Then run the " +
      "statement again."
  )
  val RightMissing: HBaseError = HBaseError(
    "RIGHT_MISSING",
    "42501",
    "HBase does not allow this to the user of the session.",
    "Have the right that the reason names granted to that user, or run as a user who has it."
  )
  val CommonJarMissing: HBaseError = HBaseError(
    "COMMON_JAR_MISSING",
    "58000",
    "Spark has the jar pyspark-hbase-spark of its line without pyspark-hbase-common, which holds HBase's client.",
    "Give Spark both jars, in spark.jars or on its class path; `pyspark-hbase jars` prints them."
  )
  val JarsDiffer: HBaseError = HBaseError(
    "JARS_DIFFER",
    "58000",
    "The jar pyspark-hbase-spark is of another line than Spark, or of another version than pyspark-hbase-common.",
    "Give Spark the two jars of one version and of its own line; `pyspark-hbase jars` prints them."
  )

  /** A value that a codec refused, with the codec's own code and sentence. */
  def ofCodec(e: CodecException): HBaseError = ofCode(e.code)

  /** The error of a codec's code, for who finds it without the codec. */
  def ofCode(code: CodecException.Code): HBaseError =
    HBaseError(code.name, ErrorCode.ofName(code.name).sqlState, code.sentence + ".")
}
