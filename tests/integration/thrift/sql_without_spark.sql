-- Queries of sales (600 rows in three regions) and none (no row), each answered with and without Spark.
-- A blank line ends a query.

SELECT * FROM sales

SELECT ID, amount * 2 AS twice, s.note FROM sales s WHERE area = 'a3' AND qty >= 10

SELECT id FROM sales WHERE area BETWEEN 'a1' AND 'a3' AND NOT (qty IN (1, 2, 3) OR flag)

SELECT id FROM sales WHERE note LIKE '%te 1_' OR note IS NULL AND score > 100.5

SELECT id FROM sales WHERE day = '2024-02-29' OR at < '2023-11-15 12:00:00'

SELECT id FROM sales WHERE day BETWEEN DATE '2024-01-05' AND DATE '2024-01-07' AND qty <> 3

SELECT id FROM sales WHERE at >= TIMESTAMP '2023-11-20 00:00:00' AND id < 100.5

SELECT id, score FROM sales ORDER BY score DESC, id LIMIT 40 OFFSET 20

SELECT id FROM sales ORDER BY amount NULLS LAST, id DESC

SELECT id, note FROM sales WHERE area = 'a5' ORDER BY length(note) * -1, note, 1 OFFSET 80

SELECT count(*), count(note), count(note, score), sum(qty), avg(qty), min(day), max(note) FROM
sales

SELECT sum(amount), avg(amount), min(at), max(score), sum(score), count_if(flag), every(flag) FROM
sales

SELECT count(*), sum(amount), avg(score), min(note), bool_or(flag), count(DISTINCT id) FROM none

SELECT area, day FROM sales WHERE amount > 1000 GROUP BY ALL

SELECT area, count(*) n, sum(amount) / count(*) AS mean FROM sales GROUP BY area HAVING n > 90 AND
max(qty) > 0 ORDER BY mean DESC

SELECT upper(area) a, area || '!', count(*) * 2 + 1 FROM sales GROUP BY area

SELECT year(day) * 100 + month(day) AS m, round(avg(amount), 3), round(sum(score), 1) FROM sales
WHERE score < 1e3 GROUP BY 1 ORDER BY m

SELECT CASE WHEN qty > 20 THEN 'many' WHEN qty > 0 THEN 'some' END k, sum(amount) * 1.1,
coalesce(max(note), 'none') FROM sales GROUP BY k ORDER BY k

SELECT score, count(*) FROM sales WHERE id < 60 GROUP BY score

SELECT flag, count(DISTINCT area), count(DISTINCT area) * sum(qty), avg(amount) FROM sales GROUP
BY flag

SELECT count(DISTINCT note, flag), count(*) FILTER (WHERE qty > 5) FROM sales

SELECT DISTINCT area, flag FROM sales ORDER BY area DESC, flag LIMIT 7

SELECT DISTINCT count(*) > 10 FROM sales GROUP BY day

SELECT sum(qty) % 7, sum(qty) DIV 7, -sum(qty), abs(min(qty)), sum(amount) % 3.5,
floor(avg(score)), ceil(sum(amount)), sum(qty) IN (1, 2), sum(id) <=> NULL, CAST(count(*) AS
STRING), greatest(min(qty), max(qty), 3) FROM sales WHERE score < 1e9

SELECT id, lower(note), trim('N' FROM note), replace(note, 'o', '0'), instr(note, 'e'), lpad(area,
5, '*'), reverse(note), substr(note, 2, 3), left(note, 2), concat_ws('-', area, note),
split_part(note, ' ', 2), md5(note), hex(id), translate(note, 'Nt', 'nT'), repeat(area, 2) FROM
sales WHERE id < 30

SELECT id, round(amount, 1), bround(score, 0), floor(amount), ceil(score), sqrt(id), power(qty,
2), log10(id + 1), signum(amount), pmod(qty, 7), qty % 7, id DIV 7, amount / 3, id / 3, qty & 6,
~qty, shiftleft(id, 2), bit_count(id), greatest(qty, 5), atan2(id, 2), hash(id, note),
xxhash64(area, amount) FROM sales WHERE score < 1e9

