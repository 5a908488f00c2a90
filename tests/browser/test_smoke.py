from pathlib import Path


def test_the_real_server_answers_a_phone(page, server):
    answer = page.goto(f"{server}/healthz")

    assert answer.status == 200
    assert page.inner_text("body").strip() == "ok"
    assert page.evaluate("[screen.width, navigator.maxTouchPoints > 0]") == [390, True]


def test_an_inline_script_does_not_run(page, server):
    page.goto(f"{server}/healthz")

    page.evaluate("() => document.body.append(document.createElement('script'))")
    page.evaluate("() => { document.querySelector('script').textContent = 'window.ran = true' }")

    assert page.evaluate("() => window.ran") is None


def test_the_script_comes_compressed_and_may_be_kept_for_ever(page, server, server_environment):
    [file] = Path(server_environment["BOSTON_DATA"]).glob("static/ledger/boston.*.js")
    page.goto(f"{server}/healthz")

    headers = page.evaluate(
        "async (path) => Object.fromEntries((await fetch(path)).headers)", f"/static/ledger/{file.name}"
    )

    assert headers["content-encoding"] in ("br", "gzip")
    assert "immutable" in headers["cache-control"]
