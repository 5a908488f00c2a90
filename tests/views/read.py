"""What is read on a page, and where the pages of a club are."""

import re


def text(answer):
    """What is read on a page, in one line."""
    main = re.search(r"<main.*</main>", answer.content.decode(), re.DOTALL).group()
    return " ".join(re.sub(r"<[^>]+>|&nbsp;", " ", main).split())


def where(club, tail=""):
    return f"/c/{club.public_id}/{tail}"
