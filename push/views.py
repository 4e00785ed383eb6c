"""The push part of the API: each handler reads, calls one service and answers."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PlayerRequest
from musapi.schema import problems
from push import devices
from push.serializers import (
    PushDeviceListSerializer,
    PushDeviceRequestSerializer,
    PushDeviceSerializer,
)


class PushDevicesView(APIView):
    @extend_schema(operation_id="push_devices", responses={200: PushDeviceListSerializer})
    def get(self, request: PlayerRequest) -> Response:
        """Which of your devices are told something, the newest first. Addresses and keys are not shown."""
        found = {"devices": devices.devices_of(request.user)}
        return Response(PushDeviceListSerializer(found, context={"token": request.auth}).data)

    @extend_schema(
        operation_id="register_push_device",
        request=PushDeviceRequestSerializer,
        responses={
            200: PushDeviceSerializer,
            201: PushDeviceSerializer,
            **problems("push.not_offered"),
        },
    )
    def post(self, request: PlayerRequest) -> Response:
        """Have this device told what happens: your turns, invitations, friends.

        The registration ends with the token that makes it. A device has one of each kind: a newer one
        replaces it, and an address that another account has registered is yours from now on. Doing it again
        changes nothing (200). `/meta` has the kinds that there are, and the key for browsers.
        """
        wish = PushDeviceRequestSerializer.read(request.data)
        device, new = devices.register(token=request.auth, **wish)
        shown = PushDeviceSerializer(device, context={"token": request.auth}).data
        return Response(shown, status=201 if new else 200)


class PushDeviceView(APIView):
    @extend_schema(
        operation_id="unregister_push_device",
        request=None,
        responses={204: None, **problems("push.device_not_found")},
    )
    def delete(self, request: PlayerRequest, device_id: UUID) -> Response:
        """Have one of your devices told nothing more."""
        devices.unregister(person=request.user, device_id=device_id)
        return Response(status=204)
