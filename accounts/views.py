"""The people part of the API: each handler reads, calls one service and answers."""

from typing import Any
from uuid import UUID

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import departure, devices, selectors, services
from accounts.authentication import GuestAuthentication, PlayerRequest
from accounts.devices import Device
from accounts.export import export
from accounts.models import Token
from accounts.serializers import (
    CredentialsSerializer,
    DeviceListSerializer,
    DeviceSerializer,
    GoodbyeSerializer,
    NewPasswordSerializer,
    PlayerSerializer,
    PreferencesSerializer,
    RegistrationSerializer,
    SessionSerializer,
)
from musapi.origin import Origin
from musapi.schema import UNTAGGED, problems
from musapi.serializers import Nothing


def _origin(request: Request) -> Origin:
    return Origin.of(request._request)


def _device(request: Request, wish: dict[str, Any]) -> Device:
    """The device that signs in, by what it says of itself and where it is."""
    return Device(wish.pop("device", ""), _origin(request))


def _token(request: Request) -> Token | None:
    return request.auth if isinstance(request.auth, Token) else None


def _session_answer(session: services.Session, status: int) -> Response:
    return Response(SessionSerializer(session).data, status=status, headers={"Cache-Control": "no-store"})


class GuestView(APIView):
    authentication_classes: list[Any] = []  # a device whose token has died can begin anew
    permission_classes = [AllowAny]

    @extend_schema(operation_id="open_guest", request=DeviceSerializer, responses={201: SessionSerializer})
    def post(self, request: Request) -> Response:
        """Play at once: a new guest, who can register later and stay the same player."""
        wish = DeviceSerializer.read(request.data)
        return _session_answer(services.open_guest(device=_device(request, wish)), 201)


class RegisterView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="register",
        request=RegistrationSerializer,
        responses={
            201: SessionSerializer,
            **problems(
                "account.already_registered",
                "account.username_taken",
                "account.username_invalid",
                "account.password_weak",
            ),
        },
    )
    def post(self, request: Request) -> Response:
        """Register. A guest's token makes the guest the registered player: same id, seats and token."""
        wish = RegistrationSerializer.read(request.data)
        device = _device(request, wish)
        return _session_answer(services.register(**wish, token=_token(request), device=device), 201)


class LoginView(APIView):
    authentication_classes = [GuestAuthentication]
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="log_in",
        auth=[{"bearer": []}, {}],  # type: ignore[list-item]  # it takes what OpenAPI takes
        request=CredentialsSerializer,
        responses={
            200: SessionSerializer,
            **problems("auth.bad_credentials", "auth.locked_out", "account.link_conflict"),
        },
    )
    def post(self, request: Request) -> Response:
        """A token for this device. Other devices stay signed in.

        With a guest's token: when the guest still sits at a table (the refusal names them), nothing happens
        unless `abandon_guest` is true. Then the guest's account is closed as by `DELETE /me`.
        """
        wish = CredentialsSerializer.read(request.data)
        device = _device(request, wish)
        token = _token(request)
        guest = token.user if token and token.user.is_guest else None
        return _session_answer(services.log_in(**wish, device=device, guest=guest), 200)


class LogoutView(APIView):
    @extend_schema(operation_id="log_out", request=None, responses={204: None})
    def post(self, request: PlayerRequest) -> Response:
        """Sign this device out: its token is dead from now on."""
        Nothing.read(request.data)
        devices.log_out(token=request.auth)
        return Response(status=204)


class LogoutAllView(APIView):
    @extend_schema(operation_id="log_out_everywhere", request=None, responses={204: None})
    def post(self, request: PlayerRequest) -> Response:
        """Sign every device of the player out, this one too."""
        Nothing.read(request.data)
        devices.log_out_everywhere(user=request.user)
        return Response(status=204)


class DevicesView(APIView):
    @extend_schema(operation_id="devices", responses={200: DeviceListSerializer})
    def get(self, request: PlayerRequest) -> Response:
        """Where you are signed in: at most 50 devices, the one used last first."""
        found = {"devices": selectors.devices_of(request.user)}
        return Response(DeviceListSerializer(found, context={"token": request.auth}).data)


class DeviceView(APIView):
    @extend_schema(
        operation_id="sign_device_out",
        request=None,
        responses={204: None, **problems("auth.device_not_found")},
    )
    def delete(self, request: PlayerRequest, device_id: UUID) -> Response:
        """Sign one of your devices out: its token is dead from now on."""
        devices.sign_out(user=request.user, device_id=device_id)
        return Response(status=204)


_CHOICES = ("notifications", "quiet_hours", "time_zone")


class MeView(APIView):
    @extend_schema(operation_id="me", responses={200: PlayerSerializer})
    def get(self, request: PlayerRequest) -> Response:
        """The player whose token this is."""
        return Response(PlayerSerializer(request.user).data)

    @extend_schema(
        operation_id="change_me",
        request=PreferencesSerializer,
        responses={200: PlayerSerializer, **problems("account.not_found", "friend.not_found")},
    )
    def patch(self, request: PlayerRequest) -> Response:
        """Change your language, hints, notifications, or the partner you would like.

        What is left out stays as it is. Notifications are what your devices are told of (`/me/devices`).
        """
        wish = PreferencesSerializer.read(request.data)
        choices = {name: wish.pop(name) for name in _CHOICES if name in wish}
        person = services.change_preferences(user=request.user, **wish, choices=choices)
        return Response(PlayerSerializer(person).data)

    @extend_schema(
        operation_id="delete_me",
        request=GoodbyeSerializer,
        responses={204: None, **problems("account.password_wrong", "auth.locked_out", "table.busy")},
    )
    def delete(self, request: PlayerRequest) -> Response:
        """Leave for good. Who is registered gives the password.

        Name, email address, password, devices, friends and blocks are gone. Nobody, you included, can have
        the name or one that looks like it for 90 days. Seats at open tables are free again; in running
        matches a stand-in plays on. Others keep the finished hands, in which you are a deleted player.
        There is no way back.
        """
        wish = GoodbyeSerializer.read(request.data)
        departure.delete_account(user=request.user, **wish, origin=_origin(request))
        return Response(status=204)


class PasswordView(APIView):
    @extend_schema(
        operation_id="change_password",
        request=NewPasswordSerializer,
        responses={
            204: None,
            **problems(
                "account.not_registered", "account.password_wrong", "account.password_weak", "auth.locked_out"
            ),
        },
    )
    def post(self, request: PlayerRequest) -> Response:
        """Change your password. Every other device is signed out."""
        wish = NewPasswordSerializer.read(request.data)
        services.change_password(
            token=request.auth,
            old=wish["old_password"],
            new=wish["new_password"],
            origin=_origin(request),
        )
        return Response(status=204)


class ExportView(APIView):
    @extend_schema(
        operation_id="export_me",
        extensions={UNTAGGED: True},
        responses={
            200: OpenApiResponse(OpenApiTypes.OBJECT, "One section for each kind of thing that is kept."),
            **problems("request.throttled"),
        },
    )
    def get(self, request: PlayerRequest) -> StreamingHttpResponse:
        """Everything that is kept of you; of others what you may see anyway. At most 10 times an hour."""
        return StreamingHttpResponse(
            export(person=request.user),
            content_type="application/json",
            headers={"Content-Disposition": "attachment; filename=musapi.json", "Cache-Control": "no-store"},
        )
