"""The ASGI application that granian serves: the front, and behind it Django."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from musapi.processes import die_with_supervised_parent, keep_what_is_loaded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "musapi.settings")
die_with_supervised_parent()
django_application = get_wsgi_application()

from games.pulse import pulses  # noqa: E402
from musapi.front.app import Front  # noqa: E402 - it imports what needs Django to be ready
from musapi.front.process import Served  # noqa: E402

application = Served(
    Front(django_application, settings.REDIS_URL, settings.DATA_UPLOAD_MAX_MEMORY_SIZE, pulses)
)

get_resolver().url_patterns  # noqa: B018 - all views are loaded now, and not by the first request
keep_what_is_loaded()
