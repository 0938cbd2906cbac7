package org.apache.spark.sql.hbase.codec.document;

import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.value.TextCodec;

/**
 * Walks over one JSON text (RFC 8259) in UTF-8, byte by byte and without allocation. Strict: no
 * comments, no single quotes, no leading zeros, no NaN. Bytes of 0x80 and above inside strings are
 * taken as they are. Not thread-safe; keeps the bound array until the next {@link #bind}.
 */
final class JsonScanner {
  /** Arrays and objects inside one another, those of members that nobody reads included. */
  static final int MAX_DEPTH = 100;

  private static final byte[] NULL = {'n', 'u', 'l', 'l'};
  private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
  private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};

  private final SqlType type;
  private byte[] bytes;
  private int start;
  private int end;
  private int at;

  /** Takes the type of the whole text, for errors. */
  JsonScanner(SqlType type) {
    this.type = type;
  }

  void bind(byte[] text, int offset, int length) {
    bytes = text;
    start = offset;
    end = offset + length;
    at = offset;
  }

  byte[] array() {
    return bytes;
  }

  /** Returns the position of the next byte. */
  int position() {
    return at;
  }

  void seek(int position) {
    at = position;
  }

  /** The next byte that is not a blank, not consumed; 0 at the end of the text. */
  byte peek() {
    while (at < end && isBlank(bytes[at])) {
      at++;
    }
    return at < end ? bytes[at] : 0;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }

  /** Consumes the next byte that is not a blank. */
  void expect(char wanted) {
    if (peek() != wanted) {
      throw corrupt("'" + wanted + "' is missing");
    }
    at++;
  }

  /** Consumes {@code wanted} if it comes next. */
  boolean accept(char wanted) {
    boolean found = peek() == wanted;
    at += found ? 1 : 0;
    return found;
  }

  /** Consumes {@code null} if it comes next. */
  boolean acceptNull() {
    boolean found = peek() == 'n';
    if (found) {
      literal(NULL);
    }
    return found;
  }

  void expectEnd() {
    if (peek() != 0 || at < end) {
      throw corrupt("the text goes on after its value");
    }
  }

  /** Consumes one value of any kind. */
  void skipValue() {
    skipValue(0);
  }

  private void skipValue(int depth) {
    switch (peek()) {
      case '{', '[' -> skipContainer(depth);
      case '"' -> skipString();
      default -> skipToken();
    }
  }

  private void skipContainer(int depth) {
    if (depth >= MAX_DEPTH) {
      throw corrupt("it has more than " + MAX_DEPTH + " arrays and objects inside one another");
    }
    boolean isObject = bytes[at++] == '{';
    char close = isObject ? '}' : ']';
    if (accept(close)) {
      return;
    }
    do {
      if (isObject) {
        skipString();
        expect(':');
      }
      skipValue(depth + 1);
    } while (accept(','));
    expect(close);
  }

  /** Consumes a number, {@code true}, {@code false} or {@code null}. */
  void skipToken() {
    switch (peek()) {
      case 't' -> literal(TRUE);
      case 'f' -> literal(FALSE);
      case 'n' -> literal(NULL);
      default -> skipNumber();
    }
  }

  private void literal(byte[] text) {
    for (byte b : text) {
      if (at >= end || bytes[at] != b) {
        throw corrupt("this is not a JSON value");
      }
      at++;
    }
  }

  private void skipNumber() {
    if (at < end && bytes[at] == '-') {
      at++;
    }
    int first = at;
    skipDigits();
    if (bytes[first] == '0' && at > first + 1) {
      throw corrupt("a number has a leading zero");
    }
    if (at < end && bytes[at] == '.') {
      at++;
      skipDigits();
    }
    if (at < end && (bytes[at] == 'e' || bytes[at] == 'E')) {
      at++;
      if (at < end && (bytes[at] == '+' || bytes[at] == '-')) {
        at++;
      }
      skipDigits();
    }
  }

  private void skipDigits() {
    int first = at;
    at = TextCodec.skipDigits(bytes, at, end);
    if (at == first) {
      throw corrupt("this is not a JSON value");
    }
  }

  private void skipString() {
    expect('"');
    while (true) {
      byte b = stringByte();
      if (b == '"') {
        return;
      }
      if (b == '\\') {
        unescape();
      }
    }
  }

  /** Consumes a string and appends what it stands for, as UTF-8. */
  void readString(ByteBuilder out) {
    expect('"');
    int plain = at;
    while (true) {
      byte b = stringByte();
      if (b == '"' || b == '\\') {
        out.appendBytes(bytes, plain, at - 1 - plain);
        if (b == '"') {
          return;
        }
        appendUtf8(unescape(), out);
        plain = at;
      }
    }
  }

  private byte stringByte() {
    if (at >= end) {
      throw corrupt("a string does not end");
    }
    byte b = bytes[at++];
    if (b >= 0 && b < ' ') {
      throw corrupt("a string holds a control character");
    }
    return b;
  }

  /** The code point of the escape whose backslash was consumed. */
  private int unescape() {
    byte b = stringByte();
    return switch (b) {
      case '"', '\\', '/' -> b;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> codePoint();
      default -> throw corrupt("a string has an unknown escape");
    };
  }

  private int codePoint() {
    char first = hex4();
    if (!Character.isSurrogate(first)) {
      return first;
    }
    if (Character.isHighSurrogate(first) && stringByte() == '\\' && stringByte() == 'u') {
      char second = hex4();
      if (Character.isLowSurrogate(second)) {
        return Character.toCodePoint(first, second);
      }
    }
    throw corrupt("a string has one half of a surrogate pair");
  }

  private char hex4() {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(stringByte(), 16);
      if (digit < 0) {
        throw corrupt("a string has an unknown escape");
      }
      value = value << 4 | digit;
    }
    return (char) value;
  }

  private static void appendUtf8(int codePoint, ByteBuilder out) {
    if (codePoint < 0x80) {
      out.appendByte(codePoint);
    } else if (codePoint < 0x800) {
      out.appendByte(0xC0 | codePoint >> 6).appendByte(0x80 | codePoint & 0x3F);
    } else if (codePoint < 0x10000) {
      out.appendByte(0xE0 | codePoint >> 12).appendByte(0x80 | codePoint >> 6 & 0x3F);
      out.appendByte(0x80 | codePoint & 0x3F);
    } else {
      out.appendByte(0xF0 | codePoint >> 18).appendByte(0x80 | codePoint >> 12 & 0x3F);
      out.appendByte(0x80 | codePoint >> 6 & 0x3F).appendByte(0x80 | codePoint & 0x3F);
    }
  }

  CodecException corrupt(String reason) {
    String where = reason + ", at byte " + (at - start);
    return CodecException.corrupt(type, ValueEncoding.JSON, where, bytes, start, end - start);
  }
}
