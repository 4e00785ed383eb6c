"""What a request can be refused for before any app is asked. No HTTP here: `musapi.errors` maps codes."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _


class Refusal(Exception):
    """A refusal with a stable code: nothing was changed.

    `extra` goes into the answer's body, `errors` names the bad fields as `{"pointer", "code", "detail"}`
    (`"parameter"` instead of `"pointer"` in a query), `retry_after` is in seconds.
    """

    code: ClassVar[str]
    message: ClassVar[Any]
    retry_after: int | None = None

    def __init__(
        self,
        detail: Any = "",
        *,
        extra: Mapping[str, Any] | None = None,
        errors: Sequence[dict[str, Any]] = (),
    ) -> None:
        super().__init__(self.code)
        self.detail = detail or self.message
        self.extra = dict(extra or {})
        self.errors = list(errors)


class MalformedRequest(Refusal):
    """It cannot be read: not JSON, a wrong type, an unknown field."""

    code = "request.malformed"
    message = _("The request cannot be read.")


class InvalidRequest(Refusal):
    """It was read, and a value in it cannot be used."""

    code = "request.invalid"
    message = _("A value in the request cannot be used.")


class RequestTooLarge(Refusal):
    """Its body is longer than any request of this API needs to be."""

    code = "request.too_large"
    message = _("The body of the request is too large.")
