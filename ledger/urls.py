"""Every address there is."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from django.http import HttpResponse
from django.urls import path

app_name = "ledger"


def later(module: str, view: str) -> Callable[..., HttpResponse]:
    """A view that is looked up when it is asked for."""

    def call(*args: Any, **kwargs: Any) -> HttpResponse:
        found: Callable[..., HttpResponse] = getattr(import_module(f"ledger.views.{module}"), view)
        return found(*args, **kwargs)

    return call


urlpatterns = [
    path("", later("home", "home"), name="home"),
    path("start/", later("evenings", "start"), name="start"),
    path("example/", later("example", "example"), name="example"),
    path("phone/", later("phones", "phone"), name="phone"),
    path("open/", later("links", "paste"), name="paste"),
    path("open/<str:table_id>/<str:token>/", later("links", "open_link"), name="open"),
    path("rules/<slug:code>/", later("rules", "card"), name="card"),
    path("t/<str:table_id>/", later("tables", "table"), name="table"),
    path("t/<str:table_id>/board/", later("tables", "board"), name="board"),
    path("t/<str:table_id>/announce/", later("tables", "announce"), name="announce"),
    path("t/<str:table_id>/deals/<uuid:deal_key>/", later("deals", "deal"), name="deal"),
    path("t/<str:table_id>/deals/<uuid:deal_key>/correct/", later("deals", "correct"), name="correct"),
    path("t/<str:table_id>/deals/<uuid:deal_key>/undo/", later("deals", "undo"), name="undo"),
    path("t/<str:table_id>/sheet/", later("sheet", "sheet"), name="sheet"),
    path("t/<str:table_id>/export/", later("sheet", "export"), name="export"),
    path("t/<str:table_id>/settle/", later("settlement", "settle"), name="settle"),
    path("t/<str:table_id>/reopen/", later("settlement", "reopen"), name="reopen"),
    path("t/<str:table_id>/code/", later("links", "code"), name="code"),
    path("t/<str:table_id>/rules/", later("rules", "table_card"), name="table_card"),
]
