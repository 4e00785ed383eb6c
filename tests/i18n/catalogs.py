"""The catalogues of translations: `python -m tests.i18n.catalogs` brings them up to date and compiles them.

A text that is new gets an empty translation, to be written into the .po by hand; one that is gone is taken
out. Run it again after translating: the .mo that is committed must be what its .po gives.
"""

import sys
from pathlib import Path

import polib

from tests.i18n.foreign import messages_for
from tests.i18n.messages import ROOT, Message

PLURALS = {
    "es": "nplurals=2; plural=(n != 1);",
    "eu": "nplurals=2; plural=(n != 1);",
    "fr": "nplurals=2; plural=(n > 1);",
    "it": "nplurals=2; plural=(n != 1);",
    "sl": "nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);",
}
LANGUAGES = tuple(PLURALS)
"""English is what the texts are written in."""


def path_of(language: str, suffix: str = ".po") -> Path:
    """Where a language's catalogue lies."""
    return ROOT / "locale" / language / "LC_MESSAGES" / f"django{suffix}"


def read(language: str) -> polib.POFile:
    """A language's catalogue as it is stored; an empty one if there is none."""
    path = path_of(language)
    if path.exists():
        return polib.pofile(str(path), wrapwidth=110)
    return polib.POFile(wrapwidth=110)


def message_of(entry: polib.POEntry) -> Message:
    """The text that an entry translates."""
    return Message(entry.msgid, entry.msgid_plural, entry.msgctxt or "")


def update(language: str) -> list[str]:
    """Give the catalogue an entry for each text and no other, compile it; returns what is not translated."""
    stored = {message_of(entry): entry for entry in read(language)}
    fresh = polib.POFile(wrapwidth=110)
    fresh.metadata = {
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Language": language,
        "MIME-Version": "1.0",
        "Plural-Forms": PLURALS[language],
    }
    for message, places in sorted(messages_for(language).items()):
        entry = stored.get(message) or _new_entry(message, language)
        entry.occurrences = [(place, "") for place in sorted(set(places))]
        fresh.append(entry)
    path_of(language).parent.mkdir(parents=True, exist_ok=True)
    fresh.save(str(path_of(language)))
    path_of(language, ".mo").write_bytes(fresh.to_binary())
    return [entry.msgid for entry in fresh if not entry.translated()]


def _new_entry(message: Message, language: str) -> polib.POEntry:
    entry = polib.POEntry(msgid=message.text, msgctxt=message.context or None)
    if message.plural:
        forms = int(PLURALS[language].partition("=")[2].partition(";")[0])
        entry.msgid_plural = message.plural
        entry.msgstr_plural = dict.fromkeys(range(forms), "")
    return entry


def main() -> int:
    """Bring all up to date and name what is not translated. Returns how many languages lack something."""
    lacking = 0
    for language in LANGUAGES:
        missing = update(language)
        lacking += bool(missing)
        for text in missing:
            sys.stdout.write(f"{language}: {text}\n")
    return lacking


if __name__ == "__main__":
    sys.exit(main())
