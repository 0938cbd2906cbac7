package org.apache.spark.sql.hbase.engine.expression.pattern;

/**
 * Reads a regular expression of Java and writes one of RE2 that is found in the same texts. If only
 * whether there is a match counts, not where, greedy and reluctant quantifiers are one. {@link
 * #forPositions} takes less: sequences of code points with greedy quantifiers, in groups that are
 * not repeated. Both engines then prefer the same match, the longest for the first quantifier, then
 * for the second, and so on.
 *
 * <p>Taken are literals, escaped punctuation, {@code \t \n \r \f}, {@code \d \s \w} and their
 * opposites, and character classes of these and of ranges. Taken are also the dot, groups,
 * alternatives, quantifiers, {@code ^}, {@code $} at the end, and the flags {@code i} and {@code s}
 * at the start. Everything else is refused, because the two engines, or two versions of Java,
 * differ there. That is word boundaries, look-around, back references, possessive quantifiers, set
 * operations, Unicode properties, code points above U+FFFF.
 */
final class RegexTranslator {
  private static final int MAX_REPEAT = 100;
  private static final int MAX_DEPTH = 30;

  private final String pattern;
  private final boolean keepsPositions;
  private final StringBuilder regex = new StringBuilder();
  private int at;
  private boolean ignoresCase;
  private boolean dotIsAll;
  private boolean endsAtLineEnd;

  /** The states that a matcher needs, nearly; quantifiers with numbers multiply it. */
  private long size;

  /** Code points of the shortest match, of a translator that keeps positions. */
  private int shortest;

  private RegexTranslator(String pattern, boolean keepsPositions) {
    this.pattern = pattern;
    this.keepsPositions = keepsPositions;
  }

  /** For whether there is a match. */
  static RegexTranslator forMatches(String pattern) {
    return new RegexTranslator(pattern, false);
  }

  /** For where the match and its groups are. */
  static RegexTranslator forPositions(String pattern) {
    return new RegexTranslator(pattern, true);
  }

  /** Thrown for what is not taken; carries nothing, because the plan says which call is refused. */
  static final class NotTakenException extends Exception {
    private static final long serialVersionUID = 1L;

    NotTakenException() {
      super("the pattern has another meaning in another engine", null, false, false);
    }
  }

  /** The expression for RE2. */
  String translate() throws NotTakenException {
    readFlags();
    readAlternatives(0, true);
    if (at < pattern.length()) {
      throw new NotTakenException();
    }
    return regex.toString();
  }

  /** True if the pattern has a {@code $}, which is written as the end of the text. */
  boolean endsAtLineEnd() {
    return endsAtLineEnd;
  }

  int shortest() {
    return shortest;
  }

  long size() {
    return size;
  }

  private void readFlags() throws NotTakenException {
    if (!pattern.startsWith("(?") || pattern.startsWith("(?:")) {
      return;
    }
    for (at = 2; at < pattern.length() && pattern.charAt(at) != ')'; at++) {
      switch (pattern.charAt(at)) {
        case 'i' -> ignoresCase = true;
        case 's' -> dotIsAll = true;
        default -> throw new NotTakenException();
      }
    }
    require(at > 2);
    expect(')');
  }

  /** {@code isTail}: nothing follows that could match more of the text. */
  private void readAlternatives(int depth, boolean isTail) throws NotTakenException {
    require(depth <= MAX_DEPTH);
    readSequence(depth, isTail);
    require(!keepsPositions || !has('|'));
    while (has('|')) {
      at++;
      regex.append('|');
      readSequence(depth, isTail);
    }
  }

  private void readSequence(int depth, boolean isTail) throws NotTakenException {
    while (at < pattern.length() && !has('|') && !has(')')) {
      require(!keepsPositions || !has('^') && !has('$'));
      if (has('^')) {
        at++;
        regex.append("\\A");
      } else if (has('$')) {
        at++;
        require(isTail && isSequenceEnd(at));
        regex.append("\\z");
        endsAtLineEnd = true;
      } else {
        readQuantified(depth, isTail);
      }
    }
  }

  private boolean isSequenceEnd(int position) {
    return position == pattern.length()
        || pattern.charAt(position) == '|'
        || pattern.charAt(position) == ')';
  }

  private void readQuantified(int depth, boolean isTail) throws NotTakenException {
    int start = regex.length();
    long sizeBefore = size;
    boolean hadLineEnd = endsAtLineEnd;
    endsAtLineEnd = false;
    boolean isGroup = has('(');
    if (isGroup) {
      readGroup(depth, isTail);
    } else {
      readSet().appendTo(regex);
      size++;
      shortest++;
    }
    boolean isLast = isSequenceEnd(at);
    // A line end inside of a group stands at the end only if the group does.
    require(!endsAtLineEnd || isLast);
    endsAtLineEnd |= hadLineEnd;
    if (!isLast) {
      require(!keepsPositions || !isGroup || "*+?{".indexOf(pattern.charAt(at)) < 0);
      readQuantifier(start, sizeBefore);
    }
  }

  private void readGroup(int depth, boolean isTail) throws NotTakenException {
    at++;
    boolean isCaptured = keepsPositions && !has('?');
    if (has('?')) {
      at++;
      expect(':');
    }
    regex.append(isCaptured ? "(" : "(?:");
    readAlternatives(depth + 1, isTail);
    expect(')');
    regex.append(')');
    size++;
  }

