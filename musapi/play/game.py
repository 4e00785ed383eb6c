"""A table from sitting down to getting up: what the feed tells, what the person wants, what is shown."""

import argparse
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from musapi.play.api import Api, Refused, Unreachable
from musapi.play.aside import TICK, Aside
from musapi.play.choice import choose
from musapi.play.feed import VIEW, Feed, Told, follow
from musapi.play.happenings import told_as
from musapi.play.lines import plain
from musapi.play.prompt import Prompt
from musapi.play.proof import check
from musapi.play.screen import Shown
from musapi.play.sight import View, is_asked, own_seat, stood_in_for, turn_id
from musapi.play.terminal import Face, Inbox
from musapi.play.wishes import Act, GoOn, Note, Post, Proof, Quit, SwitchTips, Tip, Wish
from musapi.play.words import Words, _

TIPS_MAY_TAKE = 3.0  # seconds
LOOKS = 4  # a result list is looked at so many times as long as a question, with --auto
OVER = ("finished", "abandoned")
LONGEST_REST = 6  # after refusals of what --auto wants, it waits up to 2 to this power seconds
CHANGED = ("table.stale_turn", "table.not_your_turn", "table.not_playing")
RESULT = frozenset({"number", "cards", "result", "score_before", "score_after", "ended_by"})


