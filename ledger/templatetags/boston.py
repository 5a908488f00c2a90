"""Filters for points, suits, dates and a variant's words."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, pgettext_lazy

from ledger import help_words, words
from ledger.models import Club
from ledger.queries.clubs import today_of, zone_of
from ledger.rules.variant import Text, Variant

register = template.Library()

DATES: Mapping[str, words.Words] = {
    "day": pgettext_lazy("date", "j E Y"),
    "short": pgettext_lazy("date", "j M"),
    "weekday": pgettext_lazy("date", "l, j E Y"),
    "moment": pgettext_lazy("date", "j E, H:i"),
}
"""Dates in full, in Django's letters: 28 November 2026, in German 28. November 2026."""


@register.filter
def signed(points: int) -> str:
    """+34, −14 with a true minus, 0."""
    return words.signed(points)


@register.filter
def percent(number: int) -> str:
    """50%, as the reader's language writes it."""
    return words.percent_words(number)


@register.filter
def suit(name: str) -> SafeString:
    """A suit's sign with colour and accessible name."""
    return words.suit_sign(name)


@register.filter(name="text")
def text_in_language(text: Text) -> str:
    """A variant's words in the reader's language."""
    return words.in_language(text)


@register.filter
def titled(variant: Variant) -> str:
    """The name of rules; of a club's own with their version."""
    return words.title_of(variant, variant.name)


@register.filter
def short_title(variant: Variant) -> str:
    """The same where room is small."""
    return words.title_of(variant, variant.short)


@register.filter
def isolated(name: str) -> str:
    """A name in a title or a label, where no `bdi` can stand."""
    return words.isolated(str(name or ""))


@register.filter
def breakable(name: str, most: int = 0) -> str:
    """A name in a narrow column: its long words, of more than `most` letters, may break before a syllable."""
    return words.breakable(name, most)


@register.filter
def listed(names: Iterable[str] | None) -> str:
    """The names of a table, one after the other; nothing where a page knows none."""
    return words.listed(names or ())


@register.filter
def apart(told: Iterable[str]) -> str:
    """Statements one after the other."""
    return words.apart(told)


@register.simple_tag
def colon() -> str:
    """The colon between a word or a name and what is said of it."""
    return words.colon()


@register.inclusion_tag("ledger/partials/tip.html")
def tip(key: str) -> dict[str, object]:
    """A "?" that opens what a word means; nothing where there is no such word."""
    return {"term": help_words.TERMS.get(help_words.FIELDS.get(key, key))}


@register.inclusion_tag("ledger/partials/terms.html")
def terms(variant: Variant) -> dict[str, object]:
    """The words of these rules, each with its "?"."""
    return {"terms": help_words.terms_of(variant)}


@register.filter
def plus(points: int, more: int) -> str:
    """The sum: chips in hand are the chips at the start and the balance. With a true minus."""
    return str(points + more).replace("-", "\u2212")


@register.filter(expects_localtime=True)
def written(day: date | None, shape: str) -> str:
    """A date in words as it stands within a line, in one of the shapes of `DATES`; empty for no date."""
    said = date_format(day, str(DATES[shape])) if day else ""
    # Django has the days of the week as they begin a line; only these two languages write them large within it.
    return said if (get_language() or "en") in ("en", "de") else said[:1].lower() + said[1:]


@register.filter
def there(moment: datetime, club: Club | None) -> datetime:
    """The moment as clocks show it where the club plays."""
    return timezone.make_naive(moment, zone_of(club))


@register.simple_tag
def clock(moment: datetime, club: Club | None, shape: str = "") -> SafeString:
    """A time of day by the club's clock, and said so; where there is a script it becomes the phone's own.

    `shape`: `long` with the day; without one the day is left out where it is today."""
    local = there(moment, club)
    shape = shape or ("short" if local.date() == today_of(club) else "long")
    time = written(local, "moment") if shape == "long" else date_format(local, "H:i")
    if club and club.time_zone:
        said = gettext("%(time)s (club time)") % {"time": time}
    else:
        said = f"{time} {zone_of(club).key}"
    return format_html('<time datetime="{}" data-local="{}">{}</time>', moment.isoformat(), shape, said)
