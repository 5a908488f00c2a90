"""Log lines for stderr, without the tokens that stand in addresses."""

import copy
import logging
import re

# Whoever has such an address has the club: a log that is shown around must not carry it.
TOKEN = re.compile(r"(/open/[^/\s]+/)[^/\s?\"']+")


class WithoutTokens(logging.Formatter):
    # The finished line is cleaned, because an address may also stand in a traceback.
    def format(self, record: logging.LogRecord) -> str:
        if getattr(record, "status_code", 500) < 500:
            # A request that was refused is no fault of the program: anybody could fill the log with its inside.
            record = copy.copy(record)
            record.exc_info = record.exc_text = None
        return TOKEN.sub(r"\1***", super().format(record))
