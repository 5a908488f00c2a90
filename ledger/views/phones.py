"""What this phone is called, how it is held, and what it knows and keeps."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from ledger.access import forget, known_clubs, known_tables, named, phone_of, remember
from ledger.access.choices import CHOICES, choose
from ledger.forms.phones import PhoneForm
from ledger.http import go_to, in_its_language, left_as_it_was


@require_http_methods(["GET", "POST"])
@in_its_language
def phone(request: HttpRequest) -> HttpResponse:
    does, own = request.POST.get("do", ""), phone_of(request)
    form = PhoneForm(request.POST if does == "name" else None, initial={"name": own.name, **left_as_it_was(request)})
    if does == "forget":
        response = go_to(request, "ledger:home")
        forget(response)
        return response
    if does == "name" and form.is_valid():
        response = go_to(request, "ledger:phone")
        remember(response, request, named(own, form.cleaned_data["name"]))
        return response
    if does in CHOICES:
        response = go_to(request, "ledger:phone")
        choose(response, request, does, request.POST.get("value", ""))
        return response
    context = {
        "offline": settings.OFFLINE,
        "form": form,
        "phone": own,
        "asked": does == "ask",
        "tables": len(known_tables(request)),
        "clubs": known_clubs(request),
    }
    return render(request, "ledger/phone.html", context, status=422 if form.errors else 200)
