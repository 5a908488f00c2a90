"""One phone that records deals as fast as it can, in a process of its own: `writer.py ADDRESS PATH DEALS SEED`.

It prints what became of it as JSON: the keys it saved, and how often the server answered with which status.
"""

import http.cookiejar
import json
import random
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections import Counter

POSITION = re.compile(r'name="position"[^>]*value="(\d+)"')


class Writer:
    def __init__(self, address, seed):
        self.address, self.rng = address, random.Random(seed)
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))
        self.statuses = Counter()

    def ask(self, path, fields=None):
        """The status and the text of an answer."""
        token = next((c.value for c in self.cookies if c.name == "csrftoken"), "")
        headers = {"HX-Request": "true", "X-CSRFToken": token, "Referer": self.address + "/"} if fields else {}
        data = urllib.parse.urlencode(fields).encode() if fields else None
        request = urllib.request.Request(self.address + path, data, headers)
        try:
            with self.opener.open(request, timeout=60) as answer:
                status, text = answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                status, text = error.code, error.read().decode()
        self.statuses[status] += 1
        return status, text

    def write(self, path, deals):
        """Open the table's link and record so many deals; some are sent again, as after a lost answer."""
        with self.opener.open(self.address + path, timeout=60) as answer:
            table, position = urllib.parse.urlsplit(answer.url).path, POSITION.search(answer.read().decode())[1]
        keys = []
        while len(keys) < deals:
            key = str(uuid.UUID(int=self.rng.getrandbits(128), version=4))
            fields = {"entry_key": key, "who": "passed", "turned": "clubs"}
            status = 409
            while status == 409:
                asked = time.monotonic()
                status, text = self.ask(table, fields | {"position": position})
                position = POSITION.search(text)[1] if status in (200, 409) else position
                if status == 409:
                    # As at a table: who reads that another phone was first doesn't tap again in the same moment. All
                    # eight at once again and again would be the same test three times as long.
                    time.sleep(self.rng.random() * 8 * (time.monotonic() - asked))
            if status != 200:
                return keys, f"{status}: {text}"
            keys.append(key)
            if self.rng.random() < 0.2:
                self.ask(table, fields | {"position": position})
        return keys, ""


if __name__ == "__main__":
    address, path, deals, seed = sys.argv[1:]
    writer = Writer(address, seed)
    keys, wrong = writer.write(path, int(deals))
    print(json.dumps({"keys": keys, "wrong": wrong, "statuses": dict(writer.statuses)}))
