"""Links that let other phones in: shown as codes, opened, pasted, revoked."""

import io
from collections.abc import Mapping
from ipaddress import ip_address
from typing import Literal
from urllib.parse import urlsplit

import segno
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.access import Role, find_table, grant, links_for, phone_of, role_of_token, table_for
from ledger.forms.phones import PasteForm
from ledger.http import base_url, go_to
from ledger.services.tables import revoke_links

AT_TABLE: Mapping[str, Literal["scorer", "viewer"]] = {"viewer": "viewer", "scorer": "scorer"}


@require_safe
def open_link(request: HttpRequest, table_id: str, token: str) -> HttpResponse:
    return _open(request, table_id, token, "ledger:table")


@require_safe
def open_settle(request: HttpRequest, table_id: str, token: str) -> HttpResponse:
    """The same right, but the settlement comes first."""
    return _open(request, table_id, token, "ledger:settle")


def _open(request: HttpRequest, table_id: str, token: str, to: str) -> HttpResponse:
    try:
        table = find_table(table_id)
    except Http404:
        return render(request, "ledger/dead_link.html", status=404)
    role = role_of_token(table, token)
    if role is None:
        return render(request, "ledger/dead_link.html", status=404)
    response = redirect(to, table_id)
    grant(response, request, table, role)
    return response


@require_POST
def paste(request: HttpRequest) -> HttpResponse:
    form = PasteForm(request.POST)
    if form.is_valid():
        link = form.cleaned_data["link"]
        return redirect(f"ledger:{link.to}", *link.parts)
    return render(request, "ledger/paste.html", {"form": form}, status=422)


@require_http_methods(["GET", "POST"])
def code(request: HttpRequest, table_id: str) -> HttpResponse:
    """Both codes; `do=ask:…` asks before revoking, `do=revoke:…` revokes."""
    table = table_for(request, table_id, Role.SCORER)
    does, _, which = request.POST.get("do", "").partition(":")
    role = AT_TABLE.get(which)
    if does == "revoke" and role:
        revoke_links(table_id=table_id, role=role, by=phone_of(request).name)
        response = go_to(request, "ledger:code", table_id)
        grant(response, request, find_table(table_id), Role.SCORER)
        return response
    base = base_url(request)
    links = links_for(table, base)
    shown = [(Role.VIEWER.word, links.viewer, qr(links.viewer)), (Role.SCORER.word, links.scorer, qr(links.scorer))]
    context = {"table": table, "links": shown, "asked": role or "", "local": is_local(base)}
    return render(request, "ledger/code.html", context)


def qr(link: str) -> SafeString:
    """The link as an SVG without styles of its own; the page around it gives paper and ink."""
    out = io.BytesIO()
    # The symbol is made by the library from our own link alone: no text of it stands in the markup.
    segno.make(link, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, svgns=False, omitsize=True, border=4, svgclass="qr", lineclass=None
    )
    return mark_safe(out.getvalue().decode())


def is_local(base: str) -> bool:
    """Whether the address leads nowhere but to the machine the server runs on."""
    host = urlsplit(base).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
