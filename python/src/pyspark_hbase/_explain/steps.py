"""The steps that the rows of a scan go through, and the reasons why some stay in Spark."""

from __future__ import annotations

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
    operator: str = ""
    """The name of Spark's operator; empty of a step in the region servers."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A part of a query that stays in Spark, and the reason."""

    what: str
    """The operator or expression; empty where ``why`` speaks of the whole query."""
    why: str
    operator: str = ""
    """The name of Spark's operator; empty where no operator is refused."""
    conditions: tuple[str, ...] = ()
    """The conditions in Spark's steps that hold the refused expression."""

    def __str__(self) -> str:
        return f"{self.what}: {self.why}" if self.what else self.why

    def why_in(self, condition: str) -> str:
        """The reason, which names a part of the condition where it is of that part."""
        return self.why if self.what == condition else str(self)

    def is_of_step(self, step: Step) -> bool:
        """Whether it says why Spark does a step."""
        is_of_operator = bool(self.operator) and self.operator == step.operator
        return is_of_operator or not set(self.conditions).isdisjoint(step.conditions)


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
