"""What a request says its body is, without what it says of the letters: everything here is UTF-8.

Django believes any `charset` that Python has a codec for, also one that yields no text or half letters, and stumbles
over parameters in an encoding it does not know.
"""

import re

BOUNDARY = re.compile(r""";\s*boundary\s*=\s*("[^"]*"|[^\s;"]+)""", re.IGNORECASE)


def plain_type(header: str) -> str:
    """The bare type; of a form in parts, its boundary too."""
    kind = header.partition(";")[0].strip()
    found = BOUNDARY.search(header) if kind.lower().startswith("multipart/") else None
    return f"{kind}; boundary={found[1]}" if found else kind
