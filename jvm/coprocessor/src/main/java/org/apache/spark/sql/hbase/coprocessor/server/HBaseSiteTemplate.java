package org.apache.spark.sql.hbase.coprocessor.server;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Prints every property of this jar with its default, as a file to copy from into {@code
 * hbase-site.xml}. The repository holds the output as {@code hbase-site.xml.template}.
 */
public final class HBaseSiteTemplate {
  private static final int WIDTH = 110;

  private HBaseSiteTemplate() {}

  public static void main(String[] arguments) {
    byte[] text = render().getBytes(StandardCharsets.UTF_8);
    System.out.write(text, 0, text.length);
    System.out.flush();
  }

  static String render() {
    StringBuilder text = new StringBuilder();
    text.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    text.append("<!--\n");
    append(
        text,
        "  ",
        "Properties of the Spark SQL coprocessor with their defaults. Copy into hbase-site.xml what you change; most can also"
            + " be set for one table, as a value of its descriptor. Written by the class HBaseSiteTemplate: do not edit.");
    text.append("-->\n<configuration>\n");
    for (ServerSetting setting : ServerSetting.values()) {
      text.append("  <property>\n");
      text.append("    <name>").append(setting.key()).append("</name>\n");
      text.append("    <value>").append(setting.defaultValue()).append("</value>\n");
      text.append("    <description>\n");
      append(text, "      ", setting.description() + " Unit: " + setting.unit() + ".");
      text.append("    </description>\n");
      text.append("  </property>\n");
    }
    return text.append("</configuration>\n").toString();
  }

  /** Appends the words in indented lines. */
  private static void append(StringBuilder text, String indent, String words) {
    StringBuilder line = new StringBuilder();
    for (String word : Arrays.asList(words.split(" "))) {
      if (line.length() > 0 && indent.length() + line.length() + 1 + word.length() > WIDTH) {
        text.append(indent).append(line).append('\n');
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    text.append(indent).append(line).append('\n');
  }
}
