"""Django as a WSGI application, without a front: nothing waits here."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "musapi.settings")

application = get_wsgi_application()
