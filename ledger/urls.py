"""Every address there is."""

from django.urls import path

from ledger.views import (
    corrections,
    deals,
    evenings,
    events,
    example,
    history,
    home,
    links,
    people,
    phones,
    rules,
    settlement,
    setup,
    sheet,
    tables,
    whole_tables,
)

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
    path("t/<str:table_id>/deals/<uuid:deal_key>/correct/", corrections.correct, name="correct"),
    path("t/<str:table_id>/deals/<uuid:deal_key>/undo/", corrections.undo, name="undo"),
    path("t/<str:table_id>/deals/<uuid:deal_key>/restore/", corrections.restore, name="restore"),
    path("t/<str:table_id>/deals/<uuid:deal_key>/move/", corrections.move, name="move"),
    path("t/<str:table_id>/deals/<uuid:deal_key>/insert/", corrections.insert, name="insert"),
    path("t/<str:table_id>/deals/<uuid:deal_key>/insert/<slug:kind>/", corrections.insert, name="insert_event"),
    path("t/<str:table_id>/people/", people.people, name="people"),
    path("t/<str:table_id>/people/<slug:kind>/", events.event, name="event"),
    path("t/<str:table_id>/history/", history.history_page, name="history"),
    path("t/<str:table_id>/setup/", setup.setup, name="setup"),
    path("t/<str:table_id>/discard/", whole_tables.discard, name="discard"),
    path("t/<str:table_id>/merge/", whole_tables.merge, name="merge"),
    path("t/<str:table_id>/sheet/", sheet.sheet, name="sheet"),
    path("t/<str:table_id>/export/", sheet.export, name="export"),
    path("t/<str:table_id>/settle/", settlement.settle, name="settle"),
    path("t/<str:table_id>/reopen/", settlement.reopen, name="reopen"),
    path("t/<str:table_id>/code/", links.code, name="code"),
    path("t/<str:table_id>/rules/", rules.table_card, name="table_card"),
]
