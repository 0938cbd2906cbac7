package org.apache.spark.sql.hbase.coprocessor.direct;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.ColumnMemory;
import org.apache.spark.sql.hbase.coprocessor.direct.format.ScannerNeeded;
import org.apache.spark.sql.hbase.coprocessor.direct.walk.CaseStore;
import org.apache.spark.sql.hbase.coprocessor.direct.walk.FamilyRows;
import org.apache.spark.sql.hbase.coprocessor.direct.walk.RegionCapture;
import org.apache.spark.sql.hbase.coprocessor.direct.walk.ScanZones;
import org.apache.spark.sql.hbase.coprocessor.direct.zones.ZoneMaps;
import org.apache.spark.sql.hbase.coprocessor.direct.zones.ZoneTexts;
import org.apache.spark.sql.hbase.coprocessor.fixture.RecordingDecoder;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.row.RowSource.Fill;
import org.apache.spark.sql.hbase.engine.row.SkipCounts;
import org.apache.spark.sql.hbase.engine.row.ValueProbe;

/**
 * Runs the commands of a text case over its store. Zones stay from one command to the next, as they
 * do from scan to scan in a region server. Not thread-safe.
 *
 * <pre>
 * scan [from ROW] [to ROW] [within ROW-ROW,...] [where FAMILY:QUALIFIER MIN..MAX] [only QUALIFIER]
 *      [count] [batch ROWS] [read-point N] [oldest TIME]
 *     reads rows as a scan of a sub-plan does; rows of the scanner end with "by scanner"
 * walk FAMILY STEP, STEP, ...
 *     moves through one family: seek ROW, advance ROW, skip ROW, feed, pass
 * zones       what was learned of the column of the last "where"
 * counted     what was learned of numbers of rows
 * </pre>
 */
final class CaseCommands implements Closeable {
  private static final Pattern LONG_VALUE = Pattern.compile("=(.)\\1{20,}");
  private static final long MAX_MAP_BYTES = 1 << 20;

  private final CaseStore store;
  private final ZoneMaps maps = new ZoneMaps(MAX_MAP_BYTES);
  private List<ValueProbe> probes = List.of();

  CaseCommands(Path folder) throws IOException {
    store = new CaseStore(folder);
  }

  CaseStore store() {
    return store;
  }

  static boolean isCommand(String line) {
    return line.matches("(scan|walk|zones|counted)\\b.*");
  }

  /** Runs one command and returns the lines of its answer. */
  List<String> run(String line) throws IOException, ScannerNeeded {
    List<String> words = List.of(line.split(" +"));
    List<String> answer =
        switch (words.get(0)) {
          case "scan" -> scan(words);
          case "walk" -> walk(words.get(1), line.split(" +", 3)[2].split(", *"));
          case "zones" -> zones();
          case "counted" -> counted();
          default -> throw new AssertionError(line);
        };
    answer.replaceAll(CaseCommands::shortened);
    return answer;
  }

  /** Writes long values as the cells of a case do. */
  private static String shortened(String line) {
    return LONG_VALUE
        .matcher(line)
        .replaceAll(value -> "=" + value.group(1) + "*" + (value.group().length() - 1));
  }

