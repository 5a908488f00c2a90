"""Every address there is."""

from django.urls import path

from ledger.views import deals, evenings, example, home, links, phones, rules, settlement, sheet, tables

app_name = "ledger"

urlpatterns = [
    path("", home.home, name="home"),
    path("start/", evenings.start, name="start"),
    path("example/", example.example, name="example"),
    path("phone/", phones.phone, name="phone"),
    path("open/", links.paste, name="paste"),
    path("open/<str:table_id>/<str:token>/", links.open_link, name="open"),
    path("rules/<slug:code>/", rules.card, name="card"),
    path("t/<str:table_id>/", tables.table, name="table"),
    path("t/<str:table_id>/board/", tables.board, name="board"),
    path("t/<str:table_id>/announce/", tables.announce, name="announce"),
    path("t/<str:table_id>/deals/<uuid:deal_key>/", deals.deal, name="deal"),
    path("t/<str:table_id>/deals/<uuid:deal_key>/correct/", deals.correct, name="correct"),
    path("t/<str:table_id>/deals/<uuid:deal_key>/undo/", deals.undo, name="undo"),
    path("t/<str:table_id>/sheet/", sheet.sheet, name="sheet"),
    path("t/<str:table_id>/export/", sheet.export, name="export"),
    path("t/<str:table_id>/settle/", settlement.settle, name="settle"),
    path("t/<str:table_id>/reopen/", settlement.reopen, name="reopen"),
    path("t/<str:table_id>/code/", links.code, name="code"),
    path("t/<str:table_id>/rules/", rules.table_card, name="table_card"),
]
