package org.apache.spark.sql.hbase.wire;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * An error as it crosses HBase's RPC and the Thrift gateway, where only text survives: {@code
 * [SPARKSQL_HBASE.CODE] sentence. key=value key="value with spaces"}, on one line. Immutable.
 *
 * @param code what happened
 * @param sentence static text for people, on one line, without {@code =}; made so by the
 *     constructor. A remedy in it holds for every client; others belong to clients, by the code.
 * @param values what the sentence is about, in order
 */
public record RemoteError(ErrorCode code, String sentence, Map<String, String> values) {
  private static final String MARK = "[SPARKSQL_HBASE.";

  public RemoteError {
    sentence = sentence.replace('=', ':').replaceAll("\\s+", " ").strip();
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** The one line that {@link #find} recovers from a longer text. */
  public String format() {
    StringBuilder text = new StringBuilder(MARK).append(code.name()).append("] ").append(sentence);
    values.forEach((key, value) -> text.append(' ').append(key).append('=').append(quoted(value)));
    return text.toString();
  }

  /**
   * The first error inside {@code text}, which may be an exception message or a whole stack trace.
   * A code that this version does not know becomes {@link ErrorCode#INTERNAL_ERROR} with the name
   * as value {@code remoteCode}.
   */
  public static Optional<RemoteError> find(String text) {
    int mark = text == null ? -1 : text.indexOf(MARK);
    if (mark < 0) {
      return Optional.empty();
    }
    int nameStart = mark + MARK.length();
    int nameEnd = text.indexOf(']', nameStart);
    int lineEnd = endOfLine(text, nameStart);
    if (nameEnd < 0 || nameEnd > lineEnd) {
      return Optional.empty();
    }
    String name = text.substring(nameStart, nameEnd);
    String line = text.substring(nameEnd + 1, lineEnd);
    int firstValue = firstValue(line);
    Map<String, String> values = new LinkedHashMap<>();
    ErrorCode code = ErrorCode.ofName(name);
    if (!code.name().equals(name)) {
      values.put("remoteCode", name);
    }
    readValues(line, firstValue, values);
    return Optional.of(new RemoteError(code, line.substring(0, firstValue), values));
  }

  private static int endOfLine(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      if (text.charAt(i) == '\n' || text.charAt(i) == '\r') {
        return i;
      }
    }
    return text.length();
  }

  /** Position of the blank before the first {@code key=}, or the length of the line. */
  private static int firstValue(String line) {
    int equals = line.indexOf('=');
    if (equals < 0) {
      return line.length();
    }
    int blank = line.lastIndexOf(' ', equals);
    return Math.max(blank, 0);
  }

  private static void readValues(String line, int from, Map<String, String> values) {
    int at = from;
    while (at < line.length() && line.charAt(at) == ' ') {
      int equals = line.indexOf('=', at);
      if (equals < 0 || line.substring(at + 1, equals).indexOf(' ') >= 0) {
        return;
      }
      String key = line.substring(at + 1, equals);
      StringBuilder value = new StringBuilder();
      at = readValue(line, equals + 1, value);
      values.put(key, value.toString());
    }
  }

  private static int readValue(String line, int from, StringBuilder value) {
    int at = from;
    if (at >= line.length() || line.charAt(at) != '"') {
      while (at < line.length() && line.charAt(at) != ' ') {
        value.append(line.charAt(at++));
      }
      return at;
    }
    at++;
    while (at < line.length() && line.charAt(at) != '"') {
      char c = line.charAt(at++);
      if (c == '\\' && at < line.length()) {
        char escaped = line.charAt(at++);
        value.append(escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : escaped);
      } else {
        value.append(c);
      }
    }
    return Math.min(at + 1, line.length());
  }

  private static String quoted(String value) {
    boolean bare = !value.isEmpty() && value.chars().noneMatch(c -> c <= ' ' || c == '"');
    if (bare) {
      return value;
    }
    StringBuilder text = new StringBuilder("\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '\n' -> text.append("\\n");
        case '\r' -> text.append("\\r");
        case '"', '\\' -> text.append('\\').append(c);
        default -> text.append(c);
      }
    }
    return text.append('"').toString();
  }

  /** Keyed values in order, from alternating keys and values. */
  public static Map<String, String> valuesOf(Object... keysAndValues) {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i + 1 < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i].toString(), keysAndValues[i + 1].toString());
    }
    return values;
  }
}
