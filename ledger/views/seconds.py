"""A place for which two phones recorded a deal: both in words, and the decision."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from ledger.access import Role, phone_of, table_for
from ledger.http import go_to, is_fragment
from ledger.queries.seconds import was_second
from ledger.services.errors import Faulty, TableClosed, Unknown
from ledger.services.seconds import decide_second
from ledger.views.screens import table_context
from ledger.views.tables import whole


@require_POST
def decide(request: HttpRequest, table_id: str, deal_key: uuid.UUID) -> HttpResponse:
    """Leave it at the first deal, or record the second as the next one."""
    found = table_for(request, table_id, Role.SCORER)
    if not was_second(found, deal_key):
        raise Http404
    does = request.POST.get("do")
    if does not in ("next", "drop"):
        # The first decision stands: none is made by what says nothing.
        return HttpResponse(status=422)
    try:
        decide_second(table_id=table_id, entry_key=deal_key, record=does == "next", by=phone_of(request).name)
    except Unknown:
        raise Http404 from None
    except Faulty:
        return refused(whole(request, found, status=422, notice={"unfit": True}))
    except TableClosed:
        found.refresh_from_db()
        return refused(whole(request, found, status=409, notice={"closed": True}))
    if not is_fragment(request):
        return go_to(request, "ledger:table", table_id)
    found.refresh_from_db()
    # Like the news of another phone: a half-made entry stays as it is.
    return render(request, "ledger/partials/followed.html", table_context(request, found))


def refused(response: HttpResponse) -> HttpResponse:
    response["HX-Retarget"], response["HX-Reswap"] = "#content", "innerHTML"
    return response
