"""The rules for readers: sections and tables in their language, with the numbers they play by."""

import pytest
from django.utils import translation
from rest_framework.test import APIClient

from games.engine.options import OPTIONS
from games.engine.rules import RULESETS, resolve
from games.engine.signs import GESTURES
from games.wording import options, signs
from games.wording.rulebook import rulebook
from tests.api.refusals import assert_refused
from tests.api.shapes import assert_shape

LANGUAGES = ("es", "eu", "fr", "it", "sl")


def read(path, language="en"):
    answer = APIClient().get(f"/api/v1{path}", headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert answer.headers["Content-Language"] == language
    return answer.json()


def sections(rules):
    return {section["name"]: section for section in rules["sections"]}


def cells(section, table):
    return {row[0]: row[1:] for row in section["tables"][table]["rows"]}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_the_rules_have_all_their_sections_in_every_language(ruleset, language):
    rules = read(f"/rulesets/{ruleset}", language)
    assert_shape("Rulebook", rules)
    assert list(sections(rules)) == [
        "game",
        "cards",
        "mus",
        "lances",
        "players",
        "betting",
        "count",
        "end",
        "signs",
    ]
    for section in rules["sections"]:
        assert section["paragraphs"]
        for table in section["tables"]:
            assert all(len(row) == len(table["columns"]) for row in table["rows"])


def test_cards_juego_and_bonus_are_told_in_tables():
    found = sections(read("/rulesets/gametwist"))
    assert cells(found["cards"], 0) == {
        "king, 3": ["10"],
        "caballo": ["10"],
        "sota": ["10"],
        "7": ["7"],
        "6": ["6"],
        "5": ["5"],
        "4": ["4"],
        "ace, 2": ["1"],
    }
    assert [row[1] for row in found["lances"]["tables"][1]["rows"]] == [
        *("31", "32", "40", "37", "36", "35", "34", "33")
    ]
    assert cells(found["count"], 1) == {
        "pair": ["1"],
        "medias": ["2"],
        "duples": ["3"],
        "juego of 31": ["3"],
        "any other juego": ["2"],
        "punto": ["1"],
    }
    assert cells(found["count"], 0)["pares"][0] == "1 + bonus"


def test_what_differs_between_the_rulesets_is_told():
    ours, clubs = (sections(read(f"/rulesets/{name}")) for name in ("gametwist", "traditional"))
    assert cells(clubs["count"], 0)["pares"][0] == "0 + bonus"
    told = " ".join(clubs["mus"]["paragraphs"])
    assert "mus corrido" in told
    assert "mus corrido" not in " ".join(ours["mus"]["paragraphs"])
    for name in ("game", "mus", "betting", "end", "signs"):
        assert ours[name]["paragraphs"] != clubs[name]["paragraphs"], name


@pytest.mark.parametrize(
    ("options", "section", "words"),
    [
        ({"target": 30}, "game", "30 points"),
        ({"games_to_win": 3}, "game", "3"),
        ({"kings": 4}, "cards", "four kings"),
        ({"max_mus_rounds": 2}, "mus", "2"),
        ({"reshuffle_keeps_last_own_apart": False}, "mus", "all discards are shuffled into a new one."),
        ({"simultaneous_discards": False}, "mus", "in turn"),
        ({"mus_corrido": True}, "mus", "first hand of every game"),
        ({"mus_corrido": True, "mus_corrido_scope": "match"}, "mus", "first hand of the match"),
        ({"la_real": "sota"}, "lances", "a sota"),
        ({"uncontested_stake": 4}, "players", "4"),
        ({"min_envido": 5}, "betting", "at least 5"),
        ({"min_raise": 7}, "betting", "at least 7"),
        ({"raise_mode": "by"}, "betting", "25"),
        ({"max_envido": None}, "betting", "no highest bet"),
        ({"max_envido": 33}, "betting", "33"),
        ({"partner_confirmation": "none"}, "betting", "not asked"),
        ({"first_deje": 2}, "betting", "2 points"),
        ({"extra_deje": 3}, "betting", "3 points more"),
        ({"bonus_to": "every_holder"}, "count", "everybody who holds them"),
        ({"deje_ends_game": True}, "end", "at once"),
        ({"signs_truthful": True}, "signs", "must be true"),
        ({"signs_visible_to": "partner"}, "signs", "Only the partner"),
    ],
)
def test_an_option_changes_the_text(options, section, words):
    def text(rules):
        [found] = [part for part in rulebook(rules) if part["name"] == section]
        return " ".join(found["paragraphs"])

    with translation.override("en"):
        assert words in text(resolve("gametwist", options))
        assert text(resolve("gametwist", options)) != text(resolve("gametwist", {}))


@pytest.mark.parametrize(
    ("options", "row", "column", "paid"),
    [
        ({"paso_stake": [3, 2, 4, 5, 6]}, "punto", 0, "6 + bonus"),
        ({"uncontested_stake": 4}, "juego", 3, "4 + bonus"),
        ({}, "grande", 3, "–"),
    ],
)
def test_an_option_changes_what_a_lance_pays(options, row, column, paid):
    with translation.override("en"):
        [count] = [part for part in rulebook(resolve("gametwist", options)) if part["name"] == "count"]
    assert cells(count, 0)[row][column] == paid


def test_rules_that_do_not_exist():
    assert_refused(APIClient().get("/api/v1/rulesets/poker"), "ruleset.not_found")


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_options_come_with_texts_for_a_form(language):
    found = read("/rulesets", language)
    assert_shape("RulesetList", found)
    for option in found["options"]:
        assert option["label"]
        assert option["description"]
        values = option.get("choices") or option.get("items") or option.get("words") or []
        assert len(option.get("value_labels", [])) == len(values), option["name"]
    assert all(ruleset["title"] and ruleset["description"] for ruleset in found["rulesets"])


def test_every_option_ruleset_and_sign_has_its_texts():
    assert set(options.TEXTS) == set(OPTIONS)
    assert set(options.RULESETS) == set(RULESETS)
    assert set(signs.GESTURES) == set(GESTURES)
    assert set(signs.MEANINGS) == set(GESTURES.values())


def test_signs_are_told_in_the_language_of_the_reader():
    found = read("/signs", "eu")
    assert_shape("SignList", found)
    wink = next(sign for sign in found["signs"] if sign["gesture"] == "wink")
    assert wink["meaning"] == "juego_31"
    assert (wink["gesture_text"], wink["meaning_text"]) == ("begi-keinua egin", "hogeita hamaika")
