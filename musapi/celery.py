"""The Celery application: bots and the clock."""

import os

from celery import Celery
from celery.signals import worker_process_init
from kombu.transport.redis import Channel

from musapi.processes import die_with_supervised_parent, keep_what_is_loaded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "musapi.settings")

# What a worker has taken in advance is not put back when it loses its broker: kombu may find no connection
# left for that, and the worker would end (docs/decisions.md). The sweep starts anew whatever is lost.
Channel.do_restore = False

app = Celery("musapi")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_process_init.connect
def _begin(**_: object) -> None:
    """A child of the pool must not finish a task, and then linger, when its worker was killed."""
    die_with_supervised_parent()
    keep_what_is_loaded()
