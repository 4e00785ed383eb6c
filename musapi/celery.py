"""The Celery application: bots and the clock."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "musapi.settings")

app = Celery("musapi")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
