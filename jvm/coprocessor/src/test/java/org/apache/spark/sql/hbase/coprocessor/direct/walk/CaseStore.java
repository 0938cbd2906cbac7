package org.apache.spark.sql.hbase.coprocessor.direct.walk;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.BlockCompressedSizePredicator;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.DefaultMemStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.KeyValueScanner;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.coprocessor.direct.format.BlockReads;
import org.apache.spark.sql.hbase.coprocessor.direct.format.ScannerNeeded;

/**
 * The store files and the memory of a text case: HBase's own writer puts the cells into blocks as
 * the case says. Not thread-safe.
 *
 * <pre>
 * file f [patch] [name N] [encoding E] [tags] [loaded N]   a store file of family f
 * memory f                                                  cells in the memory of family f
 * ROW QUALIFIER TIME VALUE [TYPE] [tag] [seq N]             a cell; x*9 is a value of nine x
 * --                                                        the end of a block
 * </pre>
 *
 * TYPE is delete, of one version, delete-column, delete-family, or delete-version of a family.
 * QUALIFIER is - for the empty one, which those of a family have.
 */
public final class CaseStore implements Closeable {
  private static final Map<String, KeyValue.Type> TYPES =
      Map.of(
          "delete", KeyValue.Type.Delete,
          "delete-column", KeyValue.Type.DeleteColumn,
          "delete-family", KeyValue.Type.DeleteFamily,
          "delete-version", KeyValue.Type.DeleteFamilyVersion);

  private static final BlockReads READS = new BlockReads(false, true);

  private final Path folder;
  private final Configuration configuration = new Configuration(false);
  private final FileSystem files;
  private final Map<String, Family> families = new TreeMap<>();
  private final Map<String, String> namesOfFiles = new LinkedHashMap<>();
  private final TreeMap<byte[], Boolean> rows = new TreeMap<>(Arrays::compareUnsigned);

  private static final class Family {
    final List<HStoreFile> base = new ArrayList<>();
    final List<HStoreFile> patch = new ArrayList<>();
    final DefaultMemStore memory;
    boolean hasMemory;

    Family(Configuration configuration) {
      memory = new DefaultMemStore(configuration, CellComparator.getInstance());
    }
  }

  /** Ends a block where the case says so, whatever its size. */
  public static final class BlockEnds implements BlockCompressedSizePredicator {
    private static boolean isDue;

    @Override
    public void updateLatestBlockSizes(HFileContext context, int uncompressed, int compressed) {}

    @Override
    public boolean shouldFinishBlock(int uncompressed) {
      return isDue;
    }
  }

  public CaseStore(java.nio.file.Path folder) throws IOException {
    this.folder = new Path(folder.toUri());
    configuration.setClass(
        BlockCompressedSizePredicator.BLOCK_COMPRESSED_SIZE_PREDICATOR,
        BlockEnds.class,
        BlockCompressedSizePredicator.class);
    configuration.setInt(
        BlockCompressedSizePredicator.MAX_BLOCK_SIZE_UNCOMPRESSED, Integer.MAX_VALUE);
    configuration.setBoolean("hbase.hregion.memstore.mslab.enabled", false);
    files = FileSystem.getLocal(configuration).getRaw();
  }

  /** Adds what a {@code file} or {@code memory} line and the lines below it describe. */
  public void add(String header, List<String> lines) throws IOException {
    String[] words = header.split(" +");
    List<String> options = List.of(words).subList(2, words.length);
    Family family = families.computeIfAbsent(words[1], name -> new Family(configuration));
    if (words[0].equals("memory")) {
      family.hasMemory = true;
      for (String line : lines) {
        family.memory.add(cell(words[1], line), null);
      }
    } else {
      HStoreFile file = write(words[1], options, lines);
      (options.contains("patch") ? family.patch : family.base).add(file);
    }
  }

