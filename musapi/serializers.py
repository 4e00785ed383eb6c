"""Fields and serializers that take what they are given or refuse it: nothing is read into something else."""

import re
from collections.abc import Mapping
from typing import Any, cast

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from musapi.errors import MALFORMED, field_errors
from musapi.refusals import InvalidRequest, MalformedRequest, Refusal

UNKNOWN = _("There is no such field.")
_DIGITS = re.compile(r"[0-9]{1,18}")
_NUMBER = re.compile(r"[0-9]{1,18}(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?")


class StrictIntegerField(serializers.IntegerField):
    """A JSON integer: not `true`, not `"5"`, not `5.0`."""

    default_error_messages = {"invalid": _("A whole number is needed.")}

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return data


class StrictBooleanField(serializers.BooleanField):
    """`true` or `false`: not `1`, not `"yes"`."""

    default_error_messages = {"invalid": _("true or false is needed.")}

    def to_internal_value(self, data: Any) -> bool:
        if type(data) is not bool:
            self.fail("invalid")
        return data


class StrictCharField(serializers.CharField):
    """A JSON string, as it was sent: not a number, spaces kept."""

    default_error_messages = {"invalid": _("A text is needed.")}

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("trim_whitespace", False)
        super().__init__(**kwargs)

    def run_validation(self, data: Any = serializers.empty) -> Any:
        if data is not serializers.empty and data is not None and type(data) is not str:
            self.fail("invalid")
        return super().run_validation(data)


class StrictChoiceField(serializers.ChoiceField):
    """One of the given codes, as a JSON string."""

    default_error_messages = {
        "invalid": _("A text is needed."),
        "invalid_choice": _("This is not one of the choices."),
    }

    def to_internal_value(self, data: Any) -> Any:
        if type(data) is not str:
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictSerializer(serializers.Serializer[Any]):
    """An object whose every key is a field of it: an unknown one is refused, with a pointer to it."""

    @classmethod
    def read(cls, data: Any) -> dict[str, Any]:
        """The validated values of a request's data; raises ValidationError (400 or 422 by its codes)."""
        given = cls(data=data)
        given.is_valid(raise_exception=True)
        return dict(given.validated_data)

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, Mapping):
            return super().to_internal_value(data)
        known = {field.field_name for field in self._writable_fields}
        errors: dict[str, Any] = {
            key: [serializers.ErrorDetail(str(UNKNOWN), code="unknown")] for key in data if key not in known
        }
        value = None
        try:
            value = super().to_internal_value(data)
        except serializers.ValidationError as error:
            errors.update(cast(dict[str, Any], error.detail))
        if errors:
            raise serializers.ValidationError(errors)
        return value


class WholeNumber(serializers.IntegerField):
    """A whole number in a query: 1 to 18 ASCII digits, as in Last-Event-ID.

    What else Python takes for one is refused: signs, `1_0`, `1.0`, digits of other scripts.
    """

    default_error_messages = {"invalid": _("A whole number is needed.")}

    def to_internal_value(self, data: Any) -> int:
        if not _DIGITS.fullmatch(data):
            self.fail("invalid")
        return int(data)


class PlainNumber(serializers.FloatField):
    """A number in a query, in ASCII digits and without a sign: `20`, `0.5`, `2e1`."""

    def to_internal_value(self, data: Any) -> float:
        if not _NUMBER.fullmatch(data):
            self.fail("invalid")
        return float(data)


class Nothing(StrictSerializer):
    """The body of a request that says all by its address: empty, or an empty object."""


class StrictQuery(StrictSerializer):
    """The parameters of a query: each known, each given once. They are text, so plain fields read them, but
    for numbers (WholeNumber, PlainNumber), where those take what is written in any way."""

    @classmethod
    def read(cls, data: QueryDict) -> dict[str, Any]:
        """The validated parameters; raises MalformedRequest or InvalidRequest naming the parameter."""
        repeated = {
            name: [serializers.ErrorDetail(str(_("Given more than once.")), code="repeated")]
            for name, values in data.lists()
            if len(values) > 1
        }
        parameters = cls(data=data.dict())
        if parameters.is_valid() and not repeated:
            return dict(parameters.validated_data)
        raise _refused_query({**parameters.errors, **repeated})


def _refused_query(errors: Mapping[str, Any]) -> Refusal:
    named = [
        {"parameter": name, "code": error["code"], "detail": error["detail"]}
        for name, tree in errors.items()
        for error in field_errors(tree)
    ]
    malformed = any(error["code"] in MALFORMED for error in named)
    return (MalformedRequest if malformed else InvalidRequest)(errors=named)
