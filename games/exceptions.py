"""What the services refuse, each with a stable code. No HTTP here: `musapi.errors` maps codes to answers."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from musapi.refusals import Refusal


class GameError(Refusal):
    """A refusal of the tables' services: nothing was changed."""


class TableNotFound(GameError):
    code = "table.not_found"
    message = _("There is no such table, or it is not yours to see.")


class NotSeated(GameError):
    code = "table.not_seated"
    message = _("You have no seat at this table.")


class NotPlaying(GameError):
    code = "table.not_playing"
    message = _("No match is being played at this table.")


class NotOpen(GameError):
    code = "table.not_open"
    message = _("This table has begun or is closed.")


class StaleTurn(GameError):
    code = "table.stale_turn"
    message = _("The question has changed, or you have answered it.")


class NotYourTurn(GameError):
    code = "table.not_your_turn"
    message = _("The question is not to you.")


class ActionRefused(GameError):
    code = "action.illegal"
    message = _("That is not allowed now.")


class SignRefused(GameError):
    code = "sign.illegal"
    message = _("That sign is not allowed now.")


class TableFull(GameError):
    code = "table.full"
    message = _("All four seats are taken.")


class SeatTaken(GameError):
    code = "table.seat_taken"
    message = _("That seat is taken.")


class AlreadySeated(GameError):
    code = "table.already_seated"
    message = _("You already have a seat at this table.")


class RatingOutOfRange(GameError):
    code = "table.rating_out_of_range"
    message = _("This table is for players of another strength.")


class TooManyTables(GameError):
    code = "table.too_many"
    message = _("You sit at as many tables as one may. Finish or leave one of them.")


class InvitationNotFound(GameError):
    code = "invitation.not_found"
    message = _("No seat is kept for you there.")


class NotWaiting(GameError):
    code = "queue.not_waiting"
    message = _("You do not wait for a table.")


class NotCreator(GameError):
    code = "table.not_creator"
    message = _("Only the player who opened the table may do that.")


class NotFull(GameError):
    code = "table.not_full"
    message = _("The match starts when all four seats are taken.")


class NotFinished(GameError):
    code = "table.not_finished"
    message = _("The match at this table is not finished.")


class InvalidTable(GameError):
    code = "table.invalid"
    message = _("A table cannot be opened with these settings.")


class HandNotFound(GameError):
    code = "hand.not_found"
    message = _("There is no finished hand of that number.")


class RulesetNotFound(GameError):
    code = "ruleset.not_found"
    message = _("There are no rules of that name.")


class ChatOff(GameError):
    code = "chat.off"
    message = _("There is no chat at this table.")


class ChatClosed(GameError):
    code = "chat.closed"
    message = _("Nothing can be written at this table any more.")


class Silenced(GameError):
    code = "chat.silenced"
    message = _("An operator has decided that you cannot write for now.")


class TooFast(GameError):
    code = "chat.too_fast"
    message = _("You write too fast. Wait a moment.")


class InvalidMessage(GameError):
    code = "chat.invalid"
    message = _("This message cannot be written.")


class MessageNotFound(GameError):
    code = "chat.message_not_found"
    message = _("There is no such message at this table.")


class MuteNotFound(GameError):
    code = "mute.not_found"
    message = _("You have not muted that player.")


class OperatorNotMuted(GameError):
    code = "mute.operator"
    message = _("An operator cannot be muted.")


class CursorAhead(GameError):
    code = "events.cursor_ahead"
    message = _("There is no event of that number yet.")


class CursorExpired(GameError):
    code = "events.cursor_expired"
    message = _("So much has happened since that the events are not told one by one. Read the table itself.")


class KeyReused(GameError):
    code = "idempotency.key_reused"
    message = _("This Idempotency-Key was used for another request.")


class KeyMalformed(GameError):
    code = "idempotency.key_malformed"
    message = _("An Idempotency-Key is 8 to 64 letters, digits, hyphens or underscores.")