SELECT id, year(at), quarter(day), dayofweek(day), weekofyear(day), hour(at), date_trunc('MONTH',
at), trunc(day, 'MM'), last_day(day), next_day(day, 'Mon'), date_add(day, id), datediff(day, at),
add_months(day, 1), date_format(at, 'yyyy-MM-dd HH:mm'), extract(DAY FROM at), make_date(2024, 1,
id % 28 + 1), timestamp_seconds(id), CAST(at AS DATE), CAST(day AS STRING) FROM sales

SELECT count(*) FROM sales WHERE at < now() AND at < current_timestamp AND day < current_date AND now() >= current_date()

SELECT current_timezone(), CAST(now() AS DATE) = current_date(), CAST(current_timestamp() AS TIMESTAMP_NTZ) = localtimestamp(),
curdate() - 1 < current_date FROM sales WHERE id = 7

SELECT id, at + INTERVAL 1 DAY AS a, at - INTERVAL '1 02:03:04.5' DAY TO SECOND AS b, at + INTERVAL 5 MONTHS AS c, at - INTERVAL 36 HOURS AS d,
at + INTERVAL '-1-3' YEAR TO MONTH AS e, INTERVAL 90 MINUTES + at AS f, at + INTERVAL 1 DAY 2 HOURS AS g, at - INTERVAL '0.25' SECOND AS h FROM sales

SELECT id, day + INTERVAL 1 DAY AS a, day - INTERVAL 2 WEEKS AS b, day + INTERVAL 1 MONTH AS c, day + INTERVAL 24 HOURS AS d, day - 40 AS e, 3 + day AS f,
day - INTERVAL '3' YEAR AS g, day + INTERVAL '1 00' DAY TO HOUR AS h FROM sales

SELECT TIMESTAMP '2023-03-25 02:30:00' + INTERVAL 1 DAY AS a, TIMESTAMP '2023-10-28 02:30:00' + INTERVAL 1 DAY AS b, TIMESTAMP '2024-01-31 12:00:00' + INTERVAL 1 MONTH AS c,
DATE '2024-01-31' + INTERVAL 1 MONTH AS d, DATE '2024-03-31' - INTERVAL 1 DAY AS e, TIMESTAMP '2023-10-29 02:30:00' + INTERVAL 1 HOUR AS f,
(TIMESTAMP '2023-10-29 02:30:00' + INTERVAL 1 HOUR) + INTERVAL 0 MONTHS AS g FROM sales WHERE id = 7

SELECT id FROM sales WHERE at BETWEEN TIMESTAMP '2023-11-20 00:00:00' - INTERVAL 3 DAYS AND TIMESTAMP '2023-11-20 00:00:00' + INTERVAL 1 MONTH

SELECT id FROM sales WHERE qty > '10' AND score < '100.5' AND id <> '7' AND amount >= '3' AND flag = 'true'

SELECT id, qty + '5' AS a, id * '2' AS b, score - '0.5' AS c, amount / '4' AS d, id % '7' AS e FROM sales WHERE id < '60' OR '590' <= id

SELECT area, stddev(score), stddev_pop(qty), variance(amount), var_pop(id), std(id) FILTER (WHERE flag), stddev_samp(score) FROM sales WHERE score < 1e9 GROUP BY area

SELECT stddev(qty), var_samp(qty), var_pop(score), stddev_pop(id) FROM sales WHERE id = 7

SELECT stddev(qty), var_samp(qty), var_pop(score), stddev_pop(id), approx_count_distinct(id) FROM none

SELECT approx_count_distinct(id), approx_count_distinct(area), approx_count_distinct(score), approx_count_distinct(note), approx_count_distinct(amount),
approx_count_distinct(at), approx_count_distinct(day), approx_count_distinct(flag) FROM sales

SELECT area, approx_count_distinct(id) AS n, approx_count_distinct(id * 7) FILTER (WHERE qty > 3) FROM sales GROUP BY area HAVING approx_count_distinct(id) > 5 ORDER BY n, area
