"""Browsers, by the service that each names (RFC 8030): encrypted for them (RFC 8291), signed (RFC 8292)."""

from __future__ import annotations

import json
import time
from datetime import datetime
from functools import cache
from typing import Any

import requests
from django.conf import settings
from django.utils.timezone import now as clock
from py_vapid import Vapid
from pywebpush import WebPusher

from push.endpoints import TIMEOUT, guarded_session, origin_of
from push.messages import Message
from push.models import Delivery, PushDevice
from push.offers import vapid_private_key
from push.results import TAKEN, Result, again

SIGNED_FOR = 12 * 60 * 60  # seconds; a service takes at most a day
_GONE = {404, 410}
_FOR_GOOD = {400, 413}


def send(device: PushDevice, message: Message) -> Result:
    """Hand a message to the browser's service. Only 404 and 410 say that the subscription is gone (F68)."""
    keys = {"p256dh": device.p256dh, "auth": device.auth}
    pusher = WebPusher({"endpoint": device.address, "keys": keys})
    body = pusher.encode(_payload(message), "aes128gcm")["body"]
    try:
        with _session().post(
            device.address,
            data=body,
            headers=_headers(device.address, message, clock()),
            timeout=TIMEOUT,
            allow_redirects=False,
            stream=True,  # the answer's body is of no interest, however long it is
        ) as answer:
            return _result(answer)
    except requests.RequestException as error:
        return again(type(error).__name__)


def _result(answer: requests.Response) -> Result:
    status = answer.status_code
    if status in _GONE:
        return Result(Delivery.Status.GONE, str(status))
    if status in _FOR_GOOD:
        return Result(Delivery.Status.REFUSED, str(status))
    if 200 <= status < 300:
        return TAKEN
    return again(str(status), answer.headers.get("Retry-After"))


def _headers(endpoint: str, message: Message, now: datetime) -> dict[str, str]:
    signer = Vapid(vapid_private_key(settings.VAPID_PRIVATE_KEY_FILE))
    claims = {
        "sub": settings.VAPID_SUBJECT,
        "aud": origin_of(endpoint),
        "exp": int(time.time()) + SIGNED_FOR,
    }
    signed: dict[str, str] = signer.sign(claims)
    return {
        **signed,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(message.seconds_left(now)),
        "Topic": message.collapse,
        "Urgency": "high" if message.pressing and not message.silent else "normal",
    }


def _payload(message: Message) -> bytes:
    told: dict[str, Any] = {**message.data, "tag": message.collapse}
    if not message.clears:
        title, body = message.texts()
        told |= {
            "title": title,
            "body": body,
            "lang": message.language,
            "silent": message.silent,
            "title_loc_key": message.title_key,
            "body_loc_key": message.body_key,
            "body_loc_args": list(message.args),
        }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


@cache
def _session() -> requests.Session:
    """The process's connections to push services."""
    return guarded_session()
