"""The table as one sees it from one's chair: partner opposite, rivals at both sides, stakes in the middle."""

from rich.text import Text

from musapi.play.cards import backs
from musapi.play.lines import Lines, beside, centred, fitted, joined, plain, spread
from musapi.play.sight import View, base_seat, name_of, pair_of, said
from musapi.play.words import BECAME, PHASES, Words, _, pgettext

PIEDRAS_IN_AMARRACO = 5
PAIR_STYLES = ("bright_cyan", "bright_magenta")  # ours, theirs
BOX = 36


def score_line(view: View, words: Words, width: int) -> Text:
    """Both scores in piedras, and where the match stands."""
    match, ours = view["match"], base_seat(view) % 2
    scores = [
        plain(f" {pair_of(view, team, words)} ", f"bold {style}")
        .append(f"{match['score'][team]:>2} ", style)
        .append(piedras(match["score"][team]), style)
        for team, style in ((ours, PAIR_STYLES[0]), (1 - ours, PAIR_STYLES[1]))
    ]
    return spread(joined(scores), _standing_of_match(view, words), width)


def piedras(points: int) -> str:
    """As they lie on the table: amarracos of five, then piedras."""
    amarracos, rest = divmod(points, PIEDRAS_IN_AMARRACO)
    return "◆" * amarracos + "•" * rest


def _standing_of_match(view: View, words: Words) -> Text:
    match, ours = view["match"], base_seat(view) % 2
    parts = [words.say(_("to {target}"), target=view["options"]["target"])]
    if match["games_to_win"] > 1:
        won = match["games_won"]
        parts.append(
            words.say(_("games {ours}-{theirs} of {most}"), ours=won[ours], theirs=won[1 - ours],
                      most=match["games_to_win"])
        )  # fmt: skip
    if view["hand"]:
        parts.append(words.say(_("hand {number}"), number=view["hand"]["number"]))
    return plain(" · ".join(parts) + " ", "dim")


def table(view: View, words: Words, width: int) -> Lines:
    """Ten lines: the partner, the rivals at both sides of the stakes, oneself."""
    me = base_seat(view)
    side = (width - BOX) // 2
    left, right = (seat_block(view, (me + step) % 4, words) for step in (3, 1))
    middle = ([Text(), *left], side), (stakes(view, words), BOX), ([Text(), *right], width - BOX - side)
    partner = seat_block(view, (me + 2) % 4, words)
    return [
        centred(joined(partner[:2]), width),
        centred(joined(line for line in partner[2:] if line.plain), width),
        *beside(*middle),
        centred(joined(line for line in seat_block(view, me, words) if line.plain), width),
    ]


def table_in_lines(view: View, words: Words, width: int) -> Lines:
    """The same where there is no room: a line for each seat, the stakes below."""
    me = base_seat(view)
    seats = [
        joined(line for line in seat_block(view, (me + step) % 4, words) if line.plain) for step in range(4)
    ]
    lances = [plain(" ".join(line.plain.split())) for line in _lances(view, words)]
    return [fitted(line, width) for line in (*seats, joined(lances, " · "))]


def seat_block(view: View, seat: int, words: Words) -> Lines:
    """A seat in six lines: name, part in the game, speech bubble, sign, what was declared, who is away."""
    row, hand = view["seats"][seat], view["hand"]
    style = PAIR_STYLES[0 if row["team"] == base_seat(view) % 2 else 1]
    asked = view["turn"] is not None and seat in view["turn"]["seats"]
    name = plain("▶ " if asked else "", "bold bright_green").append(
        name_of(view, seat, words), f"bold {style}"
    )
    if hand and hand["mano"] == seat:
        name.append(" ✿ " + words.say(_("mano")), "bright_magenta")
    bubble = plain(f"«{said(row['said'], words)}»", "bold") if "said" in row else Text(end="")
    facts = [told(view, seat, words) for told in (_sign, _declared, _away)]
    return [name, _part(view, seat, words), bubble, *facts]


def _part(view: View, seat: int, words: Words) -> Text:
    """Who it is to the reader, and the cards in that hand."""
    me = base_seat(view)
    if seat == me:
        return Text(end="")
    line = plain(words.say(_("partner") if (seat - me) % 4 == 2 else _("rival")), "dim")
    if view["hand"]:
        line.append(" ").append_text(backs(view["hand"]["cards_held"][seat]))
    return line


