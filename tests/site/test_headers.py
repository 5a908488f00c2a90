import logging
import sys

import pytest
from django.db import DatabaseError
from django.http import HttpResponse
from django.test import RequestFactory

from boston_site import headers, health
from boston_site.content_types import plain_type
from boston_site.logs import WithoutTokens
from boston_site.wsgi import application


@pytest.mark.django_db
def test_every_answer_carries_the_security_headers(client):
    answer = client.get("/healthz")

    assert answer.status_code == 200
    assert answer["Content-Security-Policy"] == (
        "default-src 'self'; script-src 'self'; img-src 'self' data:; object-src 'none'; "
        "base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    )
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer["X-Frame-Options"] == "DENY"
    assert "camera=()" in answer["Permissions-Policy"]
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.django_db
def test_the_styles_that_a_page_waits_for_are_named_before_it(client):
    page = client.get("/")

    named = page["Link"].partition("<")[2].partition(">")[0]
    assert f'<link rel="stylesheet" href="{named}">' in page.content.decode()
    assert "Link" not in client.get("/healthz")


def test_a_page_that_says_how_long_it_keeps_is_left_alone():
    def kept(request):
        return HttpResponse(headers={"Cache-Control": "max-age=60"})

    answer = headers.security_headers(kept)(RequestFactory().get("/"))

    assert answer["Cache-Control"] == "max-age=60"


@pytest.mark.parametrize("status", [204, 304])
def test_an_answer_without_a_document_carries_nothing_of_one(status):
    def empty(request):
        return HttpResponse(status=status, headers={"Vary": "Accept-Language", "Referrer-Policy": "same-origin"})

    answer = headers.security_headers(empty)(RequestFactory().get("/"))

    assert dict(answer.headers) == {"Cache-Control": "no-store"}


def test_a_missing_page_carries_them_too(client):
    assert "Content-Security-Policy" in client.get("/no-such-page").headers


@pytest.mark.django_db
def test_a_database_that_does_not_answer_is_unhealthy(client, monkeypatch):
    class Broken:
        def cursor(self):
            raise DatabaseError

    monkeypatch.setattr(health, "connection", Broken())

    assert client.get("/healthz").status_code == 503


def test_health_is_read_only(client):
    assert client.post("/healthz").status_code == 405


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("Not Found: /open/7/s3cr3t-token/", "Not Found: /open/7/***/"),
        ("Forbidden: /open/7/s3cr3t?next=/", "Forbidden: /open/7/***?next=/"),
        ("Not Found: /evening/7/", "Not Found: /evening/7/"),
    ],
)
def test_a_log_line_leaves_tokens_out(line, shown):
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, "%s", (line,), None)

    assert WithoutTokens().format(record) == shown


@pytest.mark.parametrize(("status", "shown"), [(403, False), (400, False), (500, True), (None, True)])
def test_only_what_broke_shows_the_inside_of_the_program(status, shown):
    try:
        raise ValueError("inside")
    except ValueError:
        record = logging.LogRecord("django.request", logging.ERROR, "", 0, "said", (), sys.exc_info())
    if status:
        record.status_code = status

    assert ("Traceback" in WithoutTokens().format(record)) is shown


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("", ""),
        ("text/plain; charset=rot13", "text/plain"),
        ("text/plain; x*=nope''%41", "text/plain"),
        ("application/x-www-form-urlencoded; charset=utf-16", "application/x-www-form-urlencoded"),
        ("multipart/form-data; charset=utf-7; boundary=b", "multipart/form-data; boundary=b"),
        ("Multipart/form-data; Boundary=\"a b\"; x*=nope''y", 'Multipart/form-data; boundary="a b"'),
        ("multipart/form-data", "multipart/form-data"),
    ],
)
def test_whatever_a_request_says_of_its_letters_they_are_utf_8(said, kept):
    assert plain_type(said) == kept


@pytest.mark.django_db
@pytest.mark.parametrize("parameter", ["charset=rot13", "charset=utf-16", "charset=utf-7", "x*=nope''y"])
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded"])
def test_the_server_reads_on_past_a_strange_content_type(kind, parameter):
    environ = RequestFactory().get("/", {"chips": "+2AA-"}).environ | {"CONTENT_TYPE": f"{kind}; {parameter}"}
    said = []

    application(environ, lambda status, headers: said.append(status))

    assert said == ["200 OK"]


def test_language_is_chosen_by_a_post(client):
    answer = client.post("/i18n/setlang/", {"language": "ru", "next": "/healthz"})

    assert answer.status_code == 302
    assert answer.cookies["django_language"].value == "ru"


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/t/%00/", "/c/a%00b/season/", "/rules/%00/", "/%00"])
def test_an_address_with_a_nul_is_no_page_and_is_said_to_be_none(client, django_assert_num_queries, address):
    with django_assert_num_queries(0):
        answer = client.get(address)
    assert answer.status_code == 404
    assert "Content-Security-Policy" in answer.headers
    assert "<h1>" in answer.content.decode()
