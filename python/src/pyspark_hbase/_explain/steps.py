"""The steps that the rows of a scan go through, and the reasons why some stay in Spark."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

Where = Literal["key range", "server", "Spark"]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is done with the rows of a scan."""

    where: Where
    text: str
    reason: str
    """Empty where ``where`` says all."""
    conditions: tuple[str, ...] = ()
    """The conditions of a filter, all of which have to be true."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A part of a query that stays in Spark, and the reason."""

    what: str
    """The operator or expression; empty where ``why`` speaks of the whole query."""
    why: str

    def __str__(self) -> str:
        return f"{self.what}: {self.why}" if self.what else self.why

    @property
    def _operator(self) -> str:
        """The kind of an operator; empty of an expression."""
        kind = self.what.partition("(")[0].partition(":")[0]
        return kind if kind[:1].isupper() else ""

    def is_of(self, condition: str) -> bool:
        """Whether it says why a condition stays; a column x is no part of max_x."""
        if not self.what or self._operator:
            return False
        begin = r"\b" if re.match(r"\w", self.what) else ""
        end = r"\b" if re.search(r"\w$", self.what) else ""
        return re.search(f"{begin}{re.escape(self.what)}{end}", condition) is not None

    def why_in(self, condition: str) -> str:
        """The reason, which names a part of the condition where it is of that part."""
        return self.why if self.what == condition else str(self)

    def is_of_step(self, step: Step) -> bool:
        """Whether it says why Spark does a step."""
        if any(map(self.is_of, step.conditions)):
            return True
        kind = step.text.partition("(")[0]
        operator = self._operator.removeprefix("Partial")
        return bool(operator) and kind.endswith(operator)


def steps_in_spark(steps: tuple[Step, ...], refusals: list[Refusal]) -> tuple[Step, ...]:
    """The steps of the plan from the last one down, each with its reason.

    A reason belongs to the lowest step that it is of, and to the lowest of all where it is of the
    whole query. Without steps, each reason stands for a step of its own.
    """
    found = list(steps)
    loose: list[Step] = []
    for refusal in refusals:
        is_whole = not refusal.what
        places = [i for i, step in enumerate(found) if is_whole or refusal.is_of_step(step)]
        if places:
            at = places[-1]
            why = str(refusal) if found[at].conditions else refusal.why
            found[at] = replace(found[at], reason="; ".join(filter(None, (found[at].reason, why))))
        elif not steps:
            loose.append(Step("Spark", refusal.what or "the rest", refusal.why))
    return (*loose, *found)
