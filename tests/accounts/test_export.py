"""The export: everything that is kept of somebody, and of others nothing that the API would hide."""

import json
import re

import pytest

from accounts import export, selectors, tries
from accounts.holdings import holdings
from games.models import Event, PartnerSign, Table

from . import lives
from .people import API, code_of, phone

pytestmark = pytest.mark.django_db

EXPORT = f"{API}/me/export"
CARD = re.compile(r'"((?:[1-7]|1[0-2])[oceb])"')


@pytest.fixture
def life(db) -> lives.Life:
    return lives.lead()


def exported(client):
    answer = client.get(EXPORT)
    assert answer.status_code == 200
    return json.loads(answer.getvalue())


def test_it_comes_as_a_file_that_nobody_keeps(device):
    answer = device().get(EXPORT)
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == "attachment; filename=musapi.json"
    assert answer["Cache-Control"] == "no-store"
    assert json.loads(answer.getvalue())["exported_at"]


def test_every_kind_of_row_is_in_it(life):
    """With a row in every table that refers to the person, no section is empty."""
    document = exported(life.phone)
    assert set(document) == {"exported_at", *(holding.section for holding in holdings())}
    assert [section for section, kept in document.items() if not kept] == []


def test_the_account_and_its_people(life):
    document = exported(life.phone)
    account = document["account"]
    assert (account["username"], account["email"], account["locale"]) == (lives.NAME, lives.EMAIL, "eu")
    assert (account["show_hints"], account["partner_preference"]) == (False, "bea")
    assert (account["groups"], len(account["permissions"])) == (["referees"], 1)
    assert [device["name"] for device in document["devices"]] == [lives.DEVICE]
    assert [(friend["username"], friend["partner"]) for friend in document["friends"]] == [("bea", True)]
    assert {(one["direction"], one["username"]) for one in document["friend_requests"]} == {
        ("outgoing", "eli"),
        ("incoming", "fermin"),
    }
    assert [block["username"] for block in document["blocks"]] == ["gorka"]


def test_secrets_are_not_in_it(life):
    text = json.dumps(exported(life.phone))
    token = selectors.devices_of(life.person).get()
    life.person.refresh_from_db()
    for secret in (
        life.person.password,
        token.digest,
        token.token_key,
        token.network_mark,
        life.session.token,
        lives.PUSH_TOKEN,
    ):
        assert secret not in text


def test_who_has_blocked_the_person_or_shares_a_place_with_them_is_not_told(life):
    text = json.dumps(exported(life.phone))
    for name in ("haizea", "iker", "jone"):
        assert name not in text


def test_every_table_is_in_it_as_the_api_shows_it(life):
    told = {entry["table"]["id"]: entry for entry in exported(life.phone)["tables"]}
    assert set(told) == {str(table) for table in life.tables() if table != life.left}
    for table in (life.opened, life.visited, life.playing, life.finished, life.parked):
        shown = life.phone.get(f"{API}/tables/{table}").json()
        hands = life.phone.get(f"{API}/tables/{table}/hands").json()
        assert told[str(table)]["table"] == shown
        assert told[str(table)]["hands"] == hands["hands"]
    assert told[str(life.rematch)]["reserved"] is True
    assert told[str(life.opened)]["creator"] is True
    assert "master" in told[str(life.finished)]["proof"]


def test_every_action_is_in_it_with_its_own_cards(life):
    log = exported(life.phone)["log"]
    assert len(log) == Event.objects.filter(player=life.person).count()
    discards = [entry["data"] for entry in log if entry["data"].get("type") == "discard"]
    assert len(discards) == 2
    assert all(len(data["cards"]) == 1 for data in discards)
    sat = [(entry["type"], entry["table"]) for entry in log if entry["table"] == str(life.left)]
    assert sat == [("seat_taken", str(life.left)), ("seat_left", str(life.left))]


def test_own_signs_are_in_it_and_those_for_other_partners_are_not(life):
    bea = life.phones()[1]
    table = Table.objects.get(pk=life.parked)
    PartnerSign.objects.create(table=table, hand=1, seat=1, gesture="kiss")
    told = {entry["table"]["id"]: entry for entry in exported(life.phone)["tables"]}
    assert [sign["gesture"] for sign in told[str(life.playing)]["signs"]] == ["wink"]
    assert [sign["gesture"] for sign in told[str(life.parked)]["signs"]] == ["wink"]
    assert "kiss" not in json.dumps(told)
    assert "kiss" in json.dumps(exported(bea))


def test_what_was_written_is_in_it_and_what_others_wrote_is_not(life):
    own, other = exported(life.phone), exported(life.phones()[1])
    assert [message["text"] for message in own["messages"]] == [lives.WRITTEN]
    assert [message["phrase"] for message in other["messages"]] == ["hello"]
    assert lives.WRITTEN not in json.dumps(other)
    assert [report["reason"] for report in own["reports"]] == ["other"]
    assert [mute["username"] for mute in own["mutes"]] == ["cleo"]
    assert len(own["silences"]) == 1


def test_f53_of_a_running_hand_only_the_own_cards_are_in_it(life):
    """Nothing of these matches is finished: every card in them must have been in the person's own hands."""
    for seat, client in enumerate(life.phones()):
        document = exported(client)
        for table in (life.playing, life.parked):
            own = {
                card
                for event in Event.objects.filter(table=table)
                for card in event.private.get(str(seat), {}).get("cards", ())
            }
            parts = [entry for entry in document["tables"] if entry["table"]["id"] == str(table)]
            parts += [entry for entry in document["log"] if entry["table"] == str(table)]
            cards = set(CARD.findall(json.dumps(parts)))
            assert len(cards) >= 4
            assert cards <= own


def test_no_seed_of_a_running_match_is_in_it(life):
    text = json.dumps(exported(life.phone))
    for table in Table.objects.exclude(status="finished"):
        assert bytes(table.master).hex() not in text


def test_nothing_private_of_somebody_else_is_in_it(life):
    text = json.dumps(exported(life.phones()[1]))
    assert lives.EMAIL not in text
    assert lives.DEVICE not in text
    assert lives.NAME in text, "the name, as at the table"


def test_it_cannot_be_had_all_the_time(device, monkeypatch):
    monkeypatch.setattr(tries, "EXPORT", tries.Limit("export", 2, 60))
    client = device()
    assert [client.get(EXPORT).status_code for _ in range(2)] == [200, 200]
    assert code_of(client.get(EXPORT)) == (429, "request.throttled")
    assert device().get(EXPORT).status_code == 200


@pytest.mark.parametrize("length", [0, 1, 65536, 65537, 1_000_000])
def test_a_long_document_is_sent_in_pieces_and_whole(length):
    text = ["año " * (length // 4), "x" * (length % 4)]
    pieces = list(export.unpacked(export.packed(text)))
    assert b"".join(pieces).decode() == "".join(text)
    assert all(0 < len(piece) <= 65536 for piece in pieces)


def test_a_guest_can_have_one_too(device):
    document = exported(device())
    assert document["account"]["is_guest"] is True
    assert document["tables"] == document["log"] == []


def test_f74_who_has_left_has_none(life):
    life.phone.delete(f"{API}/me", {"password": "cuatro-reyes-y-un-as"})
    assert code_of(phone(life.session).get(EXPORT)) == (401, "auth.required")