  private void readQuantifier(int start, long sizeBefore) throws NotTakenException {
    switch (pattern.charAt(at)) {
      case '*', '+', '?' -> {
        shortest -= has('+') ? 0 : 1;
        regex.append(pattern.charAt(at++));
      }
      case '{' -> readRepeat(sizeBefore);
      default -> {
        return;
      }
    }
    require(regex.length() > start);
    require(!keepsPositions || !has('?'));
    if (has('?')) {
      at++;
    }
    require(at == pattern.length() || "*+?{".indexOf(pattern.charAt(at)) < 0);
  }

  private void readRepeat(long sizeBefore) throws NotTakenException {
    at++;
    int least = readNumber();
    int most = least;
    if (has(',')) {
      at++;
      most = has('}') ? -1 : readNumber();
    }
    expect('}');
    require(most < 0 || least <= most);
    shortest += least - 1;
    regex.append('{').append(least);
    if (most != least) {
      regex.append(',').append(most < 0 ? "" : most);
    }
    regex.append('}');
    size = sizeBefore + (size - sizeBefore + 1) * (Math.max(least, most) + 1);
  }

  private int readNumber() throws NotTakenException {
    int start = at;
    while (at < pattern.length() && isDigit(pattern.charAt(at))) {
      at++;
    }
    require(at > start && at - start <= 3);
    int number = Integer.parseInt(pattern, start, at, 10);
    require(number <= MAX_REPEAT);
    return number;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** One code point of the text. */
  private CharacterSet readSet() throws NotTakenException {
    char c = pattern.charAt(at);
    if (c == '.') {
      at++;
      return dotIsAll ? CharacterSet.all() : CharacterSet.dot();
    }
    if (c == '[') {
      at++;
      return readClass();
    }
    if (c == '\\') {
      return readEscape();
    }
    require("*+?{}]".indexOf(c) < 0);
    return withCase(CharacterSet.of(readLiteral()));
  }

  private CharacterSet withCase(CharacterSet set) {
    return ignoresCase ? set.ignoreCase() : set;
  }

  private CharacterSet readEscape() throws NotTakenException {
    require(at + 1 < pattern.length());
    CharacterSet named = CharacterSet.named(pattern.charAt(at + 1));
    if (named != null) {
      at += 2;
      return named;
    }
    return withCase(CharacterSet.of(readEscapedLiteral()));
  }

  private int readEscapedLiteral() throws NotTakenException {
    require(at + 1 < pattern.length());
    char c = pattern.charAt(at + 1);
    at += 2;
    return switch (c) {
      case 't' -> '\t';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 'f' -> '\f';
      default -> {
        // Other letters and digits have a meaning, and code points beyond ASCII may get one.
        require(c > ' ' && c < 0x7F && !Character.isLetterOrDigit(c));
        yield c;
      }
    };
  }

  private int readLiteral() throws NotTakenException {
    char c = pattern.charAt(at++);
    require(!Character.isSurrogate(c));
    return c;
  }

  /** Behind the opening bracket. */
  private CharacterSet readClass() throws NotTakenException {
    boolean isNegated = has('^');
    if (isNegated) {
      at++;
    }
    CharacterSet set = new CharacterSet();
    CharacterSet named = new CharacterSet();
    do {
      require(at < pattern.length());
      CharacterSet escaped = has('\\') ? namedEscape() : null;
      if (escaped != null) {
        require(!escaped.isNegated() && (!has('-') || hasLastHyphen()));
        named.addAll(escaped);
      } else if (hasLastHyphen()) {
        set.add(readLiteral(), '-');
      } else {
        readRange(set);
      }
    } while (!has(']'));
    at++;
    withCase(set).addAll(named);
    return isNegated ? set.negate() : set;
  }

  private CharacterSet namedEscape() throws NotTakenException {
    require(at + 1 < pattern.length());
    CharacterSet named = CharacterSet.named(pattern.charAt(at + 1));
    if (named != null) {
      at += 2;
    }
    return named;
  }

  private void readRange(CharacterSet set) throws NotTakenException {
    int first = readClassLiteral();
    if (!has('-') || hasLastHyphen()) {
      set.add(first, first);
      return;
    }
    at++;
    int last = readClassLiteral();
    // Java finds lone surrogates inside of a pair by a range that covers them.
    require(first <= last && (last < Character.MIN_SURROGATE || first > Character.MAX_SURROGATE));
    set.add(first, last);
  }

  private int readClassLiteral() throws NotTakenException {
    require(at < pattern.length());
    if (has('\\')) {
      return readEscapedLiteral();
    }
    require("[]^-&".indexOf(pattern.charAt(at)) < 0);
    return readLiteral();
  }

  private boolean hasLastHyphen() {
    return pattern.startsWith("-]", at);
  }

  private boolean has(char expected) {
    return at < pattern.length() && pattern.charAt(at) == expected;
  }

  private void expect(char expected) throws NotTakenException {
    require(has(expected));
    at++;
  }

  private static void require(boolean condition) throws NotTakenException {
    if (!condition) {
      throw new NotTakenException();
    }
  }
}
