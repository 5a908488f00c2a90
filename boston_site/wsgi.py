import os
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

from django.core.wsgi import get_wsgi_application

from boston_site.content_types import plain_type

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boston_site.settings")

django_application = get_wsgi_application()


def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    if "CONTENT_TYPE" in environ:
        environ["CONTENT_TYPE"] = plain_type(environ["CONTENT_TYPE"])
    return django_application(environ, start_response)
