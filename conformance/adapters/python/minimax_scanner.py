"""An implementation of the minimax dialect for the conformance suite, with nothing but the standard library.

It is written from the description of the dialect, to be read: a start, not a product.  It reports no diagnostics, which
it says in ``omits``; of a schema it knows the types only; and it repairs no JSON: what has a body that might be JSON after
repair it skips.  Run it with

    minimax-grammar conformance run --impl "python conformance/adapters/python/minimax_scanner.py"
"""

import json
import re
import sys

PREFIXES = ("", "minimax:", "antml:")
THINKING = ("thinking", "think", "scratchpad")
NAMES = ("tool_call", "invoke", "parameter", *THINKING)
OUTSIDE = ("tool_call", "/tool_call", "invoke")
IN_CALLS = ("parameter", "invoke", "/invoke", "/tool_call")
RESULTS = ("<function_results>", "<tool_response>")
LONGEST_TAG = 257
LONGEST_BODY = 1_000_000
MARKER = f"\n…[parameter truncated: exceeded {LONGEST_BODY} UTF-16 code units]"

SPACE = " \t\n\r\f\v"
HEAD = re.compile(rf"<(/?)(?:minimax:|antml:)?({'|'.join(NAMES)})(?=[{SPACE}/>])")
CLOSER = re.compile(rf"[{SPACE}]*>")
NAME = re.compile(rf"""[^{SPACE}"'<>/=]+""")
EQUALS = re.compile(rf"[{SPACE}]*=[{SPACE}]*")
BARE = re.compile(rf"""[^{SPACE}"'<>=]*""")
ENTITIES = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'"}
BEGINNINGS = [f"<{slash}{prefix}{name}" for slash in ("", "/") for prefix in PREFIXES for name in NAMES]

NOT_A_TAG, WAIT = object(), object()

# White space around JSON, as ECMAScript trims it; what JSON begins with, also where it needs repair.
BLANKS = "\t\n\v\f\r \xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000\ufeff"
MAYBE_JSON = re.compile(r"""[{\["'+\-./0-9]|(?:true|false|null|True|False|None)(?![\w$])""")
DEEPEST = 256


class Unsupported(Exception):
    """This scanner cannot do what it was asked for; the message says what."""


def units(text):
    """The length in UTF-16 code units."""
    return len(text) + sum(character > "\uffff" for character in text)


class Tag:
    """A delimiter: where it ends, what it is, and for an opening tag its attributes."""

    def __init__(self, end, name, closing=False, attributes=None, self_closing=False):
        self.end, self.name, self.closing, self.self_closing = end, name, closing, self_closing
        self.attributes = attributes or {}


def tag_at(text, start, final):
    """The tag at ``start``, where there is a ``<``; NOT_A_TAG; or WAIT if that is not certain yet."""
    text = text[start : start + LONGEST_TAG + 1]  # so that the time is linear, whatever follows
    for mark in RESULTS:
        if text.startswith(mark):
            return Tag(start + len(mark), "result")
        if not final and mark.startswith(text):
            return WAIT
    head = HEAD.match(text)
    if head is None:
        unfinished = any(whole.startswith(text) for whole in BEGINNINGS)
        return WAIT if unfinished and not final else NOT_A_TAG
    closing, name = head[1] == "/", head[2]
    if closing:
        found = CLOSER.match(text, head.end())
        tag = Tag(found.end(), name, closing) if found else WAIT
        if not found and text[head.end() :].strip(SPACE):
            return NOT_A_TAG
    else:
        tag = opening_tag(text, head.end(), name, final)
    if tag is WAIT:
        return NOT_A_TAG if final or units(text) >= LONGEST_TAG else WAIT
    if tag is NOT_A_TAG or units(text[: tag.end]) > LONGEST_TAG:
        return NOT_A_TAG
    tag.end += start
    return tag


