"""One settings module; what differs between machines comes from the environment.

DATABASE_URL and REDIS_URL name the servers (`./run` starts its own and sets both). SECRET_KEY, or
SECRET_KEY_FILE with the path of a file that holds it, must be given: there is no default.
"""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _
from kombu import Queue
from psycopg.conninfo import conninfo_to_dict

from musapi import __version__

BASE_DIR = Path(__file__).resolve().parent.parent


def _flag(name: str) -> bool:
    return os.environ.get(name, "").strip().lower() in {"1", "true", "yes", "on"}


def _required(name: str) -> str:
    value = os.environ.get(name, "")
    if not value:
        raise ImproperlyConfigured(
            f"{name} is not set. ./run sets it; see the environment table in README.md."
        )
    return value


def _secret_key() -> str:
    path = os.environ.get("SECRET_KEY_FILE", "")
    return Path(path).read_text().strip() if path else _required("SECRET_KEY")


def _database(url: str) -> dict[str, Any]:
    """A Django database entry from a libpq URL, which may name a unix socket folder as `?host=/folder`."""
    if urlsplit(url).scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured(
            "DATABASE_URL must be a postgresql:// URL: the promises need PostgreSQL's locks."
        )
    parts = conninfo_to_dict(url)
    options = {
        key: value
        for key, value in parts.items()
        if key not in {"dbname", "user", "password", "host", "port"}
    }
    timeouts = "-c lock_timeout=4s -c idle_in_transaction_session_timeout=60s"
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": parts.get("dbname", "musapi"),
        "USER": parts.get("user", ""),
        "PASSWORD": parts.get("password", ""),
        "HOST": parts.get("host", ""),
        "PORT": str(parts.get("port", "")),
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {**options, "options": timeouts},
    }


def _broker(url: str) -> str:
    """Celery's spelling of a redis-py URL: `unix:///path?db=1` is `redis+socket:///path?virtual_host=1`."""
    if not url.startswith("unix://"):
        return url
    return url.replace("unix://", "redis+socket://", 1).replace("?db=", "?virtual_host=")


def _limit(name: str, default: str) -> tuple[int, int] | None:
    """A number of requests and the seconds of its window, from `1000/10`; None for `off`."""
    text = os.environ.get(name, "").strip() or default
    if text == "off":
        return None
    amount, _, seconds = text.partition("/")
    if not (amount.isdecimal() and seconds.isdecimal() and int(amount) and int(seconds)):
        raise ImproperlyConfigured(
            f"{name} must be like {default}, requests in seconds, or off; not {text!r}."
        )
    return int(amount), int(seconds)


def _origins(name: str) -> list[str]:
    """Origins of web pages, from `https://a.example,https://b.example:8443`."""
    origins = [text.strip().rstrip("/") for text in os.environ.get(name, "").split(",") if text.strip()]
    for origin in origins:
        parts = urlsplit(origin)
        if origin != f"{parts.scheme}://{parts.netloc}" or not parts.hostname:
            raise ImproperlyConfigured(f"{name} must be like https://game.example, not {origin!r}.")
    return origins


SECRET_KEY = _secret_key()
DEBUG = _flag("DEBUG")
ALLOWED_HOSTS = [
    host for host in os.environ.get("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]").split(",") if host
]
CSRF_TRUSTED_ORIGINS = [origin for origin in os.environ.get("CSRF_TRUSTED_ORIGINS", "").split(",") if origin]
BEHIND_PROXY = _flag("BEHIND_TLS_PROXY")  # then the last address of X-Forwarded-For is the caller's
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "corsheaders",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "accounts",
    "games",
    "push",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "corsheaders.middleware.CorsMiddleware",  # answers preflights, before anything counts them
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "musapi.languages.RefusedLanguages",
    "django.middleware.locale.LocaleMiddleware",
    "musapi.middleware.ApiMiddleware",
    "musapi.limits.LimitMiddleware",
    "musapi.middleware.Conditions",  # its 304 keeps few headers: those above add theirs
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "musapi.urls"
WSGI_APPLICATION = "musapi.wsgi.application"
APPEND_SLASH = False
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {"default": _database(_required("DATABASE_URL"))}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
REDIS_URL = _required("REDIS_URL")

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.CountedBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# A request of this API is small; a longer body is refused before it is read into memory.
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

