"""The WSGI application that granian serves."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from musapi.bodies import ChunkedBodies
from musapi.processes import die_with_supervised_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "musapi.settings")
die_with_supervised_parent()

application = ChunkedBodies(get_wsgi_application(), limit=settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