def opening_tag(text, at, name, final):
    """The opening tag that ``text`` begins with, read from ``at``, the end of its name, on."""
    attributes, slash, bare = {}, False, None
    while at < len(text):
        if text[at] == ">":
            if slash and bare:  # the slash of <a b=c/> is not part of c
                attributes[bare] = attributes[bare][:-1]
            return Tag(at + 1, name, False, attributes, slash)
        found = NAME.match(text, at)
        if not found:
            slash = text[at] == "/" or (slash and text[at] in SPACE)
            bare = bare if slash and text[at] != "/" else None
            at += 1
            continue
        key, at, slash, bare = found[0].lower().rpartition(":")[2], found.end(), False, None
        equals = EQUALS.match(text, at)
        if not equals:
            continue
        at = equals.end()
        quote = text[at : at + 1]
        if quote and quote in "\"'":
            closed, bracket = text.find(quote, at + 1), text.find("<", at)
            value_end = closed if closed >= 0 else len(text)
            if 0 <= bracket < value_end or units(text[:value_end]) >= LONGEST_TAG:  # the quote was never closed
                value_end = text.find(">", at)
                if value_end < 0:
                    return WAIT
                value, at = text[at + 1 : value_end], value_end
            elif closed < 0:
                return NOT_A_TAG if final else WAIT
            else:  # a ">" in it belongs to the value
                value, at = text[at + 1 : closed], closed + 1
        else:
            value = BARE.match(text, at)[0]
            if not value:
                continue
            at += len(value)
            slash, bare = value.endswith("/"), key
        attributes[key] = re.sub(r"&(?:amp|lt|gt|quot|apos);", lambda entity: ENTITIES[entity[0]], value)
    return WAIT


