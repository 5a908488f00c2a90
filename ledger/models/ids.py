"""Names of rows that may stand in an address: they tell nothing and can't be guessed."""

import secrets
from typing import Final

PUBLIC_ID_LENGTH: Final = 22


def new_public_id() -> str:
    """Letters and digits at both ends: no command takes it for an option, no chat cuts it off a link."""
    while True:
        made = secrets.token_urlsafe(16)
        if made[0].isalnum() and made[-1].isalnum():
            return made
