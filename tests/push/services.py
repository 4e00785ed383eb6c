"""Stand-ins for Firebase and a browser's push service: real servers on this machine that check all they get.

Each answers what a test has told it to, and keeps what it was sent.
"""

from __future__ import annotations

import base64
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

PROJECT = "mus-for-tests"
POINT = (serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Answer:
    """What a service shall say."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: dict[str, Any] = field(default_factory=dict)


@dataclass
class Request:
    """What came in."""

    path: str
    headers: dict[str, str]
    body: bytes


class Service:
    """A server on loopback; `wrong` is what it found wrong in what it was sent."""

    def __init__(self) -> None:
        self.wrong: list[str] = []
        self.before_answering: Callable[[], None] = lambda: None
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                answer = service.answer(Request(self.path, headers, body))
                text = json.dumps(answer.body).encode()
                self.send_response(answer.status)
                for name, value in {**answer.headers, "Content-Length": str(len(text))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *args: Any) -> None:
                """Nothing is printed."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self.server.server_address[1]}"

    def answer(self, request: Request) -> Answer:
        raise NotImplementedError

    def check(self, so: bool, what: str) -> None:
        if not so:
            self.wrong.append(what)

    @contextmanager
    def running(self) -> Iterator[None]:
        thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield
        finally:
            self.server.shutdown()
            self.server.server_close()
            thread.join()


def fcm_error(status: int, name: str, code: str, **headers: str) -> Answer:
    """An error as FCM v1 tells it: the name of the status, and its own code."""
    detail = {"@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": code}
    error = {"code": status, "status": name, "message": "as told", "details": [detail]}
    return Answer(status, {key.replace("_", "-"): value for key, value in headers.items()}, {"error": error})


UNREGISTERED = fcm_error(404, "NOT_FOUND", "UNREGISTERED")
INVALID_ARGUMENT = fcm_error(400, "INVALID_ARGUMENT", "INVALID_ARGUMENT")
UNAVAILABLE = fcm_error(503, "UNAVAILABLE", "UNAVAILABLE", Retry_After="120")


class Firebase(Service):
    """Gives access to whoever signs as the service account, and takes messages from who shows that access."""

    def __init__(self) -> None:
        super().__init__()
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.given: set[str] = set()
        self.messages: list[dict[str, Any]] = []
        self.answers: dict[str, list[Answer]] = {}

    def credentials_file(self, folder: Path) -> Path:
        """The service account's file, as Firebase's console gives it."""
        pem = self.key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        path = folder / "firebase.json"
        account = {
            "type": "service_account",
            "project_id": PROJECT,
            "private_key_id": "1",
            "private_key": pem.decode(),
            "client_email": "push@mus-for-tests.iam.gserviceaccount.com",
            "client_id": "1",
            "token_uri": f"{self.origin}/token",
        }
        path.write_text(json.dumps(account))
        return path

    def to(self, token: str) -> list[dict[str, Any]]:
        """What was taken for a device."""
        return [message for message in self.messages if message["token"] == token]

    def answer(self, request: Request) -> Answer:
        if request.path == "/token":
            return self._give_access(parse_qs(request.body.decode()))
        bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
        if bearer not in self.given:
            self.wrong.append("no access")
            return fcm_error(401, "UNAUTHENTICATED", "")
        self.check(request.path == f"/v1/projects/{PROJECT}/messages:send", "the address")
        self.before_answering()
        message = json.loads(request.body)["message"]
        planned = self.answers.get(message["token"])
        answer = planned.pop(0) if planned else Answer(body={"name": "projects/x/messages/1"})
        if answer.status == 200:
            self.messages.append(message)
        return answer

    def _give_access(self, form: dict[str, list[str]]) -> Answer:
        signed, _, signature = form["assertion"][0].rpartition(".")
        claims = json.loads(decoded(signed.partition(".")[2]))
        try:
            public = self.key.public_key()
            public.verify(decoded(signature), signed.encode(), padding.PKCS1v15(), hashes.SHA256())
        except InvalidSignature:
            self.wrong.append("the service account's signature")
        self.check(claims["aud"] == "https://oauth2.googleapis.com/token", "the assertion's audience")
        self.check(claims["iat"] <= time.time() + 60 and claims["exp"] > time.time(), "the assertion's time")
        self.check("https://www.googleapis.com/auth/cloud-platform" in claims["scope"].split(), "the scope")
        access = secrets.token_hex(16)
        self.given.add(access)
        return Answer(body={"access_token": access, "expires_in": 3600, "token_type": "Bearer"})


class Browser:
    """A browser that has subscribed: what it keeps to itself, and what it gives away."""

    def __init__(self, origin: str, name: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = secrets.token_bytes(16)
        self.endpoint = f"{origin}/{name}"
        self.messages: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.answers: list[Answer] = []

    @property
    def public(self) -> bytes:
        return self.key.public_key().public_bytes(*POINT)

    def subscription(self) -> dict[str, Any]:
        """What its application sends to the server."""
        keys = {"p256dh": encoded(self.public), "auth": encoded(self.auth)}
        return {"kind": "web_push", "endpoint": self.endpoint, "keys": keys}

    def decrypt(self, body: bytes) -> bytes:
        """RFC 8188 and 8291 by the book: one record, which ends in a 2."""
        salt, length = body[:16], body[20]
        sender = body[21 : 21 + length]
        shared = self.key.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        )
        info = b"WebPush: info\0" + self.public + sender
        secret = HKDF(hashes.SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        text = AESGCM(key).decrypt(nonce, body[21 + length :], None)
        assert text.rstrip(b"\0")[-1:] == b"\2"
        return text.rstrip(b"\0")[:-1]


class PushService(Service):
    """A browser's push service: takes messages that are signed for it by the server that it knows."""

    def __init__(self, server_key: str = "") -> None:
        super().__init__()
        self.server_key = server_key
        self.browsers: dict[str, Browser] = {}

    def browser(self, name: str) -> Browser:
        self.browsers[f"/{name}"] = Browser(self.origin, name)
        return self.browsers[f"/{name}"]

    def answer(self, request: Request) -> Answer:
        browser = self.browsers[request.path]
        self._check_signature(request.headers["authorization"])
        self.check(request.headers["content-encoding"] == "aes128gcm", "the encoding")
        self.check(request.headers["ttl"].isdecimal(), "the time to live")
        self.check(len(request.headers["topic"]) <= 32, "the topic")
        self.before_answering()
        answer = browser.answers.pop(0) if browser.answers else Answer(201)
        if answer.status == 201:
            browser.messages.append(json.loads(browser.decrypt(request.body)))
            browser.headers.append(request.headers)
        return answer

    def _check_signature(self, authorization: str) -> None:
        parts = dict(part.split("=", 1) for part in authorization.removeprefix("vapid ").split(","))
        self.check(parts["k"] == self.server_key, "the server's key")
        signed, _, signature = parts["t"].rpartition(".")
        raw = decoded(signature)
        pair = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(parts["k"]))
        try:
            key.verify(pair, signed.encode(), ec.ECDSA(hashes.SHA256()))
        except InvalidSignature:
            self.wrong.append("the server's signature")
        header, claims = (json.loads(decoded(part)) for part in signed.split("."))
        self.check(header["alg"] == "ES256", "the algorithm")
        self.check(claims["aud"] == self.origin, "the audience")
        self.check(time.time() < claims["exp"] <= time.time() + 86400, "the time of the signature")
        self.check(claims["sub"].startswith("mailto:"), "whom to write to")
