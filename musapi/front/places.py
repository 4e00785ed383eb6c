"""How many may wait in this process, together and each: a place is held for as long as somebody waits."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager


class Places:
    """At most `most` places, and at most `each` for one person."""

    def __init__(self, most: int, each: int) -> None:
        self.most, self.each = most, each
        self.taken = 0
        self._by_person: Counter[str] = Counter()

    @property
    def full(self) -> bool:
        """Whether there is no place for anybody."""
        return self.taken >= self.most

    def full_for(self, person: str) -> bool:
        """Whether this person has all places that one may have."""
        return self._by_person[person] >= self.each

    @contextmanager
    def held(self, person: str) -> Iterator[None]:
        """A place for as long as the block lasts. The caller has looked whether there is one."""
        self.taken += 1
        self._by_person[person] += 1
        try:
            yield
        finally:
            self.taken -= 1
            self._by_person[person] -= 1
            if not self._by_person[person]:
                del self._by_person[person]
