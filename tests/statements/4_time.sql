-- Time travel, states of rows, snapshots.

CREATE TABLE prices (item STRING, price INT, PRIMARY KEY (item)) USING hbase TBLPROPERTIES ('hbase.versions' = '2147483647', 'hbase.keep.deleted.cells' = 'true')

INSERT INTO prices VALUES ('tea', 3)

INSERT INTO prices VALUES ('tea', 4), ('milk', 1)

SELECT item, price FROM prices TIMESTAMP AS OF current_timestamp() ORDER BY item
----
milk	1
tea	4

SELECT count(*) FROM prices TIMESTAMP AS OF '2020-01-01 12:00:00'
----
0

SELECT count(*) FROM prices WITH ('time.start' = '2020-01-01', 'time.end' = '2020-02-01')
----
0

SELECT item, price FROM prices WITH (versions = 3) ORDER BY item, _timestamp DESC
----
milk	1
tea	4
tea	3

-- fails: SPARKSQL_HBASE.TIME_IN_FUTURE
SELECT * FROM prices TIMESTAMP AS OF timestamp'2999-01-01'

-- fails: SPARKSQL_HBASE.INVALID_OPTION
SELECT * FROM prices WITH (versions = 0)

-- fails: SPARKSQL_HBASE.UNKNOWN_OPTION
SELECT * FROM prices WITH ('time.begin' = '3')

-- fails: SPARKSQL_HBASE.TIME_NOT_KEPT
SELECT * FROM goods TIMESTAMP AS OF current_timestamp()

SELECT count(*) FROM goods TIMESTAMP AS OF current_timestamp() WITH ('time.unchecked' = 'true')
----
4

-- fails: SPARKSQL_HBASE.VERSIONS_NOT_KEPT
SELECT * FROM crew WITH (versions = 3)

CALL hbase.system.snapshot(table => '{ns}.prices', name => 'monday_{ns}')

-- fails: SPARKSQL_HBASE.SNAPSHOT_FAILED
CALL hbase.system.snapshot(table => '{ns}.prices', name => 'monday_{ns}')

-- fails: SPARKSQL_HBASE.UNKNOWN_TABLE
CALL hbase.system.snapshot(table => '{ns}.nowhere', name => 'tuesday')

-- fails: SPARKSQL_HBASE.SNAPSHOT_NOT_OPEN
SELECT * FROM prices VERSION AS OF 'monday_{ns}'

CALL hbase.system.open_snapshot(table => '{ns}.prices', name => 'monday_{ns}')

-- fails: SPARKSQL_HBASE.UNKNOWN_SNAPSHOT
CALL hbase.system.open_snapshot(table => '{ns}.prices', name => 'tuesday')

DELETE FROM prices

SELECT item, price FROM prices VERSION AS OF 'monday_{ns}' ORDER BY item
----
milk	1
tea	4

SELECT count(*) FROM prices
----
0

CALL hbase.system.close_snapshot(table => '{ns}.prices', name => 'monday_{ns}')
