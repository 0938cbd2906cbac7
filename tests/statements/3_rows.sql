-- Writing rows. One HBase table in layout columns is enough, with a STRUCT over two cells and a family as a map.

CREATE TABLE crew (id INT, who STRUCT<name: STRING, age: INT>, tags MAP<STRING, INT>, n BIGINT, PRIMARY KEY (id)) USING hbase
  TBLPROPERTIES ('hbase.layout' = 'columns', 'hbase.column.who.name.qualifier' = 'n', 'hbase.column.who.age.qualifier' = 'a',
    'hbase.column.n.qualifier' = 'number', 'hbase.column.tags.family' = 't', 'hbase.column.tags.qualifier' = '*')

INSERT INTO crew VALUES (1, struct('ada', 36), map('x', 1), 10), (2, NULL, NULL, 20), (3, struct('eve', NULL), map('x', 2, 'y', 3), 30)

INSERT INTO crew BY NAME SELECT 40L AS n, 4 AS id

INSERT INTO crew (id, n) VALUES (5, 50), (6, 60)

SELECT id, to_json(who), tags['x'], n FROM crew ORDER BY id
----
1	{"name":"ada","age":36}	1	10
2	NULL	NULL	20
3	{"name":"eve"}	2	30
4	NULL	NULL	40
5	NULL	NULL	50
6	NULL	NULL	60

-- fails: INCOMPATIBLE_DATA_FOR_TABLE.CANNOT_FIND_DATA
INSERT INTO crew (n) VALUES (1)

-- fails: CAST_OVERFLOW_IN_TABLE_INSERT
INSERT INTO crew (id, n) VALUES (5000000000, 1)

-- fails: SPARKSQL_HBASE.INVALID_FAMILY_MAP_ENTRY
INSERT INTO crew VALUES (7, NULL, map('x', NULL), 1)

UPDATE crew SET who.age = 5, n = n + 1 WHERE who.name = 'eve'

UPDATE crew SET id = 60 WHERE id = 6

-- fails: SPARKSQL_HBASE.DUPLICATE_ROW_KEY
UPDATE crew SET id = 9 WHERE id < 3

-- Of a statement that is refused while it writes some changes may be there.
DELETE FROM crew WHERE id = 9

-- fails: UNRESOLVED_COLUMN.WITH_SUGGESTION
UPDATE crew SET no = 1

DELETE FROM crew WHERE id = 4

DELETE FROM crew WHERE n > 40 AND n < 60 AND who IS NULL

-- fails: UNRESOLVED_COLUMN.WITH_SUGGESTION
DELETE FROM crew WHERE no = 1

MERGE INTO crew t USING (SELECT * FROM VALUES (1, 'lady'), (2, NULL), (70, 'new') AS v(id, name)) u ON t.id = u.id
  WHEN MATCHED AND u.name IS NULL THEN DELETE
  WHEN MATCHED THEN UPDATE SET t.who.name = concat(u.name, ' ', t.who.name)
  WHEN NOT MATCHED THEN INSERT (id, n) VALUES (u.id, 0)
  WHEN NOT MATCHED BY SOURCE AND t.id = 60 THEN UPDATE SET n = -1

-- fails: MERGE_CARDINALITY_VIOLATION
MERGE INTO crew t USING (SELECT * FROM VALUES (1, 'a'), (1, 'b') AS v(id, name)) u ON t.id = u.id WHEN MATCHED THEN UPDATE SET n = 0

ALTER TABLE crew ADD COLUMN who.town STRING

SELECT id, who.name, who.age, who.town, tags['y'], n FROM crew ORDER BY id
----
1	lady ada	36	NULL	NULL	10
3	eve	5	NULL	3	31
60	NULL	NULL	NULL	NULL	-1
70	NULL	NULL	NULL	NULL	0

INSERT INTO crew WITH ('write' = 'bulk') SELECT CAST(id AS INT), NULL, NULL, id FROM range(100, 102)

-- fails: SPARKSQL_HBASE.DUPLICATE_ROW_KEY
INSERT INTO crew WITH ('write' = 'bulk') SELECT 1, NULL, NULL, id FROM range(2)

-- fails: SPARKSQL_HBASE.UNKNOWN_OPTION
INSERT INTO crew WITH ('wirte' = 'bulk') SELECT 1, NULL, NULL, 1

SELECT count(*), sum(n) FROM crew WHERE id >= 100
----
2	201

INSERT OVERWRITE crew SELECT id, who, tags, n FROM crew WHERE id < 4

-- fails: USER_RAISED_EXCEPTION
INSERT OVERWRITE crew SELECT id, who, tags, IF(id = 3, CAST(raise_error('no') AS BIGINT), n) FROM crew

SELECT id, n FROM crew ORDER BY id
----
1	10
3	31

INSERT INTO goods (shop, item) VALUES (1, 'a\0b')

SELECT shop, length(item) FROM goods WHERE item = 'a\0b'
----
1	3

DELETE FROM goods WHERE item = 'a\0b'

SET spark.sql.hbase.fullscan = error

-- fails: SPARKSQL_HBASE.FULL_SCAN_FORBIDDEN
DELETE FROM crew WHERE n > 5

RESET spark.sql.hbase.fullscan

DELETE FROM crew

SELECT count(*) FROM crew
----
0