class Scanner:
    """Feed it text, take events; then flush it."""

    def __init__(self, tools=None, parse_thinking=True, start=None, guarded=False):
        self.tools = {}
        for tool in tools or []:
            tool = tool.get("function", tool)
            self.tools.setdefault(tool["name"], tool.get("parameters") or tool.get("input_schema") or {})
        self.parse_thinking, self.guarded = parse_thinking, guarded
        self.held, self.stopped, self.calls = "", False, 0
        self.stack, self.mode = [], "outside"
        self.call = self.argument = None
        self.thought, self.thinks = "", None
        self.begins_thinking = start == "thinking" and parse_thinking

    def feed(self, text, final=False):
        events = self.events = []
        if self.begins_thinking:
            self.begins_thinking = False
            self.think(None)
        text = self.held + text
        position = 0
        while position < len(text) and not self.stopped:
            found = text.find("<", position)
            if found < 0:
                found = len(text)
            if found > position:
                self.plain(text[position:found])
                position = found
                continue
            tag = tag_at(text, position, final)
            if tag is WAIT and not self.cares(text[position:]):
                tag = NOT_A_TAG
            if tag is WAIT:
                break
            if tag is NOT_A_TAG or not self.take(tag, text[position : tag.end]):
                self.plain("<")
                position += 1
            elif not self.again:
                position = tag.end
        self.held = "" if self.stopped else text[position:]
        return events

    def flush(self):
        events = self.feed("", final=True)
        self.close()
        return events

    def close(self):
        """Everything that is open ends with the stream."""
        if self.mode == "thinking":
            self.events.append({"type": "thinking_end", "thinking": self.thought})
        if self.call and self.call["id"]:
            reason = "unclosed-argument" if self.argument else "unclosed-call"
            about = {"id": self.call["id"], "name": self.call["name"], "reason": reason}
            self.events.append({"type": "tool_abort", **about})
        self.call = self.argument = None
        self.mode = "outside"

    def cares(self, text):
        """Whether what may become a tag could count in this mode: only that is held back."""
        if self.mode == "argument":
            return self.could_be(text, "/parameter")
        if self.mode == "thinking":
            marks = self.guarded and any(mark.startswith(text) for mark in RESULTS)
            names = [self.thinks] if self.thinks else THINKING
            return marks or any(self.could_be(text, f"/{name}") for name in names)
        if self.mode == "call":
            return any(self.could_be(text, name) for name in IN_CALLS)
        wanted = (*OUTSIDE, *THINKING) if self.parse_thinking else OUTSIDE
        return any(mark.startswith(text) for mark in RESULTS) or any(self.could_be(text, name) for name in wanted)

    @staticmethod
    def could_be(text, name):
        """Whether ``text`` begins like a tag of that name, or the other way round; with a slash before it, a closing one."""
        slash, name = name[: name.startswith("/")], name.lstrip("/")
        wholes = [f"<{slash}{prefix}{name}" for prefix in PREFIXES]
        ends = (*SPACE, "/", ">")
        return any(whole.startswith(text) or text.startswith(tuple(whole + end for end in ends)) for whole in wholes)

    # -- what text and tags mean ---------------------------------------------------------------------

    def plain(self, text):
        """Running text."""
        if self.mode == "outside":
            self.events.append({"type": "text", "text": text})
        elif self.mode == "thinking":
            self.thought += text
            self.events.append({"type": "thinking_delta", "delta": text})
        elif self.mode == "argument":
            self.body(text)
        if self.call:
            self.call["raw"].append(text)

    def take(self, tag, source):
        """Do what ``tag`` means here; False if it is text."""
        self.again = False
        if tag.name == "result":
            return self.result()
        kind = "thinking" if tag.name in THINKING else tag.name
        method = getattr(self, f"in_{self.mode}")
        done = method(kind, tag)
        if done and self.call and not self.again:
            self.call["raw"].append(source)
            if self.call.pop("ends", False):
                self.end_call()
        return done

    def result(self):
        if self.guarded and self.mode in ("outside", "section", "thinking"):
            self.close()
            self.stopped = True
            return True
        return False

    def in_outside(self, kind, tag):
        if kind == "tool_call":
            if not tag.closing and not tag.self_closing:
                self.enter("section")
            return True
        return not tag.closing and (self.opens_call(kind, tag) or self.opens_thinking(kind, tag))

    def in_section(self, kind, tag):
        if kind == "tool_call" and tag.closing:
            self.leave()
            return True
        return not tag.closing and (self.opens_call(kind, tag) or self.opens_thinking(kind, tag))

    def in_call(self, kind, tag):
        if kind == "parameter" and not tag.closing:
            self.open_argument(tag)
        elif kind == "invoke" and tag.closing:
            self.call["ends"] = True
        elif (kind == "invoke" and not tag.closing) or (kind == "tool_call" and tag.closing):
            self.end_call()  # its closer was lost
            self.again = True
        else:
            return False
        return True

    def in_argument(self, kind, tag):
        if kind == "parameter" and tag.closing:
            self.close_argument()
            return True
        return False

    def in_thinking(self, kind, tag):
        if kind != "thinking" or not tag.closing or self.thinks not in (None, tag.name):
            return False
        self.events.append({"type": "thinking_end", "thinking": self.thought})
        self.leave()
        return True

    def enter(self, mode):
        self.stack.append(self.mode)
        self.mode = mode

    def leave(self):
        self.mode = self.stack.pop() if self.stack else "outside"

    # -- thinking ------------------------------------------------------------------------------------

    def opens_thinking(self, kind, tag):
        if kind != "thinking" or not self.parse_thinking:
            return False
        self.think(tag.name)
        if tag.self_closing:
            self.events.append({"type": "thinking_end", "thinking": ""})
            self.leave()
        return True

    def think(self, name):
        self.enter("thinking")
        self.thought, self.thinks = "", name
        self.events.append({"type": "thinking_start"})

    # -- calls ---------------------------------------------------------------------------------------

    def opens_call(self, kind, tag):
        if kind != "invoke":
            return False
        name = (tag.attributes.get("name") or "").strip()
        call = self.call = {"id": "", "name": name, "arguments": {}, "raw": [], "ends": tag.self_closing}
        self.enter("call")
        if name:
            call["id"] = f"call_{self.calls}"
            self.calls += 1
            self.events.append({"type": "tool_start", "id": call["id"], "name": name})
        return True

    def end_call(self):
        call, self.call = self.call, None
        if call["id"]:
            end = {"id": call["id"], "name": call["name"], "arguments": call["arguments"]}
            self.events.append({"type": "tool_end", **end, "raw_block": "".join(call["raw"])})
        self.leave()

    def open_argument(self, tag):
        key = (tag.attributes.get("name") or "").strip()
        self.argument = {
            "key": key,
            "string": tag.attributes.get("string"),
            "body": [],
            "room": LONGEST_BODY,
            "cut": False,
            "half": "",
        }
        if tag.self_closing:
            self.close_argument(entered=False)
        else:
            self.enter("argument")

    def body(self, text):
        """A piece of a body, as far as it fits; half of a surrogate pair that just fits waits for what comes next."""
        argument = self.argument
        if argument["cut"]:
            return
        text, argument["half"] = argument["half"] + text, ""
        if units(text) > argument["room"]:
            argument["cut"] = True
            text = cut(text, argument["room"])
        elif units(text) == argument["room"] and "\ud800" <= text[-1:] <= "\udbff":
            text, argument["half"] = text[:-1], text[-1]
        self.fits(text)

    def fits(self, text):
        argument = self.argument
        argument["room"] -= units(text)
        argument["body"].append(text)
        if text and argument["key"] and self.call["id"]:
            about = {"id": self.call["id"], "name": self.call["name"], "key": argument["key"]}
            self.events.append({"type": "tool_arg_delta", **about, "delta": text})

    def close_argument(self, entered=True):
        self.fits(self.argument["half"])
        argument, self.argument = self.argument, None
        if entered:
            self.leave()
        if not argument["key"]:
            return
        raw = "".join(argument["body"])
        self.call["arguments"][argument["key"]] = raw + MARKER if argument["cut"] else self.value(argument, raw)

    def value(self, argument, raw):
        """Verbatim for a string, else JSON, else the text itself."""
        schema = self.tools.get(self.call["name"], {})
        parameter = (schema.get("properties") or {}).get(argument["key"])
        kinds = types(parameter, schema) if argument["string"] is None else set()
        verbatim = kinds - {"null"} == {"string"}
        if argument["string"] is not None:
            verbatim = argument["string"].strip(BLANKS).lower() not in ("false", "0", "no")
        if verbatim:
            return raw
        text = raw.strip(BLANKS)
        try:
            value = json.loads(text, parse_constant=refuse, parse_float=finite)
        except json.JSONDecodeError:
            if MAYBE_JSON.match(text):
                raise Unsupported("no repair of JSON") from None
            return raw
        except (ValueError, RecursionError):
            return raw
        if depth(value) > DEEPEST or ("string" in kinds and not kinds & kinds_of(value)):
            return raw
        return value


