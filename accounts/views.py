"""The people part of the API: each handler reads, calls one service and answers."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import services
from accounts.authentication import PlayerRequest
from accounts.models import Token
from accounts.serializers import (
    CredentialsSerializer,
    PlayerSerializer,
    PreferencesSerializer,
    PublicPlayerSerializer,
    RegistrationSerializer,
    SessionSerializer,
)
from musapi.schema import problems
from musapi.serializers import Nothing


def _session_answer(session: services.Session, status: int) -> Response:
    return Response(SessionSerializer(session).data, status=status, headers={"Cache-Control": "no-store"})


class GuestView(APIView):
    authentication_classes: list[Any] = []  # a device whose token has died can begin anew
    permission_classes = [AllowAny]

    @extend_schema(operation_id="open_guest", request=None, responses={201: SessionSerializer})
    def post(self, request: Request) -> Response:
        """Play at once: a new guest, who can register later and stay the same player."""
        Nothing.read(request.data)
        return _session_answer(services.open_guest(), 201)


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
        device = request.auth if isinstance(request.auth, Token) else None
        return _session_answer(services.register(**wish, device=device), 201)


class LoginView(APIView):
    authentication_classes: list[Any] = []
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="log_in",
        request=CredentialsSerializer,
        responses={200: SessionSerializer, **problems("auth.bad_credentials")},
    )
    def post(self, request: Request) -> Response:
        """A token for this device. Other devices stay signed in."""
        return _session_answer(services.log_in(**CredentialsSerializer.read(request.data)), 200)


class LogoutView(APIView):
    @extend_schema(operation_id="log_out", request=None, responses={204: None})
    def post(self, request: PlayerRequest) -> Response:
        """Sign this device out: its token is dead from now on."""
        Nothing.read(request.data)
        services.log_out(device=request.auth)
        return Response(status=204)


class LogoutAllView(APIView):
    @extend_schema(operation_id="log_out_everywhere", request=None, responses={204: None})
    def post(self, request: PlayerRequest) -> Response:
        """Sign every device of the player out, this one too."""
        Nothing.read(request.data)
        services.log_out_everywhere(user=request.user)
        return Response(status=204)


class MeView(APIView):
    @extend_schema(operation_id="me", responses={200: PlayerSerializer})
    def get(self, request: PlayerRequest) -> Response:
        """The player whose token this is."""
        return Response(PlayerSerializer(request.user).data)

    @extend_schema(operation_id="change_me", request=PreferencesSerializer, responses={200: PlayerSerializer})
    def patch(self, request: PlayerRequest) -> Response:
        """Change the language or the hints; what is left out stays."""
        wish = PreferencesSerializer.read(request.data)
        return Response(PlayerSerializer(services.change_preferences(user=request.user, **wish)).data)


class PlayerView(APIView):
    @extend_schema(
        operation_id="player", responses={200: PublicPlayerSerializer, **problems("account.not_found")}
    )
    def get(self, request: Request, username: str) -> Response:
        """What everybody may know about a player."""
        return Response(PublicPlayerSerializer(services.find_player(username=username)).data)
