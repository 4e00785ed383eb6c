"""What openapi-generator makes of the document: sound names, real types, and Java that compiles and reads."""

import json
import re
from pathlib import Path

import pytest

from games.schema.examples import example
from musapi.openapi30 import in_openapi_30
from musapi.schema import openapi_document
from tests.clients.generated import JAR, MODELS, QUICK_JAVA, QUICK_JAVAC, generate
from tests.clients.tools import need, run

PROBE = Path(__file__).with_name("Probe.java")

# Names that a generator makes up where the document gives none.
MADE_UP = re.compile(r"inline|inner|one_?of|any_?of|all_?of|enum\.|requestrequest|\d", re.IGNORECASE)

# Members that may be anything: of a number or a word, and of cards of one seat or of all.
ANYTHING = {"choices", "min", "cards", "max_envido"}
UNTYPED = {
    "kotlin": r"val `?(\w+)`?: \S*kotlin\.Any\b",
    "swift6": r"public var (\w+): \[?JSONValue\b",
    "dart-dio": r"^  final (?:List<)?Object\??>?\?? (\w+);",
    "java": r"private (?:@\S+ )?(?:List<)?(?:@\S+ )?Object>? (\w+)",
}
UNKNOWN = {
    "kotlin": "unknown_default_open_api",
    "swift6": "unknownDefaultOpenApi",
    "dart-dio": "unknownDefaultOpenApi",
    "java": "UNKNOWN_DEFAULT_OPEN_API",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need("java")
    made = tmp_path_factory.mktemp("clients")
    generate(in_openapi_30(openapi_document()), made)
    return made


def sources(folder: Path, language: str) -> dict[str, str]:
    """The text of each model's class by its file's name."""
    found = (folder / language / MODELS[language]).iterdir()
    return {path.name: path.read_text("utf-8") for path in found if path.name != "AbstractOpenApiSchema.java"}


@pytest.mark.parametrize("language", MODELS)
def test_a_client_has_a_class_for_every_shape(folder: Path, language: str) -> None:
    models = {name.partition(".")[0].replace("_", "").lower() for name in sources(folder, language)}
    shapes = in_openapi_30(openapi_document())["components"]["schemas"]
    objects = {name.lower() for name, shape in shapes.items() if "properties" in shape or "enum" in shape}
    renamed = {"swift6": {"option", "word", "match"}}.get(language, set())
    assert objects - models - renamed == set()


@pytest.mark.parametrize("language", MODELS)
def test_no_name_is_made_up_and_no_type_is_lost(folder: Path, language: str) -> None:
    texts = sources(folder, language)
    assert [name for name in texts if MADE_UP.search(name)] == []
    untyped = {
        re.sub(r"(?=[A-Z])", "_", member).lower()
        for text in texts.values()
        for member in re.findall(UNTYPED[language], text, re.MULTILINE)
    }
    assert untyped == ANYTHING


@pytest.mark.parametrize("language", MODELS)
def test_every_list_of_codes_has_a_place_for_unknown_ones(folder: Path, language: str) -> None:
    texts = sources(folder, language)
    for name, code in (("ActionType", "no_quiero"), ("TableStatus", "parked"), ("Event", "hand_finished")):
        [text] = [
            text
            for file, text in texts.items()
            if file.partition(".")[0].replace("_", "").lower() == name.lower()
        ]
        assert f'"{code}"' in text or f"'{code}'" in text
        assert UNKNOWN[language] in text


def test_the_java_client_compiles_and_reads_what_a_later_server_tells(folder: Path, tmp_path: Path) -> None:
    need("javac")
    # The generator's own jar brings the libraries that its Java client needs, less this one annotation.
    generated = tmp_path / "javax" / "annotation" / "Generated.java"
    generated.parent.mkdir(parents=True)
    generated.write_text(
        "package javax.annotation; public @interface Generated { String[] value(); String comments(); }"
    )
    classes = tmp_path / "classes"
    written = (folder / "java" / "src" / "main" / "java").rglob("*.java")
    run([*QUICK_JAVAC, "-nowarn", "-proc:none", "-cp", JAR, "-d", classes, generated, PROBE, *written])
    page = tmp_path / "page.json"
    page.write_text(json.dumps(_from_a_later_server()), "utf-8")
    told = run([*QUICK_JAVA, "-cp", f"{classes}:{JAR}", "Probe", page]).splitlines()
    assert told[:2] == ["1 unknown_default_open_api null", "2 action 2"]
    assert told[2] == f"playing {example('view_bet')['hand']['your_cards']}".replace("'", "")
    assert told[3] == "unknown_default_open_api null"
    assert [line.split()[0] for line in told[4:-1]] == [
        action["type"] for action in example("view_bet")["legal_actions"]
    ]
    assert json.loads(told[-1]) == {"turn": 41, "type": "envido", "amount": 5}


def _from_a_later_server() -> dict[str, object]:
    view = {**example("view_bet"), "weather": "rain"}
    view["legal_actions"].insert(0, {"type": "sing", "verses": 3})
    at = "2026-03-14T18:30:00Z"
    events = [
        {"seq": 1, "at": at, "type": "cards_thrown", "data": {"how_far": 3}},
        {"seq": 2, "at": at, "type": "action", "seat": 2, "by": "player", "data": {"type": "paso"}},
    ]
    return {"events": events, "next": 2, "table": view}
