-- Tables in Spark's own grammar.

CREATE TABLE stock (shop INT NOT NULL, item STRING NOT NULL COMMENT 'its name', price DECIMAL(4,1), many BIGINT DEFAULT 7, PRIMARY KEY (item, shop))
  USING hbase CLUSTERED BY (item) INTO 2 BUCKETS COMMENT 'what there is'
  TBLPROPERTIES ('hbase.compression' = 'gz', 'hbase.data.block.encoding' = 'fast_diff', 'hbase.bloom' = 'rowcol', 'hbase.ttl' = '86400', 'team' = 'a')

CREATE TABLE IF NOT EXISTS stock (other INT, PRIMARY KEY (other)) USING hbase

INSERT INTO stock (shop, item, price) VALUES (1, 'nail', 0.5), (2, 'nail', 0.4), (1, 'saw', NULL)

SELECT shop, item, price, many FROM stock ORDER BY item, shop
----
1	nail	0.5	7
2	nail	0.4	7
1	saw	NULL	7

-- shows: PARTITIONED BY (bucket(2, item))
-- shows: 'hbase.compression' = 'gz'
-- shows: many BIGINT DEFAULT 7
-- shows: PRIMARY KEY
SHOW CREATE TABLE stock

-- shows: item: row key part 1, ordered, ascending
-- shows: shop: row key part 2, ordered, ascending; =, IN, <, >, BETWEEN limit row keys; filtered in the region server
-- shows: _rowkey, _timestamp, _region: filtered in Spark
-- shows: its name
-- shows: what there is
DESCRIBE EXTENDED stock

-- shows: rowcol
SHOW TBLPROPERTIES stock

-- shows: price
SHOW COLUMNS IN stock

-- shows: stock
SHOW TABLES IN hbase.{ns} LIKE 'st*'

-- fails: TABLE_OR_VIEW_ALREADY_EXISTS
CREATE TABLE stock (id INT NOT NULL, PRIMARY KEY (id)) USING hbase

-- fails: SPARKSQL_HBASE.NO_PRIMARY_KEY
CREATE TABLE refused (id INT NOT NULL) USING hbase

-- fails: idd
CREATE TABLE refused (id INT NOT NULL, PRIMARY KEY (idd)) USING hbase

-- fails: SPARKSQL_HBASE.UNSUPPORTED_TYPE
CREATE TABLE refused (id INT NOT NULL, m STRING COLLATE UTF8_LCASE, PRIMARY KEY (id)) USING hbase

-- fails: SPARKSQL_HBASE.NESTED_KEY_COLUMN
CREATE TABLE refused (id ARRAY<INT> NOT NULL, PRIMARY KEY (id)) USING hbase

CREATE TABLE of_bytes (id BINARY NOT NULL, n INT NOT NULL, PRIMARY KEY (id, n)) USING hbase

DROP TABLE of_bytes PURGE

-- fails: didYouMean=hbase.family
CREATE TABLE refused (id INT NOT NULL, PRIMARY KEY (id)) USING hbase TBLPROPERTIES ('hbase.famly' = 'f')

-- fails: packed, columns
CREATE TABLE refused (id INT NOT NULL, PRIMARY KEY (id)) USING hbase TBLPROPERTIES ('hbase.layout' = 'rows')

-- fails: SPARKSQL_HBASE.INVALID_SPLITS
CREATE TABLE refused (id INT NOT NULL, PRIMARY KEY (id)) USING hbase TBLPROPERTIES ('hbase.splits' = '2; 1')

-- fails: SPARKSQL_HBASE.INVALID_KEY_PREFIX
CREATE TABLE refused (id INT NOT NULL, v INT, PRIMARY KEY (id)) USING hbase CLUSTERED BY (v) INTO 2 BUCKETS

-- fails: SPARKSQL_HBASE.UNSUPPORTED_STATEMENT
CREATE TABLE refused (id INT NOT NULL, v INT, PRIMARY KEY (id)) USING hbase PARTITIONED BY (v)

-- fails: SPARKSQL_HBASE.UNSUPPORTED_STATEMENT
CREATE TABLE refused (id INT NOT NULL, PRIMARY KEY (id)) USING hbase LOCATION '/tmp/x'

-- fails: SCHEMA_NOT_FOUND
CREATE TABLE hbase.nowhere.refused (id INT NOT NULL, PRIMARY KEY (id)) USING hbase

-- fails: SPARKSQL_HBASE.COLUMN_NOT_MAPPED
CREATE TABLE refused (id INT NOT NULL, v INT, PRIMARY KEY (id)) USING hbase TBLPROPERTIES ('hbase.mapped' = 'true', 'hbase.table' = 'cells_{ns}')

ALTER TABLE stock ADD COLUMNS (note STRING COMMENT 'or nothing', colour CHAR(3) AFTER item)

ALTER TABLE stock RENAME COLUMN many TO count

