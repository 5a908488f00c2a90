"""What the pages never use of htmx, cut out where it is joined into the scripts: a sixth of it.

The copy in ledger/static stays as it was published, and the names here are those of that very copy: from another one
nothing is cut until somebody has looked again.
"""

import hashlib
import re

BRACE = re.compile(r'"(?:[^"\\]|\\.)*"|[{}]')
"""Or a text, which may hold one."""
COPY = "2ec31f7bd20731ab943f20bab85f8cb2fb13f42023803c83302c660def45bc7d"
CUTS = {
    # Attributes that hold scripts: the policy of the pages forbids to run them anyway.
    "Pt": "",
    "Dt": "",
    "Et": "return false",
    "Ot": "",
    "nt": "",
    "pt": "return false",
    # Links and forms that are loaded within the page.
    "at": "",
    # Triggers by what comes into sight.
    "xt": "",
    "bt": "",
    # A store of pages seen before: historyCacheSize is 0.
    "zt": "",
    "Jt": "return null",
    "Kt": "",
    # Styles of an indicator: includeIndicatorStyles is off.
    "Wn": "",
    # Events that an answer's head asks for.
    "ze": "",
    # Extensions.
    "$n": "return{}",
    "_n": "",
    "zn": "",
    "Jn": "return[]",
    # Scrolling after a swap, and words for it and for delays in hx-swap.
    "En": "",
    "bn": 'return{swapStyle:t||ne(e,"hx-swap")||Q.config.defaultSwapStyle,'
    "swapDelay:Q.config.defaultSwapDelay,settleDelay:Q.config.defaultSettleDelay}",
    # What outlives a swap by its id.
    "Re": "",
    # The fields of a request as an object, for listeners that change them.
    "kn": "return o",
    "Pn": "",
}


def without_unused(script: str) -> str:
    """The script with empty bodies for what is not used; as it is where it is another copy."""
    if hashlib.sha256(script.encode()).hexdigest() != COPY:
        return script
    for name, instead in CUTS.items():
        head = script.index("{", script.index(f"function {name}("))
        script = script[:head] + "{" + instead + "}" + script[_end(script, head) :]
    return script


def _end(script: str, at: int) -> int:
    """Where the body that opens there is over."""
    depth = 0
    for found in BRACE.finditer(script, at):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if not depth:
            return found.end()
    raise ValueError(at)
