"""`docs/client-guide.md` as a page."""

from functools import lru_cache

from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from markdown_it import MarkdownIt

SOURCE = settings.BASE_DIR / "docs" / "client-guide.md"

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Write a client in an hour</title>
<style>
body {{ max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 sans-serif; color: #222; }}
pre {{ overflow-x: auto; padding: .8rem 1rem; background: #f5f3ee; }}
code {{ font-size: .9rem; }}
table {{ border-collapse: collapse; }}
td, th {{ padding: .3rem .6rem; border: 1px solid #ddd; text-align: left; vertical-align: top; }}
</style>
</head>
<body>
{}
</body>
</html>
"""


@lru_cache(maxsize=1)
def guide() -> str:
    """The whole page."""
    markdown = MarkdownIt("commonmark").enable("table")
    markdown.add_render_rule("heading_open", _named_heading)
    text = markdown.render(SOURCE.read_text("utf-8"))
    return format_html(_PAGE, mark_safe(text))  # noqa: S308  # our own text


def _named_heading(renderer, tokens, index, options, env):  # type: ignore[no-untyped-def]
    """A heading that can be linked to by its words."""
    token = tokens[index]
    token.attrSet("id", tokens[index + 1].content.lower().replace(" ", "-"))
    return renderer.renderToken(tokens, index, options, env)
