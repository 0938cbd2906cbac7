package org.apache.spark.sql.hbase.wire;

import java.nio.charset.StandardCharsets;

/**
 * The names by which sub-plans, frames and split points travel inside HBase's scans and gets.
 * docs/FORMAT.md, "Scan attributes", "Split points", "Zones" and "Versions".
 */
public final class ScanAttributes {
  /** Scan attribute that holds the bytes of a sub-plan. */
  public static final String SUB_PLAN = "sparksql.subplan";

  /**
   * Get attribute that asks for the row keys at which to cut a region: the number of ranges, as
   * four bytes, most significant first.
   */
  public static final String SPLIT_POINTS = "sparksql.cut.keys";

  /**
   * Family of a frame's cell. HBase refuses to create a family that starts with a dot, so no user
   * data has it.
   */
  public static final String FRAME_FAMILY = ".q";

  /** Qualifier of a frame's cell. */
  public static final String FRAME_QUALIFIER = "f";

  /** Qualifier of a split point's cell. */
  public static final String SPLIT_POINT_QUALIFIER = "c";

  /**
   * Get attribute that asks a region for the version of its coprocessor; its value says nothing.
   */
  public static final String VERSION = "sparksql.version";

  /** Qualifier of the cell that holds a version. */
  public static final String VERSION_QUALIFIER = "v";

  /** Qualifier of the cell that holds the code of the error with which sub-plans are refused. */
  public static final String REFUSAL_QUALIFIER = "r";

  /** Qualifier of the cell that holds the digest of the jar that the coprocessor came from. */
  public static final String DIGEST_QUALIFIER = "d";

  /** Qualifier of the cell that says to people what the coprocessor takes from its Java. */
  public static final String JAVA_QUALIFIER = "j";

  /** Qualifier of the cell that holds the digest of what the coprocessor takes from its Java. */
  public static final String JAVA_DIGEST_QUALIFIER = "k";

  /** Qualifier of the cell that names the releases of its Java and of the zone database. */
  public static final String JAVA_RELEASE_QUALIFIER = "l";

  /** Qualifier of the cell that says why the coprocessor could not start in the region. */
  public static final String PROBLEM_QUALIFIER = "p";

  /**
   * Qualifier of the cell that says how many times the coprocessor is loaded, if more than once.
   */
  public static final String INSTANCES_QUALIFIER = "n";

  /** Qualifier of the cell that says why no scan of the region reads store files directly. */
  public static final String SCANNER_REASON_QUALIFIER = "s";

  /** Qualifier of the cell that says to people what HBase lacks for that. */
  public static final String SCANNER_PROBLEM_QUALIFIER = "t";

  /** Qualifier of the cell that says to people which calls of sub-plans could not be made. */
  public static final String UNLINKED_QUALIFIER = "u";

  /**
   * Get attribute that asks for the zones of the columns by which a sub-plan filters: the bytes of
   * the sub-plan.
   */
  public static final String ZONES = "sparksql.known.values";

  /** Qualifier of a cell that holds the zones of a column. */
  public static final String ZONES_QUALIFIER = "z";

  private ScanAttributes() {}

  /** {@link #FRAME_FAMILY} as bytes. A fresh array. */
  public static byte[] frameFamily() {
    return FRAME_FAMILY.getBytes(StandardCharsets.US_ASCII);
  }

  /** {@link #FRAME_QUALIFIER} as bytes. A fresh array. */
  public static byte[] frameQualifier() {
    return FRAME_QUALIFIER.getBytes(StandardCharsets.US_ASCII);
  }

  /** {@link #SPLIT_POINT_QUALIFIER} as bytes. A fresh array. */
  public static byte[] splitPointQualifier() {
    return SPLIT_POINT_QUALIFIER.getBytes(StandardCharsets.US_ASCII);
  }

  /** {@link #VERSION_QUALIFIER} as bytes. A fresh array. */
  public static byte[] versionQualifier() {
    return VERSION_QUALIFIER.getBytes(StandardCharsets.US_ASCII);
  }

  /** {@link #DIGEST_QUALIFIER} as bytes. A fresh array. */
  public static byte[] digestQualifier() {
    return DIGEST_QUALIFIER.getBytes(StandardCharsets.US_ASCII);
  }

  /** {@link #JAVA_QUALIFIER} as bytes. A fresh array. */
  public static byte[] javaQualifier() {
    return JAVA_QUALIFIER.getBytes(StandardCharsets.US_ASCII);
  }

  /** {@link #JAVA_DIGEST_QUALIFIER} as bytes. A fresh array. */
  public static byte[] javaDigestQualifier() {
    return JAVA_DIGEST_QUALIFIER.getBytes(StandardCharsets.US_ASCII);
  }

  /** {@link #JAVA_RELEASE_QUALIFIER} as bytes. A fresh array. */
  public static byte[] javaReleaseQualifier() {
    return JAVA_RELEASE_QUALIFIER.getBytes(StandardCharsets.US_ASCII);
  }

  /** {@link #PROBLEM_QUALIFIER} as bytes. A fresh array. */
  public static byte[] problemQualifier() {
    return PROBLEM_QUALIFIER.getBytes(StandardCharsets.US_ASCII);
  }

  /** {@link #REFUSAL_QUALIFIER} as bytes. A fresh array. */
  public static byte[] refusalQualifier() {
    return REFUSAL_QUALIFIER.getBytes(StandardCharsets.US_ASCII);
  }

  /** {@link #INSTANCES_QUALIFIER} as bytes. A fresh array. */
  public static byte[] instancesQualifier() {
    return INSTANCES_QUALIFIER.getBytes(StandardCharsets.US_ASCII);
  }

  /** {@link #SCANNER_REASON_QUALIFIER} as bytes. A fresh array. */
  public static byte[] scannerReasonQualifier() {
    return SCANNER_REASON_QUALIFIER.getBytes(StandardCharsets.US_ASCII);
  }

  /** {@link #SCANNER_PROBLEM_QUALIFIER} as bytes. A fresh array. */
  public static byte[] scannerProblemQualifier() {
    return SCANNER_PROBLEM_QUALIFIER.getBytes(StandardCharsets.US_ASCII);
  }

  /** {@link #UNLINKED_QUALIFIER} as bytes. A fresh array. */
  public static byte[] unlinkedQualifier() {
    return UNLINKED_QUALIFIER.getBytes(StandardCharsets.US_ASCII);
  }

  /** {@link #ZONES_QUALIFIER} as bytes. A fresh array. */
  public static byte[] zonesQualifier() {
    return ZONES_QUALIFIER.getBytes(StandardCharsets.US_ASCII);
  }
}
