package peers;

import static peers.Lineitem.DISCOUNT;
import static peers.Lineitem.EXTENDEDPRICE;
import static peers.Lineitem.LINESTATUS;
import static peers.Lineitem.PARTKEY;
import static peers.Lineitem.QUANTITY;
import static peers.Lineitem.RETURNFLAG;
import static peers.Lineitem.SHIPDATE;
import static peers.Lineitem.SUPPKEY;
import static peers.Lineitem.TAX;
import static peers.Lineitem.dayOf;
import static peers.Lineitem.linenumber;
import static peers.Lineitem.longOf;
import static peers.Lineitem.orderkey;
import static peers.Lineitem.textOf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter.RowRange;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The queries with nothing but HBase's client: {@code QUORUM TABLE KEYS}. A thread per region
 * scans, 1,000 rows at a time, the columns that the query needs, and computes. The threads' results
 * are put together at the end.
 */
public final class PlainClient {
  private static final int CACHING = 1_000;
  private static final int TOP = 100;

  private final Connection connection;
  private final TableName table;
  private final Path keys;
  private final ExecutorService threads;

  private PlainClient(Connection connection, TableName table, Path keys, ExecutorService threads) {
    this.connection = connection;
    this.table = table;
    this.keys = keys;
    this.threads = threads;
  }

