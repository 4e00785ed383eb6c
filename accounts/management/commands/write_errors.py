"""`manage.py write_errors`: docs/errors.md from the registry of problems."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import translation

from musapi.errors import PROBLEMS

PATH = settings.BASE_DIR / "docs" / "errors.md"

_HEAD = """# Refusals

Every refusal is an `application/problem+json` document (RFC 9457) with a stable `code`. Clients branch on
`code`; `title` and `detail` are texts for people, in the language of the request. `errors[]` names bad fields
by JSON `pointer`, or by `parameter` in a query. Clients must take a code that they do not know, and go by the
status.

This table is written by `python manage.py write_errors` from the registry in `musapi/errors.py`.

| code | status | meaning |
|---|---|---|
"""


def errors_table() -> str:
    """The text of docs/errors.md."""
    with translation.override("en"):
        rows = [
            f"| `{code}` | {problem.status} | {problem.title} |" for code, problem in sorted(PROBLEMS.items())
        ]
    return _HEAD + "\n".join(rows) + "\n"


class Command(BaseCommand):
    help = "Write docs/errors.md from the registry of problems."

    def handle(self, *args: Any, **options: Any) -> None:
        PATH.write_text(errors_table())
        self.stdout.write(f"{PATH} written")
