"""What is asked, what may be answered, and what a typed line means. Knows no terminal and no network."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from musapi.play.cards import in_order
from musapi.play.sight import View, is_asked, name_of, said, stood_in_for, turn_id
from musapi.play.wishes import Act, GoOn, Note, Post, Proof, Quit, SwitchTips, Tip, Wish
from musapi.play.words import ON_OFFER, PHASES, Words, _

Legal = Mapping[str, Any]
Signs = Sequence[Mapping[str, str]]

MAIN, AMOUNT, CARDS, ORDAGO, SIGN, CHAT, LEAVE = "main", "amount", "cards", "ordago", "sign", "chat", "leave"


class Prompt:
    """One table's prompt. `mode` is what the next line is read as."""

    def __init__(self, words: Words, signs: Signs) -> None:
        self.words, self.signs = words, signs
        self.mode = MAIN
        self.view: View = {}
        self.shows_result = False
        self._asked_about: int | None = None

    def see(self, view: View) -> None:
        """Another view. A half-made choice is dropped when the question has changed."""
        if self.mode in (AMOUNT, CARDS, ORDAGO) and turn_id(view) != self._asked_about:
            self.mode = MAIN
        self.view = view

    @property
    def cards(self) -> list[str]:
        """The reader's cards in the order that they are shown and numbered in."""
        hand = self.view.get("hand")
        return in_order(hand.get("your_cards", ()), self.view["options"]["kings"]) if hand else []

    # --- what is shown ------------------------------------------------------------------------------------

    def question(self) -> str:
        """The one thing to know now."""
        if self.mode in _QUESTIONS:
            return self.words.say(_QUESTIONS[self.mode])
        view = self.view
        if view["status"] in ("finished", "abandoned"):
            return self.words.say(_("Another match?"))
        if view["status"] == "parked":
            return self.words.say(_("Something is wrong with this table; an operator is looking."))
        if stood_in_for(view):
            return self.words.say(_("A stand-in plays for you."))
        return self._asked() if view["turn"] else self.words.say(_("Waiting for people to sit down."))

    def _asked(self) -> str:
        view, hand = self.view, self.view["hand"]
        if not is_asked(view):
            names = ", ".join(name_of(view, seat, self.words) for seat in view["turn"]["seats"])
            return self.words.say(_("Waiting for {names} ..."), names=names)
        kind, phase = view["turn"]["kind"], self.words.say(PHASES[hand["phase"]])
        if kind == "confirm":
            return self.words.say(
                _("{phase}: your partner would say «{word}». Do you agree?"),
                phase=phase, word=said(hand["proposal"], self.words),
            )  # fmt: skip
        if kind == "respond":
            return self._answer_to(hand["standing"], phase)
        known = {"speak": _("Mus or no mus?"), "discard": _("Which cards go? At least one.")}
        return self.words.say(known[kind]) if kind in known else self.words.say(
            _("{phase}: you speak."), phase=phase
        )  # fmt: skip

    def _answer_to(self, standing: Mapping[str, Any], phase: str) -> str:
        name = name_of(self.view, standing["seat"], self.words)
        if standing["ordago"]:
            return self.words.say(
                _("{phase}: órdago by {name}! The whole game for this."), phase=phase, name=name
            )
        return self.words.say(
            _("{phase}: {name} bets {amount}. What do you say?"),
            phase=phase,
            name=name,
            amount=standing["bet"],
        )

    def choices(self) -> list[tuple[str, str]]:
        """What may be typed, with what it means."""
        if self.mode == MAIN:
            return self._main_choices()
        if self.mode == SIGN:
            texts = [f"{sign['gesture_text']} ({sign['meaning_text']})" for sign in self.signs]
            return [(str(place), text) for place, text in enumerate(texts, 1)]
        if self.mode == ORDAGO:
            return [("1", self.words.say(_("yes")))]
        if self.mode == LEAVE:
            leaves = (
                _("leave; a stand-in plays on"),
                _("resign the match"),
                _("only close this; come back soon"),
            )
            return list(zip("123", map(self.words.say, leaves), strict=True))
        return []

    def _main_choices(self) -> list[tuple[str, str]]:
        view = self.view
        if view["status"] in ("finished", "abandoned"):
            return [("1", self.words.say(_("rematch"))), ("2", self.words.say(_("end")))]
        if stood_in_for(view):
            return [("1", self.words.say(_("come back"))), ("2", self.words.say(_("end")))]
        if self._only_discard():
            return [("1-4", self.words.say(_("the numbers of the cards, as in: 1 3")))]
        return [(str(place), self._on_offer(legal)) for place, legal in enumerate(view["legal_actions"], 1)]

    def _on_offer(self, legal: Legal) -> str:
        text = ON_OFFER.get(legal["type"])
        if text is None:
            return str(legal["type"])  # of a later server
        limits = {"least": legal["min"], "most": legal["max"]} if legal["type"] == "envido" else {}
        return self.words.say(text, **limits)

    def commands(self) -> list[tuple[str, str]]:
        """What can be typed at any time."""
        if self.mode != MAIN:
            return [("↵", self.words.say(_("back")))]
        texts = [("h", _("tip")), ("H", _("tips on/off")), ("s", _("sign")), ("c", _("chat")),
                 ("v", _("check the deal")), ("q", _("leave"))]  # fmt: skip
        shown = [(key, self.words.say(text)) for key, text in texts]
        return [("↵", self.words.say(_("go on"))), *shown] if self.shows_result else shown

    # --- what a line means --------------------------------------------------------------------------------

    def read(self, line: str) -> Wish:
        """What was meant by a line."""
        typed = line.strip()
        if not typed:
            back, self.mode = self.mode != MAIN, MAIN
            return None if back else GoOn()
        reader: Callable[[str], Wish] = getattr(self, f"_read_{self.mode}")
        return reader(typed)

    def _read_main(self, typed: str) -> Wish:
        if typed in _COMMANDS:
            return _COMMANDS[typed]
        if typed.startswith("c "):
            return self._read_chat(typed[2:].strip())
        if typed in _MODES:
            self.mode = _MODES[typed]
            return None
        if self.view["status"] in ("finished", "abandoned"):
            return _AFTERWARDS.get(typed) or self._unknown(typed)
        if stood_in_for(self.view):
            return _AWAY.get(typed) or self._unknown(typed)
        if not is_asked(self.view):
            return self._unknown(typed)
        return self._discard(typed) if self._only_discard() else self._choose(typed)

    def _choose(self, typed: str) -> Wish:
        """A number from the list or an action's name, perhaps with an amount behind it."""
        first, _space, rest = typed.partition(" ")
        by_place = {str(place): legal for place, legal in enumerate(self.view["legal_actions"], 1)}
        by_name = {legal["type"]: legal for legal in self.view["legal_actions"]}
        legal = by_place.get(first) or by_name.get(first.lower())
        if legal is None:
            return self._unknown(typed)
        self._asked_about = turn_id(self.view)
        if legal["type"] == "envido":
            self.mode = AMOUNT
            return self._read_amount(rest) if rest else None
        if legal["type"] == "ordago":
            self.mode = ORDAGO
            return None
        return Act({"type": legal["type"]})

    def _read_amount(self, typed: str) -> Wish:
        legal = next(legal for legal in self.view["legal_actions"] if legal["type"] == "envido")
        if not typed.isdecimal() or not legal["min"] <= int(typed) <= legal["max"]:
            limits = {"least": legal["min"], "most": legal["max"]}
            return Note(self.words.say(_("A number from {least} to {most}, please."), **limits))
        self.mode = MAIN
        return Act({"type": "envido", "amount": int(typed)})

    def _read_ordago(self, typed: str) -> Wish:
        self.mode = MAIN
        return Act({"type": "ordago"}) if typed == "1" else None

    def _only_discard(self) -> bool:
        return [legal["type"] for legal in self.view["legal_actions"]] == ["discard"]

    def _discard(self, typed: str) -> Wish:
        places = [letter for letter in typed if letter not in ", "]
        held = set("1234"[: len(self.cards)])
        if not places or len(set(places)) != len(places) or not set(places) <= held:
            return Note(self.words.say(_("The numbers of the cards that go, please, as in: 1 3")))
        return Act({"type": "discard", "cards": [self.cards[int(place) - 1] for place in places]})

    def _read_sign(self, typed: str) -> Wish:
        if not typed.isdecimal() or not 1 <= int(typed) <= len(self.signs):
            return self._unknown(typed)
        self.mode = MAIN
        return Post("signs", {"gesture": self.signs[int(typed) - 1]["gesture"]})

    def _read_chat(self, typed: str) -> Wish:
        self.mode = MAIN
        return Post("messages", {"text": typed})

    def _read_leave(self, typed: str) -> Wish:
        self.mode = MAIN
        return _LEAVING.get(typed)

    def _unknown(self, typed: str) -> Note:
        return Note(self.words.say(_("«{typed}» is none of the choices."), typed=typed))


_QUESTIONS = {
    AMOUNT: _("How much in all?"),
    ORDAGO: _("Órdago: who wins this lance wins the game. Sure?"),
    SIGN: _("Which sign?"),
    CHAT: _("What do you want to say?"),
    LEAVE: _("Leave?"),
}
_MODES = {"s": SIGN, "c": CHAT, "q": LEAVE}
_COMMANDS: dict[str, Wish] = {"h": Tip(), "H": SwitchTips(), "v": Proof()}
_AFTERWARDS: dict[str, Wish] = {"1": Post("rematch"), "2": Quit()}
_AWAY: dict[str, Wish] = {"1": Post("return"), "2": Quit()}
_LEAVING: dict[str, Wish] = {"1": Post("leave"), "2": Post("resign"), "3": Quit()}