  public static void main(String[] arguments) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (Connection connection =
        ConnectionFactory.createConnection(Tables.configuration(arguments[0]))) {
      PlainClient client =
          new PlainClient(
              connection, TableName.valueOf(arguments[1]), Path.of(arguments[2]), threads);
      Replies.serve(
          request ->
              client.run(request.get("query").getAsString(), request.get("sql").getAsString()));
    } finally {
      threads.shutdown();
    }
  }

  private List<Object[]> run(String query, String sql) throws Exception {
    return switch (query) {
      case "count" -> count();
      case "sum" ->
          sums(columns(EXTENDEDPRICE), 1, (row, sums) -> sums[0] += longOf(row, EXTENDEDPRICE));
      case "q1" -> q1();
      case "q6" -> q6();
      case "suppliers" -> suppliers();
      case "orders" -> orders();
      case "filter" -> filter(Long.parseLong(sql.substring(sql.lastIndexOf(' ') + 1)));
      case "keys" -> keys();
      case "top" -> top();
      case "nothing" -> order(0);
      case "export" -> export();
      default -> throw new UnsupportedOperationException("not written for this peer");
    };
  }

  /** The work of one thread on the rows of one region, in their order. */
  private interface Rows<T> {
    void accept(Result row, T state);
  }

  private interface States<T> {
    T create();
  }

  private <T> List<T> scan(Scan scan, States<T> states, Rows<T> rows) throws Exception {
    List<Future<T>> running = new ArrayList<>();
    try (RegionLocator locator = connection.getRegionLocator(table)) {
      for (HRegionLocation location : locator.getAllRegionLocations()) {
        Scan part =
            new Scan(scan)
                .withStartRow(location.getRegion().getStartKey())
                .withStopRow(location.getRegion().getEndKey())
                .setCaching(CACHING);
        running.add(threads.submit(() -> scanRegion(part, states.create(), rows)));
      }
    }
    List<T> results = new ArrayList<>();
    for (Future<T> future : running) {
      results.add(future.get());
    }
    return results;
  }

  private <T> T scanRegion(Scan scan, T state, Rows<T> rows) throws IOException {
    try (Table opened = connection.getTable(table);
        ResultScanner scanner = opened.getScanner(scan)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        rows.accept(row, state);
      }
    }
    return state;
  }

  private static Scan columns(byte[]... qualifiers) {
    Scan scan = new Scan();
    for (byte[] qualifier : qualifiers) {
      scan.addColumn(Lineitem.FAMILY, qualifier);
    }
    return scan;
  }

  private List<Object[]> sums(Scan scan, int count, Rows<long[]> rows) throws Exception {
    long[] total = new long[count];
    for (long[] part : scan(scan, () -> new long[count], rows)) {
      for (int i = 0; i < count; i++) {
        total[i] += part[i];
      }
    }
    return List.<Object[]>of(boxed(total));
  }

  private static Object[] boxed(long[] values) {
    Object[] boxed = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      boxed[i] = values[i];
    }
    return boxed;
  }

  private List<Object[]> count() throws Exception {
    return sums(new Scan().setFilter(new FirstKeyOnlyFilter()), 1, (row, sums) -> sums[0]++);
  }

  private List<Object[]> q6() throws Exception {
    int from = (int) LocalDate.parse("1994-01-01").toEpochDay();
    int to = (int) LocalDate.parse("1995-01-01").toEpochDay();
    return sums(
        columns(QUANTITY, EXTENDEDPRICE, DISCOUNT, SHIPDATE),
        1,
        (row, sums) -> {
          int day = dayOf(row, SHIPDATE);
          long discount = longOf(row, DISCOUNT);
          boolean inYear = day >= from && day < to;
          if (inYear && discount >= 5 && discount <= 7 && longOf(row, QUANTITY) < 24) {
            sums[0] += longOf(row, EXTENDEDPRICE) * discount;
          }
        });
  }

  private List<Object[]> q1() throws Exception {
    int last = (int) LocalDate.parse("1998-09-02").toEpochDay();
    Map<String, long[]> groups =
        groups(
            columns(QUANTITY, EXTENDEDPRICE, DISCOUNT, TAX, RETURNFLAG, LINESTATUS, SHIPDATE),
            (row, found) -> {
              if (dayOf(row, SHIPDATE) > last) {
                return;
              }
              String key = textOf(row, RETURNFLAG) + textOf(row, LINESTATUS);
              long[] sums = found.computeIfAbsent(key, absent -> new long[6]);
              long price = longOf(row, EXTENDEDPRICE);
              long discount = longOf(row, DISCOUNT);
              sums[0] += longOf(row, QUANTITY);
              sums[1] += price;
              sums[2] += price * (100 - discount);
              sums[3] += price * (100 - discount) * (100 + longOf(row, TAX));
              sums[4] += discount;
              sums[5]++;
            });
    List<Object[]> rows = new ArrayList<>();
    groups.forEach(
        (key, s) ->
            rows.add(
                new Object[] {
                  key.substring(0, 1),
                  key.substring(1),
                  s[0],
                  s[1],
                  s[2],
                  s[3],
                  (double) s[0] / s[5],
                  (double) s[1] / s[5],
                  (double) s[4] / s[5],
                  s[5]
                }));
    return rows;
  }

  private List<Object[]> suppliers() throws Exception {
    Map<Long, long[]> groups =
        groups(
            columns(SUPPKEY, QUANTITY),
            (row, found) -> {
              long[] sums = found.computeIfAbsent(longOf(row, SUPPKEY), absent -> new long[2]);
              sums[0]++;
              sums[1] += longOf(row, QUANTITY);
            });
    List<Object[]> rows = new ArrayList<>();
    groups.forEach((key, sums) -> rows.add(new Object[] {key, sums[0], sums[1]}));
    return rows;
  }

  private List<Object[]> orders() throws Exception {
    Map<Long, long[]> groups =
        groups(
            columns(QUANTITY),
            (row, found) -> {
              long[] sums = found.computeIfAbsent(orderkey(row.getRow()), absent -> new long[2]);
              sums[0]++;
              sums[1] += longOf(row, QUANTITY);
            });
    long rows = 0;
    long most = 0;
    for (long[] sums : groups.values()) {
      rows += sums[0];
      most = Math.max(most, sums[1]);
    }
    return List.<Object[]>of(new Object[] {(long) groups.size(), rows, most});
  }

  /** Groups of all regions; those of a group that several regions hold are added. */
  private <K> Map<K, long[]> groups(Scan scan, Rows<Map<K, long[]>> rows) throws Exception {
    Map<K, long[]> all = new HashMap<>();
    for (Map<K, long[]> part : this.<Map<K, long[]>>scan(scan, HashMap::new, rows)) {
      part.forEach(
          (key, sums) ->
              all.merge(
                  key,
                  sums,
                  (a, b) -> {
                    for (int i = 0; i < a.length; i++) {
                      a[i] += b[i];
                    }
                    return a;
                  }));
    }
    return all;
  }

  private List<Object[]> order(long key) throws IOException {
    Scan scan =
        new Scan()
            .withStartRow(Lineitem.firstRow(key))
            .withStopRow(Lineitem.firstRow(key + 1))
            .setFilter(new FirstKeyOnlyFilter());
    long[] rows = scanRegion(scan, new long[1], (row, sums) -> sums[0]++);
    return List.<Object[]>of(boxed(rows));
  }

  private List<Object[]> filter(long last) throws Exception {
    // Values are positive, so the order of their bytes is theirs.
    Filter filter =
        new SingleColumnValueFilter(
            Lineitem.FAMILY, PARTKEY, CompareOperator.LESS_OR_EQUAL, Bytes.toBytes(last));
    return rows(
        columns(PARTKEY, EXTENDEDPRICE).setFilter(filter),
        (row, found) ->
            found.add(
                new Object[] {
                  orderkey(row.getRow()), longOf(row, PARTKEY), longOf(row, EXTENDEDPRICE)
                }));
  }

  private List<Object[]> rows(Scan scan, Rows<List<Object[]>> rows) throws Exception {
    List<Object[]> all = new ArrayList<>();
    this.<List<Object[]>>scan(scan, ArrayList::new, rows).forEach(all::addAll);
    return all;
  }

  private List<Object[]> keys() throws Exception {
    List<RowRange> ranges = new ArrayList<>();
    for (String line : Files.readAllLines(keys)) {
      long key = Long.parseLong(line);
      ranges.add(new RowRange(Lineitem.firstRow(key), true, Lineitem.firstRow(key + 1), false));
    }
    return sums(
        columns(EXTENDEDPRICE).setFilter(new MultiRowRangeFilter(ranges)),
        2,
        (row, sums) -> {
          sums[0]++;
          sums[1] += longOf(row, EXTENDEDPRICE);
        });
  }

  private static final Comparator<Object[]> BEST_FIRST =
      Comparator.<Object[]>comparingLong(row -> -(Long) row[2])
          .thenComparingLong(row -> (Long) row[0])
          .thenComparingInt(row -> (Integer) row[1]);

  private List<Object[]> top() throws Exception {
    PriorityQueue<Object[]> best = new PriorityQueue<>(BEST_FIRST.reversed());
    List<PriorityQueue<Object[]>> parts =
        scan(
            columns(EXTENDEDPRICE),
            () -> new PriorityQueue<>(BEST_FIRST.reversed()),
            (row, queue) -> {
              long price = longOf(row, EXTENDEDPRICE);
              if (queue.size() == TOP && price < (Long) queue.peek()[2]) {
                return;
              }
              byte[] key = row.getRow();
              add(queue, new Object[] {orderkey(key), linenumber(key), price});
            });
    parts.forEach(part -> part.forEach(row -> add(best, row)));
    return new ArrayList<>(best);
  }

  private static void add(PriorityQueue<Object[]> queue, Object[] row) {
    queue.add(row);
    if (queue.size() > TOP) {
      queue.poll();
    }
  }

  private List<Object[]> export() throws Exception {
    return sums(
        new Scan(),
        5,
        (row, sums) -> {
          sums[0]++;
          sums[1] += orderkey(row.getRow());
          sums[2] += longOf(row, PARTKEY);
          sums[3] += longOf(row, EXTENDEDPRICE);
          sums[4] += longOf(row, TAX);
        });
  }
}
