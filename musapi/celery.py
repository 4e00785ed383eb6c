"""The Celery application: bots and the clock."""

import os

from celery import Celery
from celery.signals import worker_process_init
from kombu.transport.redis import Channel, QoS

from musapi.processes import die_with_supervised_parent, keep_what_is_loaded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "musapi.settings")

app = Celery("musapi")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_process_init.connect
def _begin(**_: object) -> None:
    """A child of the pool must not finish a task, and then linger, when its worker was killed."""
    die_with_supervised_parent()
    keep_what_is_loaded()


class Taken(QoS):
    """What a worker has taken from the broker in advance: put back in the end, unless the broker is gone.

    When the connection broke, kombu may have no address left to put anything back at, and the worker would
    end of that (docs/decisions.md). The sweep starts anew whatever is lost.
    """

    def restore_unacked(self, client: object = None) -> None:
        """Put it back, if there is a connection to do it over."""
        if self.channel.connection.client is not None:
            super().restore_unacked(client)
        elif self._delivered:
            self._delivered.clear()


Channel.QoS = Taken