class Game:
    """One person at one table, then at its rematches."""

    def __init__(self, api: Api, words: Words, queue: Inbox, view: View, asked: argparse.Namespace) -> None:
        self.api, self.words, self.queue, self.pace, self.seed = api, words, queue, asked.pace, asked.seed
        self.auto = Random(asked.seed) if asked.auto else None  # noqa: S311
        self.signs = api.get("/signs")["signs"]
        self.tips_on = api.get("/me")["show_hints"]
        self.prompt = Prompt(words, self.signs)
        self.shown = Shown(self.prompt, view)
        self.commitments: dict[int, str] = {}
        self.tips_of: int | None = None
        self.tips: list[str] = []
        self.over = False
        self.refusals = 0
        self.result: dict[str, Any] | None = None
        self.sit_down(view)

    def sit_down(self, view: View) -> None:
        """Begin at this table."""
        self.shown.view = {}
        self.table = view["id"]
        self.commitments.clear()
        self.shown.over, self.result, self.tips_of = None, None, None
        self.see(view)
        table, self.feed = self.table, Feed(self.api, self.table, view["version"])
        follow(self.feed, lambda told: self.queue.put(("told", (table, told))))

    def play(self, face: Face) -> None:
        """Until the person goes."""
        aside = Aside(self.queue, lambda kind, what: self._meanwhile(face, kind, what))
        self.api.troubled = lambda text: self.queue.put(("trouble", text))
        self.api.awaited, self.api.patient = aside.awaited, self.auto is not None
        with face:
            while not self.over:
                face.show(self.shown)
                self._take(face, *aside.next(self._until_the_next_look()))
        self.feed.close()

    def _until_the_next_look(self) -> float:
        """Seconds. Who plays by itself thinks for a while, and longer after what has been refused."""
        if not (self.auto and self._has_to_move()):
            return TICK
        if self.refusals:
            return float(2 ** min(self.refusals, LONGEST_REST))
        pace: float = self.pace * (LOOKS if self.shown.over else 1)
        return max(pace, 0.001)

    def _meanwhile(self, face: Face, kind: str, what: Any) -> bool:
        """While an answer is awaited the clock goes on, and what is typed is seen; all else comes later."""
        done = kind in ("tick", "trouble", "key")
        if done and (kind, what) != ("trouble", self.shown.trouble):
            self._take(face, kind, what, waiting=True)
            face.show(self.shown)
        return done

    def _take(self, face: Face, kind: str, what: Any, *, waiting: bool = False) -> None:
        if kind == "told":
            self._hear(*what)
        elif kind == "key":
            if face.key(what):
                self.shown.note = ""
        elif kind == "line":
            self.shown.note = ""
            self.want(self.prompt.read(what))
        elif kind == "trouble":
            self.shown.trouble = what
        elif kind == "end":
            self.over = True
        elif kind == "tick" and self.auto and self._has_to_move() and not waiting:
            self._move_by_itself()

    # --- what the feed tells ------------------------------------------------------------------------------

    def _hear(self, table: str, told: Told | Exception) -> None:
        if table != self.table:
            return  # the feed of the match before
        if isinstance(told, Exception):
            raise told
        if told.type == VIEW:
            self.see(told.data)
        else:
            self._happened(told.data)

    def _happened(self, event: Mapping[str, Any]) -> None:
        if event["type"] == "hand_finished":
            self._show_result(event["data"])
        line = told_as(self.shown.view, event, self.words)
        if line is not None:
            self.shown.add(line)

    def see(self, view: View) -> None:
        """Another view of the table; an older one is not looked at."""
        if self.shown.view and view["version"] < self.shown.view["version"]:
            return
        view = {**view, "sign_texts": {sign["gesture"]: _sign_text(sign) for sign in self.signs}}
        self.shown.view = view
        self.prompt.see(view)
        if view["hand"]:
            number = view["hand"]["number"]
            self.commitments.setdefault(number, view["hand"]["commitment"])
            self.commitments.setdefault(number + 1, view["hand"]["next_commitment"])
        last = view["last_hand"]
        if view["status"] in OVER and last and last.keys() >= RESULT:
            self._show_result(last)  # the event may come later than the view, or is of before we came
        self._fetch_tips(view)

    def _show_result(self, result: Mapping[str, Any]) -> None:
        """The result list of a hand, once."""
        if self.result is None or self.result["number"] < result["number"]:
            self.result = self.shown.over = dict(result)
            self.prompt.shows_result = True
            self.shown.note = ""  # it was of a hand that is over

    def _fetch_tips(self, view: View) -> None:
        """The tip box of a new question, one tip at a time."""
        if turn_id(view) == self.tips_of:
            return
        self.tips_of = turn_id(view)
        self.shown.tips, self.shown.tip = [], 0
        if is_asked(view) and self.tips_on and not self.auto:
            self.shown.tips = self._tips()

    def _tips(self) -> list[str]:
        try:
            box = self.api.get(f"/tables/{self.table}/hints", patience=TIPS_MAY_TAKE, force="true")
        except (Refused, Unreachable):  # the question has changed meanwhile, or they can wait
            return []
        return [tip["text"] for tip in box["box"]] if box["turn"] == self.tips_of else []

    # --- what the person wants ----------------------------------------------------------------------------

    def want(self, wish: Wish) -> None:
        """Do it, or say why not in the server's words."""
        if wish is None:
            return
        doing: dict[type, Callable[[Any], None]] = {
            Act: self._act, Post: self._post, Tip: self._next_tip, SwitchTips: self._switch_tips,
            Proof: self._prove, GoOn: self._go_on, Quit: self._quit, Note: self._note,
        }  # fmt: skip
        try:
            doing[type(wish)](wish)
            self.refusals = 0
        except Refused as refusal:
            self.refusals += refusal.code not in CHANGED
            self.shown.note = refusal.detail
            self._look_again(refusal)
        except Unreachable as trouble:
            self.refusals += 1
            self.shown.note = str(trouble)

    def _look_again(self, refusal: Refused) -> None:
        """The question has changed while we thought about it: see the one that stands now."""
        if refusal.code in (*CHANGED, "action.illegal"):
            self.see(self.api.get(f"/tables/{self.table}"))

    def _act(self, wish: Act) -> None:
        turn = turn_id(self.shown.view)
        answer = self.api.post(f"/tables/{self.table}/actions", {"turn": turn, **wish.action})
        self._close_result()
        self.see(answer["table"])

    def _post(self, wish: Post) -> None:
        if wish.path == "rematch":
            self._play_again()
            return
        answer = self.api.post(f"/tables/{self.table}/{wish.path}", wish.body)
        if "seats" in answer:
            self.see(answer)
            self.over = wish.path == "leave" and own_seat(answer) is None

    def _play_again(self) -> None:
        seed = {"client_seed": self.seed} if self.seed else {}
        answer = self.api.post(f"/tables/{self.table}/rematch", seed)
        self.feed.close()
        self.sit_down(answer)

    def _next_tip(self, _wish: Tip) -> None:
        shown = self.shown
        if shown.tips:
            shown.tip = (shown.tip + 1) % len(shown.tips)
            return
        shown.tips, shown.tip = self._tips(), 0
        if not shown.tips:
            shown.note = self.words.say(_("There is no tip for now."))

    def _switch_tips(self, _wish: SwitchTips) -> None:
        self.tips_on = self.api.patch("/me", {"show_hints": not self.tips_on})["show_hints"]
        self.shown.tips = self._tips() if self.tips_on else []
        self.shown.tip = 0
        self.shown.note = self.words.say(_("Tips are on.") if self.tips_on else _("Tips are off."))

    def _prove(self, _wish: Proof) -> None:
        last = self.shown.view["last_hand"]
        if last is None:
            self.shown.note = self.words.say(_("No hand is over yet."))
            return
        hand = self.api.get(f"/tables/{self.table}/hands/{last['number']}")
        for text in check(hand, self.commitments.get(hand["number"]), self.seed, self.words):
            self.shown.add(plain(text, "bright_green"))
        self._close_result()

    def _go_on(self, _wish: GoOn) -> None:
        self._close_result()

    def _close_result(self) -> None:
        self.shown.over, self.prompt.shows_result = None, False

    def _quit(self, _wish: Quit) -> None:
        self.over = True

    def _note(self, wish: Note) -> None:
        self.shown.note = wish.text

    # --- without a person ---------------------------------------------------------------------------------

    def _has_to_move(self) -> bool:
        view = self.shown.view
        if view["status"] in OVER:
            return True
        return is_asked(view) or (stood_in_for(view) and view["status"] == "playing")

    def _move_by_itself(self) -> None:
        view = self.shown.view
        if view["status"] in OVER:
            self.over = True
        elif stood_in_for(view):
            self.want(Post("return"))
        elif self.auto and own_seat(view) is not None:
            action = choose(view, self.auto)
            self.want(Act(action) if action else None)


def _sign_text(sign: Mapping[str, str]) -> str:
    return f"{sign['gesture_text']}: {sign['meaning_text']}"
