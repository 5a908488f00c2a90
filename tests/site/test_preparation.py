import gettext
import os

from django.test import override_settings

from boston_site import static_files
from boston_site.translations import compile_translations

RUSSIAN = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"

msgid "deal"
msgid_plural "deals"
msgstr[0] "сдача"
msgstr[1] "сдачи"
msgstr[2] "{many}"
"""


def test_translations_are_compiled_and_again_when_they_change(tmp_path):
    folder = tmp_path / "ru" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    source = folder / "django.po"
    source.write_text(RUSSIAN.replace("{many}", "сдач"))

    compile_translations(tmp_path)
    first = (folder / "django.mo").stat().st_mtime_ns
    compile_translations(tmp_path)
    assert (folder / "django.mo").stat().st_mtime_ns == first
    assert [read(folder).ngettext("deal", "deals", number) for number in (1, 22, 11)] == ["сдача", "сдачи", "сдач"]

    source.write_text(RUSSIAN.replace("{many}", "раздач"))
    os.utime(source, (first / 1e9 + 5, first / 1e9 + 5))
    compile_translations(tmp_path)
    assert read(folder).ngettext("deal", "deals", 11) == "раздач"
    assert sorted(file.name for file in folder.iterdir()) == ["django.mo", "django.po"]


def read(folder):
    with (folder / "django.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


def test_static_files_are_collected_only_when_one_has_changed(tmp_path):
    source, root = tmp_path / "source", tmp_path / "root"
    source.mkdir()
    (source / "a.css").write_text("a{}")

    with override_settings(STATICFILES_DIRS=[source], STATIC_ROOT=root):
        assert static_files.collect(root) is True
        assert static_files.collect(root) is False

        (source / "a.css").write_text("b{}")
        os.utime(source / "a.css", (2e9, 2e9))
        assert static_files.collect(root) is True
        assert (root / "a.css").read_text() == "b{}"


def test_our_scripts_and_styles_are_served_without_what_only_we_read():
    script = b'// Why.\n(() => {\n  // How.\n  console.log("https://example.org/"); // Where.\n})();\n'
    served = static_files.lean("a.js", script)
    assert b'"https://example.org/"' in served
    assert b"Why" not in served + static_files.jsmin(script)
    assert b"How" not in served + static_files.jsmin(script)
    style = b"/* Why:\n   so. */\n.a :is(b, c) {\n  margin: 0 auto;\n}\n@media (width: 9px) { .a { top: 0; } }\n"
    assert static_files.lean("a.css", style) == b".a :is(b, c){margin:0 auto}@media (width: 9px){.a{top:0}}"
    # The space says that it is about what is within.
    layer = b"@layer a {\n  .a :is(b, c) { top: 0; }\n}\n"
    assert static_files.lean("a.css", layer) == b"@layer a{.a :is(b, c){top:0}}"
    assert not static_files.is_ours("ledger/htmx.min.js")
