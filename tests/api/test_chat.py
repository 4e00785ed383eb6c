"""The chat over HTTP: write, read, report, mute, in whatever language."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from accounts.models import User
from games import chat
from games.models import Message, Report
from tests.api.phones import API, BOT, Phone, Sitting
from tests.api.refusals import assert_refused, codes_of, nothing_changes
from tests.api.shapes import assert_shape
from tests.games.factories import PersonFactory

pytestmark = pytest.mark.django_db


def write(sitting: Sitting, number: int, **body: str) -> str:
    """Write at the table; the message's id."""
    answer = sitting.phones[number].do(sitting.path("messages"), body)
    assert_shape("AcceptedMessage", answer)
    return str(answer["accepted"]["message"])


def read(sitting: Sitting, number: int) -> list[Any]:
    page = sitting.phones[number].read(sitting.path("messages"))
    assert_shape("MessagePage", page)
    return list(page["results"])


def heard(sitting: Sitting, phone: Phone) -> list[Any]:
    events = phone.read(sitting.path("events"), after=0)["events"]
    return [event for event in events if event["type"] == "message"]


@pytest.mark.parametrize("text", ["¡Qué mano! 👏", "<script>alert(1)</script> & co.", "  spaces stay  "])
def test_plain_text_in_plain_text_out(text: str) -> None:
    sitting = Sitting.of()
    message = write(sitting, 0, text=text)
    [found] = read(sitting, 2)
    player = {"username": sitting.phones[0].person.username}
    assert (found["message"], found["text"], found["player"], found["seat"]) == (message, text, player, 0)
    [event] = heard(sitting, sitting.phones[2])
    assert_shape("MessageEvent", event)
    assert event["data"] == {"message": message, "player": player, "text": text}
    assert event["seq"] == found["seq"]


def test_the_answer_is_stored_without_the_text() -> None:
    sitting = Sitting.of()
    key, body = str(uuid4()), {"text": "only once"}
    first, again = (sitting.phones[0].send(sitting.path("messages"), body, key=key) for _ in range(2))
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert first.content == again.content
    assert b"only once" not in first.content
    assert len(read(sitting, 0)) == 1
    assert_refused(
        sitting.phones[0].send(sitting.path("messages"), {"text": "else"}, key=key), "idempotency.key_reused"
    )


def test_phrases_are_listed_without_a_token_and_can_be_written(client: Any) -> None:
    answer = client.get(f"{API}/phrases")
    assert answer.status_code == 200
    assert_shape("PhraseList", answer.json())
    sitting = Sitting.of()
    first = answer.json()["phrases"][0]
    write(sitting, 1, phrase=first["phrase"])
    [found] = read(sitting, 3)
    assert (found["phrase"], found["text"]) == (first["phrase"], first["text"])


def test_the_list_is_read_page_by_page_the_newest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "AT_ONCE", 100)
    sitting = Sitting.of()
    for number in range(60):
        chat.say(table_id=sitting.id, player=sitting.phones[0].person, text=str(number))
    page = sitting.phones[1].read(sitting.path("messages"))
    texts = [message["text"] for message in page["results"]]
    rest = sitting.phones[1].get(page["next"]).json()
    texts += [message["text"] for message in rest["results"]]
    assert texts == [str(number) for number in reversed(range(60))]
    assert rest["next"] is None


def test_too_fast() -> None:
    sitting = Sitting.of()
    for _ in range(5):
        write(sitting, 0, phrase="hello")
    answer = sitting.phones[0].send(sitting.path("messages"), {"phrase": "hello"})
    assert_refused(answer, "chat.too_fast")
    assert 1 <= int(answer.headers["Retry-After"]) <= 10


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({}, "request.malformed", ""),
        ({"phrase": "hello", "text": "hello"}, "request.malformed", ""),
        ({"text": 5}, "request.malformed", "/text"),
        ({"text": None}, "request.malformed", "/text"),
        ({"text": ["x"]}, "request.malformed", "/text"),
        ({"text": "a\0b"}, "request.malformed", "/text"),
        ({"text": "x", "seat": 1}, "request.malformed", "/seat"),
        ({"text": ""}, "request.invalid", "/text"),
        ({"text": "x" * 281}, "request.invalid", "/text"),
        ({"phrase": "my own"}, "request.invalid", "/phrase"),
        ({"phrase": 5}, "request.malformed", "/phrase"),
        ({"text": " \u3000 "}, "chat.invalid", "/text"),
        ({"text": "a\nb"}, "chat.invalid", "/text"),
        ({"text": "\u202eb"}, "chat.invalid", "/text"),
    ],
)
def test_what_cannot_be_written(body: dict[str, Any], code: str, pointer: str) -> None:
    sitting = Sitting.of()
    with nothing_changes():
        answer = sitting.phones[0].send(sitting.path("messages"), body)
        problem = assert_refused(answer, code)
    assert pointer in [error["pointer"] for error in problem["errors"]]
    assert not Message.objects.exists()


