"""The text of a query as sqlglot's tree, with places in the text and refusals that name them.

sqlglot is asked for the grammar only. Functions stay names with arguments. The meanings that it
knows for them are made for translation between dialects, not for Spark's answers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final, NoReturn, TypeVar

from pyspark_hbase._text.extras import require_extras
from pyspark_hbase.errors import NeedsSparkError, SQLSyntaxError

try:
    from sqlglot import exp
    from sqlglot.dialects.spark import Spark
    from sqlglot.errors import ErrorLevel, ParseError, TokenError
    from sqlglot.parsers.spark import SparkParser
    from sqlglot.tokenizer_core import TokenType
except ModuleNotFoundError:
    require_extras("connect().sql")
    raise


_Node = TypeVar("_Node", bound=exp.Expr)

_SPAN: Final = "span"
"""The place of a node in its ``meta``: ``[start, end)``, with its parentheses and operands."""


class _Parser(SparkParser):
    """Keeps functions as they are written, and CAST and TRY_CAST apart; knows places of nodes."""

    FUNCTIONS = {}
    FUNCTION_PARSERS = {
        name: SparkParser.FUNCTION_PARSERS[name] for name in ("CAST", "TRY_CAST", "EXTRACT", "TRIM")
    }
    STRICT_CAST = True

    def _parse_placeholder(self) -> exp.Expr | None:
        token = self._curr
        found = super()._parse_placeholder()
        return found.update_positions(token) if isinstance(found, exp.Placeholder) else found

    def expression(self, instance: _Node, *args: Any, **options: Any) -> _Node:
        made = super().expression(instance, *args, **options)
        if isinstance(made, exp.Binary):
            left, right = _span(made.this), _span(made.expression)
            if left is not None and right is not None:
                made.meta[_SPAN] = (left[0], right[1])
        return made

    def _parse_unary(self) -> exp.Expr | None:
        start = self._curr.start
        return self._placed(super()._parse_unary(), start)

    def _parse_range(self, this: exp.Expr | None = None, *args: Any, **options: Any) -> Any:
        start = self._curr.start if this is None else (_span(this) or (None,))[0]
        return self._placed(super()._parse_range(this, *args, **options), start)

    def _placed(self, node: exp.Expr | None, start: int | None) -> exp.Expr | None:
        """The node, which ends with the last token that was read."""
        if node is not None and start is not None and _SPAN not in node.meta:
            node.meta[_SPAN] = (start, self._prev.end + 1)
        return node


def _span(node: object) -> tuple[int, int] | None:
    """The place of a node; of parentheses that are not in the text, that of their contents."""
    if not isinstance(node, exp.Expr):
        return None
    found: tuple[int, int] | None = node.meta.get(_SPAN)
    return _span(node.this) if found is None and isinstance(node, exp.Paren) else found


class _Dialect(Spark):
    class Tokenizer(Spark.Tokenizer):
        # Two quotes in a text are one, as in Spark 4.
        STRING_ESCAPES = ["\\", "'", '"']

    Parser = _Parser


_NO_OPERAND: Final = (TokenType.FROM, TokenType.R_PAREN)
_GAP: Final = re.compile(r"(?:\s|--[^\n]*|/\*.*?\*/)*", re.DOTALL)
_MISSING: Final = re.compile(r"Required keyword: '\w+' missing for <class '[\w.]*?(\w+)'>")

_NAMES: Final[dict[type[exp.Expr], str]] = {
    exp.Window: "a window function",
    exp.Subquery: "a subquery",
    exp.Select: "a subquery",
    exp.Exists: "a subquery",
    exp.Join: "JOIN",
    exp.Union: "UNION",
    exp.Intersect: "INTERSECT",
    exp.Except: "EXCEPT",
    exp.Interval: "INTERVAL",
    exp.Lateral: "LATERAL VIEW",
    exp.Bracket: "an element of an array or map",
    exp.Dot: "a field of a struct",
    exp.Lambda: "a lambda function",
    exp.With: "WITH",
    exp.Rollup: "ROLLUP",
    exp.Cube: "CUBE",
    exp.GroupingSets: "GROUPING SETS",
    exp.TryCast: "TRY_CAST",
    exp.ILike: "ILIKE",
    exp.Values: "VALUES",
    exp.TableSample: "TABLESAMPLE",
}


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a query."""

    text: str

    def position(self, node: exp.Expr | int) -> str:
        """Line and column, both from 1: of a node, the first place that is known of its parts."""
        start = node if isinstance(node, int) else self._start(node)
        line = self.text.count("\n", 0, start) + 1
        return f"{line}:{start - (self.text.rfind(chr(10), 0, start) + 1) + 1}"

    @staticmethod
    def _start(node: exp.Expr) -> int:
        for each in (node, node.parent):
            if each is not None:
                starts = [part.meta["start"] for part in each.walk() if "start" in part.meta]
                if starts:
                    return int(min(starts))
        return 0

    def span(self, node: exp.Expr) -> tuple[int, int] | None:
        """The place that Spark gives to a node, ``[start, end)``; None if it is not known.

        What has no place of its own has that of the node around it. Predicates that are a word,
        such as BETWEEN, begin behind their operand.
        """
        found, around = _span(node), node.parent
        while found is None and around is not None:
            found, around = _span(around), around.parent
        operand = _span(node.this) if isinstance(node, exp.Predicate) else None
        if found is not None and operand is not None:
            gap = _GAP.match(self.text, operand[1])
            if gap is not None and self.text[gap.end()].isalpha():
                return gap.end(), found[1]
        return found

    def refuse(self, node: exp.Expr | int, construct: str | None = None) -> NoReturn:
        """Raise the error for what only Spark does."""
        if construct is None:
            assert not isinstance(node, int)
            construct = _NAMES.get(type(node), type(node).__name__.upper())
        raise NeedsSparkError(
            "NEEDS_SPARK",
            "SQL without Spark does not have this; run the query with a session of "
            "pyspark_hbase.session().",
            construct=construct,
            position=self.position(node),
        )

    def only(self, node: exp.Expr, *allowed: str) -> None:
        """Refuse what stands at a node besides its known parts."""
        for name, value in node.args.items():
            if value and name not in allowed and not name.startswith("_"):
                part = value[0] if isinstance(value, list) else value
                if isinstance(part, exp.Expr):
                    known = _NAMES.get(type(part), name.strip("_").replace("_", " ").upper())
                    self.refuse(part, known)
                self.refuse(node, f"{type(node).__name__.upper()} {name.strip('_').upper()}")

    def syntax_error(self, start: int, problem: str) -> SQLSyntaxError:
        """The error for a text that is no query."""
        return SQLSyntaxError(
            "PARSE_SYNTAX_ERROR",
            "The text cannot be read as a query; what only Spark reads, run with a session of "
            "pyspark_hbase.session().",
            problem=problem,
            position=self.position(start),
        )

    def parse(self) -> exp.Select:
        """The tree of the one query that the text is.

        Raises:
            SQLSyntaxError: ``PARSE_SYNTAX_ERROR``.
            NeedsSparkError: it is something else than a SELECT.
        """
        dialect = _Dialect()
        try:
            tokens = dialect.tokenize(self.text)
            for token, behind in zip_longest(tokens, tokens[1:]):
                if token.token_type == TokenType.COMMA and (
                    behind is None or behind.token_type in _NO_OPERAND
                ):
                    raise self.syntax_error(token.start, "nothing behind a comma")
                if token.token_type == TokenType.STRING:
                    token.text = self._unquoted(token.start, token.end)
            parser = dialect.parser(error_level=ErrorLevel.IMMEDIATE)
            statements = [each for each in parser.parse(tokens, self.text) if each is not None]
        except TokenError as error:
            raise self.syntax_error(len(self.text), str(error).partition("\n")[0]) from error
        except ParseError as error:
            raise self._located(error) from error
        if len(statements) != 1:
            raise self.syntax_error(0, f"{len(statements)} statements")
        (statement,) = statements
        if not isinstance(statement, exp.Select):
            self.refuse(statement)
        return statement

    def _unquoted(self, start: int, end: int) -> str:
        raw = self.text[start : end + 1]
        if "\\" in raw:
            self.refuse(start, "a backslash in a text; bind the text with args instead")
        quote = raw[0]
        return raw[1:-1].replace(quote * 2, quote)

    def _located(self, error: ParseError) -> SQLSyntaxError:
        found = error.errors[0] if error.errors else {}
        lines = self.text.split("\n")
        line = int(found.get("line") or 1)
        # sqlglot counts to the end of the token.
        highlight = str(found.get("highlight") or "")
        column = max(int(found.get("col") or 1) - len(highlight), 0)
        start = sum(len(each) + 1 for each in lines[: line - 1]) + column
        description = str(found.get("description") or error)
        return self.syntax_error(start, _MISSING.sub(r"an expression is missing (\1)", description))
