"""Parts of addresses."""

from django.urls import register_converter
from django.urls.converters import UUIDConverter


class IdConverter(UUIDConverter):
    """A public id in either case (RFC 9562): there are languages that write a UUID in capitals."""

    regex = "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"


register_converter(IdConverter, "id")