def test_who_has_no_seat_neither_writes_nor_reads() -> None:
    sitting, private, stranger = Sitting.of(), Sitting.opened(visibility="private"), Phone()
    message = write(sitting, 0, text="for us four")
    assert_refused(stranger.get(API + sitting.path("messages")), "table.not_seated")
    assert_refused(stranger.send(sitting.path("messages"), {"text": "x"}), "table.not_seated")
    report = sitting.path(f"messages/{message}/report")
    assert_refused(stranger.send(report, {"reason": "spam"}), "table.not_seated")
    for code in ("table.not_found",):
        assert_refused(stranger.get(API + private.path("messages")), code)
        assert_refused(stranger.send(private.path("messages"), {"text": "x"}), code)
    [event] = heard(sitting, stranger)
    assert_shape("MessageEvent", event)
    assert "seat" not in event
    assert event["data"] == {}


def test_a_table_without_chat_says_so() -> None:
    sitting = Sitting.of(chat=False, seats=[None, BOT, BOT, BOT])
    phone = sitting.phones[0]
    assert_refused(phone.get(API + sitting.path("messages")), "chat.off")
    assert_refused(phone.send(sitting.path("messages"), {"text": "x"}), "chat.off")
    assert_refused(phone.send(sitting.path(f"messages/{uuid4()}/report"), {"reason": "spam"}), "chat.off")


def test_before_and_after_the_match_too() -> None:
    sitting = Sitting.opened()
    write(sitting, 0, text="anybody?")
    for number in (1, 2, 3):
        sitting.join(number)
    for number in (0, 2):
        sitting.phones[number].do(sitting.path("resign"))
    assert sitting.row().status == "finished"
    write(sitting, 3, phrase="again")
    assert [message["seat"] for message in read(sitting, 1)] == [3, 0]


def test_a_report() -> None:
    sitting = Sitting.of()
    message = write(sitting, 0, text="idiot")
    path = sitting.path(f"messages/{message}/report")
    for _ in range(2):
        answer = sitting.phones[1].do(path, {"reason": "abuse"})
        assert_shape("ReportedMessage", answer)
        assert answer == {"message": message, "reason": "abuse"}
    assert Report.objects.get().reporter == sitting.phones[1].person
    assert_refused(sitting.phones[0].send(path, {"reason": "abuse"}), "account.yourself")
    assert_refused(sitting.phones[1].send(path, {"reason": "boring"}), "request.invalid")
    assert_refused(sitting.phones[1].send(path), "request.malformed")
    nowhere = sitting.path(f"messages/{uuid4()}/report")
    assert_refused(sitting.phones[1].send(nowhere, {"reason": "abuse"}), "chat.message_not_found")


def test_what_an_operator_has_deleted_is_nowhere() -> None:
    sitting = Sitting.of()
    message = write(sitting, 0, text="idiot")
    chat.delete_by_operator(message_id=UUID(message), operator=PersonFactory())
    for phone in sitting.phones.values():
        for path in ("messages", "events?after=0", ""):
            assert b"idiot" not in phone.get(API + sitting.path(path)).content


def test_who_is_silenced_reads_until_when() -> None:
    sitting = Sitting.of()
    chat.silence(person=sitting.phones[0].person, operator=PersonFactory(), days=1)
    problem = assert_refused(
        sitting.phones[0].send(sitting.path("messages"), {"phrase": "hello"}), "chat.silenced"
    )
    assert_shape("Problem", problem)
    assert problem["until"].endswith("Z")


def test_a_mute_is_made_seen_and_lifted() -> None:
    ana, bea = Phone(), Phone()
    made = ana.send("/mutes", {"username": bea.person.username.upper()})
    assert made.status_code == 201
    assert_shape("Mute", made.json())
    again = ana.send("/mutes", {"username": bea.person.username})
    assert (again.status_code, again.json()) == (200, made.json())
    page = ana.read("/mutes")
    assert_shape("MutePage", page)
    assert [mute["player"]["username"] for mute in page["results"]] == [bea.person.username]
    assert bea.read("/mutes")["results"] == []
    path = f"{API}/mutes/{bea.person.username}"
    assert ana.delete(path).status_code == 204
    assert_refused(ana.delete(path), "mute.not_found")
    assert_refused(ana.delete(f"{API}/mutes/nobody"), "account.not_found")


def test_who_cannot_be_muted() -> None:
    ana = Phone()
    User.objects.create_user("olatz", is_staff=True)
    assert_refused(ana.send("/mutes", {"username": "olatz"}), "mute.operator")
    assert_refused(ana.send("/mutes", {"username": ana.person.username}), "account.yourself")
    assert_refused(ana.send("/mutes", {"username": "nobody"}), "account.not_found")


def test_the_refusals_are_documented() -> None:
    written = {"chat.off", "chat.closed", "chat.silenced", "chat.too_fast", "chat.invalid"}
    assert codes_of("write_message") >= written | {"table.not_found", "table.not_seated", "table.busy"}
    assert codes_of("report_message") >= {"chat.message_not_found", "account.yourself"}
    assert codes_of("mute") >= {"mute.operator", "account.too_many"}
