// An implementation of the minimax dialect for the conformance suite in JavaScript, without dependencies.
//
//     minimax-grammar conformance run --impl "node conformance/adapters/node/minimax-scanner.mjs"
//
// Written to be read, after the description of the dialect.  It reports no diagnostics, which it says in `omits`; of a schema
// it knows the types only; it repairs no JSON and has only the numbers of JavaScript: what needs more it skips.  Positions
// in texts are UTF-16 code units here, which is what the dialect's limits count.
import { createInterface } from "node:readline";

const THINKING = ["thinking", "think", "scratchpad"];
const NAMES = ["tool_call", "invoke", "parameter", ...THINKING];
const OUTSIDE = ["tool_call", "/tool_call", "invoke"];
const IN_CALLS = ["parameter", "invoke", "/invoke", "/tool_call"];
const PREFIXES = ["", "minimax:", "antml:"];
const RESULTS = ["<function_results>", "<tool_response>"];
const LONGEST_TAG = 257;
const LONGEST_BODY = 1_000_000;
const MARKER = `\n…[parameter truncated: exceeded ${LONGEST_BODY} UTF-16 code units]`;

const SPACE = " \t\n\r\f\v";
const HEAD = new RegExp(`^<(/?)(?:minimax:|antml:)?(${NAMES.join("|")})(?=[ \\t\\n\\r\\f\\v/>])`);
const CLOSER = /^[ \t\n\r\f\v]*>/;
const NAME = /[^ \t\n\r\f\v"'<>/=]+/y;
const EQUALS = /[ \t\n\r\f\v]*=[ \t\n\r\f\v]*/y;
const BARE = /[^ \t\n\r\f\v"'<>=]*/y;
const ENTITIES = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'" };
const NONE = { none: true };
const WAIT = { wait: true };

// What JSON begins with, also where it needs repair.
const MAYBE_JSON = /^(?:[{["'+\-./0-9]|(?:true|false|null|True|False|None)(?![\w$]))/;
const DEEPEST = 256;

/** This scanner cannot do what it was asked for; the message says what. */
class Unsupported extends Error {}

const spellings = (name) => ["", "/"].flatMap((slash) => PREFIXES.map((prefix) => `<${slash}${prefix}${name}`));
const BEGINNINGS = NAMES.flatMap(spellings);

/** What `pattern` finds in `text` at exactly that place, or null. */
const at = (pattern, text, place) => {
  pattern.lastIndex = place;
  return pattern.exec(text)?.[0] ?? null;
};

// Python's str.strip(): white space as Unicode knows it, without the byte order mark that trim() takes away too.
const strip = (text) =>
  text.replace(/^[\s\x1c-\x1f\x85]+|[\s\x1c-\x1f\x85]+$/g, (found) => found.replace(/[^\ufeff]+/g, ""));

/** The tag at `start`, where there is a "<"; NONE; or WAIT if that is not certain yet. */
function tagAt(all, start, final) {
  const text = all.slice(start, start + LONGEST_TAG + 1); // so that the time is linear, whatever follows
  for (const mark of RESULTS) {
    if (text.startsWith(mark)) return { end: start + mark.length, name: "result" };
    if (!final && mark.startsWith(text)) return WAIT;
  }
  const head = HEAD.exec(text);
  if (!head) return !final && BEGINNINGS.some((whole) => whole.startsWith(text)) ? WAIT : NONE;
  const rest = text.slice(head[0].length);
  let tag;
  if (head[1] === "/") {
    const found = CLOSER.exec(rest);
    tag = found ? { end: head[0].length + found[0].length, name: head[2], closing: true, attributes: {} } : WAIT;
    if (!found && [...rest].some((character) => !SPACE.includes(character))) return NONE;
  } else {
    tag = openingTag(text, head[0].length, head[2], final);
  }
  if (tag === WAIT) return final || text.length >= LONGEST_TAG ? NONE : WAIT;
  return tag === NONE || tag.end > LONGEST_TAG ? NONE : { ...tag, end: start + tag.end };
}

/** The opening tag that `text` begins with, read from `place`, the end of its name, on. */
function openingTag(text, place, name, final) {
  const attributes = Object.create(null);
  let slash = false;
  let bare = null;
  while (place < text.length) {
    const character = text[place];
    if (character === ">") {
      if (slash && bare) attributes[bare] = attributes[bare].slice(0, -1); // the slash of <a b=c/> is not part of c
      return { end: place + 1, name, closing: false, attributes, selfClosing: slash };
    }
    const found = at(NAME, text, place);
    if (found === null) {
      slash = character === "/" || (slash && SPACE.includes(character));
      if (!slash || character === "/") bare = null;
      place += 1;
      continue;
    }
    const key = found.toLowerCase().split(":").at(-1);
    place += found.length;
    slash = false;
    bare = null;
    const equals = at(EQUALS, text, place);
    if (equals === null) continue;
    place += equals.length;
    let value;
    if (text[place] === '"' || text[place] === "'") {
      const closed = text.indexOf(text[place], place + 1);
      const bracket = text.indexOf("<", place);
      const valueEnd = closed < 0 ? text.length : closed;
      if ((bracket >= 0 && bracket < valueEnd) || valueEnd >= LONGEST_TAG) {
        const end = text.indexOf(">", place); // the quote was never closed
        if (end < 0) return WAIT;
        value = text.slice(place + 1, end);
        place = end;
      } else if (closed < 0) {
        return final ? NONE : WAIT;
      } else {
        value = text.slice(place + 1, closed); // a ">" in it belongs to the value
        place = closed + 1;
      }
    } else {
      value = at(BARE, text, place);
      if (!value) continue;
      place += value.length;
      slash = value.endsWith("/");
      bare = key;
    }
    attributes[key] = value.replace(/&(?:amp|lt|gt|quot|apos);/g, (entity) => ENTITIES[entity]);
  }
  return WAIT;
}

class Scanner {
  constructor(tools, { parse_thinking = true, start = null, guarded = false }) {
    this.tools = new Map();
    for (const given of tools ?? []) {
      const tool = given.function ?? given;
      if (!this.tools.has(tool.name)) this.tools.set(tool.name, tool.parameters ?? tool.input_schema ?? {});
    }
    Object.assign(this, { parseThinking: parse_thinking, guarded, held: "", stopped: false, calls: 0 });
    Object.assign(this, { mode: "outside", stack: [], call: null, argument: null, thought: "", thinks: null });
    this.beginsThinking = start === "thinking" && parse_thinking;
  }

  feed(piece, final = false) {
    this.events = [];
    if (this.beginsThinking) {
      this.beginsThinking = false;
      this.think(null);
    }
    const text = this.held + piece;
    let position = 0;
    while (position < text.length && !this.stopped) {
      let found = text.indexOf("<", position);
      if (found < 0) found = text.length;
      if (found > position) {
        this.plain(text.slice(position, found));
        position = found;
        continue;
      }
      let tag = tagAt(text, position, final);
      if (tag === WAIT && !this.cares(text.slice(position))) tag = NONE;
      if (tag === WAIT) break;
      if (tag === NONE || !this.take(tag, text.slice(position, tag.end))) {
        this.plain("<");
        position += 1;
      } else if (!this.again) {
        position = tag.end;
      }
    }
    this.held = this.stopped ? "" : text.slice(position);
    return this.events;
  }

  flush() {
    const events = this.feed("", true);
    this.close();
    return events;
  }

  /** Everything that is open ends. */
  close() {
    if (this.mode === "thinking") this.events.push({ type: "thinking_end", thinking: this.thought });
    if (this.call?.id) {
      const reason = this.argument ? "unclosed-argument" : "unclosed-call";
      this.events.push({ type: "tool_abort", id: this.call.id, name: this.call.name, reason });
    }
    Object.assign(this, { call: null, argument: null, mode: "outside" });
  }

  /** Whether what may become a tag could count in this mode: only that is held back. */
  cares(text) {
    const spelled = (name) =>
      name.startsWith("/") ? PREFIXES.map((prefix) => `</${prefix}${name.slice(1)}`) : PREFIXES.map((prefix) => `<${prefix}${name}`);
    const begins = (whole) => text.startsWith(whole) && `${SPACE}/>`.includes(text[whole.length]);
    const couldBe = (name) => spelled(name).some((whole) => whole.startsWith(text) || begins(whole));
    const mark = RESULTS.some((result) => result.startsWith(text));
    if (this.mode === "inArgument") return couldBe("/parameter");
    if (this.mode === "inCall") return IN_CALLS.some(couldBe);
    if (this.mode === "thinking") {
      const names = this.thinks ? [this.thinks] : THINKING;
      return (this.guarded && mark) || names.some((name) => couldBe(`/${name}`));
    }
    return mark || [...OUTSIDE, ...(this.parseThinking ? THINKING : [])].some(couldBe);
  }

  plain(text) {
    if (this.mode === "outside") this.events.push({ type: "text", text });
    else if (this.mode === "inArgument") this.body(text);
    else if (this.mode === "thinking") {
      this.thought += text;
      this.events.push({ type: "thinking_delta", delta: text });
    }
    this.call?.raw.push(text);
  }

  /** Do what a tag means here; false if it is text. */
  take(tag, source) {
    this.again = false;
    if (tag.name === "result") {
      if (!this.guarded || this.call) return false;
      this.close();
      this.stopped = true;
      return true;
    }
    const kind = THINKING.includes(tag.name) ? "thinking" : tag.name;
    const done = this[this.mode](kind, tag);
    if (done && this.call && !this.again) {
      this.call.raw.push(source);
      if (this.call.ends) this.endCall();
    }
    return done;
  }

  outside(kind, tag) {
    if (kind === "tool_call") {
      if (!tag.closing && !tag.selfClosing) this.enter("section");
      return true;
    }
    return !tag.closing && (this.opensCall(kind, tag) || this.opensThinking(kind, tag));
  }

  section(kind, tag) {
    if (kind === "tool_call" && tag.closing) {
      this.leave();
      return true;
    }
    return !tag.closing && (this.opensCall(kind, tag) || this.opensThinking(kind, tag));
  }

  inCall(kind, tag) {
    if (kind === "parameter" && !tag.closing) this.openArgument(tag);
    else if (kind === "invoke" && tag.closing) this.call.ends = true;
    else if ((kind === "invoke" && !tag.closing) || (kind === "tool_call" && tag.closing)) {
      this.endCall(); // its closer was lost
      this.again = true;
    } else return false;
    return true;
  }

  inArgument(kind, tag) {
    if (kind !== "parameter" || !tag.closing) return false;
    this.closeArgument();
    return true;
  }

  thinking(kind, tag) {
    if (kind !== "thinking" || !tag.closing || (this.thinks && this.thinks !== tag.name)) return false;
    this.events.push({ type: "thinking_end", thinking: this.thought });
    this.leave();
    return true;
  }

  enter(mode) {
    this.stack.push(this.mode);
    this.mode = mode;
  }

  leave() {
    this.mode = this.stack.pop() ?? "outside";
  }

  opensThinking(kind, tag) {
    if (kind !== "thinking" || !this.parseThinking) return false;
    this.think(tag.name);
    if (tag.selfClosing) {
      this.events.push({ type: "thinking_end", thinking: "" });
      this.leave();
    }
    return true;
  }

  think(name) {
    this.enter("thinking");
    Object.assign(this, { thought: "", thinks: name });
    this.events.push({ type: "thinking_start" });
  }

  opensCall(kind, tag) {
    if (kind !== "invoke") return false;
    const name = strip(tag.attributes.name ?? "");
    this.call = { id: "", name, arguments: {}, raw: [], ends: tag.selfClosing };
    this.enter("inCall");
    if (name) {
      this.call.id = `call_${this.calls}`;
      this.calls += 1;
      this.events.push({ type: "tool_start", id: this.call.id, name });
    }
    return true;
  }

  endCall() {
    const { id, name, arguments: given, raw } = this.call;
    this.call = null;
    if (id) this.events.push({ type: "tool_end", id, name, arguments: given, raw_block: raw.join("") });
    this.leave();
  }

  openArgument(tag) {
    const key = strip(tag.attributes.name ?? "");
    this.argument = { key, string: tag.attributes.string ?? null, body: "", cut: false, half: "" };
    if (tag.selfClosing) this.closeArgument(false);
    else this.enter("inArgument");
  }

  /** A piece of a body, as far as it fits; half of a surrogate pair that just fits waits for what comes next. */
  body(piece) {
    const argument = this.argument;
    if (argument.cut) return;
    let text = argument.half + piece;
    argument.half = "";
    const room = LONGEST_BODY - argument.body.length;
    const last = text.charCodeAt(room - 1);
    const next = text.charCodeAt(room);
    const halfFits = last >= 0xd800 && last < 0xdc00 && !(next < 0xdc00 || next >= 0xe000);
    argument.cut = text.length > room;
    if (!argument.cut && halfFits) argument.half = text.at(-1);
    text = text.slice(0, halfFits ? room - 1 : room);
    this.fits(text);
  }

  fits(text) {
    const argument = this.argument;
    argument.body += text;
    if (text && argument.key && this.call.id) {
      const { id, name } = this.call;
      this.events.push({ type: "tool_arg_delta", id, name, key: argument.key, delta: text });
    }
  }

  closeArgument(entered = true) {
    this.fits(this.argument.half);
    const { key, string, body, cut } = this.argument;
    this.argument = null;
    if (entered) this.leave();
    if (!key) return;
    const value = cut ? body + MARKER : this.value(key, string, body);
    // Defined, not assigned: a parameter may be called __proto__.
    Object.defineProperty(this.call.arguments, key, { value, enumerable: true, configurable: true, writable: true });
  }

  /** Verbatim for a string, else JSON, else the text itself. */
  value(key, string, raw) {
    const schema = this.tools.get(this.call.name) ?? {};
    const properties = schema.properties ?? {};
    const kinds = string === null && Object.hasOwn(properties, key) ? types(properties[key], schema) : new Set();
    const needed = [...kinds].filter((kind) => kind !== "null");
    let verbatim = needed.length === 1 && needed[0] === "string";
    if (string !== null) verbatim = !["false", "0", "no"].includes(string.trim().toLowerCase());
    if (verbatim) return raw;
    const text = raw.trim();
    let value;
    try {
      value = JSON.parse(text);
    } catch {
      if (MAYBE_JSON.test(text)) throw new Unsupported("no repair of JSON");
      return raw;
    }
    const admitted = !kinds.has("string") || kindsOf(value).some((kind) => kinds.has(kind));
    return admitted && within(value, DEEPEST) ? value : raw;
  }
}

/** Whether arrays and objects are nested no deeper than so many levels, and all numbers are finite.
 *  What is beyond the exact whole numbers of JavaScript is not supported. */
function within(value, levels) {
  if (typeof value === "number") {
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw new Unsupported("a number beyond 2 ** 53");
    return Number.isFinite(value);
  }
  if (value === null || typeof value !== "object") return true;
  return levels > 0 && Object.values(value).every((item) => within(item, levels - 1));
}

/** The names of the types that a JSON value has. */
function kindsOf(value) {
  if (value === null) return ["null"];
  if (Array.isArray(value)) return ["array"];
  return Number.isInteger(value) ? ["number", "integer"] : [typeof value];
}

/** The names of the types a schema admits. */
function types(schema, root, depth = 0) {
  if (schema === null || typeof schema !== "object" || depth > 8) return new Set();
  const found = new Set([schema.type ?? []].flat());
  for (const value of [...(schema.enum ?? []), ...("const" in schema ? [schema.const] : [])]) found.add(kindsOf(value)[0]);
  const parts = ["anyOf", "oneOf", "allOf"].flatMap((word) => schema[word] ?? []);
  if (schema.$ref?.startsWith("#/")) {
    parts.push(schema.$ref.slice(2).split("/").reduce((target, step) => target?.[step], root));
  }
  for (const part of parts) for (const kind of types(part, root, depth + 1)) found.add(kind);
  return found;
}

function answer(request) {
  if (request.cmd === "start") {
    const about = { name: "node example", language: `JavaScript (Node ${process.versions.node.split(".")[0]})` };
    return { version: 1, ...about, dialects: ["minimax"], ops: ["scan"], omits: ["diagnostics"] };
  }
  if (request.cmd !== "run") throw new TypeError("a request is start, run or stop");
  const { seq } = request;
  const options = request.options ?? {};
  const known = ["parse_thinking", "start", "guarded"];
  if (request.op !== "scan" || request.dialect !== "minimax") return { seq, skipped: "only scan, and only minimax" };
  if (Object.keys(options).some((name) => !known.includes(name)) || ![null, "thinking"].includes(options.start ?? null)) {
    return { seq, skipped: `no such options: ${JSON.stringify(options)}` };
  }
  try {
    if (!request.feeds.every((text) => typeof text === "string")) throw new TypeError("feeds are strings");
    const scanner = new Scanner(request.tools, options);
    const events = request.feeds.map((text) => scanner.feed(text));
    return { seq, events, flush: scanner.flush(), stopped: scanner.stopped };
  } catch (error) {
    return error instanceof Unsupported ? { seq, skipped: error.message } : { seq, error: String(error) };
  }
}

/** The answer to a line, whatever it holds; null if it asks to stop. */
function answerLine(line) {
  try {
    const request = JSON.parse(line);
    return request.cmd === "stop" ? null : answer(request);
  } catch (error) {
    return { error: String(error) };
  }
}

// Half surrogate pairs survive as escapes, which JSON.stringify writes.
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const reply = answerLine(line);
  if (reply === null) break;
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
