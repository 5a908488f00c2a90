"""A version of a club's own rules for anybody who has its link."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from ledger.access import Role, club_for, known_clubs, role_in, shared_version
from ledger.models import HouseVersion
from ledger.rules.document import pinned_variant
from ledger.views.house import Faults, file_answer, saved
from ledger.views.house_versions import told_done
from ledger.views.rules import card_context


@require_http_methods(["GET", "POST"])
def shared_rules(request: HttpRequest, token: str) -> HttpResponse:
    """The price card; who keeps a club takes the rules over into it."""
    version = shared_version(token)
    if version is None:
        return render(request, "ledger/shared_gone.html", status=404)
    faults: Faults = []
    if request.method == "POST":
        club_id = request.POST.get("club", "")
        club = club_for(request, club_id, Role.KEEPER)
        code, done, faults = saved(request, club, version.rules.document, "taken")
        if not faults:
            return told_done(request, "ledger:house_rules", club_id, code, done)
    context = {
        **card_context(request, pinned_variant(version.rules.document, {}), turned=None, senior=None),
        "version": version,
        "token": token,
        "clubs": [club for club in known_clubs(request) if role_in(request, club) == Role.KEEPER],
        "faults": faults,
    }
    return render(request, "ledger/shared_rules.html", context, status=422 if faults else 200)


@require_safe
def shared_file(request: HttpRequest, token: str) -> HttpResponse:
    """The version as a file."""
    version = _shared(token)
    return file_answer(request, version.house.code, version.number, version.rules.document)


def _shared(token: str) -> HouseVersion:
    version = shared_version(token)
    if version is None:
        raise Http404
    return version