  private List<String> scan(List<String> words) throws IOException, ScannerNeeded {
    byte[] from = row(option(words, "from", ""));
    byte[] to = row(option(words, "to", ""));
    String within = option(words, "within", null);
    String only = option(words, "only", null);
    int where = words.indexOf("where");
    probes = where < 0 ? List.of() : CasePlans.probes(words.get(where + 1), words.get(where + 2));
    List<String> lines = new ArrayList<>();
    ListedScanner scanner = new ListedScanner(store.rows(), from, to, lines);
    SourceCounts counts = new SourceCounts();
    ScanZones zones =
        new ScanZones(
            maps, new ColumnMemory(0, false), probes, words.contains("count"), Optional.empty());
    RegionCapture capture =
        store.capture(
            Long.parseLong(option(words, "read-point", "1000")),
            Long.parseLong(option(words, "oldest", "0")),
            zones);
    StoreFileRowSource source =
        new StoreFileRowSource(
            scanner,
            capture,
            new RowDecoding(
                batch -> new RecordingDecoder(batch, lines, only),
                probes,
                words.contains("count"),
                Optional.empty()),
            from,
            to,
            new ForcedShare(0),
            within == null ? null : new ListedRanges(within, to),
            counts);
    int rows = 0;
    try {
      ColumnBatch batch =
          RecordingDecoder.newBatch(Integer.parseInt(option(words, "batch", "1024")));
      Fill fill;
      do {
        batch.reset();
        fill = source.fill(batch, Long.MAX_VALUE);
        rows += batch.rowCount();
      } while (fill != Fill.END);
      SkipCounts skipped = source.skippedRows();
      lines.add(
          String.format(
              "%d rows up to %s: %d of files, %d cells, %d blocks read, %d skipped%s%s",
              rows,
              source.lastRow() == null ? "none" : text(source.lastRow()),
              counts.fileRows(),
              source.cellsScanned(),
              counts.blocks(),
              counts.skippedBlocks(),
              skipped.rows() == 0 && skipped.seeks() == 0
                  ? ""
                  : ", " + skipped.rows() + " gaps, " + skipped.seeks() + " seeks",
              counts.scannerRows().isEmpty() ? "" : ", scanner " + counts.scannerRows()));
    } finally {
      source.close();
    }
    return lines;
  }

  private List<String> walk(String family, String[] steps) throws IOException, ScannerNeeded {
    List<String> lines = new ArrayList<>();
    try (RegionCapture capture =
        store.capture(
            1000,
            0,
            new ScanZones(
                new ZoneMaps(0), new ColumnMemory(0, false), List.of(), false, Optional.empty()))) {
      FamilyRows rows = capture.families()[store.families().indexOf(family)];
      for (String step : steps) {
        lines.add(step + ": " + walk(rows, step.split(" +")) + at(rows));
      }
      lines.add(
          rows.cells() + " cells, " + rows.bytes() + " bytes, " + rows.blocksRead() + " blocks");
    }
    return lines;
  }

  private static String walk(FamilyRows rows, String[] step) throws IOException {
    switch (step[0]) {
      case "seek" -> rows.seek(row(step[1]));
      case "skip" -> rows.skipTo(row(step[1]));
      case "advance" -> {
        return rows.advance(row(step[1])) ? "by the index, " : "without the index, ";
      }
      case "feed" -> {
        List<String> fed = new ArrayList<>();
        byte[] row = here(rows);
        RecordingDecoder decoder = new RecordingDecoder(RecordingDecoder.newBatch(9), fed, null);
        String kind = rows.feed(decoder, row, row.length, true).toString();
        decoder.endRow();
        return kind + " " + fed.get(0) + ", ";
      }
      case "pass" -> rows.passOver(here(rows), rows.rowLength());
      default -> throw new AssertionError(step[0]);
    }
    return "";
  }

  private static byte[] here(FamilyRows rows) {
    // Copies of rows may take as many bytes as a word has.
    byte[] row = new byte[Math.max(rows.rowLength(), Long.BYTES)];
    rows.copyRow(row);
    return Arrays.copyOf(row, rows.rowLength());
  }

  private static String at(FamilyRows rows) {
    return rows.hasRow() ? "at " + text(here(rows)) : "at the end";
  }

  private List<String> zones() {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<String, String> file : store.namesOfFiles().entrySet()) {
      for (ValueProbe probe : probes) {
        ZoneTexts.ofValues(maps, file.getKey(), probe.stored())
            .forEach(zone -> lines.add(file.getValue() + " " + zone));
      }
    }
    return lines;
  }

  private List<String> counted() {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<String, String> file : store.namesOfFiles().entrySet()) {
      ZoneTexts.ofRows(maps, file.getKey())
          .forEach(rows -> lines.add(file.getValue() + " " + rows));
    }
    return lines;
  }

  private static String option(List<String> words, String name, String absent) {
    int at = words.indexOf(name);
    return at < 0 ? absent : words.get(at + 1);
  }

  private static byte[] row(String text) {
    return Bytes.toBytes(text);
  }

  private static String text(byte[] row) {
    return new String(row, StandardCharsets.US_ASCII);
  }

  @Override
  public void close() throws IOException {
    store.close();
  }
}
