"""What the rules for readers are made of."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import ngettext


class Table(NamedTuple):
    """A table: what it is about, its columns' names, its rows of texts."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]

    def to_json(self) -> dict[str, Any]:
        """As lists."""
        return {"title": self.title, "columns": list(self.columns), "rows": [list(row) for row in self.rows]}


class Section(NamedTuple):
    """A part of the rules under a title; `name` stays the same in every language."""

    name: str
    title: str
    paragraphs: Sequence[str | None]
    tables: Sequence[Table] = ()

    def to_json(self) -> dict[str, Any]:
        """As lists; a paragraph that is None does not belong to these rules."""
        return {
            "name": self.name,
            "title": self.title,
            "paragraphs": [text for text in self.paragraphs if text is not None],
            "tables": [table.to_json() for table in self.tables],
        }


def points(number: int) -> str:
    """So many points, in words that agree with the number."""
    return ngettext("%(count)d point", "%(count)d points", number) % {"count": number}
