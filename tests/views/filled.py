"""The fields of a form as a browser would send them, every one with its value."""

from html.parser import HTMLParser


class _Form(HTMLParser):
    def __init__(self, form):
        super().__init__()
        self.form, self.inside, self.select, self.area, self.first = form, False, None, None, False
        self.sent = []

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "form":
            self.inside = given.get("id") == self.form
        if not self.inside:
            return
        name, kind = given.get("name"), given.get("type", "text")
        if tag == "input" and name and (kind not in ("checkbox", "radio") or "checked" in given):
            self.sent.append((name, given.get("value", "on" if kind in ("checkbox", "radio") else "") or ""))
        elif tag == "select":
            self.select, self.first = name, True
        elif tag == "option" and (self.first or "selected" in given):
            if not self.first:
                self.sent.pop()
            self.sent.append((self.select, given.get("value")))
            self.first = False
        elif tag == "textarea":
            self.area = (name, [])

    def handle_data(self, data):
        if self.area:
            self.area[1].append(data)
        elif self.sent and self.sent[-1][1] is None:
            # What an option says is what it sends where it names nothing else.
            self.sent[-1] = (self.sent[-1][0], data)

    def handle_endtag(self, tag):
        if tag == "textarea" and self.area:
            name, lines = self.area
            # HTML drops one line end after the tag; browsers send line ends as networks do.
            self.sent.append((name, "".join(lines).removeprefix("\n").replace("\n", "\r\n")))
            self.area = None
        elif tag == "form":
            self.inside = False


def filled(answer, form):
    """What the form of that id holds: names with the value that counts, the last one."""
    return {name: said[-1] for name, said in all_filled(answer, form).items()}


def all_filled(answer, form):
    """What the form of that id holds: names with all their values."""
    parser, found = _Form(form), {}
    parser.feed(answer.content.decode())
    for name, value in parser.sent:
        found.setdefault(name, []).append(value)
    return found