# No person comes near these, nor does a hall full of people behind one address; a flood does.
LIMITS = {
    "address": _limit("LIMIT_ADDRESS", "5000/10"),
    "person": _limit("LIMIT_PERSON", "300/10"),
    "table": _limit("LIMIT_TABLE", "100/10"),
}

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("es", _("Spanish")),
    ("eu", _("Basque")),
    ("en", _("English")),
    ("fr", _("French")),
    ("it", _("Italian")),
    ("sl", _("Slovenian")),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"
STATIC_URL = "/static/"
WHITENOISE_USE_FINDERS = True

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["accounts.authentication.BearerAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_THROTTLE_CLASSES": ["musapi.limits.PersonThrottle"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["musapi.parsers.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "musapi.schema.Operation",
    "EXCEPTION_HANDLER": "musapi.errors.problem_response",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "COERCE_DECIMAL_TO_STRING": False,
}

# Web clients of other origins: those named, and without cookies: tokens travel in a header.
CORS_ALLOWED_ORIGINS = _origins("CORS_ALLOWED_ORIGINS")
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOW_METHODS = ("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT")
CORS_ALLOW_HEADERS = (
    "accept", "accept-language", "authorization", "cache-control", "content-type", "idempotency-key",
    "if-none-match", "last-event-id",
)  # fmt: skip
CORS_EXPOSE_HEADERS = (
    "ETag",
    "Location",
    "Retry-After",
    "RateLimit",
    "RateLimit-Policy",
    "Date",
    "Idempotency-Replayed",
)

# Opaque tokens, one per device. Expiry slides; it is written at most once a day.
KNOX_TOKEN_MODEL = "accounts.Token"
REST_KNOX = {
    "AUTH_HEADER_PREFIX": "Bearer",
    "TOKEN_TTL": timedelta(days=90),
    "AUTO_REFRESH": True,
    "MIN_REFRESH_INTERVAL": 24 * 60 * 60,
}
MIGRATION_MODULES = {"knox": None}  # its own token table is not used

SPECTACULAR_SETTINGS = {
    "TITLE": "musapi",
    "VERSION": __version__,
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "PATH_CONVERTER_OVERRIDES": {"id": {"type": "string", "format": "uuid"}},
    "ENUM_ADD_EXPLICIT_BLANK_NULL_CHOICE": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "TAGS": [
        {"name": "auth", "description": "Getting a token, and getting rid of it."},
        {"name": "me", "description": "The player whose token it is."},
        {"name": "players", "description": "What everybody may know about a player."},
        {"name": "friends", "description": "Friends."},
        {"name": "friend-requests", "description": "Asking and being asked."},
        {"name": "blocks", "description": "Whom you want to hear nothing of."},
        {"name": "tables", "description": "Finding, opening and filling tables."},
        {"name": "play", "description": "The match: what you see, what you may do, what has happened."},
        {"name": "chat", "description": "What is written at tables, and what one does not want to read."},
        {"name": "hands", "description": "Hands that are over, with the proof of their deal."},
        {"name": "rules", "description": "Rulesets, options, and signs."},
        {"name": "operations", "description": "The server itself."},
    ],
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "persistAuthorization": False, "validatorUrl": None},
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "musapi.schema.document_problems",
        "games.schema.components.add_components",
        "games.schema.answers.show_answers",
        "games.schema.links.add_links",
        "musapi.tidy.tidy",
    ],
    "ENUM_NAME_OVERRIDES": {
        "Language": "accounts.models.Locale",
        "PushKind": "push.models.PushDevice.Kind",
        "RequestDirection": ["incoming", "outgoing"],
        "RequestOutcome": ["waiting", "friends"],
        "ReportReason": "games.chat_models.Report.Reason",
        "PhraseCode": "games.phrases.PHRASES",
    },
}

