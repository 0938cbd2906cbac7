-- The dialect of the proposal.

CREATE NAMESPACE hbase.{ns}

USE hbase.{ns}

CREATE TABLE people (id INT, name STRING, age SHORT, PRIMARY KEY (id)) MAPPED BY (cells_{ns}, COLS=[name=who.n, age=facts.a]) IN StringFormat

CREATE TABLE IF NOT EXISTS people (id INT, name STRING, age SHORT, PRIMARY KEY (id)) MAPPED BY (cells_{ns}, COLS=[name=who.n, age=facts.a]) IN StringFormat

-- fails: TABLE_OR_VIEW_ALREADY_EXISTS
CREATE TABLE people (id INT, name STRING, age SHORT, PRIMARY KEY (id)) MAPPED BY (cells_{ns}, COLS=[name=who.n, age=facts.a])

INSERT INTO TABLE people VALUES (7, 'Ada', 36), (8, 'Zoe', 1)

INSERT INTO TABLE people SELECT 8, 'Bob', NULL

-- fails: INSERT_COLUMN_ARITY_MISMATCH.NOT_ENOUGH_DATA_COLUMNS
INSERT INTO TABLE people VALUES (1, 'a')

-- fails: INCOMPATIBLE_DATA_FOR_TABLE.CANNOT_SAFELY_CAST
INSERT INTO TABLE people SELECT 'one', 'a', 1

-- fails: NOT_NULL_ASSERT_VIOLATION
INSERT INTO TABLE people VALUES (CAST(NULL AS INT), 'a', 1)

SELECT * FROM people WHERE id < 100 ORDER BY id
----
7	Ada	36
8	Bob	NULL

-- shows: people
SHOW TABLES

-- shows: smallint
DESCRIBE people

-- Another SQL table over the same cells, in the proposal's own bytes.
CREATE TABLE binary_people (id STRING, age SHORT, PRIMARY KEY (id)) MAPPED BY (cells_{ns}, COLS=[age=facts.binary])

INSERT INTO binary_people VALUES ('7', 300)

SELECT * FROM binary_people WHERE id = '7'
----
7	300

CREATE TABLE kinds (id integer, a byte, b short, c int, d long, e float, f double, g string, h boolean, i bool, PRIMARY KEY (id))
  MAPPED BY (cells_{ns}, COLS=[a=who.a, b=who.b, c=who.c, d=who.d, e=who.e, f=who.f, g=who.g, h=who.h, i=who.i]) IN StringFormat

INSERT INTO kinds VALUES (50, 1, 2, 3, 4, 5.5, 6.25, 'g', true, false)

SELECT * FROM kinds WHERE id = 50
----
50	1	2	3	4	5.5	6.25	g	true	false

-- fails: SPARKSQL_HBASE.MAPPED_TABLE_MISSING
CREATE TABLE refused (id INT, name STRING, PRIMARY KEY (id)) MAPPED BY (nowhere, COLS=[name=who.n])

-- fails: SPARKSQL_HBASE.FAMILY_MISSING
CREATE TABLE refused (id INT, name STRING, PRIMARY KEY (id)) MAPPED BY (cells_{ns}, COLS=[name=figures.n])

-- fails: SPARKSQL_HBASE.KEY_COLUMN_MAPPED
CREATE TABLE refused (id INT, name STRING, PRIMARY KEY (id)) MAPPED BY (cells_{ns}, COLS=[id=who.i, name=who.n])

-- fails: SPARKSQL_HBASE.COLUMN_MAPPED_TWICE
CREATE TABLE refused (id INT, name STRING, PRIMARY KEY (id)) MAPPED BY (cells_{ns}, COLS=[name=who.n, name=who.m])

-- fails: SPARKSQL_HBASE.DUPLICATE_MAPPING
CREATE TABLE refused (id INT, name STRING, age INT, PRIMARY KEY (id)) MAPPED BY (cells_{ns}, COLS=[name=who.n, age=who.n])

-- fails: SPARKSQL_HBASE.COLUMN_NOT_MAPPED
CREATE TABLE refused (id INT, name STRING, age INT, PRIMARY KEY (id)) MAPPED BY (cells_{ns}, COLS=[age=who.n])

-- fails: didYouMean=name
CREATE TABLE refused (id INT, name STRING, PRIMARY KEY (id)) MAPPED BY (cells_{ns}, COLS=[nme=who.n])

-- fails: SPARKSQL_HBASE.NO_PRIMARY_KEY
CREATE TABLE refused (id INT, name STRING) MAPPED BY (cells_{ns}, COLS=[id=who.i, name=who.n])

-- fails: UNSUPPORTED_DATATYPE
CREATE TABLE refused (id INT, name TEXT, PRIMARY KEY (id)) MAPPED BY (cells_{ns}, COLS=[name=who.n])

-- fails: SPARKSQL_HBASE.UNSUPPORTED_TYPE
CREATE TABLE refused (id INT, v VARIANT, PRIMARY KEY (id)) MAPPED BY (cells_{ns}, COLS=[v=who.v])

