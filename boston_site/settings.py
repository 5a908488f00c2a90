"""The only settings. What differs from place to place comes from the environment; README lists it."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from boston_site.env import env_bool, env_int, env_list, env_str, env_url
from boston_site.secret import secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env_str("BOSTON_DATA", str(BASE_DIR / "data"))).resolve()

DEBUG = env_bool("DEBUG", False)
SECRET_KEY = env_str("SECRET_KEY", "") or secret_key(DATA_DIR / "secret_key")

# The address that links and QR codes carry; without one it is the address the browser used.
PUBLIC_URL = env_url("BOSTON_PUBLIC_URL")
# Behind a proxy that speaks HTTPS. Off, because a game at home runs over plain HTTP.
HTTPS = env_bool("BOSTON_HTTPS", False)

# Whether phones keep the app and the open table for when there is no connection. 0 takes that away from all of them.
OFFLINE = env_bool("BOSTON_OFFLINE", True)

ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", [".localhost", "127.0.0.1", "[::1]"])
# `serve` names the machine's own addresses here when it listens on them.
ALLOWED_HOSTS += env_list("BOSTON_SERVED_HOSTS", [])
if PUBLIC_URL:
    ALLOWED_HOSTS.append(urlsplit(PUBLIC_URL).hostname or "")
    CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]

INSTALLED_APPS = ["django.contrib.staticfiles", "ledger"]

MIDDLEWARE = [
    "boston_site.headers.security_headers",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # After whitenoise, whose files are compressed already.
    "django.middleware.gzip.GZipMiddleware",
    "boston_site.compression.brotli_pages",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "boston_site.headers.no_nul_in_address",
    "django.middleware.csrf.CsrfViewMiddleware",
    # Not an installed app: that would collect every build of htmx; the one we use is in ledger/static.
    "django_htmx.middleware.HtmxMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "boston_site.urls"
WSGI_APPLICATION = "boston_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": ["django.template.context_processors.request", "ledger.access.choices.choices"]
        },
    }
]


SQLITE, POSTGRESQL = "django.db.backends.sqlite3", "django.db.backends.postgresql"


def database() -> dict[str, Any]:
    url = env_str("DATABASE_URL", "")
    config: dict[str, Any] = {"ENGINE": SQLITE, "NAME": DATA_DIR / "boston.sqlite3"}
    if url:
        try:
            config = dict(dj_database_url.parse(url))
        except ValueError:
            config = {}
        if config.get("ENGINE") not in (SQLITE, POSTGRESQL):
            # The value itself stays out of the message: it may hold a password.
            raise ImproperlyConfigured("DATABASE_URL must look like postgres://user:password@host:port/name.")
    options = config.setdefault("OPTIONS", {})
    if config["ENGINE"] == SQLITE:
        config["CONN_MAX_AGE"] = None
        # IMMEDIATE: two phones that write at once wait for each other instead of failing.
        options |= {
            "transaction_mode": "IMMEDIATE",
            # Who has waited long asks ever more seldom, and others slip in: eight phones that write without a pause
            # need more than the usual five seconds. A server's worker waits for thirty.
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA foreign_keys=ON;"
            "PRAGMA mmap_size=134217728;PRAGMA journal_size_limit=27103364;PRAGMA cache_size=2000;",
        }
    else:
        # Django's pool refuses connections that are also kept by their thread.
        config["CONN_MAX_AGE"] = 0
        options.setdefault("pool", {"min_size": 2, "max_size": env_int("BOSTON_DB_POOL", 8), "timeout": 5})
    return config


DATABASES = {"default": database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# The editor of rules has some thirty fields a contract; none of what is typed there may be refused unread.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000

USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("ru", "Русский"), ("fr", "Français")]
LOCALE_PATHS = [BASE_DIR / "ledger" / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "boston_site.static_files.LeanStorage"},
}
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "boston_site.bundles.Bundles",
]
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_ALLOW_ALL_ORIGINS = False

# In the shape of Django 6. No inline script or style, so that a name typed by a player can never run.
SECURE_CSP = {
    "default-src": ["'self'"],
    "script-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
    "form-action": ["'self'"],
}
PERMISSIONS_POLICY = "camera=(), microphone=(), geolocation=(), payment=()"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_COOKIE_SECURE = HTTPS

# Subdomains and the browsers' preload lists are for the owner of the name to decide, not for one program on it.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    # Watchers on the same machine ask without the proxy.
    SECURE_REDIRECT_EXEMPT = ["^healthz$"]
    SECURE_HSTS_SECONDS = 30 * 24 * 60 * 60
else:
    # HSTS, redirect and secure cookies: each of them would lock out a phone in a home network without HTTPS.
    SILENCED_SYSTEM_CHECKS += ["security.W004", "security.W008", "security.W016"]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "boston_site.logs.WithoutTokens",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        # Their own handlers would write addresses, and the tokens in them, as they are.
        "django.server": {"handlers": ["stderr"], "propagate": False},
        "gunicorn.error": {"handlers": ["stderr"], "propagate": False},
    },
}
