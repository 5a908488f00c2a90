"""The settings of unit tests: whatever stands in the environment of whoever runs them, the tests see the same."""

import atexit
import os
import shutil
import tempfile

for name in ("ALLOWED_HOSTS", "BOSTON_HTTPS", "BOSTON_PUBLIC_URL", "BOSTON_SERVED_HOSTS", "DEBUG"):
    os.environ.pop(name, None)
# Browser tests leave an event loop running in this thread, which Django would take for asynchronous code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
os.environ["SECRET_KEY"] = "only for tests: not a secret, and long enough for the checks to be content"

from boston_site.settings import *  # noqa: E402

# Where the server stands. A suite that is green west of Greenwich as well takes no server's day for the club's.
TIME_ZONE = os.environ.get("BOSTON_TEST_ZONE", TIME_ZONE)
# Hashed names need a collectstatic that unit tests do without.
STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
WHITENOISE_AUTOREFRESH = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if DATABASES["default"]["ENGINE"] == SQLITE:
    # A file, not memory: threads get connections of their own and wait for each other, as real phones do.
    # In a folder of this process alone, so that two runs at once don't meet.
    folder = tempfile.mkdtemp(prefix="boston-test-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    DATABASES["default"]["TEST"] = {"NAME": f"{folder}/test.sqlite3"}