def cut(text, room):
    """The beginning of ``text`` of at most ``room`` UTF-16 code units, which splits no pair."""
    data = text.encode("utf-16-le", "surrogatepass")
    pair = data[2 * room - 1 : 2 * room] and 0xD8 <= data[2 * room - 1] < 0xDC <= data[2 * room + 1] < 0xE0
    return data[: 2 * (room - pair)].decode("utf-16-le", "surrogatepass") if room else ""


def depth(value):
    """How deep arrays and objects are nested in ``value``."""
    found, level = 0, [value]
    while level := [each for each in level if isinstance(each, (dict, list))]:
        found += 1
        level = [item for each in level for item in (each.values() if isinstance(each, dict) else each)]
    return found


def kinds_of(value):
    """The names of the types that a JSON value has."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return {"number", "integer"} if value == int(value) else {"number"}
    return {{str: "string", bool: "boolean", type(None): "null", dict: "object", list: "array"}[type(value)]}


def types(schema, root, depth=0):
    """The names of the types a schema admits."""
    if not isinstance(schema, dict) or depth > 8:
        return set()
    kind = schema.get("type", [])
    found = set(kind if isinstance(kind, list) else [kind])
    for value in [*schema.get("enum", []), *([schema["const"]] if "const" in schema else [])]:
        found |= kinds_of(value) - {"integer"}
    for word in ("anyOf", "oneOf", "allOf"):
        for part in schema.get(word, []):
            found |= types(part, root, depth + 1)
    if str(schema.get("$ref", "")).startswith("#/"):
        target = root
        for step in schema["$ref"][2:].split("/"):
            target = target.get(step, {}) if isinstance(target, dict) else {}
        found |= types(target, root, depth + 1)
    return found


def refuse(name):
    raise ValueError(name)


def finite(text):
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError(text)
    return value


def answer(request):
    """The answer to one request of the protocol."""
    if request["cmd"] == "start":
        about = {"name": "stdlib example", "language": f"Python {sys.version_info[0]}.{sys.version_info[1]}"}
        return {"version": 1, **about, "dialects": ["minimax"], "ops": ["scan"], "omits": ["diagnostics"]}
    about = {"seq": request["seq"]}
    options = request.get("options") or {}
    if request["op"] != "scan" or request["dialect"] != "minimax":
        return {**about, "skipped": "only scan, and only minimax"}
    if options.keys() - {"parse_thinking", "start", "guarded"} or options.get("start") not in (None, "thinking"):
        return {**about, "skipped": f"no such options: {options}"}
    try:
        scanner = Scanner(request.get("tools"), **options)
        events = [scanner.feed(text) for text in request["feeds"]]
        return {**about, "events": events, "flush": scanner.flush(), "stopped": scanner.stopped}
    except Unsupported as reason:
        return {**about, "skipped": str(reason)}


def main():
    for line in sys.stdin:
        request = {}
        try:
            request = json.loads(line)
            if request["cmd"] == "stop":
                break
            reply = answer(request)
        except Exception as error:  # whatever was wrong with this request, the next one is answered
            about = {"seq": request["seq"]} if isinstance(request, dict) and "seq" in request else {}
            reply = {**about, "error": f"{type(error).__name__}: {error}"}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
