package org.apache.spark.sql.hbase.coprocessor.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Text cases of the walk through store files: cells of blocks and requests go in, rows, zones and
 * counts come out. The files {@code store-files/*.cases} hold them; each of these begins with the
 * commands that it uses.
 *
 * <pre>
 * case NAME                what follows is one case, with files of its own
 * file ... / memory ...    cells, as CaseStore reads them
 * scan ... / walk ... / zones / counted
 *   LINE                   a command, as CaseCommands runs it, and each line of its answer
 * # ...                    a comment
 * </pre>
 *
 * <p>Where the code gives other lines, the failure shows the whole case as it would have to read.
 */
class TestStoreFileCases {
  private static final Path FOLDER = Path.of("src/test/resources/store-files");

  @TempDir Path temporary;

  private int count;

  @TestFactory
  List<DynamicTest> cases() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.sorted().toList()) {
        String[] parts = Files.readString(file).split("(?m)^case ");
        for (int i = 1; i < parts.length; i++) {
          String text = parts[i];
          String name = file.getFileName() + ": " + text.lines().findFirst().orElseThrow();
          tests.add(DynamicTest.dynamicTest(name, () -> check(text)));
        }
      }
    }
    return tests;
  }

  private void check(String text) throws Exception {
    Path folder = Files.createDirectory(temporary.resolve("case" + count++));
    StringBuilder found = new StringBuilder();
    try (CaseCommands commands = new CaseCommands(folder)) {
      List<String> lines = text.lines().toList();
      for (int i = 0; i < lines.size(); ) {
        String line = lines.get(i++);
        found.append(line).append('\n');
        if (line.startsWith("file ") || line.startsWith("memory ")) {
          List<String> cells = new ArrayList<>();
          for (; i < lines.size() && !lines.get(i).isBlank(); i++) {
            found.append(lines.get(i)).append('\n');
            cells.add(lines.get(i));
          }
          commands.store().add(line, cells);
        } else if (CaseCommands.isCommand(line)) {
          commands.run(line).forEach(answer -> found.append("  ").append(answer).append('\n'));
          while (i < lines.size() && lines.get(i).startsWith("  ")) {
            i++;
          }
        }
      }
    }
    assertEquals(text.strip(), found.toString().strip());
  }
}
