"""What the pages never use of htmx, cut out where it is joined into the scripts: a third of it.

The copy in ledger/static stays as it was published, and the names here are those of that very copy: from another one
nothing is cut until somebody has looked again.
"""

import hashlib
import re

BRACE = re.compile(r'"(?:[^"\\]|\\.)*"|[{}]')
"""Or a text, which may hold one."""
COPY = "2ec31f7bd20731ab943f20bab85f8cb2fb13f42023803c83302c660def45bc7d"
CUTS: dict[str, str | None] = {
    # Attributes that hold scripts: the policy of the pages forbids to run them anyway.
    "Pt": None,
    "Dt": None,
    "Et": None,
    "Ot": None,
    "Ht": None,
    "De": "",
    "nt": "",
    "pt": "return false",
    # Scripts within an answer.
    "D": "",
    "r": None,
    "i": None,
    # Links and forms that are loaded within the page.
    "at": "",
    # Triggers by what comes into sight, or as soon as it is there.
    "xt": None,
    "bt": None,
    "vt": None,
    # A store of pages seen before: historyCacheSize is 0.
    "zt": None,
    "Jt": None,
    "Kt": None,
    "Qt": None,
    "U": None,
    "$t": "",
    "Gt": "if(Q.config.historyEnabled)history.replaceState({htmx:true},te().title,location.href)",
    "en": "Q.location.reload()",
    # Styles of an indicator: includeIndicatorStyles is off.
    "Wn": "",
    # Events that an answer's head asks for.
    "ze": None,
    # Extensions.
    "$n": None,
    "_n": None,
    "zn": None,
    "Jn": None,
    "Vt": "",
    "Oe": 'return t==="outerHTML"',
    # Scrolling after a swap, and words for it and for delays in hx-swap.
    "En": "",
    "bn": 'return{swapStyle:t||ne(e,"hx-swap")||Q.config.defaultSwapStyle}',
    # What outlives a swap by its id.
    "Re": "",
    "Te": "",
    # Ways to swap besides the inside and the whole.
    "Me": None,
    "Fe": None,
    "Be": None,
    "Xe": None,
    "Ue": None,
    # The fields of a request as an object, for listeners that change them.
    "kn": "return o",
    "Pn": None,
    # Files in forms.
    "vn": "return false",
    # What other scripts would call.
    "e": None,
    "j": None,
    "z": None,
    "G": None,
    "W": None,
    "$": None,
    "_": None,
    "ye": None,
    "Yt": None,
    "tt": None,
    "ct": None,
    "_t": None,
    "xn": None,
}
"""Functions by their names, each with what it does instead; None: it goes whole."""
PIECES = (
    # What its extensions and other scripts call it by; ours take three of them.
    ("{onLoad:null,", "logger:null,", "{"),
    ("Q.onLoad=j;", "Q._=e;", "Q.process=Ft;Q.trigger=ae;Q.ajax=Nn;"),
    ("const n={addTriggerHandler", "};", ""),
    ("ie(Ht(e),Pt);", "", ""),
    # Attributes under a second name, with "data-" before it.
    ('||e.hasAttribute("data-"+t)', "", ""),
    ('||ee(e,"data-"+t)', "", ""),
    (', [data-hx-"+e+"]"', "", '"'),
    # A question for a word, and how far an answer has come.
    ('const X=ne(r,"hx-prompt")', "re(s);m();return e}}", "let y;"),
    ('ie(["loadstart"', "})})});", ""),
    ("if(Q.config.getCacheBusterParam&&", "}", ""),
    # What the head of an answer can ask for besides.
    ("if(T(n,/HX-Location:/i))", "return}", ""),
    (",afterSwapCallback:function()", "}},", ","),
    ("afterSettleCallback:function()", "}},", ""),
    ("if(T(n,/HX-Trigger:/i))", "}", ""),
    ("if(T(n,/HX-Reselect:/i))", "}", ""),
    ("if(T(n,/HX-Push:/i))", "else if(T(n,/HX-Replace", "if(T(n,/HX-Replace"),
    # Transitions from one view to the next.
    ("let t=Q.config.globalViewTransitions;", "}const r=g.contextElement", "const r=g.contextElement"),
    ('if(t&&ae(r,"htmx:beforeTransition"', "})}}", ""),
    # Settings that nothing reads after that.
    ("historyCacheSize:10,", "refreshOnHistoryMiss:false,", ""),
    ("defaultSwapDelay:0,", 'indicatorClass:"htmx-indicator",', ""),
    ('inlineScriptNonce:"",', 'inlineStyleNonce:"",', ""),
    ("wsReconnectDelay:", 'wsBinaryType:"blob",', ""),
    ('scrollBehavior:"instant",', "", ""),
    ("globalViewTransitions:false,", "", ""),
    ("scrollIntoViewOnBoost:true,", "", ""),
    ("historyRestoreAsHxRequest:true,", "", ""),
    # Pauses before and after a swap: a tap in between would find a form that nobody listens to.
    ("if(p.settleDelay>0)", "else{n()}", "n()"),
    ("if(p?.swapDelay&&p.swapDelay>0)", "else{e()}", "e()"),
    # A part of an answer alone, and a place in it to scroll to.
    ("if(g.selectOOB)", "He(l,u,o,r)}}}", ""),
    ("if(g.anchor)", "}}", ""),
    # When a trigger counts.
    ("if(c.changed){if(!", "})}", ""),
    ("if(c.consume)", "}", ""),
    ("if(c.target&&e.target)", "}}", ""),
    ("if(c.once)", "triggeredOnce=true}}", ""),
    ("if(c.changed){const n", "o.set(n,r)}", ""),
    ("if(a.throttle){return}if(c.throttle>0)", "c.throttle)}}else if(c.delay", "if(c.delay"),
    ('if(a==="changed")', 'else if(a==="delay"', 'if(a==="delay"'),
    ('else if(a==="target"', "else{fe(e", "else{fe(e"),
    ("if(Ye.test(o[0]))", "else{var s=O", "{var s=O"),
    ('if(e.trigger==="revealed")', "else if(e.pollInterval", "if(e.pollInterval"),
    # Neighbours, and words for the page itself, where an element is looked for.
    ('else if(r==="next"', "else{s.push", "else{s.push"),
    # Ways to swap, and those that extensions bring.
    ('case"afterbegin"', "default:", "default:"),
    ("var i=Jn(e);for(", "catch(e){H(e)}}", ""),
)
"""From where to where (the same where it ends at once), and what stands there instead."""


def without_unused(script: str) -> str:
    """The script without what is not used; as it is where it is another copy."""
    if hashlib.sha256(script.encode()).hexdigest() != COPY:
        return script
    for begins, ends, instead in PIECES:
        at = script.index(begins)
        end = script.index(ends, at + len(begins)) + len(ends)
        script = script[:at] + instead + script[end:]
    for name, does in CUTS.items():
        at = script.index(f"function {name}(")
        head = script.index("{", at)
        end = _end(script, head)
        script = script[:at] + script[end:] if does is None else script[:head] + "{" + does + "}" + script[end:]
    return script


def _end(script: str, at: int) -> int:
    """Where the body that opens there is over."""
    depth = 0
    for found in BRACE.finditer(script, at):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if not depth:
            return found.end()
    raise ValueError(at)
