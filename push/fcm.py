"""Phones, by Firebase: Android directly, Apple's by way of it."""

from __future__ import annotations

import threading
from datetime import datetime
from functools import cache
from typing import Any

import firebase_admin
import requests
from django.conf import settings
from django.utils.timezone import now as clock
from firebase_admin import credentials, exceptions, messaging
from google.auth.exceptions import GoogleAuthError

from push.messages import Message
from push.models import Delivery, PushDevice
from push.results import TAKEN, Result, again

TIMEOUT = 8  # seconds
_FOR_GOOD = (exceptions.InvalidArgumentError, messaging.SenderIdMismatchError)


def send(device: PushDevice, message: Message) -> Result:
    """Hand a message to Firebase. Only UNREGISTERED says that the device is gone (F68)."""
    try:
        messaging.send(_built(device.address, message, clock()), app=application())
    except messaging.UnregisteredError:
        return Result(Delivery.Status.GONE, "UNREGISTERED")
    except _FOR_GOOD as error:
        return Result(Delivery.Status.REFUSED, error.code)
    except exceptions.FirebaseError as error:
        answer = error.http_response
        return again(error.code, answer.headers.get("Retry-After") if answer is not None else None)
    except (GoogleAuthError, requests.RequestException) as error:
        return again(type(error).__name__)
    return TAKEN


def _built(token: str, message: Message, now: datetime) -> Any:
    """The message in Firebase's shape. One that clears is data only, and wakes the app without a sound."""
    left = message.seconds_left(now)
    built = messaging.Message(
        data=message.data,
        android=messaging.AndroidConfig(
            collapse_key=message.collapse,
            priority="high" if message.pressing else "normal",
            ttl=left,
            notification=None if message.clears else _android(message),
        ),
        apns=messaging.APNSConfig(
            headers={
                "apns-collapse-id": message.collapse,
                "apns-expiration": str(int(now.timestamp()) + left),
                "apns-priority": "5" if message.clears or message.silent else "10",
                "apns-push-type": "background" if message.clears else "alert",
            },
            payload=messaging.APNSPayload(aps=_aps(message)),
        ),
    )
    built.token = token  # the library would rather have an installation's id, which apps do not give yet
    return built


def _android(message: Message) -> Any:
    return messaging.AndroidNotification(
        title_loc_key=message.title_key,
        body_loc_key=message.body_key,
        body_loc_args=list(message.args),
        tag=message.collapse,
        channel_id="quiet" if message.silent else "turns" if message.pressing else "news",
        default_sound=not message.silent,
        priority="low" if message.silent else None,
    )


def _aps(message: Message) -> Any:
    if message.clears:
        return messaging.Aps(content_available=True)
    alert = messaging.ApsAlert(
        title_loc_key=message.title_key, loc_key=message.body_key, loc_args=list(message.args)
    )
    return messaging.Aps(
        alert=alert,
        sound=None if message.silent else "default",
        thread_id=message.collapse,
        custom_data={"interruption-level": "passive"} if message.silent else None,
    )


_one_at_a_time = threading.Lock()


def application() -> Any:
    """The library's application of this process, made once by whichever thread comes first."""
    with _one_at_a_time:
        return _application()


@cache
def _application() -> Any:
    """The library's application.

    The library sleeps and tries again by itself, as long as the service's Retry-After says; a delivery waits
    in the database instead, so that is switched off.
    """
    options = {"httpTimeout": TIMEOUT}
    app = firebase_admin.initialize_app(
        credentials.Certificate(settings.FIREBASE_CREDENTIALS_FILE), options, name="musapi"
    )
    service = messaging._get_messaging_service(app)
    service._client.session.adapters.clear()
    for scheme in ("https://", "http://"):
        service._client.session.mount(scheme, requests.adapters.HTTPAdapter(max_retries=0, pool_maxsize=16))
    if settings.FCM_URL:
        service._fcm_url = f"{settings.FCM_URL}/v1/projects/{app.project_id}/messages:send"
    return app
