"""Rules for sentences in comments, messages and pages: beginnings, lengths, persons, lines."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from inspect import cleandoc
from typing import Final

from message_texts import messages, sentences
from reason_texts import reasons
from syntax_trees import syntax_tree

from tracked_files import javadoc, tracked

LINE: Final = 120
OPENINGS: Final = re.compile(
    r"(Of|What|Whatever|The same|Those|Whose|Where|Which|Who|How|Why|That)\b(?!-)"
)
"""A reader needs the subject first: ``The cells of ...``, ``Returns the reason why ...``."""
MESSAGE_WORDS: Final = 25
"""Most words of a sentence in an error, a setting, a reason of EXPLAIN or the help of a command."""
VERB: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|do|cannot|could|would|must|may|begins?|changed|"
    r"changes|comes?|declares?|encodes?|encrypts?|ends?|goes|go|grow|holds?|joins|keeps|lack|lies?|"
    r"looks?|means|names|needs?|plans|answers|ascend|broadcasts|draws|knows|makes|merges|passes|reads?|"
    r"refuses|say|says|sorts|span|stands?|starts?|stays?|stores|takes?|treats|uses|wants|writes|adds)\b"
)
"""A verb of a reason; a reason with another one adds it here."""
NOTES: Final = re.compile(r".*/CellShape\.scala$")
"""What the cells of a column look like stands behind the column, as its comment."""
SOURCES: Final = re.compile(r"(jvm/.*/src/main/.*\.(java|scala)|python/src/.*\.py)$")
PROSE_WORDS: Final = 25
"""Most words of a sentence in a page or in a comment that documents something."""
EXAMPLE: Final = re.compile(
    r"<pre>.*?</pre>|\{\{\{.*?\}\}\}|>>> .*|::\s.*|For this package alone: [^.]*\.", re.DOTALL
)
"""Code, and the list of names that the pages of the API leave out."""
INLINE: Final = re.compile(r"`+[^`]+`+|\{@\w+ [^}]*\}|\]\([^)]*\)")
TABLE: Final = re.compile(r"^    |\S   +\S")
PAUSE: Final = re.compile(
    r"(?<=[.?!:])[*\"”)]*\s+(?=[A-Z`*<{(\[\"0-9])|<p>|<li>|@(?:param|return|throws)|\s- "
)
STYLES: Final = re.compile(r"\{[^{}]*:[^{}]*;")
PERSON: Final = re.compile(r"(?<![\w-])(he|him|his|himself)(?![\w\"'])", re.IGNORECASE)
PROSE: Final = (".java", ".scala", ".py", ".md", ".proto", ".sh", ".yaml", ".toml", ".xml")
LONG_CODE: Final = re.compile(r"`[^`]{60,}`")
SKIPPED: Final = re.compile(r"(tests/bench/peers/.*/target/|.*/test_sentences\.py$)")


def docstrings(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of each docstring, also of attributes, without code and tables."""
    for node in ast.walk(syntax_tree(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            for part in node.body:
                if isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant):
                    value = part.value.value
                    if isinstance(value, str):
                        lines = cleandoc(value).splitlines()
                        prose = [line for line in lines if not TABLE.search(line)]
                        yield part.lineno, " ".join(" ".join(prose).split())


def prose_lines(page: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a Markdown page outside of tables, code and HTML.

    A command in the text has no place to break; it counts as short.
    """
    fence = ""
    for number, line in enumerate(page.splitlines(), 1):
        mark = re.match(r"\s*(```+|~~~+)", line)
        if mark:
            fence = "" if fence else mark.group(1)
        elif not fence and not re.match(r"\s*(\||<)|    ", line):
            yield number, LONG_CODE.sub("`...`", line)


def openings(name: str, text: str) -> Iterator[str]:
    """Yield the comments that begin without their subject."""
    found = docstrings(text) if name.endswith(".py") else javadoc(text)
    for line, comment in found:
        if OPENINGS.match(comment):
            yield f"{name}:{line}: {comment[:60]}"


def long_lines(name: str, page: str) -> Iterator[str]:
    """Yield the lines that are too long, unless one word, such as an address, makes them so."""
    for number, line in prose_lines(page):
        if len(line) > LINE and len(line.split()) > 1 and max(map(len, line.split())) <= LINE:
            yield f"{name}:{number}: {len(line)} letters"


def paragraphs(name: str, text: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of each paragraph of a page, comment or docstring, without examples."""
    if name.endswith(".md"):
        start, words = 0, ""
        for number, line in [*prose_lines(text), (0, "")]:
            if words and re.match(r"\s*$|\s*([-*]|\d+\.) |#", line):
                yield start, words
                words = ""
            start = start if words else number
            words = f"{words} {line.strip()}".strip()
    elif name.endswith(".py"):
        for line, comment in docstrings(text):
            yield line, EXAMPLE.sub("", comment)
    else:
        for line, comment in javadoc(text):
            yield line, EXAMPLE.sub(" . ", comment)


def long_sentences(name: str, text: str) -> Iterator[str]:
    """Yield the sentences that are too long to be understood at first reading."""
    for line, paragraph in paragraphs(name, text):
        for sentence in PAUSE.split(INLINE.sub("X", paragraph)):
            words = len(sentence.split())
            if words > PROSE_WORDS:
                yield f"{name}:{line}: {words} words: {sentence[:60]}"


def faulty_messages(name: str, text: str) -> Iterator[str]:
    """Yield the messages with a sentence that is too long or begins without its subject."""
    for line, message in messages(name, text):
        for sentence in [] if STYLES.search(message) else sentences(message):
            words = len(sentence.split())
            if words > MESSAGE_WORDS:
                yield f"{name}:{line}: {words} words: {sentence[:60]}"
            if OPENINGS.match(sentence[:1].upper() + sentence[1:]):
                yield f"{name}:{line}: {sentence[:60]}"


def fragments(sources: dict[str, str]) -> Iterator[str]:
    """Yield the reasons that say nothing alone: a name, or words without a verb."""
    for name, line, reason in reasons(sources):
        if not VERB.search(reason) and not NOTES.match(name):
            yield f"{name}:{line}: {reason}"


def test_comments_begin_with_their_subject() -> None:
    found = [
        place
        for name, text in tracked().items()
        if name.endswith((".java", ".scala", ".py")) and not SKIPPED.match(name)
        for place in openings(name, text)
    ]
    assert found == []


def test_messages_are_short_and_begin_with_their_subject() -> None:
    found = [
        place
        for name, text in tracked().items()
        if SOURCES.match(name)
        for place in faulty_messages(name, text)
    ]
    assert found == []


def test_reasons_are_whole_phrases() -> None:
    sources = {name: text for name, text in tracked().items() if SOURCES.match(name)}
    assert list(fragments(sources)) == []


def test_sentences_end() -> None:
    found = [
        place
        for name, text in tracked().items()
        if name.endswith((".java", ".scala", ".py", ".md"))
        for place in long_sentences(name, text)
    ]
    assert found == []


def test_users_are_no_he() -> None:
    found = [
        f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {match.group()}"
        for name, text in tracked().items()
        if name.endswith(PROSE) and not SKIPPED.match(name)
        for match in PERSON.finditer(text)
    ]
    assert found == []


def test_lines_of_prose_fit_a_window() -> None:
    found = [
        place
        for name, text in tracked().items()
        if name.endswith(".md")
        for place in long_lines(name, text)
    ]
    assert found == []


def test_openings_are_found() -> None:
    java = (
        "/**\n * Of a table,\n * its rows. */\nint a;\n/** The rows. */\n/** The same\n * rows. */"
    )
    python = '"""What it is."""\nclass A:\n    a = 1\n    """Those of b."""\n'
    assert [place[:9] for place in openings("A.java", java)] == ["A.java:1:", "A.java:6:"]
    assert list(openings("a.py", python)) == ["a.py:1: What it is.", "a.py:4: Those of b."]


def test_faulty_messages_are_found() -> None:
    java = 'f("It is bad. " // "no"\n + n + " of \\"it\\"", \'"\'); g("Those of a table");'
    assert list(messages("A.java", java)) == [
        (1, 'It is bad. <value> of "it"'),
        (2, "Those of a table"),
    ]
    assert list(faulty_messages("A.java", java)) == ["A.java:2: Those of a table"]
    scala = 's"what the ${f(x)} is" + """\nThe text of a block"""'
    assert list(faulty_messages("a.scala", scala)) == ["a.scala:1: what the <value> is"]
    python = f'"""Of it, a doc."""\nraise E(f"It is {{a}}. How is it?", "{"a " * 26}")\n'
    found = list(faulty_messages("a.py", python))
    assert [place[:17] for place in found] == ["a.py:2: How is it", "a.py:2: 26 words:"]


def test_fragments_are_found() -> None:
    java = (
        'new E(\n"table", t, // "x",\n"reason", "a cycle");\n'
        "E corrupt(byte[] b, String reason) {}\n"
        'corrupt(b, "more than " + max(1) + " rows"); other(b, "none"); corrupt(b, n + " is odd");'
    )
    found = ["A.java:3: a cycle", "A.java:5: more than <value> rows"]
    assert sorted(fragments({"A.java": java})) == found
    scala = (
        'def refused(n: Int, reason: String) = E("reason" -> reason)\nrefused(f(2, ","), s"no $n")'
    )
    other = (
        'throw B.refused(1, s"$n rows"); C.refused(1, "no rows"); E("reason" -> s"it is ${f("a")}")'
    )
    assert list(fragments({"B.scala": scala})) == ["B.scala:2: no <value>"]
    assert list(fragments({"B.scala": scala, "A.scala": other}))[1:] == ["A.scala:1: <value> rows"]
    python = 'raise E(\n  reason=f"unknown host {h}")\nreason = "no host" if a else "it is odd"'
    assert sorted(fragments({"a.py": python})) == [
        "a.py:2: unknown host <value>",
        "a.py:3: no host",
    ]


def test_long_sentences_are_found() -> None:
    words = "Word " * 20
    page = f"# Title\n\n{words}\nmore and more of it.\n\n- {words}\n- {words}\n\n{words}: One.\n"
    assert list(long_sentences("a.md", page)) == []
    assert (
        list(long_sentences("a.md", page.replace("and more", words)))[0][:17] == "a.md:3: 43 words:"
    )
    java = f"/** {words}. {words}. <pre>{words} {words}</pre> */ /** {words}; {words} */"
    assert [place[:16] for place in long_sentences("A.java", java)] == ["A.java:1: 41 wor"]


def test_long_lines_are_found() -> None:
    words = "word " * 30
    page = f"{words}\n| {words} |\n```\n{words}\n```\n<{words}>\nhttps://{'a' * 130} x\n"
    assert list(long_lines("a.md", page)) == ["a.md:1: 150 letters"]
