"""Every text that a person reads is there in all six languages, with what must stand in it.

When one of these fails: `python -m tests.i18n.catalogs`, translate what it names, run it again.
"""

import re
from collections import Counter
from collections.abc import Iterator

import polib
import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils import translation
from rest_framework import fields, serializers

from games.wording.lances import LANCES
from musapi.errors import PROBLEMS
from tests.i18n.catalogs import LANGUAGES, PLURALS, message_of, path_of, read
from tests.i18n.foreign import messages_for
from tests.i18n.messages import Message

PLACEHOLDERS = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w+\}|</?\w+>")


@pytest.fixture(params=LANGUAGES)
def catalog(request: pytest.FixtureRequest) -> polib.POFile:
    """The catalogue of each language."""
    return read(request.param)


def entries(catalog: polib.POFile) -> dict[Message, polib.POEntry]:
    return {message_of(entry): entry for entry in catalog}


def forms(entry: polib.POEntry) -> Iterator[tuple[str, str]]:
    """Each translated form with the text whose placeholders it must have."""
    if not entry.msgid_plural:
        yield entry.msgid, entry.msgstr
    for form in entry.msgstr_plural.values():
        yield entry.msgid_plural, form


def wrong_placeholders(entry: polib.POEntry) -> list[str]:
    """The forms that do not hold exactly what the text holds."""
    return [
        form
        for text, form in forms(entry)
        if Counter(PLACEHOLDERS.findall(form)) != Counter(PLACEHOLDERS.findall(text))
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_lacks_a_translation(language: str) -> None:
    there = entries(read(language))
    missing = {
        message.text: places
        for message, places in messages_for(language).items()
        if message not in there or not there[message].translated()
    }
    assert missing == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_lacks_a_text(language: str) -> None:
    gone = set(entries(read(language))) - set(messages_for(language))
    assert {message.text for message in gone} == set()


def test_what_is_put_into_a_text_has_its_place_in_every_translation(catalog: polib.POFile) -> None:
    wrong = {
        entry.msgid: found for entry in catalog.translated_entries() if (found := wrong_placeholders(entry))
    }
    assert wrong == {}


def test_the_control_a_lost_placeholder_is_found() -> None:
    lost = polib.POEntry(msgid="%(count)d of {most}", msgstr="%(count)d")
    twice = polib.POEntry(msgid="1", msgid_plural="%d", msgstr_plural={0: "%d", 1: "%d %d"})
    assert wrong_placeholders(lost) == ["%(count)d"]
    assert wrong_placeholders(twice) == ["%d %d"]


def test_every_number_has_its_form(catalog: polib.POFile) -> None:
    language = catalog.metadata["Language"]
    assert catalog.metadata["Plural-Forms"] == PLURALS[language]
    counts = {len(entry.msgstr_plural) for entry in catalog if entry.msgid_plural}
    assert counts == {int(re.findall(r"nplurals=(\d)", PLURALS[language])[0])}


def test_a_text_begins_and_ends_as_it_is_written(catalog: polib.POFile) -> None:
    """Sentences stay sentences: the same spaces around, a full stop where there is one."""
    for entry in catalog.translated_entries():
        for text, form in forms(entry):
            assert form == form.strip() or text != text.strip(), entry.msgid
            assert form.endswith(".") == text.endswith("."), entry.msgid


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_compiled_is_what_is_written(language: str) -> None:
    compiled = polib.pofile(str(path_of(language))).to_binary()
    assert path_of(language, ".mo").read_bytes() == compiled


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["grande", "chica", "pares", "juego", "punto"]),
        ("es", ["grande", "chica", "pares", "juego", "punto"]),
        ("eu", ["handia", "txikia", "pareak", "jokoa", "puntua"]),
        ("fr", ["grand", "petit", "paires", "jeu", "point"]),
        ("it", ["grande", "piccola", "coppie", "gioco", "punto"]),
        ("sl", ["velika", "mala", "pari", "igra", "točke"]),
    ],
)
def test_the_lances_are_called_by_their_names(language: str, names: list[str]) -> None:
    with translation.override(language):
        assert [str(name) for name in LANCES.values()] == names


TERMS = {
    "es": {
        "duples": "duples",
        "medias": "medias",
        "pair": "pareja",
        "Mus corrido": "Mus corrido",
        "Signs": "Señas",
        "accepted": "querido",
        "refused": "no querido",
        "órdago": "órdago",
    },
    "eu": {
        "duples": "duplak",
        "medias": "mediak",
        "pair": "parea",
        "Mus corrido": "Mus jarraia",
        "Signs": "Keinuak",
        "accepted": "idukita",
        "refused": "utzita",
        "órdago": "hordago",
    },
}


@pytest.mark.parametrize("language", TERMS)
def test_mus_is_told_in_its_own_words(language: str) -> None:
    with translation.override(language):
        assert {term: translation.gettext(term) for term in TERMS[language]} == TERMS[language]


def test_mano_and_postre_are_esku_and_azkena() -> None:
    text = "You are the mano: if another hand is equal to yours, you win."
    last = "You are the postre: if a rival's hand is equal to yours, the rival wins."
    with translation.override("eu"):
        assert translation.gettext(text).startswith("Esku zara")
        assert translation.gettext(last).startswith("Azkena zara")
    with translation.override("es"):
        assert translation.gettext(text).startswith("Eres mano")
        assert translation.gettext(last).startswith("Eres postre")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_title_of_its_own_in_every_language(language: str) -> None:
    with translation.override("en"):
        english = {code: str(problem.title) for code, problem in PROBLEMS.items()}
    with translation.override(language):
        same = [code for code, problem in PROBLEMS.items() if str(problem.title) == english[code]]
    assert same == []


@pytest.mark.parametrize(
    ("number", "text"), [(1, "točko"), (2, "točki"), (3, "točke"), (5, "točk"), (102, "točki")]
)
def test_slovenian_counts_in_four_ways(number: int, text: str) -> None:
    with translation.override("sl"):
        told = translation.ngettext("%(count)d point", "%(count)d points", number) % {"count": number}
    assert told == f"{number} {text}"


FIELDS = (
    fields.BooleanField,
    fields.CharField,
    fields.ChoiceField,
    fields.DictField,
    fields.FloatField,
    fields.IntegerField,
    fields.ListField,
    serializers.Serializer,
)
UNREACHABLE = {"overflow", "date", "make_aware"}
"""What REST framework says of values that no request can hold."""


def said_of_fields() -> dict[str, object]:
    """What REST framework says of a field, in English, with the text that can be told in other languages."""
    kinds = [kind for field in FIELDS for kind in field.__mro__]
    messages = [pair for kind in kinds for pair in getattr(kind, "default_error_messages", {}).items()]
    with translation.override("en"):
        return {str(text): text for code, text in messages if code not in UNREACHABLE}


@pytest.mark.parametrize("language", LANGUAGES)
def test_rest_framework_speaks_the_language_too(language: str) -> None:
    said = said_of_fields()
    assert len(said) >= 20
    with translation.override(language):
        assert [english for english, text in said.items() if str(text) == english] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_weak_password_is_refused_in_the_language(language: str) -> None:
    told = {}
    for spoken in ("en", language):
        with translation.override(spoken), pytest.raises(ValidationError) as refusal:
            validate_password("123")
        told[spoken] = set(refusal.value.messages)
    assert not told["en"] & told[language]
