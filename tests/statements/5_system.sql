-- What is known of tables, where queries run, and tables that options declare.

-- shows: CREATE TABLE
-- shows: facts
CALL hbase.system.inspect(table => 'cells_{ns}')

-- fails: SPARKSQL_HBASE.UNKNOWN_HBASE_TABLE
CALL hbase.system.inspect(table => 'nowhere')

-- fails: SPARKSQL_HBASE.LAYOUT_ALREADY_KNOWN
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
CALL hbase.system.bulk_load_resume(path => 'nowhere://host/nothing')

-- fails: SPARKSQL_HBASE.BULK_LOAD_FOLDER_UNREAD
CALL hbase.system.bulk_load_resume(path => 'http://127.0.0.1:1/nothing')

-- fails: SPARKSQL_HBASE.UNKNOWN_BULK_LOAD
CALL hbase.system.bulk_load_cleanup(path => '{folder}/nothing')

SELECT shop, item, length(_rowkey), _timestamp > timestamp'2020-01-01', length(_region) FROM goods WHERE item = 'saw'
----
1	saw	10	true	32

-- fails: UNRESOLVED_COLUMN.WITH_SUGGESTION
SELECT _rowkeys FROM goods

CREATE TABLE seen (id INT NOT NULL, n INT, note STRING, PRIMARY KEY (id)) USING hbase

INSERT INTO seen SELECT id, id, 'new' FROM range(8)

DELETE FROM seen WHERE _timestamp < timestamp'2020-01-01'

SELECT count(*) FROM seen
----
8

DELETE FROM seen WHERE _timestamp > timestamp'2020-01-01' AND id = 1

DELETE FROM seen WHERE _rowkey = X'80000002'

DELETE FROM seen WHERE n = 3 AND id IN (SELECT id FROM seen WHERE _timestamp > timestamp'2020-01-01')

UPDATE seen SET note = concat('in ', _region) WHERE length(_region) = 32 AND id = 4

SELECT id FROM seen WHERE note = concat('in ', _region)
----
4

MERGE INTO seen t USING (SELECT 5 AS id UNION ALL SELECT 9) s ON t.id = s.id AND t._timestamp > timestamp'2020-01-01' WHEN MATCHED AND length(_rowkey) = 4 THEN UPDATE SET n = 50, note = hex(_rowkey) WHEN NOT MATCHED THEN INSERT (id, n) VALUES (s.id, 90) WHEN NOT MATCHED BY SOURCE AND t.id > 5 AND _region IS NOT NULL THEN DELETE

SELECT id, n, note FROM seen WHERE id <> 4 ORDER BY id
----
0	0	new
5	50	80000005
9	90	NULL

ANALYZE TABLE seen COMPUTE STATISTICS NOSCAN

ANALYZE TABLE seen COMPUTE STATISTICS

-- shows: 4 rows
DESCRIBE EXTENDED seen

INSERT INTO seen VALUES (10, 1, NULL)

ANALYZE TABLE seen COMPUTE STATISTICS FOR ALL COLUMNS

-- shows: 5 rows
DESCRIBE EXTENDED seen

ANALYZE TABLES COMPUTE STATISTICS

-- fails: TABLE_OR_VIEW_NOT_FOUND
ANALYZE TABLE nowhere COMPUTE STATISTICS

DROP TABLE seen

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
