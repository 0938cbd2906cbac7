package org.apache.spark.sql.hbase.coprocessor.direct;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.apache.spark.sql.hbase.coprocessor.link.HBaseInternals;
import org.apache.spark.sql.hbase.coprocessor.link.HBaseLinks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells whether store files can be read on the HBase at hand. Nothing reads them where HBase lacks
 * a member, or where the release is none of those whose scan path was read line by line. Probed
 * once.
 */
final class StoreFileFit {
  private static final Logger LOG = LoggerFactory.getLogger(StoreFileFit.class);

  /**
   * The releases whose cells, blocks and read points are as docs/decisions/0004 says. A release
   * with the same members may do something else in them, so each is read before it is listed, here
   * and in versions.toml.
   */
  static final Set<String> KNOWN_RELEASES =
      Set.of("2.5.13", "2.6.0", "2.6.1", "2.6.2", "2.6.3", "2.6.4");

  /** A distribution puts something of its own behind the release that it is built from. */
  private static final Pattern RELEASE = Pattern.compile("(\\d+\\.\\d+\\.\\d+)(?!\\d).*");

  private static final Optional<String> PROBLEM = problem(VersionInfo.getVersion(), missing());

  static {
    PROBLEM.ifPresent(
        problem ->
            LOG.warn("Rows come through HBase's scanner and not from store files: {}", problem));
  }

  private StoreFileFit() {}

  /** Returns false where nothing may read store files. */
  static boolean isGiven() {
    return PROBLEM.isEmpty();
  }

  /** Returns why nothing may read store files, for people; empty where they are read. */
  static Optional<String> problem() {
    return PROBLEM;
  }

  /**
   * Judges an HBase. A distribution's own build is judged as the release that it is built from, and
   * by the members that it has.
   *
   * @param missing members that cannot be used
   */
  static Optional<String> problem(String version, List<String> missing) {
    if (!missing.isEmpty()) {
      return Optional.of("HBase " + version + " has no usable " + String.join(", ", missing));
    }
    Matcher release = RELEASE.matcher(version);
    if (release.matches() && KNOWN_RELEASES.contains(release.group(1))) {
      return Optional.empty();
    }
    String known = String.join(", ", new TreeSet<>(KNOWN_RELEASES));
    return Optional.of("HBase " + version + " is none of the known releases " + known);
  }

  private static List<String> missing() {
    List<String> missing = new ArrayList<>(HBaseLinks.missing(StoreFileScans.class));
    missing.addAll(HBaseInternals.missingForStoreFiles());
    return missing;
  }
}
