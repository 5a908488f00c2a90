"""Pages compressed with brotli, for who takes it."""

import brotli
import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from boston_site.compression import brotli_pages

PAGE = b"<p>Anna 12, Boris -4</p>" * 40


def answer(accepted, body=PAGE, **headers):
    def page(request):
        return HttpResponse(body, headers=headers)

    return brotli_pages(page)(RequestFactory().get("/", headers={"Accept-Encoding": accepted}))


@pytest.mark.parametrize("accepted", ["br", "gzip, br", "gzip;q=0.5, br;q=0.9"])
def test_a_page_is_sent_small_and_of_another_weight_each_time(accepted):
    said = answer(accepted)
    assert said["Content-Encoding"] == "br"
    assert brotli.decompress(said.content) == PAGE
    assert int(said["Content-Length"]) == len(said.content)
    assert "Accept-Encoding" in said["Vary"]
    assert len({len(answer(accepted)["X-P"]) for _ in range(20)}) > 1


@pytest.mark.parametrize("accepted", ["", "gzip", "br;q=0", "br; q=0.0, gzip", "brotli"])
def test_who_does_not_take_it_gets_the_page_as_it_is(accepted):
    said = answer(accepted)
    assert (said.content, said.get("Content-Encoding")) == (PAGE, None)


def test_what_is_small_or_compressed_already_is_left_alone():
    assert answer("br", b"<p>Anna</p>").content == b"<p>Anna</p>"
    assert answer("br", **{"Content-Encoding": "gzip"}).content == PAGE


def test_a_mark_to_compare_by_is_of_the_page_not_of_its_bytes():
    assert answer("br", ETag='"a"')["ETag"] == 'W/"a"'
