"""Log lines for stderr, without the tokens that stand in addresses."""

import logging
import re

# Whoever has such an address has the club: a log that is shown around must not carry it.
TOKEN = re.compile(r"(/open/[^/\s]+/)[^/\s?\"']+")


class WithoutTokens(logging.Formatter):
    # The finished line is cleaned, because an address may also stand in a traceback.
    def format(self, record: logging.LogRecord) -> str:
        return TOKEN.sub(r"\1***", super().format(record))
