"""What is shown when a hand is over: every lance with stake, bonus and winner, the cards, the score."""

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from musapi.play.board import PAIR_STYLES, piedras
from musapi.play.cards import brief, in_order
from musapi.play.lines import Lines, fitted, joined, plain
from musapi.play.sight import View, base_seat, name_of, pair_of
from musapi.play.words import BECAME, PHASES, Words, _, pgettext

ENDED = {
    "deje": _("A refused bet has ended the hand."),
    "ordago": _("An órdago has ended the game."),
    "resign": _("A pair has resigned."),
}
_COLUMNS = (
    pgettext("column", "Lance"),
    pgettext("column", "Bet"),
    pgettext("column", "Points"),
    pgettext("column", "Bonus"),
    pgettext("column", "Winner"),
)


def hand_result(view: View, over: Mapping[str, Any], words: Words, width: int) -> Lines:
    """The result list of a finished hand (the data of `hand_finished`)."""
    title = words.say(_("Result of hand {number}"), number=over["number"])
    lines = [plain(f" ── {title} ".ljust(width - 1, "─"), "bright_green"), _heading(words)]
    lines += [_row(view, row, words) for row in over["result"]]
    if over["ended_by"] in ENDED:
        lines.append(plain(f" {words.say(ENDED[over['ended_by']])}", "bold"))
    lines += [_score(view, over, team, words) for team in (base_seat(view) % 2, 1 - base_seat(view) % 2)]
    lines += [_cards(view, over, seat, words) for seat in range(4)]
    return [fitted(line, width) for line in lines]


def _heading(words: Words) -> Text:
    lance, stake, points, bonus, winner = map(words.say, _COLUMNS)
    room = _room_for_bonus(words)
    return plain(f" {lance:<10}{stake:<18}{points:>8}{bonus:>{room}}   {winner}", "dim")


def _room_for_bonus(words: Words) -> int:
    return max(8, len(words.say(_COLUMNS[3])) + 1)


def _row(view: View, row: Mapping[str, Any], words: Words) -> Text:
    name, became = words.say(PHASES[row["lance"]]), words.say(BECAME[row["status"]])
    points, bonus = sum(row["points"]), sum(row["bonus"])
    line = plain(f" {name:<10}{became:<18}{points or '-':>8}{bonus or '-':>{_room_for_bonus(words)}}   ")
    if not row["counted"]:
        line.stylize("dim")
        return line.append(words.say(_("not counted any more")), "dim")
    return line.append_text(_winner(view, row, words))


def _winner(view: View, row: Mapping[str, Any], words: Words) -> Text:
    if row["team"] is None:
        return plain("-")
    style = PAIR_STYLES[0 if row["team"] == base_seat(view) % 2 else 1]
    who = pair_of(view, row["team"], words)
    return plain(who if row["seat"] is None else f"{who} ({name_of(view, row['seat'], words)})", style)


def _score(view: View, over: Mapping[str, Any], team: int, words: Words) -> Text:
    before, after = over["score_before"][team], over["score_after"][team]
    style = PAIR_STYLES[0 if team == base_seat(view) % 2 else 1]
    line = plain(f" {pair_of(view, team, words):<10}", f"bold {style}")
    return line.append(f"{before:>2} → {after:>2}  {piedras(after)}", style)


def _cards(view: View, over: Mapping[str, Any], seat: int, words: Words) -> Text:
    ordered = in_order(over["cards"][seat], view["options"]["kings"])
    name = plain(f" {name_of(view, seat, words):<14.14} ")
    return name.append_text(joined(brief(card, words) for card in ordered))


def match_result(view: View, words: Words) -> Text:
    """Who has won."""
    winner, won = view["match"]["winner"], view["match"]["games_won"]
    if winner is None:
        return plain(words.say(_("The table was given up")), "bold")
    ours = base_seat(view) % 2
    text = _("You have won the match!") if winner == ours else _("The rivals have won the match.")
    games = words.say(_("Games {ours}-{theirs}."), ours=won[ours], theirs=won[1 - ours])
    return plain(f"{words.say(text)} {games}", f"bold {PAIR_STYLES[0 if winner == ours else 1]}")