CELERY_BROKER_URL = _broker(REDIS_URL)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_ACKS_LATE = False  # a lost task is found again by the sweep; the database is the clock
CELERY_TASK_TIME_LIMIT = 60  # whatever hangs so long is ended, and with it the locks that it holds
CELERY_TASK_PUBLISH_RETRY = False  # never hold an answered move back for a broker that is down
CELERY_WORKER_PREFETCH_MULTIPLIER = 4
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True  # of tasks that ack late: there are none
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker for as long as it takes
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_timeout": 5, "socket_connect_timeout": 2, "max_retries": 0}
# The sweep has a queue of its own: behind the turns of many bots it would be late just when it is needed.
CELERY_TASK_QUEUES = [Queue("clock"), Queue("bots"), Queue("push")]
CELERY_TASK_DEFAULT_QUEUE = "bots"
CELERY_BEAT_SCHEDULER = "musapi.beat:OneAtATime"
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "games.tasks.sweep", "schedule": 0.5, "options": {"queue": "clock"}},
    "push": {"task": "push.tasks.send", "schedule": 1.0, "options": {"queue": "push"}},
    "forget": {"task": "push.tasks.forget", "schedule": 3600.0},
}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

LOG_LEVEL = os.environ.get("MUSAPI_LOG_LEVEL", "INFO").upper()
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    # Celery tells of every sweep and every bot's turn at INFO: several lines a second that say nothing.
    # Of hosts that are not ours musapi.errors tells.
    "loggers": {
        "celery": {"level": "DEBUG" if LOG_LEVEL == "DEBUG" else "WARNING"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}

# The oldest version of a client that is still served; published in /meta.
MINIMUM_CLIENT = "1.0.0"

# Mus at this server: seconds unless the name says otherwise.
CLOCK_GRACE = 0.5  # a time-out is never applied before deadline + grace; published in /meta
CLOCK_GAP = 3.0  # a longer silence of the sweep is the server's fault and is given back to the clocks
CLOCK_ALERT = 60.0  # one as long as this is told to the operator
HAND_PAUSE = 8.0  # before the first clock of a hand at a table with people
BOT_THINK_MS = (
    int(os.environ.get("BOT_THINK_MIN_MS", "300")),
    int(os.environ.get("BOT_THINK_MAX_MS", "1200")),
)
BOT_RETRY = 5.0  # a bot's turn whose task was lost is started again after this long
BOT_PATIENCE = 30.0  # after this long the default action is played for a bot
RATING_RETRY = 10.0  # a finished match whose rating was lost is rated again after this long
MOST_LIVE_TABLES = 3  # a person sits at so many unfinished tables with at most ten minutes for a question
MOST_SLOW_TABLES = 50  # and at so many with more
EVENTS_KEPT = 5000  # who is further behind is told to read the table itself
MISSED_TURNS_LIMIT = 2  # that many in a row and a stand-in bot takes the seat
# Dotted path of a function that gets what somebody writes and gives what may stand, or None.
CHAT_FILTER = os.environ.get("CHAT_FILTER", "")

# Pushes: a kind that is not set up is not offered. Credentials and keys are files; nothing of them is logged.
FIREBASE_CREDENTIALS_FILE = os.environ.get("FIREBASE_CREDENTIALS_FILE", "")
FCM_URL = os.environ.get("FCM_URL", "").rstrip("/")  # another server than Firebase's, for tests
VAPID_PRIVATE_KEY_FILE = os.environ.get("VAPID_PRIVATE_KEY_FILE", "")
VAPID_SUBJECT = os.environ.get("VAPID_SUBJECT", "")
# Origins of push services that need not be https, nor on the public internet.
WEB_PUSH_TRUSTED_ORIGINS = [
    origin.rstrip("/") for origin in os.environ.get("WEB_PUSH_TRUSTED_ORIGINS", "").split(",") if origin
]