  private HStoreFile write(String family, List<String> options, List<String> lines)
      throws IOException {
    HFileContext context =
        new HFileContextBuilder()
            .withBlockSize(1)
            .withIncludesMvcc(true)
            .withIncludesTags(options.contains("tags"))
            .withDataBlockEncoding(DataBlockEncoding.valueOf(option(options, "encoding", "NONE")))
            .build();
    Path path = new Path(folder, String.format("%032x", namesOfFiles.size()));
    String loaded = option(options, "loaded", null);
    StoreFileWriter writer =
        new StoreFileWriter.Builder(configuration, new CacheConfig(configuration), files)
            .withFilePath(path)
            .withFileContext(context)
            .build();
    for (String line : lines) {
      if (line.equals("--")) {
        BlockEnds.isDue = true;
      } else {
        writer.append(cell(family, line));
        BlockEnds.isDue = false;
      }
    }
    writer.appendMetadata(loaded == null ? 1 : Long.parseLong(loaded), false);
    if (loaded != null) {
      writer.appendFileInfo(HStoreFile.BULKLOAD_TIME_KEY, Bytes.toBytes(1L));
    }
    writer.close();
    StoreFileInfo info =
        StoreFileInfo.createStoreFileInfoForHFile(configuration, files, path, true);
    HStoreFile file = new HStoreFile(info, BloomType.NONE, new CacheConfig(configuration));
    file.initReader();
    namesOfFiles.put(
        file.getPath().toString(), option(options, "name", "file" + (namesOfFiles.size() + 1)));
    return file;
  }

  private static KeyValue.Type type(List<String> options) {
    return options.stream()
        .filter(TYPES::containsKey)
        .map(TYPES::get)
        .findFirst()
        .orElse(KeyValue.Type.Put);
  }

  private static String option(List<String> options, String name, String absent) {
    int at = options.indexOf(name);
    return at < 0 ? absent : options.get(at + 1);
  }

  private Cell cell(String family, String line) {
    String[] words = line.split(" +");
    List<String> options = List.of(words).subList(4, words.length);
    byte[] row = Bytes.toBytes(words[0]);
    rows.put(row, true);
    String[] value = words[3].split("\\*");
    String text = value.length == 1 ? value[0] : value[0].repeat(Integer.parseInt(value[1]));
    KeyValue cell =
        new KeyValue(
            row,
            Bytes.toBytes(family),
            words[1].equals("-") ? new byte[0] : Bytes.toBytes(words[1]),
            Long.parseLong(words[2]),
            type(options),
            Bytes.toBytes(text),
            options.contains("tag")
                ? List.<Tag>of(new ArrayBackedTag((byte) 77, "tag"))
                : List.of());
    cell.setSequenceId(Long.parseLong(option(options, "seq", "0")));
    return cell;
  }

  /** All row keys with cells, in their order. */
  public List<byte[]> rows() {
    return List.copyOf(rows.keySet());
  }

  /** The names of the families, in the order in which a capture has them. */
  public List<String> families() {
    return List.copyOf(families.keySet());
  }

  /** The names that the case gives to files, by path. */
  public Map<String, String> namesOfFiles() {
    return namesOfFiles;
  }

  /** Captures all of it for one scan; the caller closes the capture. */
  public RegionCapture capture(long readPoint, long oldestTimestamp, ScanZones zones)
      throws IOException, ScannerNeeded {
    RegionCapture capture = new RegionCapture(rows -> {}, "case", readPoint, zones);
    for (Map.Entry<String, Family> named : families.entrySet()) {
      Family family = named.getValue();
      List<KeyValueScanner> memory =
          family.hasMemory ? family.memory.getScanners(readPoint) : List.of();
      byte[] name = Bytes.toBytes(named.getKey());
      StoreFiles files = new StoreFiles(family.base, family.patch);
      capture.addPatch(
          capture.addFiles(name, files, READS, oldestTimestamp), memory, oldestTimestamp);
    }
    return capture;
  }

  @Override
  public void close() throws IOException {
    for (Family family : families.values()) {
      for (HStoreFile file : family.base) {
        file.closeStoreFile(true);
      }
      for (HStoreFile file : family.patch) {
        file.closeStoreFile(true);
      }
    }
  }
}
