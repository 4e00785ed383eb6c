"""What a player may say or do, its wire form and its text notation."""

from collections.abc import Mapping
from typing import Literal, NamedTuple, Self, get_args

from games.engine.cards import Card, parse_card
from games.engine.errors import MalformedAction

ActionType = Literal["mus", "no_mus", "discard", "paso", "envido", "quiero", "no_quiero", "ordago", "confirm"]
TYPES: tuple[ActionType, ...] = get_args(ActionType)

_FIELD = {"envido": "amount", "discard": "cards"}


class Action(NamedTuple):
    """One word at the table. Only envido has an amount (a total), only discard has cards."""

    type: ActionType
    amount: int | None = None
    cards: tuple[Card, ...] = ()

    @classmethod
    def from_wire(cls, data: object) -> Self:
        """Read `{"type": "envido", "amount": 5}`.

        Raises MalformedAction, with a pointer to the field, for an unknown type or field, a missing field,
        an amount that is not a true integer, something that is not a list of cards.
        """
        if not isinstance(data, Mapping):
            raise MalformedAction("is not an object")
        kind = _read_type(data)
        _refuse_unknown_fields(data, kind)
        if kind == "envido":
            return cls(kind, amount=_read_amount(data["amount"]))
        if kind == "discard":
            return cls(kind, cards=_read_cards(data["cards"]))
        return cls(kind)

    def to_wire(self) -> dict[str, object]:
        """The inverse of `from_wire`."""
        if self.type == "envido":
            return {"type": "envido", "amount": self.amount}
        if self.type == "discard":
            return {"type": "discard", "cards": list(self.cards)}
        return {"type": self.type}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text notation of the log: "paso", "envido 5", "discard 7b 4c". Raises MalformedAction."""
        kind, *rest = text.split(" ")
        data: dict[str, object] = {"type": kind}
        if kind == "discard":
            data["cards"] = rest
        elif kind == "envido":
            data["amount"] = _parse_amount(rest)
        elif rest:
            raise MalformedAction("{kind} stands alone", kind=kind)
        return cls.from_wire(data)

    def __str__(self) -> str:
        """The text notation, read back by `parse`."""
        if self.type == "envido":
            return f"envido {self.amount}"
        return " ".join((self.type, *self.cards))


def _read_type(data: Mapping[object, object]) -> ActionType:
    if "type" not in data:
        raise MalformedAction("is missing", "/type")
    kind = data["type"]
    if not isinstance(kind, str) or kind not in TYPES:
        raise MalformedAction("is not a known action", "/type")
    return kind


def _refuse_unknown_fields(data: Mapping[object, object], kind: ActionType) -> None:
    wanted = {"type", _FIELD.get(kind, "type")}
    for field in data:
        if field not in wanted:
            raise MalformedAction("has no place in {kind}", f"/{field}", kind=kind)
    for name in wanted:
        if name not in data:
            raise MalformedAction("is missing", f"/{name}")


def _read_amount(amount: object) -> int:
    if type(amount) is not int:  # a bool is an int to isinstance, not to a player
        raise MalformedAction("is not an integer", "/amount")
    return amount


def _read_cards(cards: object) -> tuple[Card, ...]:
    if not isinstance(cards, (list, tuple)):
        raise MalformedAction("is not a list of cards", "/cards")
    return tuple(parse_card(card, f"/cards/{place}") for place, card in enumerate(cards))


def _parse_amount(words: list[str]) -> int:
    if len(words) == 1 and words[0].lstrip("-").isdecimal() and words[0].isascii():
        return int(words[0])
    raise MalformedAction("envido takes one whole number")


MUS = Action("mus")
NO_MUS = Action("no_mus")
PASO = Action("paso")
QUIERO = Action("quiero")
NO_QUIERO = Action("no_quiero")
ORDAGO = Action("ordago")
CONFIRM = Action("confirm")
