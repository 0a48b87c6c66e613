"""What a search answers: a value it can show, a bound it has proved, and the reason in words."""

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from solver.words.say import Text

Certificate = TypeVar("Certificate")


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Certificate]):
    """
    The answer of one search.

    ``value`` is shown by ``certificate`` (recounted by ``solver.search.verify`` before it leaves the search);
    ``bound`` is a value that nothing exceeds. Both are in the unit of the search: spaces for a trail, points for
    a ceiling. ``why`` says in words why there is nothing better than ``bound``.
    """

    value: int
    bound: int
    certificate: Certificate
    why: tuple[Text, ...] = field(default=())
    seconds: float = 0.0

    @property
    def proven(self) -> bool:
        """Whether the value shown is known to be the best there is."""
        return self.value == self.bound
