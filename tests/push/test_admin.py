"""Operators see who can be told something and what was sent, and no address and no key."""

import pytest
from django.test import Client

from accounts.models import User
from push.models import Delivery, PushDevice
from tests.push import scene
from tests.push.services import Firebase, PushService

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nobody_here")]


@pytest.fixture
def operator() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("operator", password="x"))
    return client


def test_devices_and_deliveries_are_listed_without_secrets(
    operator: Client, firebase: Firebase, push_service: PushService
) -> None:
    match, browser = scene.slow(), push_service.browser("secret-path")
    scene.with_phone(match.people[1], "secret-token")
    scene.with_browser(match.people[1], browser)
    match.say("mus")
    scene.send(after=3)
    assert Delivery.objects.count() == 2
    pages = ["pushdevice/", "delivery/"]
    pages += [f"pushdevice/{device.pk}/change/" for device in PushDevice.objects.all()]
    pages += [f"delivery/{delivery.pk}/change/" for delivery in Delivery.objects.all()]
    keys = browser.subscription()["keys"]
    for page in pages:
        answer = operator.get(f"/admin/push/{page}")
        assert answer.status_code == 200
        text = answer.content.decode()
        assert match.people[1].username in text
        for secret in ("secret-token", "secret-path", keys["auth"], keys["p256dh"]):
            assert secret not in text


def test_nothing_can_be_changed_or_guessed(operator: Client, firebase: Firebase) -> None:
    device = scene.with_phone(scene.another(), "secret-token")
    assert operator.post(f"/admin/push/pushdevice/{device.pk}/change/", {}).status_code == 403
    assert operator.post(f"/admin/push/pushdevice/{device.pk}/delete/", {}).status_code == 403
    assert operator.get("/admin/push/pushdevice/add/").status_code == 403
    for lookup in ("address__startswith", "mark__startswith", "device__address__startswith"):
        page = "delivery" if lookup.startswith("device") else "pushdevice"
        assert operator.get(f"/admin/push/{page}/?{lookup}=s").status_code == 400