def _away(view: View, seat: int, words: Words) -> Text:
    """Who really plays the seat, or will, or wants no more."""
    row = view["seats"][seat]
    parts = []
    if row["kind"] == "player" and row["controller"] == "bot":
        parts.append(words.say(_("stand-in plays")))
    if row.get("coming"):
        parts.append(words.say(_("{name} is coming"), name=row["coming"]["username"]))
    if row.get("resigns"):
        parts.append(words.say(_("wants to resign")))
    return plain(" · ".join(parts), "bright_red")


def _sign(view: View, seat: int, words: Words) -> Text:
    """The sign it has made; that of the partner cannot be missed."""
    seen = next((sign for sign in view["signs"] if sign["seat"] == seat), None)
    if seen is None:
        return Text(end="")
    told = view.get("sign_texts", {}).get(seen["gesture"], seen["meaning"])
    style = "bold black on bright_yellow" if seen["for_you"] else "bright_yellow"
    return plain(f"☺ {told}", style)


def _declared(view: View, seat: int, words: Words) -> Text:
    """What it has said of pares and juego."""
    declared = (view["hand"] or {}).get("declarations") or {}
    parts = [
        f"{words.say(PHASES[lance])}: {words.say(_('yes') if declared[lance][seat] else _('no'))}"
        for lance in ("pares", "juego")
        if lance in declared
    ]
    return plain(", ".join(parts), "dim")


def stakes(view: View, words: Words) -> Lines:
    """The middle of the table: the lances with what is at stake."""
    hand = view["hand"]
    title = words.say(PHASES[hand["phase"]]) if hand else _status(view, words)
    rows = _lances(view, words)[-5:] if hand else _free_seats(view, words)
    head = f"─ {title} ".ljust(BOX - 4, "─")
    frame = [plain(f" ╭{head}╮ ", "green")]
    for number in range(5):
        row = rows[number] if number < len(rows) else Text(end="")
        line = plain(" │ ", "green").append_text(fitted(row, BOX - 6)).append(" │ ", "green")
        frame.append(line)
    return [*frame, plain(f" ╰{'─' * (BOX - 4)}╯ ", "green")]


def _status(view: View, words: Words) -> str:
    known = {
        "open": _("Waiting for people"),
        "finished": _("The match is over"),
        "abandoned": _("The table was given up"),
        "parked": _("Halted: an operator is looking"),
    }
    return words.say(known.get(view["status"], _("Waiting for people")))


def _free_seats(view: View, words: Words) -> Lines:
    if view["status"] != "open":
        return []
    code = view.get("join_code")
    rows = [words.say(_("Others come in with:")), f"./run play --join {code or view['id']}"]
    return [plain(row) for row in rows]


def _lances(view: View, words: Words) -> Lines:
    """Each lance reached; before the first one, the stock that mus would be served from."""
    hand = view["hand"]
    if not hand:
        return []
    if hand["phase"] in ("mus", "discard"):
        stock = words.say(_("Stock: {count} cards"), count=hand["stock_count"])
        thrown = words.say(_("Discards: {count} cards"), count=hand["discard_count"])
        return [plain(stock, "dim"), plain(thrown, "dim")]
    return [_lance(row, view, words) for row in hand["lances"]]


def _lance(row: View, view: View, words: Words) -> Text:
    """Its name, what it is worth, what became of it."""
    is_open = row["status"] == "open"
    line = plain(f"{words.say(PHASES[row['lance']]):<9} ", "bold bright_white" if is_open else "")
    if is_open:
        return line.append_text(_bet(view, words))
    stake = row["deje"] or row["stake"]
    if stake and row["status"] not in ("single", "none", "ordago"):
        line.append(f"{stake:>2} ", "bold")
    return line.append(words.say(BECAME[row["status"]]), "dim")


def _bet(view: View, words: Words) -> Text:
    """What stands in the lance that is being played."""
    standing = view["hand"]["standing"]
    if standing is None:
        return plain(words.say(pgettext("lance", "no bet yet")), "dim")
    by = words.say(pgettext("lance", "bet by {name}"), name=name_of(view, standing["seat"], words))
    if standing["ordago"]:
        return plain(f"{words.say(BECAME['ordago'])} ", "bold bright_red").append(by)
    return plain(f"{standing['bet']:>2} ", "bold bright_yellow").append(by)
