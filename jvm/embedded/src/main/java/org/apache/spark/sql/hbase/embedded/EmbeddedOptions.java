package org.apache.spark.sql.hbase.embedded;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The options of an embedded cluster. Immutable; each {@code with} method returns a changed copy.
 *
 * @param name shown in the state file, so that several can be told apart
 * @param data where tables live; absent means a new temporary folder that is deleted at stop
 * @param regionServers at least 1
 * @param thrift also start a Thrift gateway
 * @param stateFile where to write how to reach the cluster once it serves
 * @param stopWithStdin stop when standard input ends, so that the cluster does not outlive the
 *     process that started it
 * @param secure ask for Kerberos, TLS and rights, and write here what clients need: {@link
 *     SecureCluster}
 * @param settings HBase settings that override {@link EmbeddedConfiguration}
 */
public record EmbeddedOptions(
    String name,
    Optional<Path> data,
    int regionServers,
    boolean thrift,
    Optional<Path> stateFile,
    boolean stopWithStdin,
    Optional<Path> secure,
    Map<String, String> settings) {

  static final String USAGE =
      """
      usage: EmbeddedHBase [--name NAME] [--data DIR] [--region-servers N] [--thrift]
                           [--state-file FILE] [--stop-with-stdin] [--secure DIR]
                           [--conf KEY=VALUE]...""";

  public EmbeddedOptions {
    if (regionServers < 1) {
      throw new IllegalArgumentException(
          "--region-servers must be at least 1, not " + regionServers + ".");
    }
    settings = Map.copyOf(settings);
  }

  /** One region server, temporary data, no gateway. */
  public static EmbeddedOptions defaults() {
    return new EmbeddedOptions(
        "hbase", Optional.empty(), 1, false, Optional.empty(), false, Optional.empty(), Map.of());
  }

  public EmbeddedOptions withName(String newName) {
    return new EmbeddedOptions(
        newName, data, regionServers, thrift, stateFile, stopWithStdin, secure, settings);
  }

  public EmbeddedOptions withData(Path folder) {
    return new EmbeddedOptions(
        name,
        Optional.of(folder),
        regionServers,
        thrift,
        stateFile,
        stopWithStdin,
        secure,
        settings);
  }

  public EmbeddedOptions withRegionServers(int count) {
    return new EmbeddedOptions(
        name, data, count, thrift, stateFile, stopWithStdin, secure, settings);
  }

  public EmbeddedOptions withThrift() {
    return new EmbeddedOptions(
        name, data, regionServers, true, stateFile, stopWithStdin, secure, settings);
  }

  public EmbeddedOptions withStateFile(Path file) {
    return new EmbeddedOptions(
        name, data, regionServers, thrift, Optional.of(file), stopWithStdin, secure, settings);
  }

  public EmbeddedOptions withStopWithStdin() {
    return new EmbeddedOptions(
        name, data, regionServers, thrift, stateFile, true, secure, settings);
  }

  public EmbeddedOptions withSecure(Path folder) {
    return new EmbeddedOptions(
        name, data, regionServers, thrift, stateFile, stopWithStdin, Optional.of(folder), settings);
  }

  /** Adds one HBase setting or replaces its earlier value. */
  public EmbeddedOptions withSetting(String key, String value) {
    Map<String, String> changed = new LinkedHashMap<>(settings);
    changed.put(key, value);
    return new EmbeddedOptions(
        name, data, regionServers, thrift, stateFile, stopWithStdin, secure, changed);
  }

  /**
   * Reads the command line; throws {@link IllegalArgumentException} with a sentence for the user.
   */
  static EmbeddedOptions parse(String[] arguments) {
    EmbeddedOptions options = defaults();
    for (int i = 0; i < arguments.length; i++) {
      String option = arguments[i];
      options =
          switch (option) {
            case "--thrift" -> options.withThrift();
            case "--stop-with-stdin" -> options.withStopWithStdin();
            case "--name" -> options.withName(value(arguments, ++i));
            case "--data" -> options.withData(Path.of(value(arguments, ++i)));
            case "--region-servers" ->
                options.withRegionServers(number(option, value(arguments, ++i)));
            case "--state-file" -> options.withStateFile(Path.of(value(arguments, ++i)));
            case "--secure" -> options.withSecure(Path.of(value(arguments, ++i)));
            case "--conf" -> options.withSetting(value(arguments, ++i));
            default -> throw new IllegalArgumentException("unknown option " + option + ".");
          };
    }
    return options;
  }

  private EmbeddedOptions withSetting(String assignment) {
    int equals = assignment.indexOf('=');
    if (equals < 1) {
      throw new IllegalArgumentException("--conf expects KEY=VALUE, not " + assignment + ".");
    }
    return withSetting(assignment.substring(0, equals), assignment.substring(equals + 1));
  }

  private static String value(String[] arguments, int index) {
    if (index == arguments.length) {
      throw new IllegalArgumentException(arguments[index - 1] + " expects a value.");
    }
    return arguments[index];
  }

  private static int number(String option, String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(option + " expects a number, not " + text + ".", e);
    }
  }
}