-- fails: expected ',' and COLS=[...]
CREATE TABLE refused (id INT, name STRING, PRIMARY KEY (id)) MAPPED BY (cells_{ns})

-- fails: SPARKSQL_HBASE.NOT_AN_HBASE_CATALOG
CREATE TABLE spark_catalog.default.refused (id INT, name STRING, PRIMARY KEY (id)) MAPPED BY (cells_{ns}, COLS=[name=who.n])

-- fails: SCHEMA_NOT_FOUND
CREATE TABLE hbase.nowhere.refused (id INT, name STRING, PRIMARY KEY (id)) MAPPED BY (cells_{ns}, COLS=[name=who.n])

ALTER TABLE people ADD size LONG MAPPED BY (size = facts.s)

INSERT INTO TABLE people (id, name, size) VALUES (9, 'Eve', 170)

SELECT name, size FROM people WHERE id IN (7, 9) ORDER BY id
----
Ada	NULL
Eve	170

-- fails: SPARKSQL_HBASE.FAMILY_MISSING
ALTER TABLE people ADD weight INT MAPPED BY (weight = figures.s)

-- fails: SPARKSQL_HBASE.DUPLICATE_MAPPING
ALTER TABLE people ADD weight INT MAPPED BY (weight = facts.s)

-- fails: SPARKSQL_HBASE.COLUMN_EXISTS
ALTER TABLE people ADD Age INT MAPPED BY (Age = facts.b)

-- fails: SPARKSQL_HBASE.UNSUPPORTED_TYPE
ALTER TABLE people ADD weight VARIANT MAPPED BY (weight = facts.w)

-- fails: SPARKSQL_HBASE.UNSUPPORTED_STATEMENT
ALTER TABLE people ADD weight INT FIRST MAPPED BY (weight = facts.w)

-- fails: UNSUPPORTED_DATATYPE
ALTER TABLE people ADD weight WORD MAPPED BY (weight = facts.w)

-- fails: PARSE_SYNTAX_ERROR
ALTER TABLE people ADD weight INT MAPPED BY (length = facts.w)

-- fails: TABLE_OR_VIEW_NOT_FOUND
ALTER TABLE nowhere ADD weight INT MAPPED BY (weight = facts.w)

-- fails: SPARKSQL_HBASE.NOT_AN_HBASE_CATALOG
ALTER TABLE spark_catalog.default.t ADD c INT MAPPED BY (c = who.c)

ALTER TABLE people DROP size

-- fails: UNRESOLVED_COLUMN.WITH_SUGGESTION
SELECT size FROM people

-- fails: SPARKSQL_HBASE.CANNOT_CHANGE_KEY
ALTER TABLE people DROP id

-- fails: TABLE_OR_VIEW_NOT_FOUND
ALTER TABLE nowhere DROP size

INSERT OVERWRITE DIRECTORY '{folder}/comma' USING csv SELECT 701, 'Ada', 36

INSERT OVERWRITE DIRECTORY '{folder}/bar' USING csv OPTIONS (sep '|') SELECT 702, 'Bob', CAST(NULL AS INT)

LOAD DATA INPATH '{folder}/comma' INTO TABLE people

LOAD DATA PARALLEL INPATH '{folder}/bar' INTO TABLE people FIELDS TERMINATED BY '|'

SELECT * FROM people WHERE id > 700 ORDER BY id
----
701	Ada	36
702	Bob	NULL

-- fails: SPARKSQL_HBASE.MALFORMED_INPUT
LOAD DATA INPATH '{folder}/bar' INTO TABLE people

-- fails: PATH_NOT_FOUND
LOAD DATA INPATH '{folder}/nothing' INTO TABLE people

-- fails: PARSE_SYNTAX_ERROR
LOAD DATA LOCAL INPATH '{folder}/comma' INTO TABLE people

-- fails: TABLE_OR_VIEW_NOT_FOUND
LOAD DATA INPATH '{folder}/comma' INTO TABLE spark_catalog.default.nowhere

-- Words of the dialect are names elsewhere.
CREATE TABLE mapped (load INT, add STRING, cols INT, parallel INT, format INT, key INT, PRIMARY KEY (load))
  MAPPED BY (cells_{ns}, COLS=[add=who.load, cols=facts.data, parallel=facts.parallel, format=facts.mapped, key=facts.key]) IN StringFormat

INSERT INTO mapped (load, add, cols, parallel, format, key) VALUES (900, 'key', 1, 2, 3, 4)

SELECT add, cols + parallel + format + key AS mapped FROM mapped WHERE load = 900 -- MAPPED BY (x, COLS=[])
----
key	10

WITH load AS (SELECT 1 AS data) SELECT data FROM load
----
1

DROP TABLE people

-- fails: TABLE_OR_VIEW_NOT_FOUND
DROP TABLE people

DROP TABLE IF EXISTS people

-- fails: TABLE_OR_VIEW_NOT_FOUND
SELECT * FROM people
