"""Filters for points, suits and a variant's words."""

from django import template
from django.utils.safestring import SafeString

from ledger import words
from ledger.rules.variant import Text

register = template.Library()


@register.filter
def signed(points: int) -> str:
    """+34, −14 with a true minus, 0."""
    return words.signed(points)


@register.filter
def suit(name: str) -> SafeString:
    """A suit's sign with colour and accessible name."""
    return words.suit_sign(name)


@register.filter(name="text")
def text_in_language(text: Text) -> str:
    """A variant's words in the reader's language."""
    return words.in_language(text)


@register.filter
def plus(points: int, more: int) -> int:
    """The sum: chips in hand are the chips at the start and the balance."""
    return points + more
