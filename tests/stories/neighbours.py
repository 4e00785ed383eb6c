"""Registered people who read in their own languages, and the table where they sit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from rest_framework.test import APIClient

from accounts.models import User
from tests.api.phones import API, Phone, Sitting
from tests.engine.tables import PLAIN, at_grande, dealt
from tests.games.driver import Match

PASSWORD = "cuatro-reyes-y-un-as"


class Neighbour(Phone):
    """Somebody who has registered over HTTP, with the phone he is signed in on."""

    def __init__(self, username: str, language: str, headers: Mapping[str, str]) -> None:
        APIClient.__init__(self, headers=headers)
        self.name, self.language = username, language
        session = self.do("/auth/register", {"username": username, "password": PASSWORD}, expect=201)
        self.credentials(HTTP_AUTHORIZATION=f"Bearer {session['token']}")
        self.person = User.objects.get(username=username)

    @classmethod
    def who_stored(cls, language: str, username: str) -> Neighbour:
        """One whose phone asks for no language: the account says which it is."""
        neighbour = cls(username, language, {})
        answer = neighbour.patch(f"{API}/me", {"locale": language}, format="json")
        assert answer.status_code == 200, answer.content
        return neighbour

    @classmethod
    def whose_phone_asks(cls, language: str, username: str) -> Neighbour:
        """One whose phone names the language with every request."""
        return cls(username, language, {"Accept-Language": language})

    def switch_hints(self, *, on: bool) -> None:
        answer = self.patch(f"{API}/me", {"show_hints": on}, format="json")
        assert answer.status_code == 200, answer.content

    def refused(self, path: str, body: Mapping[str, Any]) -> Any:
        """POST what is refused; the problem, which is told in the reader's language."""
        answer = self.send(path, body)
        assert answer.headers["Content-Type"] == "application/problem+json", answer.content
        assert answer.headers["Content-Language"] == self.language
        return answer.json()


def together(four: Sequence[Neighbour], **settings: Any) -> Sitting:
    """The first opens a table, the others join in this order; with the fourth it begins."""
    table = four[0].do("/tables", settings, expect=201)
    sitting = Sitting(UUID(table["id"]), dict(enumerate(four)))
    for neighbour in four[1:]:
        neighbour.do(sitting.path("join"))
    return sitting


def with_cards(
    four: Sequence[Neighbour],
    hands: Sequence[str] = PLAIN,
    *,
    cut: bool = False,
    score: Sequence[int] = (0, 0),
    **settings: Any,
) -> Sitting:
    """The four with these cards, the first of them mano; asked for mus, or at the grande."""
    sitting = together(four, **settings)
    match = Match(sitting.id)
    match.put((at_grande if cut else dealt)(match.rules(), hands, score=score))
    return sitting


def views(sitting: Sitting) -> list[Any]:
    """What each of the four sees."""
    return [sitting.view(number) for number in range(4)]


def seen_alike(sitting: Sitting, *path: str) -> Any:
    """What all four see at this place of their views: it must be the same."""
    found = views(sitting)
    for name in path:
        found = [part[name] for part in found]
    assert found == [found[0]] * 4
    return found[0]
