-- What is known of tables, where queries run, and tables that options declare.

-- shows: CREATE TABLE
-- shows: facts
CALL hbase.system.inspect(table => 'cells_{ns}')

-- fails: SPARKSQL_HBASE.UNKNOWN_HBASE_TABLE
CALL hbase.system.inspect(table => 'nowhere')

-- fails: SPARKSQL_HBASE.OWN_LAYOUT
CALL hbase.system.inspect(table => '{ns}:stock')

-- fails: SPARKSQL_HBASE.INVALID_ARGUMENT
CALL hbase.system.inspect(table => 'cells_{ns}', rows => 0)

CALL hbase.system.analyze(table => '{ns}.goods')

-- shows: 4 rows
DESCRIBE EXTENDED goods

-- fails: SPARKSQL_HBASE.UNKNOWN_TABLE
CALL hbase.system.analyze(table => '{ns}.nowhere')

-- fails: SPARKSQL_HBASE.UNKNOWN_PROCEDURE
CALL hbase.system.no_such()

CALL hbase.system.version()

-- fails: SPARKSQL_HBASE.UNKNOWN_BULK_LOAD
CALL hbase.system.bulk_load_resume(path => '{folder}/nothing')

-- fails: SPARKSQL_HBASE.UNKNOWN_BULK_LOAD
CALL hbase.system.bulk_load_cleanup(path => '{folder}/nothing')

SELECT shop, item, length(_rowkey), _timestamp > timestamp'2020-01-01', length(_region) FROM goods WHERE item = 'saw'
----
1	saw	9	true	32

-- fails: UNRESOLVED_COLUMN.WITH_SUGGESTION
SELECT _rowkeys FROM goods

SELECT count(*) FROM goods.regions
----
2

SELECT family, versions, ttl_seconds FROM goods.families
----
d	3	86400

-- shows: SparkSQLRegionObserver
SELECT class FROM goods.coprocessors

-- fails: TABLE_OR_VIEW_NOT_FOUND
SELECT * FROM goods.segments

-- fails: SPARKSQL_HBASE.UNSUPPORTED_STATEMENT
SELECT * FROM goods.regions TIMESTAMP AS OF current_timestamp()

-- shows: PartialAggregate
EXPLAIN SELECT item, count(*) FROM goods GROUP BY item

CALL hbase.system.detach_coprocessor(table => '{ns}.goods')

-- fails: SPARKSQL_HBASE.COPROCESSOR_MISSING
SELECT count(*) FROM goods WITH (coprocessor = 'require')

SELECT count(*) FROM goods
----
4

CALL hbase.system.attach_coprocessor(table => '{ns}.goods')

SET spark.sql.hbase.coprocessor = require

SELECT count(*) FROM goods
----
4

SELECT count(*) FROM goods WITH (coprocessor = 'off')
----
4

-- fails: SPARKSQL_HBASE.INVALID_OPTION
SELECT count(*) FROM goods WITH (coprocessor = 'yes')

RESET spark.sql.hbase.coprocessor

ALTER TABLE goods SET TBLPROPERTIES ('hbase.coprocessor' = 'off')

-- fails: SPARKSQL_HBASE.INVALID_PROPERTY
ALTER TABLE goods SET TBLPROPERTIES ('hbase.coprocessor' = 'yes')

-- fails: SPARKSQL_HBASE.COPROCESSOR_JAR_MISSING
CALL hbase.system.attach_coprocessor(table => '{ns}.goods', jar => '{folder}/nothing.jar')

-- fails: SPARKSQL_HBASE.UNKNOWN_TABLE
CALL hbase.system.detach_coprocessor(table => '{ns}.nowhere')

-- Cells of another type.
CREATE TABLE misread (id STRING, name BIGINT, PRIMARY KEY (id)) MAPPED BY (cells_{ns}, COLS=[name=who.n])

-- fails: SPARKSQL_HBASE.CORRUPT_VALUE
SELECT sum(name) FROM misread

SELECT sum(name) FROM misread WITH ('mode' = 'permissive')
----
NULL

-- fails: SPARKSQL_HBASE.INVALID_OPTION
SELECT sum(name) FROM misread WITH ('mode' = 'x')

CREATE TEMPORARY VIEW by_options USING hbase OPTIONS (hbaseTableName 'cells_{ns}', tableName 'people', colsSeq 'id,name', keyCols 'id,STRING', nonKeyCols 'name,STRING,who,n')

SELECT * FROM by_options WHERE id = '7'
----
7	Ada

CREATE TEMPORARY VIEW by_catalog USING hbase OPTIONS (catalog '{"table": {"name": "cells_{ns}"}, "rowkey": "k", "columns": {"id": {"cf": "rowkey", "col": "k", "type": "string"}, "name": {"cf": "who", "col": "n", "type": "string"}}}')

SELECT name FROM by_catalog WHERE id = '8'
----
Bob

CREATE TEMPORARY VIEW by_mapping USING hbase OPTIONS (`hbase.table` 'cells_{ns}', `hbase.columns.mapping` 'id STRING :key, name STRING who:n')

SELECT id FROM by_mapping WHERE name = 'Eve'
----
9

-- fails: SPARKSQL_HBASE.UNKNOWN_OPTION
CREATE TEMPORARY VIEW refused USING hbase OPTIONS (`hbase.table` 'cells_{ns}', `hbase.columns.maping` 'id STRING :key')

-- fails: SPARKSQL_HBASE.FOREIGN_ENCODING
CREATE TEMPORARY VIEW refused USING hbase OPTIONS (`hbase.table` 'cells_{ns}', `hbase.columns.mapping` 'id STRING :key, at TIMESTAMP who:at')

DROP TABLE prices PURGE
