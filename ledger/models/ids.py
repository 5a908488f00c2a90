"""Names of rows that may stand in an address: they tell nothing and can't be guessed."""

import secrets
from typing import Final

PUBLIC_ID_LENGTH: Final = 22


def new_public_id() -> str:
    return secrets.token_urlsafe(16)
