from importlib.util import find_spec

from django.urls import URLPattern, URLResolver, include, path

from boston_site.health import healthz

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("i18n/", include("django.conf.urls.i18n")),
]

if find_spec("ledger.urls"):
    urlpatterns.append(path("", include("ledger.urls")))