ALTER TABLE stock ALTER COLUMN note SET DEFAULT 'new'

ALTER TABLE stock ALTER COLUMN price COMMENT 'in euros'

INSERT INTO stock (shop, item, colour) VALUES (3, 'drill', 'red')

SELECT * FROM stock WHERE item < 'o' ORDER BY item, shop
----
3	drill	red	NULL	7	new
1	nail	NULL	0.5	7	NULL
2	nail	NULL	0.4	7	NULL

ALTER TABLE stock DROP COLUMN colour

ALTER TABLE stock SET TBLPROPERTIES ('team' = 'b')

ALTER TABLE stock UNSET TBLPROPERTIES ('team')

ALTER TABLE stock SET TBLPROPERTIES ('hbase.versions' = '3')

-- fails: SPARKSQL_HBASE.CANNOT_CHANGE_KEY
ALTER TABLE stock DROP COLUMN shop

-- fails: SPARKSQL_HBASE.CANNOT_CHANGE_TYPE
ALTER TABLE stock ALTER COLUMN price TYPE DECIMAL(6,1)

-- fails: SPARKSQL_HBASE.CANNOT_SET_NOT_NULL
ALTER TABLE stock ALTER COLUMN price SET NOT NULL

-- fails: SPARKSQL_HBASE.CANNOT_FILL_ADDED_COLUMN
ALTER TABLE stock ADD COLUMN size INT NOT NULL

-- fails: FIELD_ALREADY_EXISTS
ALTER TABLE stock ADD COLUMN note STRING

-- fails: SPARKSQL_HBASE.CANNOT_CHANGE_PROPERTY
ALTER TABLE stock SET TBLPROPERTIES ('hbase.layout' = 'columns')

-- fails: SPARKSQL_HBASE.UNKNOWN_PROPERTY
ALTER TABLE stock SET TBLPROPERTIES ('hbase.tll' = '1')

ALTER TABLE stock RENAME TO {ns}.goods

-- fails: TABLE_OR_VIEW_NOT_FOUND
ALTER TABLE stock RENAME TO {ns}.other

-- fails: SPARKSQL_HBASE.NO_PRIMARY_KEY
CREATE TABLE copied USING hbase AS SELECT * FROM goods

CREATE TABLE copied USING hbase TBLPROPERTIES ('hbase.key' = 'item, shop') AS SELECT shop, item, count FROM goods

-- fails: USER_RAISED_EXCEPTION
CREATE TABLE half USING hbase TBLPROPERTIES ('hbase.key' = 'item, shop') AS SELECT shop, item, IF(shop = 2, raise_error('stop'), 1) AS n FROM goods

-- fails: TABLE_OR_VIEW_NOT_FOUND
SELECT * FROM half

REPLACE TABLE copied USING hbase TBLPROPERTIES ('hbase.key' = 'shop') AS SELECT shop, sum(count) AS count FROM copied GROUP BY shop

SELECT * FROM copied ORDER BY shop
----
1	14
2	7
3	7

-- fails: TABLE_OR_VIEW_NOT_FOUND
REPLACE TABLE nowhere USING hbase TBLPROPERTIES ('hbase.key' = 'shop') AS SELECT 1 AS shop

-- fails: SPARKSQL_HBASE.REPLACE_INTO_EXISTING_TABLE
CREATE OR REPLACE TABLE copied USING hbase TBLPROPERTIES ('hbase.key' = 'shop', 'hbase.table' = 'cells_{ns}', 'hbase.family' = 'who') AS SELECT 1 AS shop

CREATE TABLE alike LIKE copied

SELECT count(*) FROM alike
----
0

-- fails: TABLE_OR_VIEW_NOT_FOUND
CREATE TABLE unlike LIKE nowhere

CREATE TEMPORARY VIEW cheap AS SELECT item FROM goods WHERE price < 0.5

SELECT * FROM cheap
----
nail

DROP VIEW cheap

TRUNCATE TABLE copied

SELECT count(*) FROM copied
----
0

-- fails: TABLE_OR_VIEW_NOT_FOUND
TRUNCATE TABLE nowhere

DROP TABLE alike PURGE

-- fails: TABLE_OR_VIEW_NOT_FOUND
DROP TABLE alike PURGE

-- shows: {ns}
SHOW NAMESPACES IN hbase

-- shows: {ns}
DESCRIBE NAMESPACE EXTENDED hbase.{ns}

-- fails: SCHEMA_ALREADY_EXISTS
CREATE NAMESPACE hbase.{ns}

-- fails: SCHEMA_NOT_EMPTY
DROP NAMESPACE hbase.{ns}

-- fails: SPARKSQL_HBASE.NAMESPACE_NOT_EMPTY
DROP NAMESPACE hbase.{ns} CASCADE

-- fails: SCHEMA_NOT_FOUND
DROP NAMESPACE hbase.nowhere

DROP NAMESPACE IF EXISTS hbase.nowhere
